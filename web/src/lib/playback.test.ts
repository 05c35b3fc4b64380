import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Playback, type Scene } from "./playback.svelte";

const scene = (v: number): Scene => ({ v, asked: v, view: {}, moves: [`move ${v}`], actors: [], clock: null });
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
