import type { GameModule, Guide, Stage } from "$lib/board";
import Slapper from "./art/Slapper.svelte";
import Around from "./Around.svelte";
import Board from "./Board.svelte";

/** Real time: nothing is held back for show, the board draws what is. */
const stage: Stage = {
  beats: {},
  sounds: { flipped: "paper", slapped: "wood", "picked-up": "thud", "by-itself": "paper", won: "bell", lapsed: "paper" },
};

const guide: Guide[] = [{ tip: "1", at: "words" }, { tip: "2", at: "pile" }, { tip: "3", at: "pads" }, { tip: "4" }];

const game: GameModule = { Board: Board as unknown as GameModule["Board"], stage, guide, Around: Around as unknown as NonNullable<GameModule["Around"]>, Portrait: Slapper };
export const { Portrait } = game;
export const rushes = true;
export { Around, Board, guide, stage };
export { default as Recap } from "./Recap.svelte";
export { default as Ending } from "./Ending.svelte";
export const endingSound = "snap";
