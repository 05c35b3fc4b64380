/** Positions a game keeps in web/scenes.json (made by tools/scenes.py), as the props a board gets: for the gallery and for tests. */
import type { BoardProps, GameEvent, SeatInfo, Stage } from "./board";
import { Texts, type GameTexts } from "./texts";

export interface Scene {
  title: string;
  names: string[];
  view: Record<string, unknown>;
  moves: string[];
  actors: number[];
  events: Record<string, unknown>[];
  /** the view when the events on stage are over */
  after?: Record<string, unknown>;
  /** what was told before, at rest: the last few, at the end all */
  log?: Record<string, unknown>[];
  over?: { points: number[]; winners: number[] };
  /** people sit here, and have so many milliseconds to answer */
  window?: number;
}

/** An event that stays on stage this long is worth a picture. */
const LONG_MS = 1300;

/**
 * Which scenes to look at, by their place: at the usual table the start, everything one can be asked, all waiting, the
 * end and every long event; with the most players the same with no event but the longest; with the fewest the
 * start, the longest event and the end.
 */
export function mainPhases(scenes: readonly Scene[], stage: Stage): number[] {
  const counts = [...new Set(scenes.map((scene) => scene.names.length))].sort((a, b) => a - b);
  const usual = counts[counts.length > 2 ? 1 : counts.length - 1];
  const time = (scene: Scene): number => stage.beats[(scene.events.at(-1) as GameEvent | undefined)?.event ?? ""] ?? 0;
  return scenes.flatMap((scene, at) => {
    const table = scene.names.length;
    const same = scenes.filter((one) => one.names.length === table);
    const longest = Math.max(...same.map(time));
    const first = same.find((one) => one.events.length && time(one) === longest);
    const keep = scene.events.length ? (longest > 0 && scene === first) || (table === usual && time(scene) >= LONG_MS) : table !== counts[0] || table === usual || /start|over/.test(scene.title);
    return keep ? [at] : [];
  });
}

export function propsOf<V>(scene: Scene, words: GameTexts, more: Partial<BoardProps<V>> = {}): BoardProps<V> {
  const me = (scene.view["me"] as number | null | undefined) ?? null;
  const who = (seat: number): string => (seat === me ? "You" : (scene.names[seat] ?? "?"));
  const events = scene.events as GameEvent[];
  const text = new Texts(words, who, me);
  const seats: SeatInfo[] = scene.names.map((_, seat) => ({
    seat, name: who(seat), me: seat === me, bot: seat !== me, level: "club", here: true, minded: false, asked: scene.actors.includes(seat), until: null, bank: 0, winner: false,
  }));
  return {
    view: scene.view as V, moves: scene.moves, play: () => {}, why: () => {}, prompt: text.prompt(String(scene.view["prompt"] ?? ""), scene.view), pending: null, me, seats, who, text,
    beat: events.at(-1) ?? null, beats: events, window_until: null, calm: true, over: scene.view["prompt"] === "over", ...more,
  };
}
