import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Playback, type Scene } from "./playback.svelte";
import { paced, settings } from "./settings.svelte";

const scene = (v: number): Scene => ({ v, asked: v, view: {}, moves: [`move ${v}`], actors: [], clock: null });
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  settings.motion = "auto";
  settings.pace = "normal";
});

function stage(): { playback: Playback; told: string[] } {
  const told: string[] = [];
  const playback = new Playback((events) => told.push(events.map((event) => event.event).join("+")));
  playback.stage = { beats: { shown: 100, won: 50 }, together: ["shown"], turn: ["next"] };
  playback.cut(scene(0));
  return { playback, told };
}

test("the old view stays until the event that turns the page", async () => {
  const { playback, told } = stage();
  playback.push(scene(1), [{ event: "shown" }, { event: "shown" }, { event: "won" }, { event: "next" }]);
  await vi.advanceTimersByTimeAsync(0);
  expect([playback.scene?.v, playback.beats.length, playback.busy]).toEqual([0, 2, true]);
  await vi.advanceTimersByTimeAsync(100);
  expect([playback.scene?.v, playback.beat?.event]).toEqual([0, "won"]);
  await vi.advanceTimersByTimeAsync(50);
  expect([playback.scene?.v, playback.beat, playback.busy]).toEqual([1, null, false]);
  expect(told).toEqual(["shown+shown", "won", "next"]);
});

test("steps wait for each other, and whoever is in a hurry sees the end at once", async () => {
  const { playback, told } = stage();
  playback.push(scene(1), [{ event: "shown" }]);
  playback.push(scene(2), [{ event: "shown" }]);
  await vi.advanceTimersByTimeAsync(10);
  playback.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect([playback.scene?.v, playback.busy]).toEqual([2, false]);
  expect(told).toEqual(["shown", "shown"]);
});

test("a step without ceremony never takes the moves away", () => {
  const { playback } = stage();
  const busy: boolean[] = [];
  playback.push(scene(1), [{ event: "sealed" }]);
  busy.push(playback.busy);
  expect(busy).toEqual([false]);
  expect(playback.scene?.v).toBe(1);
});

test("whoever cuts to another scene sees that scene, and hears no more of what was on stage", async () => {
  const { playback, told } = stage();
  playback.push(scene(1), [{ event: "shown" }, { event: "next" }, { event: "won" }]);
  playback.push(scene(2), [{ event: "won" }]);
  await vi.advanceTimersByTimeAsync(10);
  playback.cut(scene(7));
  await vi.advanceTimersByTimeAsync(1000);
  expect([playback.scene?.v, playback.beats.length, playback.beat, playback.busy, playback.idle]).toEqual([7, 0, null, false, true]);
  expect(told).toEqual(["shown"]);
});

test("after a cut the next step plays at its own pace, even in the same moment", async () => {
  const { playback, told } = stage();
  playback.push(scene(1), [{ event: "shown" }]);
  playback.cut(scene(7));
  playback.push(scene(8), [{ event: "won" }]);
  await vi.advanceTimersByTimeAsync(49);
  expect([playback.scene?.v, playback.beat?.event]).toEqual([7, "won"]);
  await vi.advanceTimersByTimeAsync(1);
  expect([playback.scene?.v, playback.busy]).toEqual([8, false]);
  expect(told).toEqual(["shown", "won"]);
});

test("what leads up to an event is on stage before anybody hears of it", async () => {
  const { playback, told } = stage();
  settings.motion = "full";
  playback.stage = { ...playback.stage, leads: { shown: { event: "drum", ms: 15, times: 2 } } };
  playback.push(scene(1), [{ event: "shown", card: 7 }, { event: "shown", card: 3 }]);
  await vi.advanceTimersByTimeAsync(29);
  expect([told, playback.beats, playback.busy]).toEqual([[], [{ event: "drum", n: 1 }], true]);
  await vi.advanceTimersByTimeAsync(1);
  expect([told, playback.beats.length, playback.beat?.["card"]]).toEqual([["shown+shown"], 2, 7]);
});

test("a view that is in early comes with what it must still hold back", async () => {
  const { playback } = stage();
  playback.push(scene(1), [{ event: "next" }, { event: "shown" }, { event: "won" }, { event: "gift" }]);
  await vi.advanceTimersByTimeAsync(0);
  expect([playback.scene?.v, playback.coming.map(({ event }) => event)]).toEqual([1, ["won", "gift"]]);
  await vi.advanceTimersByTimeAsync(100);
  expect(playback.coming.map(({ event }) => event)).toEqual(["gift"]);
  await vi.advanceTimersByTimeAsync(50);
  expect(playback.coming).toEqual([]);
});

test("twice the speed takes half the time", async () => {
  const { playback } = stage();
  playback.speed = 2;
  playback.push(scene(1), [{ event: "shown" }]);
  await vi.advanceTimersByTimeAsync(49);
  expect(playback.scene?.v).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(playback.scene?.v).toBe(1);
});

test("what comes while somebody reads is counted, and shown when they have read", async () => {
  const { playback, told } = stage();
  playback.read(true);
  playback.push(scene(1), [{ event: "won" }]);
  playback.push(scene(2), [{ event: "won" }]);
  playback.skip();
  await vi.advanceTimersByTimeAsync(1000);
  expect([playback.scene?.v, playback.busy, playback.later]).toEqual([0, false, { steps: 2, asked: true }]);
  expect(told).toEqual([]);
  playback.read(false);
  await vi.advanceTimersByTimeAsync(10);
  expect([playback.scene?.v, playback.beat?.event, playback.later.steps]).toEqual([0, "won", 0]);
  await vi.advanceTimersByTimeAsync(100);
  expect([playback.scene?.v, playback.idle]).toEqual([2, true]);
});

test("a new state is seen at once, whatever is being read", async () => {
  const { playback } = stage();
  playback.read(true);
  playback.push(scene(1), [{ event: "won" }]);
  playback.cut(scene(5));
  await vi.advanceTimersByTimeAsync(1000);
  expect([playback.scene?.v, playback.later.steps, playback.idle]).toEqual([5, 0, true]);
});

test("whoever wants it slow or quick has it so, and the order of facts is the same", async () => {
  for (const [pace, ms] of [["slow", 170], ["normal", 100], ["quick", 45]] as const) {
    settings.pace = pace;
    const { playback } = stage();
    playback.pace = paced;
    playback.push(scene(1), [{ event: "shown" }]);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect([pace, playback.scene?.v, playback.busy]).toEqual([pace, 0, true]);
    await vi.advanceTimersByTimeAsync(1);
    expect([pace, playback.scene?.v, playback.busy]).toEqual([pace, 1, false]);
  }
});

test("at once means at once: every fact is told, none is waited for, no count is counted", async () => {
  settings.pace = "once";
  settings.motion = "full";
  const { playback, told } = stage();
  playback.pace = paced;
  playback.stage = { ...playback.stage, leads: { shown: { event: "chant", times: 3, ms: 300 } } };
  playback.push(scene(1), [{ event: "shown" }, { event: "won" }]);
  playback.push(scene(2), [{ event: "next" }]);
  await vi.advanceTimersByTimeAsync(0);
  expect([playback.scene?.v, playback.busy]).toEqual([2, false]);
  expect(told).toEqual(["shown", "won", "next"]);
});
