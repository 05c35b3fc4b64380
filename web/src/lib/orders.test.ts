import { expect, test } from "vitest";
import { filled, holds, spoken, suggested, suggestions } from "./orders";
import type { Offer } from "./protocol.gen";
import { Texts } from "./texts";

const empty = { number: null, low: 0, high: 0, step: 1, start: 0, each: null, of: [], table: null, here: null, shown: null };
const until: Offer = {
  ...empty, name: "until", number: "when", low: 1, high: 9, start: 4, here: "place",
  order: { play: "chase", when: { path: "pot", test: "below", value: 0 }, once: false }, shown: { path: "phase", test: "is", value: "wolf" },
};
const arm: Offer = { ...empty, name: "arm", order: { play: "{it}" }, each: "mine", of: ["horn", "bell"], table: "thing" };
const text = new Texts({
  title: "", blurb: "", minutes: "", moves: { go: "Go" },
  orders: { until: "Until {n} {n|coin|coins}.", arm: "Ring {it}." }, thing: { bell: "the bell" },
}, String);
const view = { phase: "wolf", place: 7, pot: 2, mine: ["bell", "hat"] };

test("only what fits the moment is suggested, once for every thing", () => {
  expect(suggestions([until, arm], view).map((one) => one.key)).toEqual(["until", "arm bell"]);
  expect(suggestions([until, arm], { ...view, phase: "sale", mine: [] })).toEqual([]);
});

test("a number and the place of the moment are filled in, and the order says what it does", () => {
  const [first, second] = suggestions([until, arm], view) as [never, never];
  const order = filled(first, 1, view);
  expect(order).toEqual({ play: "chase", when: { path: "pot", test: "below", value: 1 }, once: false, lasts: { path: "place", test: "is", value: 7 } });
  expect(suggested(first, 1, text)).toBe("Until 1 coin.");
  expect(spoken(order, [arm, until], text)).toBe("Until 1 coin.");
  expect(spoken(filled(second, 0, view), [until, arm], text)).toBe("Ring the bell.");
  expect(spoken({ play: "go" }, [until, arm], text)).toBe("Go");
});

test("an order counts as long as its place is the same", () => {
  expect(holds({ path: "place", test: "is", value: 7 }, view)).toBe(true);
  expect(holds({ path: "place", test: "is", value: 8 }, view)).toBe(false);
  expect(holds({ path: "pot", test: "below", value: 3 }, view)).toBe(true);
  expect(holds({ path: "phase", test: "at_least", value: 3 }, view)).toBe(false);
});
