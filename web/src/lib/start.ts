/** From a game's name to a table: what "Play now" and "With friends" do. */
import { api, beSomebody } from "./api";
import type { GameInfo, NewTable } from "./protocol.gen";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { toasts } from "./toasts.svelte";
import { say } from "./words";
import { loadTexts } from "../games";

const USUAL_SEATS = 4;

/** Four where the game allows it, else as near as it can. */
export const usualSeats = (seats: readonly number[]): number =>
  [...seats].sort((a, b) => Math.abs(a - USUAL_SEATS) - Math.abs(b - USUAL_SEATS) || a - b)[0] ?? USUAL_SEATS;

export async function gameInfo(slug: string): Promise<GameInfo> {
  const found = (await api.games()).games.find((game) => game.slug === slug);
  if (!found) throw new Error(say("page.missing"));
  return { ...found, texts: (await loadTexts(slug)) ?? (await api.texts(slug)) };
}

/** Makes a table and goes there; a failure becomes a notice. */
export async function makeTable(table: NewTable): Promise<void> {
  try {
    await beSomebody();
    const made = await api.make(table);
    go(`/t/${made.id}`);
  } catch (failure) {
    toasts.show(say("oops", { reason: (failure as Error).message }));
  }
}

async function usual(slug: string): Promise<NewTable> {
  const info = await gameInfo(slug);
  return { game: slug, seats: usualSeats(info.seats), options: { ...info.live_options } };
}

/** One click, no name, no questions. */
export async function playNow(slug: string): Promise<void> {
  try {
    const table = await usual(slug);
    const { alone, beginners } = await gameInfo(slug);
    const first = settings.guided.includes(slug) ? {} : beginners;
    await makeTable({ ...table, options: { ...table.options, ...alone, ...first }, bots: "casual", start: true, clock: { kind: "none" } });
  } catch (failure) {
    toasts.show(say("oops", { reason: (failure as Error).message }));
  }
}

export async function playWithFriends(slug: string): Promise<void> {
  try {
    await makeTable({ ...(await usual(slug)), clock: { kind: "relaxed" } });
  } catch (failure) {
    toasts.show(say("oops", { reason: (failure as Error).message }));
  }
}
