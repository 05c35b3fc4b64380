/** A question with one answer, or one whose answer stands, answers itself once one has had time to see it. */

import { paced } from "./settings.svelte";

const READ_MS = 1300;
/** For whoever holds their cards: time enough to press one after all, drawn by lot, so that it tells nobody anything. */
const HELD_MS = { least: 450, most: 800 };

/** `answer` gives the one move there is, or null; call it while a board is set up. */
export function onlyAnswer(answer: () => string | null, play: (move: string) => void, wait: () => number = () => READ_MS): void {
  $effect(() => {
    const move = answer();
    if (move === null) return;
    const timer = setTimeout(() => play(move), paced(wait()));
    return () => clearTimeout(timer);
  });
}

export const heldFor = (): number => HELD_MS.least + Math.random() * (HELD_MS.most - HELD_MS.least);
