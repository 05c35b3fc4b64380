import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import type { BoardProps, SeatInfo } from "$lib/board";
import { Texts, type GameTexts } from "$lib/texts";
import Board from "./Board.svelte";
import scenes from "./scenes.json";
import type { View } from "./view.gen";

const words: GameTexts = {
  title: "", blurb: "", minutes: "", moves: { chase: "Chase", take: "Take", offer: "Offer {1}", pass: "Pass", attack: "Attack {1}", finish: "Finish" },
  board: { "slot-sheep": "sheep {slot}", "slot-empty": "free {slot}", more: "More", less: "Less" }, token_what: {}, token: {},
};

interface Scene { names: string[]; view: View; moves: string[]; actors: number[] }

function show(scene: Scene) {
  const me = scene.view.me;
  const who = (seat: number) => scene.names[seat]!;
  const seats: SeatInfo[] = scene.names.map((name, seat) => ({
    seat, name, me: seat === me, bot: false, level: null, here: true, minded: false, asked: scene.actors.includes(seat), until: null, bank: 0, winner: false,
  }));
  const play = vi.fn();
  const why = vi.fn();
  const props: BoardProps<View> = {
    view: scene.view, moves: scene.moves, play, why, prompt: "", pending: null, me, seats, who, text: new Texts(words, who, me), beat: null, beats: [], window_until: null, calm: true, over: false,
  };
  render(Board, props);
  return { play, why };
}

const all = scenes as unknown as Scene[];
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
  const moving: Scene = { ...wolf, moves: ["chase", "move MOVE_V 8 5"], view: { ...wolf.view, farms: wolf.view.farms.map((one, seat) => (seat === wolf.view.me ? { ...farm, tokens: ["MOVE_V"], spent: [] } : one)) } };
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
