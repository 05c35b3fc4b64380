/**
 * Things come from somewhere and go somewhere: FLIP on the Web Animations API.
 *
 *   data-fly="bid-7"     one thing, wherever it is drawn: it glides from its old place to its new one
 *   data-spot="seat-2"   a place things come from or go to
 *   data-from="seat-2"   where a thing that appears comes from
 *   data-to="seat-2"     where a thing that disappears goes
 *
 * Call `before()`, change the page, then `after()`; `glide(change)` does all three.
 */
import { flushSync } from "svelte";
import { scaled } from "./scale";
import { calm } from "./settings.svelte";

interface Place {
  rect: DOMRect;
  /** A copy to send off, for things that say where they go. */
  leaving: { copy: HTMLElement; to: string; /** how much larger than drawn */ scale: number } | null;
}

const EASE = "cubic-bezier(0.2, 0.8, 0.2, 1)";
export const CARD_MS = 280;
const STAGGER_MS = 45;

export function before(root: ParentNode = document): Map<string, Place> {
  const places = new Map<string, Place>();
  if (calm()) return places;
  for (const thing of root.querySelectorAll<HTMLElement>("[data-fly]")) {
    const { fly, to } = thing.dataset;
    const leaving = to ? { copy: thing.cloneNode(true) as HTMLElement, to, scale: scaled(thing) } : null;
    places.set(fly!, { rect: thing.getBoundingClientRect(), leaving });
  }
  return places;
}

export function after(places: Map<string, Place>, root: ParentNode = document): void {
  if (calm()) return;
  let order = 0;
  const still = new Set<string>();
  for (const thing of root.querySelectorAll<HTMLElement>("[data-fly]")) {
    const { fly, from } = thing.dataset;
    still.add(fly!);
    const known = places.get(fly!);
    const start = known?.rect ?? (places.size && from ? spot(from, root) : undefined);
    if (!start) continue;
    const end = thing.getBoundingClientRect();
    if (glideFrom(thing, start, end, { delay: order * STAGGER_MS, fade: !known })) order++;
  }
  for (const [fly, place] of places) if (place.leaving && !still.has(fly)) sendOff(place, root);
}

export function glide(change: () => void, root: ParentNode = document): void {
  const places = before(root);
  change();
  flushSync();
  after(places, root);
}

function spot(name: string, root: ParentNode): DOMRect | undefined {
  const places = [...root.querySelectorAll(`[data-spot="${name}"]`)].map((one) => one.getBoundingClientRect());
  return places.find((rect) => rect.width || rect.height); // a spot that is not shown is nowhere
}

function glideFrom(
  thing: HTMLElement, start: DOMRect, end: DOMRect, { delay, fade }: { delay: number; fade: boolean },
): boolean {
  const large = scaled(thing);
  const x = (start.left + start.width / 2 - end.left - end.width / 2) / large;
  const y = (start.top + start.height / 2 - end.top - end.height / 2) / large;
  if (Math.abs(x) < 2 && Math.abs(y) < 2) return false;
  const scale = fade ? 0.5 : end.width ? Math.min(2.5, Math.max(0.3, start.width / end.width)) : 1;
  thing.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: fade ? 0.4 : 1, zIndex: 5 }, { transform: "none", opacity: 1, zIndex: 5 }],
    { duration: CARD_MS, delay, easing: EASE, fill: "backwards" },
  );
  return true;
}

function sendOff(place: Place, root: ParentNode): void {
  const { copy, to, scale } = place.leaving!;
  const end = spot(to, root);
  if (!end) return;
  const { rect } = place;
  copy.removeAttribute("data-fly");
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  Object.assign(copy.style, {
    position: "fixed", zoom: String(scale), left: `${rect.left / scale}px`, top: `${rect.top / scale}px`, width: `${rect.width / scale}px`, height: `${rect.height / scale}px`, margin: "0",
    pointerEvents: "none", zIndex: "50",
  });
  document.body.append(copy);
  const x = (end.left + end.width / 2 - rect.left - rect.width / 2) / scale;
  const y = (end.top + end.height / 2 - rect.top - rect.height / 2) / scale;
  const flight = copy.animate(
    [{ transform: "none", opacity: 1 }, { transform: `translate(${x}px, ${y}px) scale(0.35)`, opacity: 0.2 }],
    { duration: CARD_MS + 80, easing: "cubic-bezier(0.4, 0, 0.6, 1)", fill: "forwards" },
  );
  flight.finished.then(() => copy.remove(), () => copy.remove());
}

/** A nudge that says "not this one". */
export function shake(thing: Element): void {
  if (calm()) return;
  thing.animate([{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "-3px" }, { translate: "0" }], { duration: 260 });
}
