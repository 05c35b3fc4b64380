/** Against whom one plays: chosen beside "Play now", remembered on this device. */
import { gameInfo, makeTable, usualSeats } from "./start";
import { settings } from "./settings.svelte";

export const LEVELS = ["novice", "casual", "club", "master"] as const;
export type Level = (typeof LEVELS)[number];

export interface Opponents {
  level: Level;
  seats: number;
}

/** What was chosen for this game the last time, as far as it still exists. */
export function remembered(slug: string, seats: readonly number[]): Opponents | null {
  const kept = settings.opponents[slug];
  if (!kept || !LEVELS.includes(kept.level)) return null;
  return { level: kept.level, seats: !seats.length || seats.includes(kept.seats) ? kept.seats : usualSeats(seats) };
}

/** A table with these opponents; nobody of flesh sits at it if one only wants to watch. */
export async function playAgainst(slug: string, { level, seats }: Opponents, watch = false): Promise<void> {
  const { live_options, alone, beginners } = await gameInfo(slug);
  const first = watch || settings.guided.includes(slug) ? {} : beginners;
  await makeTable({ game: slug, seats, options: { ...live_options, ...(watch ? {} : alone), ...first }, bots: level, start: true, clock: { kind: "none" }, ...(watch ? { sit: false } : {}) });
}
