/** Shows steps one after the other: each event gets its time on stage, then the new view comes in. Shared by table and replay. */
import type { GameEvent, Stage } from "./board";
import { glide } from "./motion";
import type { Clock, SeatNow } from "./protocol.gen";
import { sound } from "./sound";

/** A moment of the match as this reader may know it. */
export interface Scene {
  v: number;
  asked: number;
  view: Record<string, unknown>;
  moves: readonly string[];
  /** people around one device: the other seats held here */
  also?: readonly SeatNow[];
  actors: readonly number[];
  clock: Clock | null;
}

/** More steps than this waiting means that we fell behind: catch up without ceremony. */
const BEHIND = 6;

export class Playback {
  scene = $state.raw<Scene | null>(null);
  beat = $state.raw<GameEvent | null>(null);
  beats = $state.raw<readonly GameEvent[]>([]);
  /** Something is on stage: moves are offered again when it is over. */
  busy = $state(false);
  stage: Stage = { beats: {} };

  #queue: { scene: Scene; events: readonly GameEvent[] }[] = [];
  #wake: (() => void) | null = null;
  #hurry = false;
  #running = false;

  constructor(
    /** Called for every event when it comes on stage, listed or not. */
    readonly tell: (events: readonly GameEvent[]) => void = () => {},
    /** Called when all that came was shown. */
    readonly rest: () => void = () => {},
  ) {}

  /** Puts a scene up at once, with nothing on stage. */
  cut(scene: Scene): void {
    this.#queue = [];
    this.#hurry = true;
    this.#wake?.();
    this.#put(scene);
    if (!this.#running) this.rest();
  }

  /** Leaves these events on stage: for a picture. */
  hold(events: readonly GameEvent[]): void {
    this.beats = events;
    this.beat = events.at(-1) ?? null;
    this.busy = true;
  }

  push(scene: Scene, events: readonly GameEvent[]): void {
    this.#queue.push({ scene, events });
    if (!this.#running) void this.#run();
  }

  /** Whoever cannot wait sees the outcome now. */
  skip(): void {
    this.#hurry = true;
    this.#wake?.();
  }

  async #run(): Promise<void> {
    this.#running = true;
    this.#hurry = false;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      if (this.#queue.length > BEHIND) this.#hurry = true;
      await this.#perform(next.scene, next.events);
      if (this.#queue.length === 0) this.#hurry = false;
    }
    this.#running = false;
    this.busy = false;
    this.rest();
  }

  async #perform(scene: Scene, events: readonly GameEvent[]): Promise<void> {
    let turned = false;
    const shown: GameEvent[] = [];
    for (const group of this.#groups(events)) {
      const event = group[0]!;
      this.tell(group);
      shown.push(...group);
      const turns: boolean = !turned && (this.stage.turn ?? []).includes(event.event);
      const ms = this.#hurry ? 0 : (this.stage.beats[event.event] ?? 0);
      if (!ms && !turns) continue;
      turned ||= turns;
      const noise = this.stage.sounds?.[event.event];
      if (noise && !this.#hurry) sound(noise);
      glide(() => {
        if (turns) this.scene = scene;
        this.beat = event;
        this.beats = [...shown];
      });
      if (!ms) continue;
      this.busy = true;
      await this.#pause(ms);
    }
    this.#put(scene);
  }

  #groups(events: readonly GameEvent[]): GameEvent[][] {
    const groups: GameEvent[][] = [];
    for (const event of events) {
      const last = groups.at(-1);
      if (last && last[0]!.event === event.event && this.stage.together?.includes(event.event)) last.push(event);
      else groups.push([event]);
    }
    return groups;
  }

  #put(scene: Scene): void {
    glide(() => {
      this.scene = scene;
      this.beat = null;
      this.beats = [];
    });
  }

  #pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.#wake = null;
        done();
      };
      const timer = setTimeout(end, ms);
      this.#wake = end;
    });
  }
}
