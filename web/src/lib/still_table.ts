/** A table that stands still in one position, with nobody behind it: for the gallery. */
import type { GameEvent, Stage } from "./board";
import type { Clock, Table } from "./protocol.gen";
import type { Scene } from "./scenes";
import { LiveTable } from "./table.svelte";

const HOLDS = 3;
const NO_CLOCK: Clock = { now: 0, running: [], window_ms: null, holds_left: 0, paused: false };

export class StillTable extends LiveTable {
  override readonly still = true;

  constructor(game: string, scene: Scene, stage: Stage, finale = false) {
    super("show");
    const { moves, actors, log = [], over, window = null } = scene;
    const events = scene.events as GameEvent[];
    const turned = events.some(({ event }) => stage.turn?.includes(event));
    const view = (turned && scene.after) || scene.view;
    const me = (view["me"] as number | null | undefined) ?? null;
    const seats = scene.names.map((name, seat) => {
      const person = seat === me ? "me" : window === null ? null : `friend-${seat}`;
      return { kind: person ? "person" : "bot", name, person, level: person ? null : "club", ready: true, here: true, minded: false, was: null, line: "" } as const;
    });
    const table: Table = {
      id: "show", game, state: over ? "over" : "running", seats, options: {}, clock: { kind: "none" }, public: false, watch: "all", delay_seconds: 0, host: "me", hosts_name: scene.names[0] ?? "",
      paused: false, pause_asked: [], commitment: null, next: null, created: 0, code: null, newcomers: [], practice: null, hurried: false, offline: false,
    };
    this.line = "live";
    this.take({ t: "welcome", table, me: "me", name: scene.names[0] ?? "", seat: me, host: true, v: 1, now: 0, chat: [], orders: [], muted: [] });
    this.take({ t: "state", v: 1, asked: 1, moves, actors, view, log: [...log, ...events], clock: { ...NO_CLOCK, window_ms: window, holds_left: window === null ? 0 : HOLDS } });
    this.whole = true; // there is nothing to ask for the rest
    if (over) this.take({ t: "over", v: 1, ...over, secret: "" });
    this.finale = finale && over !== undefined;
    if (events.length) this.playback.hold(events);
  }

  override open(): void {}
  override close(): void {}
  override say(): void {}
}
