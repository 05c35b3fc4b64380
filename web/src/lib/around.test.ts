import { expect, test } from "vitest";
import { placeOf, ring } from "./around";

test("everybody else sits somewhere around the table once, clockwise from me", () => {
  for (let seats = 2; seats <= 8; seats++)
    for (let me = 0; me < seats; me++) {
      const { west, north, east } = ring(me, seats);
      expect([...west, ...north, ...east]).toEqual(Array.from({ length: seats - 1 }, (_, at) => (me + 1 + at) % seats));
      expect(west.length, "both sides are alike").toBe(east.length);
    }
});

test("whoever only watches has all of them on the far side", () => {
  expect(ring(null, 3)).toEqual({ west: [], north: [0, 1, 2], east: [] });
});

test("of two, three, five and six, nobody shares a place", () => {
  const others = (seats: number) => Array.from({ length: seats - 1 }, (_, at) => placeOf(at + 1, 0, seats));
  expect(others(3)).toEqual(["west", "east"]);
  expect(others(4)).toEqual(["west", "north", "east"]);
  expect(others(5)).toEqual(["west low", "west high", "east high", "east low"]);
  expect(others(6)).toEqual(["west low", "west high", "north", "east high", "east low"]);
});
