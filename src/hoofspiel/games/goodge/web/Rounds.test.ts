import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { Texts, type GameTexts } from "$lib/texts";
import words from "../texts/en.toml";
import Rounds from "./Rounds.svelte";

const who = (seat: number) => ["Ada", "Ben", "Zoe"][seat]!;
const events = [
  { event: "scored", seat: 0, captured: 40 }, // the end of a round whose beginning is no longer in the log
  { event: "round", round: 2, dealer: 0 }, { event: "scored", seat: 0, captured: 60 }, { event: "scored", seat: 2, captured: 30 }, { event: "made", seat: 1, contract: 120, captured: 160 },
  { event: "round", round: 3, dealer: 1 }, { event: "thrown-in" },
  { event: "round", round: 4, dealer: 2 }, { event: "scored", seat: 0, captured: 140 }, { event: "scored", seat: 1, captured: 50 }, { event: "failed", seat: 2, contract: 90, captured: 60 },
];

test("each whole round says who was the Goodge and what everybody won or lost", () => {
  const props = { view: { players: [{}, {}, {}] } as never, events, text: new Texts(words as GameTexts, who), who };
  const rows = [...render(Rounds, { props }).container.querySelectorAll("tbody tr")].map((row) => row.textContent!.replace(/\s+/g, " ").trim());
  expect(rows).toEqual(["2. Ben, 120+60+160+30", "4. Zoe, 90+140+50−90"]);
});
