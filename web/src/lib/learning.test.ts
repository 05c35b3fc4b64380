import { beforeEach, expect, test } from "vitest";
import { answered, collect, drop, due, graded, next, puzzle, seen } from "./learning";
import type { Decision, Exercise } from "./protocol.gen";

const DAY = 86_400_000;
const now = new Date("2026-01-05T12:00:00Z");
const decision = (move: number, cost: number, mistake: boolean): Decision => ({
  move, played: "bid 1", best: "bid 9", cost, low: cost / 2, high: cost * 2, others: [{ move: "bid 9", cost: 0 }, { move: "bid 5", cost: 0.02 }], why: "Because.", chance: 0.3, mistake, samples: 100,
});
const exercise: Exercise = { id: "abc", seat: 1, seats: 3, view: {}, actors: [1], best: "bid 4", others: [{ move: "bid 2", cost: 0.1 }], why: "" };

beforeEach(() => localStorage.clear());

test("only mistakes that cost something real are kept, each once", () => {
  for (let times = 0; times < 2; times++) collect("t1", "unheard-of", 0, [decision(3, 0.08, true), decision(9, 0.02, true), decision(12, 0.3, false)], now);
  expect(due(now).map(({ id }) => id)).toEqual(["t1:0:3"]);
  const [lesson] = due(now);
  expect(lesson).toMatchObject({ table: "t1", move: 3, best: "bid 9", why: "Because." });
  expect(lesson!.choices.map(({ move }) => move)).toEqual(["bid 9", "bid 5", "bid 1"]);
});

test("a wrong answer comes again soon, a right one later and later", () => {
  collect("t1", "unheard-of", 0, [decision(3, 0.08, true)], now);
  const soon = answered(due(now)[0]!, "bid 1", now);
  expect(soon.getTime() - now.getTime()).toBeLessThan(DAY);
  let at = soon;
  const pauses: number[] = [];
  for (let times = 0; times < 3; times++) {
    const then = answered(due(at)[0]!, "bid 9", at);
    pauses.push(then.getTime() - at.getTime());
    expect(due(at)).toEqual([]);
    expect(next()).toEqual(then);
    at = then;
  }
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  expect(pauses.at(-1)).toBeGreaterThan(DAY);
});

test("what is nearly as good is told apart from what is wrong", () => {
  collect("t1", "unheard-of", 0, [decision(3, 0.08, true)], now);
  const [lesson] = due(now);
  expect(["bid 9", "bid 5", "bid 1", "bid 7"].map((move) => graded(lesson!, move))).toEqual([3, 2, 1, 1]);
});

test("a puzzle is scheduled once it was tried, and what is gone is dropped", () => {
  const one = puzzle("unheard-of", exercise, now);
  expect(seen(one.id)).toBe(false);
  answered(one, "bid 2", now);
  expect(seen(one.id)).toBe(true);
  drop(one.id);
  expect(due(new Date(now.getTime() + 90 * DAY))).toEqual([]);
});

test("what was kept by something else is not read", () => {
  localStorage.setItem("hoofspiel.learning", "{");
  expect(due(now)).toEqual([]);
});
