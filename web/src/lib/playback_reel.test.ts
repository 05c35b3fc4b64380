import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameEvent } from "./board";
import { Reel, SPEEDS } from "./playback_reel.svelte";
import type { ReplayStep } from "./protocol.gen";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const step = (v: number, events: GameEvent[], at: number | null = null): ReplayStep => ({ v, seat: 0, move: "", at, events, view: { v }, actors: [] });
const films = (steps: ReplayStep[]): Reel => {
  const reel = new Reel();
  reel.playback.stage = { beats: { shown: 400, won: 900 }, turn: ["next"], together: ["shown"] };
  reel.load(steps, 0);
  return reel;
};

/** The same chances every time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** What does not fit together on the page now. */
function mismatch(reel: Reel): string | null {
  const { playback, at, told, whole, steps } = reel;
  const events = steps[at]!.events as GameEvent[];
  if (!told.every((event, n) => event === events[n])) return `step ${at} tells of another`;
  if (!playback.beats.every((event, n) => event === told[n])) return `step ${at}: on stage, but not told`;
  if (whole && (told.length !== events.length || playback.scene?.v !== at || playback.beats.length)) return `step ${at} is whole, the board shows ${playback.scene?.v}`;
  const turned = told.some(({ event }) => event === "next");
  if (!whole && playback.scene?.v !== (turned ? at : at - 1)) return `step ${at} is on, the board shows ${playback.scene?.v}`;
  return null;
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])("board, caption and counter agree whatever is pressed while it plays (%i)", async (seed) => {
  const chance = dice(seed);
  const names = ["shown", "shown", "won", "next", "quiet"];
  const reel = films(Array.from({ length: 40 }, (_, v) => step(v, v ? Array.from({ length: chance(5) }, (_, n) => ({ event: names[chance(5)]!, v, n })) : [], v * 300)));
  const presses = [
    () => reel.jump(chance(40)), () => reel.jump(reel.at - 1), () => reel.next(), () => reel.play(true), () => reel.play(true), () => reel.play(!reel.running), () => reel.setSpeed(SPEEDS[chance(4)]!),
  ];
  for (let n = 0; n < 300; n++) {
    presses[chance(presses.length)]!();
    // what comes without ceremony is there before anything is painted
    await vi.advanceTimersByTimeAsync(0);
    expect(mismatch(reel)).toBeNull();
    await vi.advanceTimersByTimeAsync(chance(700));
    expect(mismatch(reel)).toBeNull();
  }
  reel.play(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([mismatch(reel), reel.whole]).toEqual([null, true]);
});

test("a game without ceremony runs at the pace it was played, slips and pauses bounded", async () => {
  const reel = films([0, 900, 910, 60_000, 60_400].map((at, v) => step(v, [{ event: "quiet", v }], v ? at : null)));
  reel.timed = true;
  reel.jump(0);
  reel.play(true);
  const seen: number[] = [];
  for (let ms = 0; ms <= 4500; ms += 50) {
    await vi.advanceTimersByTimeAsync(50);
    if (seen.length <= reel.at) seen[reel.at] ??= ms;
  }
  expect(reel.at).toBe(4);
  expect(reel.running).toBe(false);
  expect(seen[3]! - seen[2]!).toBeGreaterThanOrEqual(2450);
  expect(seen[2]! - seen[1]!).toBeLessThanOrEqual(150);
});

test("379 steps take their time, and four times the speed a quarter of it", async () => {
  const end = async (speed: number): Promise<number> => {
    const reel = films(Array.from({ length: 379 }, (_, v) => step(v, [{ event: "quiet", v }], v * 400)));
    reel.timed = true;
    reel.setSpeed(speed);
    reel.play(true);
    let ms = 0;
    for (; reel.at < 378 && ms < 400_000; ms += 100) await vi.advanceTimersByTimeAsync(100);
    return ms;
  };
  const slow = await end(1);
  expect(slow).toBeGreaterThan(377 * 390);
  expect(slow / (await end(4))).toBeCloseTo(4, 0);
});

test("played at the end, it begins again", async () => {
  const reel = films([step(0, []), step(1, []), step(2, [])]);
  reel.jump(2);
  reel.play(true);
  expect([reel.at, reel.running]).toEqual([0, true]);
  await vi.advanceTimersByTimeAsync(5000);
  expect([reel.at, reel.running]).toEqual([2, false]);
});
