import type { GameEvent, GameModule, Guide, Stage } from "$lib/board";
import Rat from "./art/Rat.svelte";
import Board from "./Board.svelte";

const FED = ["ate", "shared", "starved"];
/** Every room fights from its weakest rat up, whoever is asked first in the rules. */
function weakestFirst(events: readonly GameEvent[]): GameEvent[] {
  const shown: GameEvent[] = [];
  for (const event of events) {
    let at = shown.length;
    if (FED.includes(event.event)) while (at > 0 && FED.includes(shown[at - 1]!.event) && Number(shown[at - 1]!["strength"]) > Number(event["strength"])) at--;
    shown.splice(at, 0, event);
  }
  return shown;
}

const stage: Stage = {
  beats: {
    rained: 1500, round: 900, drew: 350, laid: 900, spied: 1400, trapped: 1900, "no-target": 800, added: 1300, "nailed-down": 1700, gangster: 1600, hole: 1600, passed: 600,
    turned: 1300, fight: 1000, "fight-with-cards": 1000, ate: 900, shared: 1000, starved: 900, "lost-life": 1000, out: 1200, revived: 1200, "play-off": 1800, won: 2000,
  },
  together: ["laid", "turned", "drew"],
  order: weakestFirst,
  turn: ["round", "rained", "laid"],
  sounds: { rained: "paper", laid: "paper", spied: "paper", trapped: "snap", added: "wood", fight: "wood", "fight-with-cards": "wood", ate: "coin", starved: "thud", won: "bell", "nailed-down": "thud" },
};

const guide: Guide[] = [{ tip: "1", at: "house" }, { tip: "2", at: "hand" }, { tip: "3" }, { tip: "5", at: "house" }, { tip: "6" }];

const game: GameModule = { Board: Board as unknown as GameModule["Board"], stage, guide, Portrait: Rat };
export const { Portrait } = game;
export { Board, guide, stage };
export { default as Recap } from "./Recap.svelte";
export { default as Ending } from "./Ending.svelte";
export const endingSound = "coin";
