/** A match of reactions beside one's last ones: what of each review is compared, and how they are fetched. */
import { api } from "./api";
import type { Review, Reviewing } from "./protocol.gen";

const LOOKED_BACK = 3;
const TRIES = 8;
const AGAIN_MS = 700;
const LEVELS = ["master", "club", "casual", "novice"] as const;

export interface Before {
  id: string;
  seat: number;
  ended: number;
  pace: number | null;
  faults: number;
  last: number;
}
type Times = Record<string, unknown>;

/** The mean reaction to plain cards; null where too few were slapped. */
export const paceOf = (times: Times): number | null => (typeof times["pace"] === "number" ? times["pace"] : null);
export const faultsIn = (times: Times): number => Object.values((times["faults"] ?? {}) as Record<string, number>).reduce((sum, n) => sum + n, 0);
export const lastIn = (times: Times): number => Number(times["last"] ?? 0);
/** The paces of our players, the fastest first. */
export function levelPaces(times: Times): [(typeof LEVELS)[number], number][] {
  const paces = (times["levels"] ?? {}) as Record<string, number>;
  return LEVELS.flatMap((level) => (paces[level] === undefined ? [] : [[level, paces[level]] as [(typeof LEVELS)[number], number]]));
}

/** The last matches of the same game before this one; none where the match and seat are not one's own. */
export async function before(id: string, seat: number, game: string, wanted: () => boolean): Promise<Before[]> {
  const matches = await api.history().then((found) => found.matches, () => []);
  const own = matches.filter((one) => one.game === game);
  const now = own.find((one) => one.id === id && one.seat === seat);
  if (!now) return [];
  const found: Before[] = [];
  const earlier = own.filter((one) => one.id !== id && one.ended <= now.ended && one.replays && !one.offline);
  for (const one of earlier.sort((a, b) => b.ended - a.ended).slice(0, LOOKED_BACK)) {
    const review = await whole(one.id, one.seat, wanted);
    if (!wanted()) return [];
    if (review) found.push({ id: one.id, seat: one.seat, ended: one.ended, pace: paceOf(review.times), faults: faultsIn(review.times), last: lastIn(review.times) });
  }
  return found;
}

async function whole(id: string, seat: number, wanted: () => boolean): Promise<Review | null> {
  for (let n = 0; n < TRIES && wanted(); n++) {
    const found: Review | Reviewing | null = await api.review(id, seat).catch(() => null);
    if (!found || "result" in found) return found;
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
  return null;
}
