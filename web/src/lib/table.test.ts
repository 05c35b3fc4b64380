import { expect, test } from "vitest";
import type { TableMessage } from "./protocol.gen";
import { LiveTable } from "./table.svelte";

const seat = (name: string) => ({ kind: "person", name, person: name, level: null, here: true, minded: false });
const scene = (v: number, actors: number[], moves: string[]) => ({
  v, asked: v, moves, actors, clock: { running: [], window_ms: null, paused: false, holds_left: 0 }, view: { prompt: moves.length ? "bid" : "wait" },
});

function table(): LiveTable {
  const made = new LiveTable("abcd");
  made.furnish(null, { title: "", blurb: "", minutes: "", prompts: { bid: "Your bid.", wait: "" }, events: { shown: "{seat:who} shows {card}." } } as never);
  made.take({ t: "welcome", me: "Ada", name: "Ada", seat: 0, host: true, chat: [], muted: [], orders: [], table: { state: "running", seats: [seat("Ada"), seat("Mia"), seat("Max")] } } as unknown as TableMessage);
  made.take({ t: "state", ...scene(1, [0], ["bid 7"]), log: [] } as unknown as TableMessage);
  return made;
}
const shown = () => new Promise((done) => setTimeout(done));
const step = (made: LiveTable, v: number, actors: number[], moves: string[], card: number) =>
  made.take({ t: "step", ...scene(v, actors, moves), events: [{ event: "shown", seat: 1, card }] } as unknown as TableMessage);

test("the live region says what happened and whose turn it is, and the same turn only once", async () => {
  const made = table();
  expect(made.speech).toBe("Your bid.");
  step(made, 2, [1], [], 7);
  await shown();
  expect(made.speech).toBe("Mia shows 7. Waiting for Mia.");
  step(made, 3, [1], [], 8);
  await shown();
  expect(made.speech).toBe("Mia shows 8.");
  step(made, 4, [2], [], 9);
  await shown();
  expect(made.speech).toBe("Mia shows 9. Waiting for Max.");
  step(made, 5, [0], ["bid 7"], 1);
  await shown();
  expect(made.speech).toBe("Mia shows 1. Your bid.");
});

test("every event is kept for the end, and who came late to a long match knows that it is not all", async () => {
  const made = table();
  for (let v = 2; v < 502; v++) step(made, v, [1], [], v);
  await shown();
  expect([made.whole, made.events.length, made.log.length]).toEqual([true, 500, 400]);
  const log = Array.from({ length: 300 }, (_, card) => ({ event: "shown", seat: 1, card }));
  made.take({ t: "state", ...scene(600, [0], ["bid 7"]), log } as unknown as TableMessage);
  expect([made.whole, made.events.length]).toEqual([false, 300]);
});
