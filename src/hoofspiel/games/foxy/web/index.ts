import type { GameModule, Guide, Stage } from "$lib/board";
import Shepherd from "./art/Shepherd.svelte";
import Board from "./Board.svelte";

const stage: Stage = {
  beats: {
    wolf: 1000, "row-wolf": 1000, special: 1000, chased: 700, took: 1300, stole: 1300, shot: 1300, "shot-away": 1300, waits: 1200, lost: 1600, spared: 1400, missed: 1300, "row-spared": 1300,
    offered: 750, passed: 600, won: 1400, "won-free": 1400, unsold: 1200, moved: 1000, "field-empty": 1900, attacked: 1200, finished: 1500,
  },
  turn: ["chased", "offered", "passed", "took", "stole", "lost", "spared", "moved", "won", "won-free"],
  sounds: { chased: "wood", took: "coin", lost: "thud", spared: "wood", offered: "paper", won: "coin", "won-free": "coin", attacked: "thud", shot: "thud", finished: "bell" },
};

const guide: Guide[] = [{ tip: "2", at: "field" }, { tip: "1", at: "farm" }, { tip: "3" }, { tip: "5" }];

const game: GameModule = { Board: Board as unknown as GameModule["Board"], stage, guide, Portrait: Shepherd };
export const { Portrait } = game;
export { Board, guide, stage };
export { default as Recap } from "./Recap.svelte";
export { default as Ending } from "./Ending.svelte";
export const endingSound = "bell";
