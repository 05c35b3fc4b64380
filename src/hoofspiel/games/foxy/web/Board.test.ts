import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test } from "vitest";
import { sceneProps, type Scene } from "$lib/scene_props";
import Board from "./Board.svelte";
import scenes from "./scenes.json";
import type { View } from "./view.gen";

const words = {
  moves: { chase: "Chase", take: "Take", offer: "Offer {1}", pass: "Pass", attack: "Attack {1}", finish: "Finish" },
  board: { "slot-sheep": "sheep {slot}", "slot-empty": "free {slot}", more: "More", less: "Less" }, token_what: {}, token: {},
};

function show(scene: Scene<View>) {
  const { props, ...calls } = sceneProps(scene, words);
  render(Board, props);
  return calls;
}

const all = scenes as unknown as Scene<View>[];
const wolf = all.find((scene) => scene.moves.includes("chase") && scene.moves.includes("take"))!;
const special = all.find((scene) => scene.moves.filter((move) => move.startsWith("offer ")).length > 2)!;
const ending = all.find((scene) => scene.moves.some((move) => move.startsWith("attack ")))!;

test("chase or take, and nothing else", () => {
  const { play } = show(wolf);
  screen.getByRole("button", { name: /^Chase/ }).click();
  screen.getByRole("button", { name: /^Take/ }).click();
  expect(play.mock.calls).toEqual([["chase"], ["take"]]);
});

test("offers step through what is on offer", async () => {
  const { play } = show(special);
  const offers = special.moves.filter((move) => move.startsWith("offer "));
  screen.getByRole("button", { name: "More" }).click();
  await tick();
  screen.getByRole("button", { name: offers[1]!.replace("offer", "Offer") }).click();
  expect(play).toHaveBeenCalledWith(offers[1]);
});

test("row wolves on offer can be sent, and the end left to the table", () => {
  const { play } = show(ending);
  const attack = ending.moves.find((move) => move.startsWith("attack "))!;
  screen.getByRole("button", { name: attack.replace("attack", "Attack") }).click();
  screen.getByRole("button", { name: "Finish" }).click();
  expect(play.mock.calls).toEqual([[attack], ["finish"]]);
});

test("a move token asks for its sheep and its slot", async () => {
  const farm = wolf.view.farms[wolf.view.me!]!;
  const moving: Scene<View> = { ...wolf, moves: ["chase", "move MOVE_V 8 5"], view: { ...wolf.view, farms: wolf.view.farms.map((one, seat) => (seat === wolf.view.me ? { ...farm, tokens: ["MOVE_V"], spent: [] } : one)) } };
  const { play } = show(moving);
  screen.getByRole("button", { name: /MOVE_V/ }).click();
  await tick();
  screen.getByRole("button", { name: /(sheep|free) 8/ }).click();
  await tick();
  screen.getByRole("button", { name: /(sheep|free) 5/ }).click();
  expect(play).toHaveBeenCalledWith("move MOVE_V 8 5");
});

test("a watcher plays nothing", () => {
  const { play } = show({ ...wolf, moves: [], view: { ...wolf.view, me: null } });
  for (const button of screen.queryAllByRole("button")) button.click();
  expect(play).not.toHaveBeenCalled();
});
