import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { sceneProps, type Scene } from "$lib/scene_props";
import Around from "./Around.svelte";
import scenes from "./scenes.json";
import type { View } from "./view.gen";

const words = { moves: { slap: "Slap {1}", gesture: "Make {1}", answer: "{1}" }, word: {}, card: {}, board: { yours: "{cards} for you", came: "{place}. {ms} ms" } };
const eyes = (scenes as unknown as Scene<View>[]).find((scene) => scene.moves.includes("slap palm"))!;

/** People around one screen, seats 0, 1, ..., all looking at the same card. */
function show(people: number, more: Partial<View> = {}) {
  const { props, press } = sceneProps(eyes, words);
  const around = Array.from({ length: people }, (_, seat) => ({ seat, prompt: "", moves: eyes.moves, view: { ...eyes.view, ...more, me: seat, out: [] } }));
  render(Around, { ...props, around });
  return press;
}
const corner = (seat: number) => within(document.querySelector<HTMLElement>(`[data-seat="${seat}"]`)!);

test("every corner presses for its own seat, two at a time", async () => {
  const press = show(2);
  await fireEvent.pointerDown(corner(1).getByRole("button", { name: "Slap back" }), { pointerId: 2 });
  await fireEvent.pointerDown(corner(0).getByRole("button", { name: "Slap palm" }), { pointerId: 1 });
  expect(press.mock.calls.map(([move, , , seat]) => [move.split(" #")[0], seat])).toEqual([["slap back", 1], ["slap palm", 0]]);
});

test("who sits on the far side sees it the right way up", () => {
  show(4);
  const side = (seat: number) => document.querySelector(`[data-seat="${seat}"]`)!.closest(".side")!.className;
  expect([0, 1, 2, 3].map((seat) => side(seat).includes("far"))).toEqual([false, true, true, false]);
});

test("where the table says the words there is one button, else five", () => {
  show(2, { next_word: "goat" });
  expect(corner(0).getByRole("group", { name: "words" }).querySelectorAll("button")).toHaveLength(1);
});

test("afterwards everybody reads their own milliseconds, and who picks up reads why", () => {
  const hand = { side: "palm" as const, reveal: 1, verdict: "right" };
  show(2, { hands: [{ seat: 1, ms: 412, ...hand }, { seat: 0, ms: 530, ...hand }], ending: { seat: 0, cards: 7, why: "last", due: null } });
  expect(corner(1).getByRole("status").textContent).toBe("1. 412 ms");
  expect(corner(0).getByRole("status").textContent).toBe("7 for you");
});

test("calm play: answers in every corner, no pads", async () => {
  const { props, press } = sceneProps(eyes, words);
  const around = [0, 1].map((seat) => ({ seat, prompt: "", moves: ["answer nothing", "answer palm"], view: { ...eyes.view, me: seat, calm: true, out: [] } }));
  render(Around, { ...props, around });
  await fireEvent.pointerDown(corner(1).getByRole("button", { name: "palm" }));
  expect(press).toHaveBeenCalledWith("answer palm", expect.any(Number), 0, 1);
  expect(screen.queryByRole("button", { name: "Slap palm" })).toBeNull();
});
