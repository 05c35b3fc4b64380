/** Two worlds that differ only in what is hidden look the same here while nobody looks. */
import { expect, test, vi } from "vitest";
import type { TableMessage } from "./protocol.gen";
import { LiveTable } from "./table.svelte";

vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));

const TEXTS = { title: "Cards", blurb: "", minutes: "", prompts: { choose: "Choose.", wait: "Wait." }, events: { drew: "You draw the {card}.", dealt: "Cards are dealt." } };
const clock = { now: 0, running: [], window_ms: null, holds_left: 0, paused: false };
const seat = (name: string) => ({ kind: "person", name, person: "p", level: null, ready: true, here: true, minded: false, was: null, line: "" });

function world(hand: number): { table: LiveTable; looks: () => string } {
  const table = new LiveTable("abcd");
  table.furnish(null, TEXTS as never);
  const tell = (message: object) => table.take(message as TableMessage);
  const about = { id: "abcd", game: "cards", state: "running", seats: [seat("Ada"), seat("Ben")], options: {}, clock: { kind: "none" }, delay_seconds: 0, paused: false, pause_asked: [], newcomers: [] };
  tell({ t: "welcome", table: about, me: "p", name: "Ada", seat: 0, host: true, v: 0, now: 0, chat: [], orders: [], muted: [] });
  const private_ = (own: number) => ({ prompt: "choose", hand: [own] });
  tell({ t: "state", v: 0, asked: 1, actors: [0, 1], log: [{ event: "drew", only: 1, card: hand }], clock, view: private_(hand), moves: [`play ${hand}`], also: [{ seat: 1, moves: [`play ${hand + 1}`], view: private_(hand + 1) }], open: { prompt: "wait", hands: [1, 1] } });
  tell({ t: "step", v: 1, asked: 2, actors: [0, 1], events: [{ event: "dealt" }, { event: "drew", only: 0, card: hand }, { event: "drew", only: 1, card: hand }], clock, view: private_(hand), moves: [`play ${hand}`], also: [{ seat: 1, moves: [`play ${hand + 1}`], view: private_(hand + 1) }], open: { prompt: "wait", hands: [1, 1] } });
  table.playback.skip();
  const looks = () => JSON.stringify([table.view, table.moves, table.prompt, table.log, table.spoken, table.around, table.seats, table.events, table.whispers, table.playback.beats, table.playback.coming, table.acting]);
  return { table, looks };
}

test("while the curtain is drawn nothing tells two hands apart", () => {
  const [one, other] = [world(3), world(8)];
  expect(one.table.passing).toBe(true);
  expect(one.table.next).toBe(0);
  expect(one.looks()).toBe(other.looks());
  expect(one.table.prompt).toBe("Pass the phone on to Ada.");
});

test("who looks sees their own hand and what only they were told, and both are gone when they have chosen", () => {
  const { table, looks } = world(3);
  const before = looks();
  table.lift();
  expect([table.looking, table.moves, table.view]).toEqual([0, ["play 3"], { prompt: "choose", hand: [3] }]);
  expect(table.whispers).toEqual(["You draw the 3."]);
  table.cover();
  expect(looks()).toBe(before);
  table.lift();
  table.play("play 3");
  expect([table.looking, table.moves, table.acting]).toEqual([null, [], null]);
  expect(JSON.stringify([table.view, table.whispers, table.spoken, table.log])).not.toContain("3");
});
