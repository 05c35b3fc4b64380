import { expect, test } from "vitest";
import { factsOf } from "./plain_facts";
import { Texts } from "./texts";

const text = new Texts({ title: "", blurb: "", minutes: "", dish: { "3": "crêpe" }, view: { draws: "draws in all" } }, (seat) => `seat ${seat}`);

test("records of each seat stand at the seat, with the points apart", () => {
  const players = [{ left: 2, ready: true, last: null, points: 1 }, { left: 3, ready: false, last: 9, points: 0 }];
  const { table, seats } = factsOf({ me: 0, prompt: "show", players }, 2, text);
  expect(table).toEqual([]);
  expect(seats.map((seat) => seat.points)).toEqual([1, 0]);
  expect(seats[1]!.facts.map(({ label, value }) => [label, value])).toEqual([["Left", "3"], ["Ready", "No"], ["Last", "9"]]);
  expect(seats[0]!.facts.map(({ value }) => value)).toEqual(["2", "Yes", "–"]);
});

test("lists, records and switches of the table are all shown, by the game's own names where it has them", () => {
  const { table } = factsOf({ my_straws: [4, 7], dish: 3, draws: 5, laid: [], shortest: false, high: { seat: 1, bid: 20 } }, 3, text);
  expect(table.map(({ label, value }) => [label, value])).toEqual([
    ["Your straws", ["4", "7"]],
    ["Dish", "crêpe"],
    ["Draws in all", "5"],
    ["Laid", "–"],
    ["Shortest", "No"],
    ["High", "Seat 1, Bid 20"],
  ]);
});

test("a hand that has as many cards as there are seats is no list of seats, but bids are", () => {
  const { table, seats } = factsOf({ hand: [1, 2], bids: [null, 30], points: { 0: 5, 1: 6 }, rows: [[1], [2, 3]] }, 2, text);
  expect(table.map(({ key }) => key)).toEqual(["hand"]);
  expect(seats.map((seat) => seat.points)).toEqual([5, 6]);
  expect(seats[1]!.facts.map(({ label, value }) => [label, value])).toEqual([["Bids", "30"], ["Rows", ["2", "3"]]]);
});
