import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { sceneProps, type Scene } from "$lib/scene_props";
import Finish from "./Finish.svelte";
import scenes from "./scenes.json";
import type { View } from "./view.gen";

const words = { board: { ending: "{seat:who}: {why}", due: "Due: {word}", "no-slap": "no slap" }, verdict: { right: "right" } };
const eight = (scenes as unknown as Scene<View>[]).find((scene) => scene.names.length === 8)!;
const hand = (seat: number, verdict: string): View["hands"][number] => ({ seat, side: "palm", ms: 400 + seat, reveal: 1, verdict });

function lines(view: Partial<View>): string[] {
  const { props } = sceneProps(eight, words);
  const { container } = render(Finish, { view: { ...eight.view, reveal: 1, card: "taco", hands: [], ending: null, ...view }, text: props.text, who: props.who });
  return [...container.querySelectorAll("p, li")].map((line) => line.textContent!.replaceAll(/\s+/g, " ").trim());
}

test("whoever picks up is named first, and those who did not slap are listed", () => {
  const found = lines({ hands: [hand(3, "right"), hand(1, "right")], ending: { seat: 5, why: "missing", cards: 4, due: null } });
  expect(found[0]).toBe(`${eight.names[5]}: missing`);
  expect(found.slice(1, 3).map((line) => line.includes("ms"))).toEqual([true, true]);
  expect(found.slice(3)).toEqual([0, 2, 4, 5, 6, 7].map((seat) => `–${eight.names[seat]}no slap`));
});

test("a false slap asks nothing of the others", () => {
  expect(lines({ hands: [hand(3, "false-slap")], ending: { seat: 3, why: "false-slap", cards: 2, due: null } })).toHaveLength(2);
});

test("the word that was due is named", () => {
  expect(lines({ ending: { seat: 2, why: "wrong-word", cards: 2, due: "goat" } })).toEqual([`${eight.names[2]}: wrong-word Due: goat`]);
});
