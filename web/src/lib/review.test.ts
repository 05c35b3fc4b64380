import { expect, test } from "vitest";
import type { Decision, ReplayStep } from "./protocol.gen";
import { bars, beside, choices, end, meanwhile, place, points, signed } from "./review";

const result = { chance: -0.046, own: -0.086, others: -0.322, unexplained: 0.121, total: -0.333 };
const decision = (more: Partial<Decision>): Decision => ({ move: 3, played: "bid 3", best: "bid 2", cost: 0.2, low: 0.1, high: 0.3, others: [{ move: "bid 2", cost: 0 }], why: "", chance: 0, mistake: true, samples: 9, ...more });
const step = (seat: number | null, move: string | null, actors: number[]): ReplayStep => ({ v: 0, seat, move, at: null, events: [], view: {}, actors });

test("bars begin where the one before ended, and what is printed adds up", () => {
  const all = bars({ result, luck_measured: true });
  expect(all.map(({ part }) => part)).toEqual(["chance", "own", "others", "unexplained", "total"]);
  all.slice(1, 4).forEach((bar, n) => expect(bar.from).toBe(all[n]!.to));
  expect(all[3]!.to).toBeCloseTo(result.total);
  expect(all.slice(0, 4).reduce((sum, bar) => sum + bar.points, 0)).toBe(all[4]!.points);
  for (const bar of all) expect(place(bar, all).left + place(bar, all).width).toBeLessThanOrEqual(100.001);
});

test("luck that was not measured has no bar, and the others still add up", () => {
  const all = bars({ result, luck_measured: false });
  expect(all.map(({ part }) => part)).toEqual(["own", "others", "unexplained", "total"]);
  expect(all[2]!.to).toBeCloseTo(result.total);
});

test("choices are told from the best on, what was played among them once", () => {
  expect(choices(decision({ others: [{ move: "bid 1", cost: 0.3 }, { move: "bid 2", cost: 0 }] })).map(({ move, played }) => [move, played])).toEqual([["bid 2", false], ["bid 3", true], ["bid 1", false]]);
  expect(choices(decision({ others: [] })).map(({ move }) => move)).toEqual(["bid 2", "bid 3"]);
  expect(choices(decision({ played: "bid 2", cost: 0, others: [{ move: "bid 9", cost: 0 }] }))[0]!.played).toBe(true);
});

test("what others chose at the same moment, before and after, and nothing of the next", () => {
  const steps = [step(null, null, [0, 1, 2]), step(0, "bid 1", [1, 2]), step(1, "bid 2", [2]), step(2, "bid 3", [0, 1, 2]), step(2, "bid 4", [0, 1]), step(0, "bid 5", [1]), step(1, "bid 6", [])];
  expect(meanwhile(steps, 1, 1)).toEqual([{ seat: 0, move: "bid 1" }, { seat: 2, move: "bid 3" }]);
  expect(meanwhile(steps, 5, 1)).toEqual([{ seat: 0, move: "bid 5" }, { seat: 2, move: "bid 4" }]);
  expect(meanwhile([step(null, null, [0]), step(0, "play", [1]), step(1, "play", [0])], 1, 1)).toEqual([]); // one after the other
});

test("the decision before and after, also from a step between two", () => {
  const list = [decision({ move: 2 }), decision({ move: 9 })];
  expect([beside(list, null, 1), beside(list, 2, 1), beside(list, 5, 1), beside(list, 9, 1)].map((one) => one?.move)).toEqual([2, 9, 9, undefined]);
  expect([beside(list, 9, -1), beside(list, 2, -1)].map((one) => one?.move)).toEqual([2, undefined]);
});

test("chances are points of a hundred, and a little more than nothing is not nothing", () => {
  expect([points(0.126), end(0.126), end(0.004), end(0.0001), end(0)]).toEqual([13, 13, 0.4, 0.1, 0]);
  expect([signed(3), signed(0), signed(-3)]).toEqual(["+3", "0", "−3"]);
});
