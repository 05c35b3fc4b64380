/** Positions to try again: one's own mistakes and the games' puzzles, when each is due (FSRS), kept on this device. */
import { createEmptyCard, fsrs, Rating, type Card, type Grade } from "ts-fsrs";
import type { Decision, Exercise } from "./protocol.gen";
import { choices } from "./review";

const KEY = "hoofspiel.learning";
/** A mistake that cost less is not worth coming back to. */
export const WORTH = 0.03;
/** What takes about five minutes. */
export const A_DAY = 10;
/** The oldest go where there are more. */
const MOST = 400;

export interface Choice {
  move: string;
  cost: number;
}

/** Something to try again. Of a mistake: where it was made; of a puzzle: which one it is. */
export interface Lesson {
  id: string;
  game: string;
  seat: number;
  table?: string;
  move?: number;
  best: string;
  choices: Choice[];
  why: string;
  card: Card;
}

const scheduler = fsrs({ enable_fuzz: false });
const lessonOf = (id: string, game: string, seat: number, all: Choice[], why: string, now: Date): Lesson => ({
  id, game, seat, best: all[0]!.move, choices: all, why, card: createEmptyCard(now),
});

function read(): Lesson[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Lesson[];
    return found.map((one) => ({ ...one, card: { ...one.card, due: new Date(one.card.due), last_review: one.card.last_review ? new Date(one.card.last_review) : undefined } as Card }));
  } catch {
    return [];
  }
}
function write(lessons: Lesson[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(lessons.slice(-MOST)));
  } catch {
    // a device that keeps nothing teaches from today's matches only
  }
}

/** Mistakes of one's own that cost something real; those that are known stay as they are. */
export function collect(table: string, game: string, seat: number, decisions: readonly Decision[], now = new Date()): void {
  const lessons = read();
  const known = new Set(lessons.map(({ id }) => id));
  for (const one of decisions) {
    const id = `${table}:${seat}:${one.move}`;
    if (!one.mistake || one.cost < WORTH || known.has(id)) continue;
    const all = choices(one).map(({ move, cost }) => ({ move, cost }));
    lessons.push({ ...lessonOf(id, game, seat, all, one.why, now), table, move: one.move });
  }
  write(lessons);
}

export const puzzle = (game: string, found: Exercise, now = new Date()): Lesson =>
  lessonOf(`puzzle:${game}:${found.id}`, game, found.seat, [{ move: found.best, cost: 0 }, ...found.others], found.why, now);

/** What is due by now, the longest due first. */
export function due(now = new Date()): Lesson[] {
  return read().filter(({ card }) => card.due <= now).sort((a, b) => a.card.due.getTime() - b.card.due.getTime());
}
export const seen = (id: string): boolean => read().some((one) => one.id === id);
/** When the next one is due; null where there is none. */
export const next = (): Date | null => read().reduce<Date | null>((soonest, { card }) => (soonest === null || card.due < soonest ? card.due : soonest), null);

/** As good as the best: within what nobody notices. */
const AS_GOOD = 0.01;
export function graded(lesson: Lesson, move: string): Grade {
  const cost = lesson.choices.find((one) => one.move === move)?.cost ?? 1;
  return cost <= AS_GOOD ? Rating.Good : cost < WORTH ? Rating.Hard : Rating.Again;
}

/** Notes an answer; when this one comes again. */
export function answered(lesson: Lesson, move: string, now = new Date()): Date {
  const { card } = scheduler.next(lesson.card, now, graded(lesson, move));
  write([...read().filter(({ id }) => id !== lesson.id), { ...lesson, card }]);
  return card.due;
}

/** Its match is gone. */
export const drop = (id: string): void => write(read().filter((one) => one.id !== id));
