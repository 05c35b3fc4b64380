import { expect, test } from "vitest";
import { hintWords } from "./hint";
import type { Hint } from "./protocol.gen";
import { Texts } from "./texts";

const text = new Texts({
  title: "", blurb: "", minutes: "", moves: { bid: "Bid {1}", pass: "Pass" }, reasons: { safe: "Nobody else has a {card} left." },
}, String);
const figures = (move: string, front: number | null, lead: number | null, share: number | null = null) => ({ move, front, lead, chance: null, share });
const hint = (more: Partial<Hint>): Hint => ({
  move: "bid 7", v: 3, best: figures("bid 7", 0.62, 4), other: figures("bid 4", 0.51, 2), trials: 400, only: false, reason: null, why: "", ...more,
});

test("a clear difference is told in hundreds", () => {
  expect(hintWords(hint({}), text)).toBe(
    "A strong player would: Bid 7. Played out 400 times to the end of this deal, it leaves you in front then 62 times in 100; bid 4, the next best, 51 times.",
  );
});

test("the match counts before the deal, and the sentence says which is meant", () => {
  const best = { ...figures("bid 7", 0.62, 4), chance: 0.41 };
  expect(hintWords(hint({ best, other: { ...figures("bid 4", 0.5, 2), chance: 0.33 } }), text)).toContain("With it you win the match about 41 times in 100; with bid 4, the next best, 33 times.");
  expect(hintWords(hint({ best, other: { ...figures("bid 4", 0.5, 2), chance: 0.4 } }), text)).toContain("to the end of this deal");
  expect(hintWords(hint({ best, other: { ...figures("bid 4", 0.5, 2), chance: 0.6 } }), text)).toContain("further ahead");
});

test("where the places are the same, points tell; and what is close is said to be close", () => {
  expect(hintWords(hint({ best: figures("bid 7", 0.02, -3), other: figures("pass", 0.01, -5.4) }), text)).toContain("about 2.5 points better off than pass");
  expect(hintWords(hint({ other: figures("pass", 0.63, 4.1) }), text)).toContain("nearly as good");
});

test("figures that do not bear the choice out are not used for it", () => {
  const words = hintWords(hint({ other: figures("pass", 0.9, 9) }), text);
  expect(words).not.toMatch(/\d\d times/);
  expect(words).toContain("further ahead");
});

test("a choice that must not be guessed is told by how often it is made", () => {
  const words = hintWords(hint({ best: figures("bid 7", 0.3, 1, 0.45), other: figures("bid 4", 0.4, 2, 0.3) }), text);
  expect(words).toContain("45 times in 100, and bid 4 30 times");
});

test("the game's own word comes first; a quick answer without figures says that it is one", () => {
  const reason = { reason: "safe", card: 7 };
  expect(hintWords(hint({ reason }), text)).toMatch(/^A strong player would: Bid 7\. Nobody else has a 7 left\. Played out/);
  expect(hintWords(hint({ why: "Nobody else still holds the 7." }), text)).toMatch(/^A strong player would: Bid 7\. Nobody else still holds the 7\. Played out/);
  const blank = { best: figures("bid 7", null, null), other: null, trials: 0 };
  expect(hintWords(hint({ ...blank, reason }), text)).toBe("At a glance, an experienced player would: Bid 7. Nobody else has a 7 left.");
  expect(hintWords(hint({ ...blank, reason: { reason: "unheard-of" } }), text)).toBe("At a glance, an experienced player would: Bid 7.");
  expect(hintWords(hint({ ...blank, only: true }), text)).toContain("nothing else");
});
