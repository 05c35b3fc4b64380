/** Positions a game keeps in web/scenes.json (made by tools/scenes.py), as the props a board gets: for the gallery and for tests. */
import type { BoardProps, GameEvent, SeatInfo } from "./board";
import { Texts, type GameTexts } from "./texts";

export interface Scene {
  title: string;
  names: string[];
  view: Record<string, unknown>;
  moves: string[];
  actors: number[];
  events: Record<string, unknown>[];
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
