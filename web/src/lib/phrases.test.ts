import { expect, test } from "vitest";
import { Phrasebook } from "./phrases";

const book = new Phrasebook({
  "A card every {first} s, {share} of {all}.": "Une carte toutes les {first} s, {share} sur {all}.",
  "{words} is not a move.": "{words} n’est pas un coup.",
}, { and: "et", or: "ou", point: ",", thousands: " ", percent: " %", quotes: "« {} »" });

test("figures and what somebody typed are written as in the reader's language", () => {
  expect(book.said("A card every 2.4 s, 12.5% of 1,200.")).toBe("Une carte toutes les 2,4 s, 12,5 % sur 1 200.");
  expect(book.said("'bid $& 7' is not a move.")).toBe("« bid $& 7 » n’est pas un coup.");
  expect(book.said("\"it's\" is not a move.")).toBe("« it's » n’est pas un coup.");
});
