/** Shows steps one after the other: each event gets its time on stage, then the new view comes in. Shared by table and replay. */
import type { GameEvent, Stage } from "./board";
import { glide } from "./motion";
import type { Clock, SeatNow } from "./protocol.gen";
import { calm } from "./settings.svelte";
import { sound } from "./sound";

/** A moment of the match as this reader may know it. */
export interface Scene {
  v: number;
  asked: number;
  view: Record<string, unknown>;
  moves: readonly string[];
  /** people around one device: the other seats held here */
  also?: readonly SeatNow[];
  /** people who pass one device on: what all of them may see */
  open?: Record<string, unknown> | null;
  actors: readonly number[];
  clock: Clock | null;
}

/** More steps than this waiting means that we fell behind: catch up without ceremony. */
const BEHIND = 6;

export class Playback {
  scene = $state.raw<Scene | null>(null);
  beat = $state.raw<GameEvent | null>(null);
  beats = $state.raw<readonly GameEvent[]>([]);
  /** Events of this step that were not on stage yet: what a view that is already in must still hold back. */
  coming = $state.raw<readonly GameEvent[]>([]);
  /** Something is on stage: moves are offered again when it is over. */
  busy = $state(false);
  /** Steps that wait while somebody reads, and whether the reader is asked something after them. */
  later = $state.raw<{ steps: number; asked: boolean }>({ steps: 0, asked: false });
  /** 2 shows everything in half the time. */
  speed = 1;
  /** What takes so long at a normal pace takes this reader how long? 0 shows the outcome at once. */
  pace: (ms: number) => number = (ms) => ms;
  stage: Stage = { beats: {} };

  #queue: { scene: Scene; events: readonly GameEvent[] }[] = [];
  #wake: (() => void) | null = null;
  #hurry = false;
  #running = false;
  #reading = false;
  #goOn: (() => void) | null = null;
  /** A performance that was cut off knows by its number that it is over, and changes nothing any more. */
  #performance = 0;

  constructor(
    /** Called for events at the moment they come on stage, listed or not: nobody hears of a fact before it is seen. */
    readonly tell: (events: readonly GameEvent[]) => void = () => {},
    /** Called when all that came was shown. */
    readonly rest: () => void = () => {},
  ) {}

  /** Nothing is on stage and nothing waits. */
  get idle(): boolean {
    return !this.#running;
  }

  /** Puts a scene up at once, with nothing on stage; what was on stage is neither shown nor told any further. */
  cut(scene: Scene): void {
    this.#queue = [];
    this.#performance++;
    this.#wake?.();
    this.#goOn?.();
    this.#put(scene);
    this.#count();
    this.#running = false;
    this.busy = false;
    this.rest();
  }

  /** Leaves these events on stage: for a picture. */
  hold(events: readonly GameEvent[]): void {
    this.beats = events;
    this.beat = events.at(-1) ?? null;
    this.busy = true;
  }

  push(scene: Scene, events: readonly GameEvent[]): void {
    this.#queue.push({ scene, events: this.stage.order?.(events) ?? events });
    this.#count();
    if (!this.#running) void this.#run();
  }

  /** Something on the board wants to be read first: the steps that come wait until it was. */
  read(on: boolean): void {
    this.#reading = on;
    if (!on) this.#goOn?.();
    this.#count();
  }

  #count(): void {
    const steps = this.#reading ? this.#queue.length : 0;
    if (steps !== this.later.steps) this.later = { steps, asked: steps > 0 && this.#queue.at(-1)!.scene.moves.length > 0 };
  }

  async #isRead(): Promise<void> {
    this.busy = this.#hurry = false;
    this.rest();
    await new Promise<void>((done) => (this.#goOn = done));
    this.#goOn = null;
  }

  /** Whoever cannot wait sees the outcome now. */
  skip(): void {
    if (this.#goOn) return; // what waits to be read is not on stage
    this.#hurry = true;
    this.#wake?.();
  }

  async #run(): Promise<void> {
    const performance = ++this.#performance;
    this.#running = true;
    this.#hurry = false;
    while (this.#queue.length) {
      if (this.#reading) {
        await this.#isRead();
        if (performance !== this.#performance) return;
        continue;
      }
      const next = this.#queue.shift()!;
      if (this.#queue.length > BEHIND) this.#hurry = true;
      await this.#perform(next.scene, next.events, performance);
      if (performance !== this.#performance) return;
      if (this.#queue.length === 0) this.#hurry = false;
    }
    this.#running = false;
    this.busy = false;
    this.rest();
  }

  async #perform(scene: Scene, events: readonly GameEvent[], performance: number): Promise<void> {
    let turned = false;
    const shown: GameEvent[] = [];
    for (const group of this.#groups(events)) {
      const event = group[0]!;
      const lead = this.stage.leads?.[event.event];
      for (let n = 0; lead && n < lead.times && !this.#hurry && !calm() && this.pace(lead.ms) > 0; n++) {
        this.#show({ event: lead.event, n }, [...shown, { event: lead.event, n }]);
        await this.#pause(this.pace(lead.ms));
        if (performance !== this.#performance) return;
      }
      this.tell(group);
      shown.push(...group);
      const turns: boolean = !turned && (this.stage.turn ?? []).includes(event.event);
      const ms = this.#hurry ? 0 : this.pace(this.stage.beats[event.event] ?? 0);
      if (!ms && !turns) continue;
      turned ||= turns;
      const noise = this.stage.sounds?.[event.event];
      if (noise && !this.#hurry) sound(typeof noise === "function" ? noise(event) : noise);
      this.#show(event, [...shown], { ...(turns ? { scene } : {}), coming: events.slice(shown.length) });
      if (!ms) continue;
      await this.#pause(ms);
      if (performance !== this.#performance) return;
      const tail = this.stage.tails?.[event.event];
      if (!tail || this.#hurry || calm()) continue;
      this.#show({ event: tail.event }, [...shown, { event: tail.event }]);
      await this.#pause(this.pace(tail.ms));
      if (performance !== this.#performance) return;
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

  #show(beat: GameEvent, beats: readonly GameEvent[], { scene, coming }: { scene?: Scene; coming?: readonly GameEvent[] } = {}): void {
    glide(() => {
      if (scene) this.scene = scene;
      if (coming) this.coming = coming;
      this.beat = beat;
      this.beats = beats;
    });
  }

  #put(scene: Scene): void {
    glide(() => {
      this.scene = scene;
      this.beat = null;
      this.beats = [];
      this.coming = [];
    });
  }

  #pause(ms: number): Promise<void> {
    this.busy = true;
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.#wake = null;
        done();
      };
      const timer = setTimeout(end, ms / this.speed);
      this.#wake = end;
    });
  }
}
