import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { BoardProps, SeatInfo } from "$lib/board";
import { Texts, type GameTexts } from "$lib/texts";
import Board from "./Board.svelte";
import scenes from "./scenes.json";
import type { View } from "./view.gen";

const words: GameTexts = { title: "", blurb: "", minutes: "", moves: { slap: "Slap {1}", gesture: "Make {1}", answer: "Answer {1}" }, word: {}, card: {} };

interface Scene { names: string[]; view: View; moves: string[]; actors: number[] }

function show(scene: Scene) {
  const me = scene.view.me;
  const who = (seat: number) => scene.names[seat]!;
  const seats: SeatInfo[] = scene.names.map((name, seat) => ({
    seat, name, me: seat === me, bot: false, level: null, here: true, minded: false, asked: scene.actors.includes(seat), until: null, bank: 0, winner: false,
  }));
  const play = vi.fn();
  const press = vi.fn();
  const props: BoardProps<View> = {
    view: scene.view, moves: scene.moves, play, why: vi.fn(), press, prompt: "", pending: null, me, seats, who, text: new Texts(words, who, me), beat: null, beats: [], window_until: null, calm: true, over: false,
  };
  render(Board, props);
  return { play, press };
}

const all = scenes as unknown as Scene[];
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
  expect(press.mock.calls.map(([move]) => (move as string).replace(/ #\d+$/, ""))).toEqual(["say taco", "slap back", "gesture panda"]);
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
