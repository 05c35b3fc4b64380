import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { sceneProps, type Scene } from "$lib/scene_props";
import Board from "./Board.svelte";
import scenes from "./scenes.json";
import type { View } from "./view.gen";

const words = { moves: { slap: "Slap {1}", gesture: "Make {1}", answer: "Answer {1}" }, word: {}, card: {} };

function show(scene: Scene<View>) {
  const { props, ...calls } = sceneProps(scene, words);
  render(Board, props);
  return calls;
}

const all = scenes as unknown as Scene<View>[];
const open = all.find((scene) => scene.view.prompt === "open" && scene.moves.includes("say taco"))!;
const eyes = all.find((scene) => scene.moves.includes("slap palm"))!;

test("pads and words answer to the press, with a reaction time", async () => {
  const { press } = show(eyes);
  await fireEvent.pointerDown(screen.getByRole("button", { name: "Slap back" }));
  expect(press.mock.calls[0]![0]).toBe(`slap back #${eyes.view.reveal}`);
  expect(press.mock.calls[0]![1]).toBeGreaterThanOrEqual(0);
});

test("keys: 1 to 5 for words, J and K for the hand, U I O for gestures", async () => {
  const { press } = show(open);
  for (const key of ["1", "k", "u"]) await fireEvent.keyDown(document.body, { key });
  expect(press.mock.calls.map(([move]) => move.replace(/ #\d+$/, ""))).toEqual(["say taco", "slap back", "gesture panda"]);
});

test("a key that is held down counts once", async () => {
  const { press } = show(eyes);
  await fireEvent.keyDown(document.body, { key: "j", repeat: true });
  expect(press).not.toHaveBeenCalled();
});

test("calm play: answers on offer, no pads", () => {
  const { play } = show({ ...eyes, moves: ["answer nothing", "answer palm"], view: { ...eyes.view, calm: true } });
  screen.getByRole("button", { name: "Answer palm" }).click();
  expect(play).toHaveBeenCalledWith("answer palm");
  expect(screen.queryByRole("button", { name: "Slap palm" })).toBeNull();
});

test("a watcher presses nothing", async () => {
  const { press } = show({ ...eyes, moves: [], view: { ...eyes.view, me: null } });
  await fireEvent.keyDown(document.body, { key: "j" });
  expect(press).not.toHaveBeenCalled();
});

test("a card lands once: a word without a card leaves it lying", async () => {
  const { props } = sceneProps(eyes, words);
  const { container, rerender } = render(Board, props);
  const card = container.querySelector(".card");
  await rerender({ ...props, view: { ...eyes.view, reveal: eyes.view.reveal + 1, word: "cat", card: null } });
  expect(container.querySelector(".card")).toBe(card);
  await rerender({ ...props, view: { ...eyes.view, reveal: eyes.view.reveal + 2, word: "goat", card: eyes.view.card } });
  expect(container.querySelector(".card")).not.toBe(card);
});
