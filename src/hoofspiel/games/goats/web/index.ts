import type { Guide, Stage } from "$lib/board";

export { default as Portrait } from "./art/Goat.svelte";
export { default as Board } from "./Board.svelte";
export { default as Recap } from "./Recap.svelte";

export const stage: Stage = {
  beats: {
    revealed: 1400, cancelled: 1100, won: 1400, "thrown-away": 1900, carried: 1900, drew: 600, found: 1500, "new-bid": 1200, scored: 2000, round: 900,
    auction: 350, flipped: 650, "baa-sez-faire": 1700, "baa-de-deux": 1700, "sa-baa-teur": 1700, "coup-dbaa": 1700, baapoleon: 1700, "de-baa-vu": 1700, "tete-baa-tete": 1700,
  },
  leads: { revealed: { event: "chant", ms: 330, times: 3 } },
  together: ["revealed", "scored"],
  turn: ["auction", "round"],
  sounds: { revealed: "wood", cancelled: "thud", won: "coin", "thrown-away": "thud", flipped: "paper", found: "bell" },
};

export const guide: Guide[] = [{ tip: "1", at: "hand" }, { tip: "2", at: "counter" }, { tip: "4", at: "menu" }, { tip: "6" }];
export { default as Ending } from "./Ending.svelte";
export const endingSound = "bleat";
