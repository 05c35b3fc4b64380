/** Standing orders: what a game suggests, filled in by a person, and said in words. Knows no rules: the server follows them. */
import type { Condition, Offer, Order } from "./protocol.gen";
import type { Texts } from "./texts";

type View = Record<string, unknown>;

/** A suggestion for the view at hand: for one thing where the game names several. */
export interface Suggestion {
  key: string;
  offer: Offer;
  it: string | null;
}

const look = (view: View, path: string): unknown =>
  path.split(".").reduce<unknown>((found, key) => (found as View | null | undefined)?.[key], view);

export function holds(condition: Condition | null | undefined, view: View): boolean {
  if (!condition) return true;
  const found = look(view, condition.path);
  if (condition.test === "is") return found === condition.value;
  if (typeof found !== "number" || typeof condition.value !== "number") return false;
  return condition.test === "below" ? found < condition.value : found >= condition.value;
}

/** What may be suggested now. */
export function suggestions(offers: readonly Offer[], view: View): Suggestion[] {
  return offers.filter((offer) => holds(offer.shown, view)).flatMap((offer): Suggestion[] => {
    if (offer.each == null) return [{ key: offer.name, offer, it: null }];
    const things = look(view, offer.each);
    if (!Array.isArray(things)) return [];
    return things.map(String).filter((it) => !offer.of?.length || offer.of.includes(it)).map((it) => ({ key: `${offer.name} ${it}`, offer, it }));
  });
}

/** The order as the server takes it. */
export function filled({ offer, it }: Suggestion, n: number, view: View): Order {
  const order: Order = { ...offer.order, play: offer.order.play.replace("{it}", it ?? "") };
  if (offer.number === "at_most") order.at_most = n;
  if (offer.number === "when" && order.when) order.when = { ...order.when, value: n };
  const here = offer.here == null ? undefined : look(view, offer.here);
  if (offer.here != null && (typeof here === "number" || typeof here === "string" || typeof here === "boolean"))
    order.lasts = { path: offer.here, test: "is", value: here };
  return order;
}

const sentence = (offer: Offer, it: string | null, n: number | null, text: Texts): string =>
  text.say("orders", offer.name, { n, it: it === null ? "" : offer.table ? text.name(offer.table, it) : it });

export const suggested = ({ offer, it }: Suggestion, n: number, text: Texts): string => sentence(offer, it, n, text);

/** A standing order in words: those of the suggestion it came from, else the move's own. */
export function spoken(order: Order, offers: readonly Offer[], text: Texts): string {
  for (const offer of offers) {
    const [before = "", after] = offer.order.play.split("{it}");
    const named = after !== undefined && order.play.startsWith(before) && order.play.endsWith(after);
    const it = named ? order.play.slice(before.length, order.play.length - after.length) : null;
    const same = named ? !offer.of?.length || offer.of.includes(it!) : order.play === offer.order.play;
    if (!same || (order.otherwise ?? null) !== (offer.order.otherwise ?? null) || (order.when?.path ?? null) !== (offer.order.when?.path ?? null)) continue;
    return sentence(offer, it, offer.number === "when" ? Number(order.when?.value) : (order.at_most ?? null), text);
  }
  return text.move(order.play);
}
