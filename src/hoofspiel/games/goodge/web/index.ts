import type { GameModule, Guide, Stage } from "$lib/board";
import Relative from "./art/Relative.svelte";
import Board from "./Board.svelte";

const stage: Stage = {
  beats: {
    bid: 800, passed: 650, goodge: 1700, trump: 1500, "stash-found": 900, played: 650, trick: 850, claimed: 1600, "laid-open": 1200,
    "stash-taken": 2000, made: 2300, failed: 2300, "thrown-in": 1800, round: 300,
  },
  tails: { trick: { event: "swept", ms: 420 } },
  turn: ["round", "bid", "passed", "trump", "stash-buried"],
  sounds: { played: (event) => (event["card"] === "crown" ? "thud" : "paper"), trick: "wood", trump: "bell", goodge: "coin", made: "coin", failed: "thud", bid: "wood" },
};

const guide: Guide[] = [{ tip: "1", at: "hand" }, { tip: "2", at: "hand" }, { tip: "3", at: "table" }, { tip: "4", at: "table" }, { tip: "6" }, { tip: "7" }];

const game: GameModule = { Board: Board as unknown as GameModule["Board"], stage, guide, Portrait: Relative };
export const { Portrait } = game;
export { Board, guide, stage };
export { default as Recap } from "./Rounds.svelte";
export { default as Ending } from "./Ending.svelte";
export const endingSound = "thud";
