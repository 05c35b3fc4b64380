import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { sceneProps, type Scene } from "$lib/scene_props";
import Board from "./Board.svelte";
import scenes from "./scenes.json";
import type { View } from "./view.gen";

const words = {
  moves: { ready: "Ready", pass: "Pass" },
  board: { "turn-up": "Turn up {place} of {seat}", "room-label": "{pieces} pieces", "take-back": "Take back {card}" },
};

function show(scene: Scene<View>) {
  const { props, ...calls } = sceneProps(scene, words);
  return { ...calls, props, ...render(Board, props) };
}

beforeEach(() => sessionStorage.clear());

const all = scenes as unknown as Scene<View>[];
const sneaking = all.find((scene) => scene.view.phase === "sneak" && scene.moves.includes("room bath"))!;
const spying = all.find((scene) => scene.view.phase === "spy" && scene.moves.length > 1)!;
const adding = all.find((scene) => scene.moves.some((move) => move.startsWith("add ")))!;

test("a row is put together first and sent card by card", async () => {
  const { play, rerender, props } = show(sneaking);
  const card = sneaking.moves.find((move) => move.startsWith("lay "))!.slice(4);
  screen.getAllByRole("button", { name: card })[0]!.click();
  screen.getByRole("button", { name: /^bath,/ }).click();
  await tick();
  expect(play).not.toHaveBeenCalled();
  screen.getByRole("button", { name: "Ready" }).click();
  await vi.waitFor(() => expect(play.mock.calls).toEqual([[`lay ${card}`]]));
  await rerender({ ...props, moves: [], pending: `lay ${card}` }); // on its way, nothing is on offer
  await rerender({ ...props, moves: ["room bath", "room bed"], pending: null });
  await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(2));
  await rerender({ ...props, moves: [], pending: "room bath" });
  await rerender({ ...props, moves: ["ready"], pending: null });
  await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(3));
  expect(play.mock.calls).toEqual([[`lay ${card}`], ["room bath"], ["ready"]]);
});

test("a card of the row that may no longer be laid is asked about, and the rest stays in the hand", async () => {
  const { play, why, rerender, props } = show(sneaking);
  const card = sneaking.moves.find((move) => move.startsWith("lay "))!.slice(4);
  screen.getByRole("button", { name: /^bath,/ }).click();
  screen.getAllByRole("button", { name: card })[0]!.click();
  await tick();
  screen.getByRole("button", { name: "Ready" }).click();
  await vi.waitFor(() => expect(play.mock.calls).toEqual([["room bath"]]));
  await rerender({ ...props, moves: [], pending: "room bath" });
  await rerender({ ...props, moves: ["ready"], pending: null });
  await vi.waitFor(() => expect(why).toHaveBeenCalledWith(`lay ${card}`));
  expect(play).toHaveBeenCalledTimes(1);
});

test("exactly the cards on offer can be turned up", () => {
  const { play } = show(spying);
  for (const button of screen.getAllByRole("button", { name: /^Turn up/ })) button.click();
  expect(play.mock.calls.map(([move]) => move).sort()).toEqual([...spying.moves].sort());
});

test("a last card or a pass", () => {
  const { play } = show(adding);
  const card = adding.moves.find((move) => move.startsWith("add "))!.slice(4);
  screen.getAllByRole("button", { name: card })[0]!.click();
  screen.getByRole("button", { name: "Pass" }).click();
  expect(play.mock.calls).toEqual([[`add ${card}`], ["pass"]]);
});

test("a watcher plays nothing", () => {
  const { play } = show({ ...spying, moves: [], view: { ...spying.view, me: null, my_hand: [] } });
  for (const button of screen.queryAllByRole("button")) button.click();
  expect(play).not.toHaveBeenCalled();
});

test("when the next night begins, the fights of the last one are over", async () => {
  const { container, rerender, props } = show(sneaking);
  const fight = [{ event: "fight", room: "bath", pieces: 1, rats: 1 }, { event: "ate", seat: 0, room: "bath", strength: 9 }];
  await rerender({ ...props, beats: fight, beat: fight[1]! });
  expect(container.querySelector(".house.dark .room.bath.lit .ate")).not.toBeNull();
  const next = [...fight, { event: "round", seat: 0, round: 2 }, { event: "rained" }];
  await rerender({ ...props, beats: next, beat: next[3]! });
  expect(container.querySelector(".dark, .lit, .ate")).toBeNull();
});

test("rats that wait for their share stay in the room", async () => {
  const { container, rerender, props } = show(spying);
  const view = { ...spying.view, players: spying.view.players.map((player) => ({ ...player, room: "bath" })) };
  const fight = [{ event: "fight", room: "bath", pieces: 1, rats: 3 }, { event: "ate", seat: 1, room: "bath", strength: 9 }];
  await rerender({ ...props, view, beats: fight, beat: fight[1]! });
  expect(container.querySelectorAll(".room.bath .rat")).toHaveLength(view.players.length);
  expect(container.querySelectorAll(".room.bath .rat.ate")).toHaveLength(1);
});

test("a row in the making is there again after a reload, and gone once it was played", async () => {
  const card = sneaking.moves.find((move) => move.startsWith("lay "))!.slice(4);
  const making = (one: { container: HTMLElement }) => [...one.container.querySelectorAll(".making button")].map((button) => button.getAttribute("aria-label"));
  const first = show(sneaking);
  screen.getAllByRole("button", { name: card })[0]!.click();
  screen.getByRole("button", { name: /^bath,/ }).click();
  await tick();
  const before = making(first);
  expect(before).toHaveLength(2);
  first.unmount();
  const again = show(sneaking);
  await tick();
  expect(making(again)).toEqual(before);
  await again.rerender({ ...again.props, moves: [], view: { ...sneaking.view, phase: "spy" } });
  again.unmount();
  expect(sessionStorage.length).toBe(0);
  expect(making(show(sneaking))).toEqual([]);
});

test("a row of another night, another seat or another hand is not brought back", async () => {
  const first = show(sneaking);
  screen.getByRole("button", { name: /^bath,/ }).click();
  await tick();
  first.unmount();
  const other = show({ ...sneaking, view: { ...sneaking.view, round: sneaking.view.round + 1 } });
  await tick();
  expect(other.container.querySelector(".making")).toBeNull();
  sessionStorage.setItem(`hoofspiel.gouda.row ${location.pathname} 0 ${sneaking.view.round}`, JSON.stringify(["lay 99 #0", 7, "room attic"]));
  const third = show(sneaking);
  await tick();
  expect(third.container.querySelector(".making")).toBeNull();
});

test("what is asked for comes first: a card to turn up, a card to play", () => {
  const spied = show(spying);
  expect(spied.container.querySelector("[data-lead] button:not([aria-disabled='true'])")?.getAttribute("aria-label")).toMatch(/^Turn up/);
  spied.unmount();
  const added = show(adding);
  expect(added.container.querySelector(".cards[data-lead] button:not([aria-disabled='true'])")).not.toBeNull();
});

test("a card of the row is called what it does: its picture says nothing else to a screen reader", async () => {
  const { container } = show(sneaking);
  screen.getByRole("button", { name: /^bath,/ }).click();
  await tick();
  for (const button of container.querySelectorAll(".making button")) {
    expect(button.getAttribute("aria-label")).toBe("Take back bath");
    expect([...button.children].every((one) => one.getAttribute("aria-hidden") === "true")).toBe(true);
  }
});
