import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TableMessage } from "./protocol.gen";
import { LiveTable } from "./table.svelte";
import { toasts } from "./toasts.svelte";

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

/** What was said since the last time. */
function listener(made: LiveTable): () => string[] {
  let heard = 0;
  return () => {
    const said = made.spoken.filter((one) => one.n > heard);
    heard = made.spoken.at(-1)?.n ?? heard;
    return said.map((one) => one.words);
  };
}

test("the live region says what happened and whose turn it is, and the same turn only once", async () => {
  const made = table();
  const said = listener(made);
  expect(said()).toEqual(["Your bid."]);
  step(made, 2, [1], [], 7);
  await shown();
  expect(said()).toEqual(["Mia shows 7.", "Waiting for Mia."]);
  step(made, 3, [1], [], 8);
  await shown();
  expect(said()).toEqual(["Mia shows 8."]);
  step(made, 4, [2], [], 9);
  await shown();
  expect(said()).toEqual(["Mia shows 9.", "Waiting for Max."]);
  step(made, 5, [0], ["bid 7"], 1);
  await shown();
  expect(said()).toEqual(["Mia shows 1.", "Your bid."]);
});

test("a line that is doubted, or that nobody can check, is told once in a sentence", () => {
  const made = table();
  const seats = (line: string) => [{ ...seat("Ada"), line: "" }, { ...seat("Mia"), line }];
  const now = (line: string) => made.take({ t: "table", seat: 0, host: true, table: { state: "running", seats: seats(line) } } as unknown as TableMessage);
  const words = () => toasts.list.map((toast) => toast.words);
  toasts.list = [];
  now("");
  expect(words()).toEqual([]);
  now("echo");
  now("echo");
  expect(words()).toEqual(["This server cannot check every line: at most 85 ms of a reaction are taken on trust."]);
  toasts.list = [];
  now("doubted");
  now("doubted");
  expect(words()).toEqual(["What Mia's line reports does not fit: its delay no longer counts in this match."]);
});

describe("with time on stage", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const staged = () => {
    const made = table();
    made.playback.stage = { beats: { shown: 1000 }, turn: ["next"] };
    return made;
  };
  const play = (made: LiveTable, v: number, events: { event: string }[]) =>
    made.take({ t: "step", ...scene(v, [0], ["bid 3"]), events } as unknown as TableMessage);

  test("each sentence is said and written when it is on stage, not before and not again", async () => {
    const made = staged();
    const said = listener(made);
    said();
    play(made, 2, [{ event: "shown", seat: 1, card: 4 }, { event: "shown", seat: 2, card: 5 }] as never);
    await vi.advanceTimersByTimeAsync(0);
    expect([said(), made.log.map((line) => line.words)]).toEqual([["Mia shows 4."], ["Mia shows 4."]]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([said(), made.log.length]).toEqual([["Max shows 5."], 2]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(said()).toEqual(["Your bid."]);
  });

  test("nobody has won before the last move was seen", async () => {
    const made = staged();
    play(made, 2, [{ event: "shown" }]);
    made.take({ t: "over", v: 2, points: [1, 0, 0], winners: [0], secret: "" } as unknown as TableMessage);
    await vi.advanceTimersByTimeAsync(500);
    expect([made.over, made.seats.map((info) => info.winner)]).toEqual([null, [false, false, false]]);
    await vi.advanceTimersByTimeAsync(500);
    expect([made.over?.winners, made.seats.map((info) => info.winner)]).toEqual([[0], [true, false, false]]);
  });

  test("a move is on its way until the view it made is there, and not while that view is still on stage", async () => {
    const made = staged();
    made.play("bid 7");
    expect(made.pending).toBe("bid 7");
    play(made, 2, [{ event: "shown" }, { event: "next" }, { event: "shown" }]);
    made.take({ t: "ack", id: "1", v: 2 } as unknown as TableMessage);
    await vi.advanceTimersByTimeAsync(500);
    expect([made.scene?.v, made.pending]).toEqual([1, "bid 7"]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([made.scene?.v, made.playback.busy, made.pending]).toEqual([2, true, null]);
  });
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
