/** What a review's figures come to on a page: bars that add up, choices in order, what others chose at the same moment. */
import type { Decision, ReplayStep, Review } from "./protocol.gen";
import { figure } from "./words";

/** Chances are told in points of a hundred. */
export const points = (chance: number): number => Math.round(chance * 100);
/** An end of an interval: a little more than nothing is not nothing. */
export const end = (chance: number): number => (chance > 0 && points(chance) < 1 ? Math.max(0.1, Math.round(chance * 1000) / 10) : points(chance));
export const signed = (whole: number): string => (whole > 0 ? `+${whole}` : figure(whole));

export interface Bar {
  part: "chance" | "own" | "others" | "unexplained" | "total";
  from: number;
  to: number;
  /** As it is printed: these add up too. */
  points: number;
}

/** Each bar begins where the one before ended, the last one stands for them all. Luck that was not measured has none. */
export function bars({ result, luck_measured }: Pick<Review, "result" | "luck_measured">): Bar[] {
  const rest = luck_measured ? result.unexplained : result.unexplained + result.chance;
  const parts: [Bar["part"], number][] = [...(luck_measured ? [["chance", result.chance] as [Bar["part"], number]] : []), ["own", result.own], ["others", result.others], ["unexplained", rest]];
  let at = 0;
  let left = points(result.total);
  const found = parts.map(([part, value], n) => {
    const whole = n === parts.length - 1 ? left : points(value);
    left -= whole;
    return { part, from: at, to: (at += value), points: whole };
  });
  return [...found, { part: "total", from: 0, to: result.total, points: points(result.total) }];
}

/** Where a bar stands between the ends of them all, in hundredths of the width. */
export function place(bar: Bar, all: readonly Bar[]): { left: number; width: number; zero: number } {
  const ends = all.flatMap(({ from, to }) => [from, to, 0]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const across = (value: number): number => ((value - low) / (high - low || 1)) * 100;
  const left = across(Math.min(bar.from, bar.to));
  return { left, width: across(Math.max(bar.from, bar.to)) - left, zero: across(0) };
}

/** What could have been played, the best first, with what was. */
export function choices(decision: Decision): { move: string; cost: number; played: boolean }[] {
  const all = [{ move: decision.played, cost: decision.cost, played: true }];
  for (const { move, cost } of decision.others) if (move !== decision.played) all.push({ move, cost, played: false });
  if (!all.some(({ move }) => move === decision.best)) all.push({ move: decision.best, cost: 0, played: false });
  return all.sort((a, b) => a.cost - b.cost || Number(b.played) - Number(a.played));
}

/** What others chose while the seat had to choose, none of them knowing of the others: by seat. */
export function meanwhile(steps: readonly ReplayStep[], move: number, seat: number): { seat: number; move: string }[] {
  const found = new Map<number, string>();
  for (let at = move; at > 0 && steps[at]!.seat !== seat && steps[at - 1]!.actors.includes(seat); at--) {
    const { seat: other, move: chosen } = steps[at]!;
    if (other !== null && chosen !== null && !found.has(other)) found.set(other, chosen);
  }
  const asked = new Set((steps[move]?.actors ?? []).filter((other) => other !== seat));
  for (let at = move + 2; at < steps.length && asked.size && !steps[at - 1]!.actors.includes(seat); at++) {
    const { seat: other, move: chosen } = steps[at]!;
    if (other !== null && chosen !== null && asked.delete(other)) found.set(other, chosen);
  }
  return [...found].map(([other, chosen]) => ({ seat: other, move: chosen })).sort((a, b) => a.seat - b.seat);
}

/** The decision after this one in the list, or before it; from nowhere the first. */
export function beside(list: readonly Decision[], at: number | null, by: 1 | -1): Decision | undefined {
  if (at === null) return list[0];
  return by > 0 ? list.find(({ move }) => move > at) : list.findLast(({ move }) => move < at);
}
