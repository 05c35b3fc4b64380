/** A hint in sentences: what a strong player would do, and why. The figures are the server's, the words the catalogues'. */
import type { Figures, Hint } from "./protocol.gen";
import type { Texts } from "./texts";
import { say } from "./words";

/** Differences smaller than these are chance. */
const CLEAR_SHARE = 0.03;
const CLEAR_POINTS = 0.5;

const inHundred = (share: number): number => Math.round(share * 100);
const inSentence = (move: string): string => move.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()).replace(/[.:]$/, "");

/** What a review would say; where nothing was tried out, the game's own word, if it has one. */
function ownWord(hint: Hint, text: Texts): string {
  if (hint.why) return hint.why;
  const key = hint.reason?.["reason"];
  const found = typeof key === "string" ? text.say("reasons", key, hint.reason!) : "";
  return found === key ? "" : found;
}

function compared(best: Figures, other: Figures, trials: number, text: Texts): string {
  const name = inSentence(text.move(other.move));
  if (best.share != null && other.share != null)
    return say("hint.mixed", { n: inHundred(best.share), other: name, m: inHundred(other.share) });
  if (best.front == null || other.front == null || best.lead == null || other.lead == null) return "";
  const front = best.front - other.front;
  const lead = best.lead - other.lead;
  const chance = best.chance != null && other.chance != null ? best.chance - other.chance : 0;
  if (chance >= CLEAR_SHARE) return say("hint.chance", { trials, n: inHundred(best.chance!), other: name, m: inHundred(other.chance!) });
  if (front >= CLEAR_SHARE && chance > -CLEAR_SHARE) return say("hint.front", { trials, n: inHundred(best.front), other: name, m: inHundred(other.front) });
  if (Math.abs(front) < CLEAR_SHARE && chance > -CLEAR_SHARE && lead >= CLEAR_POINTS) return say("hint.lead", { trials, n: Math.round(lead * 2) / 2, other: name });
  if (front > -CLEAR_SHARE && chance > -CLEAR_SHARE && lead > -CLEAR_POINTS) return say("hint.close", { other: name });
  return say("hint.deep", { other: name });
}

export function hintWords(hint: Hint, text: Texts): string {
  // Without figures it was a quick answer: nobody strong has thought about it.
  const quick = !hint.only && !hint.trials && hint.best.share == null;
  const what = say(quick ? "hint.quick" : "hint.do", { move: text.move(hint.move).replace(/\.$/, "") });
  if (hint.only) return `${what} ${say("hint.only")}`;
  const figures = hint.other ? compared(hint.best, hint.other, hint.trials, text) : "";
  const mixedAlone = !hint.other && hint.best.share != null && hint.best.share > 0.9 ? say("hint.sure") : "";
  const why = [ownWord(hint, text), figures || mixedAlone].filter((words) => words);
  return [what, ...(why.length || quick ? why : [say("hint.habit")])].join(" ");
}
