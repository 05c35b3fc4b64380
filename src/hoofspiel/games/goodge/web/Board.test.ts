import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { sceneProps, type Scene } from "$lib/scene_props";
import Board from "./Board.svelte";
import scenes from "./scenes.json";
import type { View } from "./view.gen";

const words = { moves: { play: "Play {1}", bury: "Bury {1}", bid: "Bid {1}", pass: "Pass", trump: "{1}", claim: "Claim" } };

function show(scene: Scene<View>) {
  const { props, ...calls } = sceneProps(scene, words);
  render(Board, props);
  return calls;
}

const all = scenes as unknown as Scene<View>[];
const first = (phase: string) => all.find((scene) => scene.view.phase === phase && scene.moves.length > 1)!;

test("every card on offer can be played, and no other", () => {
  const scene = first("tricks");
  const { play, why } = show(scene);
  for (const card of scene.view.hand) screen.getByRole("button", { name: `Play ${card}` }).click();
  expect(play.mock.calls.map(([move]) => move)).toEqual(scene.view.hand.map((card) => `play ${card}`).filter((move) => scene.moves.includes(move)));
  expect(why).toHaveBeenCalledTimes(scene.view.hand.filter((card) => !scene.moves.includes(`play ${card}`)).length);
});

test("the auction pad steps through the bids on offer", async () => {
  const scene = first("auction");
  const { play } = show(scene);
  const lowest = scene.moves.find((move) => move.startsWith("bid "))!;
  screen.getByRole("button", { name: lowest.replace("bid", "Bid") }).click();
  screen.getByRole("button", { name: "Pass" }).click();
  expect(play.mock.calls).toEqual([[lowest], ["pass"]]);
});

test("the Goodge is offered every suit and every card to bury", () => {
  const scene = first("trump");
  const { play } = show(scene);
  screen.getByRole("button", { name: "stars" }).click();
  expect(play).toHaveBeenCalledWith("trump stars");
});

test("a watcher has nothing to press", () => {
  const scene = first("tricks");
  const { play } = show({ ...scene, moves: [], view: { ...scene.view, me: null, hand: [] } });
  for (const button of screen.queryAllByRole("button")) button.click();
  expect(play).not.toHaveBeenCalled();
});

test("players who are level above the target read that the next round decides", () => {
  const scene = all.find(({ view }) => view.last_round !== null && view.phase === "auction")!;
  const level = scene.view.players.map((player) => ({ ...player, total: scene.view.target }));
  const { props } = sceneProps({ ...scene, events: [], view: { ...scene.view, players: level } }, { ...words, board: { level: "Level at {total}" } });
  render(Board, props);
  expect(screen.getByRole("dialog").textContent).toContain(`Level at ${scene.view.target}`);
});
