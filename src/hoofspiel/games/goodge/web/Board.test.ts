import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
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
  for (const card of scene.view.hand) {
    const button = screen.getByRole("button", { name: `Play ${card}` });
    button.click();
    expect(play).not.toHaveBeenCalledWith(`play ${card}`);
    if (button.ariaDisabled !== "true" && button.getAttribute("aria-disabled") !== "true") button.click();
  }
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

const burying = all.find((scene) => scene.view.phase === "burying" && scene.moves.length > 1)!;
const board = { "bury-these": "Bury them", "choose-again": "Choose again", "bury-review": "You bury {cards}, worth {points}." };

test("the cards to bury are chosen and looked at before any of them is sent", async () => {
  const { play, props } = sceneProps(burying, { ...words, board });
  const { rerender } = render(Board, props);
  const cards = burying.moves.map((move) => move.split(" ")[1]!).slice(0, burying.view.to_bury + 1);
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  const [first, ...others] = cards as [string, ...string[]];
  await press(`Bury ${first}`);
  await press(`Bury ${first}`);
  for (const card of others) await press(`Bury ${card}`);
  expect(screen.getByText(new RegExp(`^You bury ${others.join(", ")}, worth \\d+`))).toBeTruthy();
  await press(`Bury ${first}`);
  await press("Choose again");
  expect(screen.queryByRole("button", { name: "Bury them" })).toBeNull();
  for (const card of others) await press(`Bury ${card}`);
  expect(play).not.toHaveBeenCalled();
  play.mockImplementation(() => void rerender({ ...props, moves: [], pending: "a move on its way" }));
  await press("Bury them");
  expect(play.mock.calls).toEqual([[`bury ${others[0]}`]]);
  for (const [at, card] of others.entries()) {
    const left = others.slice(at + 1);
    const hand = burying.view.hand.filter((one) => one !== card);
    await rerender({ ...props, moves: left.length ? burying.moves.filter((move) => move !== `bury ${card}`) : [], view: { ...burying.view, hand, to_bury: left.length } });
  }
  expect(play.mock.calls.map(([move]) => move)).toEqual(others.map((card) => `bury ${card}`));
});

test("the next auction waits behind the recap, which says that it has begun", async () => {
  const scene = all.find(({ view }) => view.last_round !== null && view.phase === "auction")!;
  const { props } = sceneProps({ ...scene, events: [], moves: [] }, { ...words, board: { ...board, "go-on": "Go on", "recap-you": "Yours!", "recap-auction": "Begun." } });
  const reads = vi.fn();
  const view = { ...scene.view, bid: 0 };
  const { rerender } = render(Board, { ...props, view, reads });
  expect(reads.mock.lastCall).toEqual([true]);
  await rerender({ ...props, view, reads, later: { steps: 2, asked: false } });
  expect(screen.getByRole("status").textContent).toBe("Begun.");
  await rerender({ ...props, view, reads, later: { steps: 3, asked: true } });
  expect(screen.getByRole("status").textContent).toBe("Yours!");
  expect(reads).toHaveBeenCalledTimes(1);
  await fireEvent.click(screen.getByRole("button", { name: "Go on" }));
  expect(reads.mock.lastCall).toEqual([false]);
  expect(screen.queryByRole("dialog")).toBeNull();
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

test("the Goodge reads “You need”, not “You needs”", () => {
  const scene = first("trump");
  const { props } = sceneProps(scene, { ...words, board: { contract: "{seat:who} needs {contract}", "contract-you": "You need {contract}" } });
  render(Board, props);
  screen.getByText(`You need ${scene.view.bid}`);
});
