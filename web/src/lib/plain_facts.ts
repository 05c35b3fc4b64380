/** What a view says, sorted for a board that knows nothing of its game: facts of the table, and facts of each seat. */
import type { Texts } from "./texts";
import { say } from "./words";

export interface Fact {
  key: string;
  label: string;
  /** One text, or several things in a row. */
  value: string | string[];
}

export interface Facts {
  table: Fact[];
  /** by seat */
  seats: { points: number | undefined; facts: Fact[] }[];
}

type Dict = Record<string, unknown>;

/** Drawn elsewhere, or not meant for people. */
const SKIPPED = new Set(["me", "prompt"]);
/** Lists of plain values that have one for each seat by their name; of others nobody can tell. */
const BY_SEAT = new Set(["points", "scores", "bids"]);

const isDict = (value: unknown): value is Dict => typeof value === "object" && value !== null && !Array.isArray(value);

/** A game may name its facts in [view] of its texts; otherwise `my_straws` is "Your straws". */
function label(key: string, text: Texts): string {
  const named = text.say("view", key);
  const words = named === key ? key.replace(/^my_/, "your_").replaceAll("_", " ") : named;
  return words.replace(/^./, (first) => first.toUpperCase());
}

function one(key: string, value: unknown, text: Texts): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map((part) => one(key, part, text)).join(" ");
  if (isDict(value)) return Object.entries(value).map(([inner, part]) => `${label(inner, text)} ${one(inner, part, text)}`).join(", ");
  return text.name(key, value);
}

function fact(key: string, value: unknown, text: Texts): Fact {
  const several = Array.isArray(value) && value.length > 0;
  const shown = several ? value.map((part) => one(key, part, text)) : one(key, Array.isArray(value) ? null : value, text);
  return { key, label: label(key, text), value: shown };
}

/** One entry for every seat, or null where this is something else. */
function bySeat(key: string, value: unknown, seats: number): unknown[] | null {
  const listed = isDict(value) && Object.keys(value).length === seats && Object.keys(value).every((at, n) => at === String(n)) ? Object.values(value) : value;
  if (!Array.isArray(listed) || listed.length !== seats) return null;
  return BY_SEAT.has(key) || listed !== value || listed.every(isDict) || listed.every(Array.isArray) ? listed : null;
}

export function factsOf(view: Dict, seats: number, text: Texts): Facts {
  const found: Facts = { table: [], seats: Array.from({ length: seats }, () => ({ points: undefined, facts: [] })) };
  const forSeat = (seat: number, key: string, value: unknown) => {
    const place = found.seats[seat]!;
    if ((key === "points" || key === "score" || key === "scores") && typeof value === "number") place.points = value;
    else place.facts.push(fact(key, value, text));
  };
  for (const [key, value] of Object.entries(view)) {
    if (SKIPPED.has(key)) continue;
    const each = bySeat(key, value, seats);
    if (!each) found.table.push(fact(key, value, text));
    else each.forEach((part, seat) => (isDict(part) ? Object.entries(part).forEach(([inner, told]) => forSeat(seat, inner, told)) : forSeat(seat, key, part)));
  }
  return found;
}
