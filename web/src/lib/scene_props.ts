/** For tests of boards: the props a board gets for a scene of its game's web/scenes.json. */
import { vi } from "vitest";
import type { BoardProps, SeatInfo } from "./board";
import { Texts, type GameTexts } from "./texts";

export interface Scene<V> {
  names: string[];
  view: V;
  moves: string[];
  actors: number[];
  events: Record<string, unknown>[];
  /** the view when the events are over */
  after?: V;
}

export function sceneProps<V extends { me: number | null }>(scene: Scene<V>, words: Partial<GameTexts>) {
  const me = scene.view.me;
  const who = (seat: number) => scene.names[seat]!;
  const seats: SeatInfo[] = scene.names.map((name, seat) => ({
    seat, name, me: seat === me, bot: false, level: null, here: true, minded: false, asked: scene.actors.includes(seat), until: null, bank: 0, winner: false,
  }));
  const play = vi.fn<(move: string) => void>();
  const why = vi.fn<(move: string) => void>();
  const press = vi.fn<(move: string, rt_ms: number, seen: number, seat?: number) => void>();
  const text = new Texts({ title: "", blurb: "", minutes: "", ...words }, who, me);
  const props: BoardProps<V> = {
    view: scene.view, moves: scene.moves, play, why, press, prompt: "", pending: null, me, seats, who, text, beat: null, beats: [], window_until: null, calm: true, over: false,
  };
  return { play, why, press, props };
}
