/** What is told of the step that is on a reel, in the eyes of one reader. */
import type { Reel } from "./playback_reel.svelte";
import type { Texts } from "./texts";
import { say } from "./words";

export function lineOf(reel: Reel, text: Texts, seat: number | null): string {
  const step = reel.steps[reel.at];
  const told = reel.told.map((event) => text.event(event)).filter((line) => line);
  if (told.length) return told.join(" ");
  // what the reader saw of a move that nobody told of: their own, or that somebody chose something
  if (step?.seat == null) return say("replay.start");
  return step.seat === seat && step.move ? `${text.who(step.seat)}: ${text.move(step.move)}` : say("replay.chose", { who: text.who(step.seat) });
}
