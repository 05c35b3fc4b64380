import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { Texts, type GameTexts } from "$lib/texts";
import words from "../texts/en.toml";
import Recap from "./Recap.svelte";

test("every night says who got cheese, shared or not, and who went hungry", () => {
  const who = (seat: number) => ["Ada", "Ben"][seat]!;
  const events = [
    { event: "round", round: 1 }, { event: "ate", seat: 0 }, { event: "starved", seat: 1 },
    { event: "round", round: 2 }, { event: "shared", seat: 0 }, { event: "shared", seat: 1 },
    { event: "round", round: 3 },
  ];
  const { container } = render(Recap, { props: { view: { players: [{}, {}] } as never, events, text: new Texts(words as GameTexts, who), who } });
  expect([...container.querySelectorAll("tbody tr")].map((row) => row.textContent!.replace(/\s+/g, ""))).toEqual(["Ada✓✓", "Ben–✓"]);
});
