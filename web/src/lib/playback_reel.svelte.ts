/** A finished match as a film: which step is on, how much of it was told, and when the next one comes. */
import type { GameEvent } from "./board";
import { Playback, type Scene } from "./playback.svelte";
import type { ReplayStep } from "./protocol.gen";

/** Nobody watches somebody think for longer than this … */
const MOST_MS = 2500;
/** … nor sees anything in less. Where the game itself is about time, its own pace counts down to less. */
const LEAST_MS = 500;
const LEAST_TIMED_MS = 100;
/** A moment to read after the last thing on stage. */
const BREATH_MS = 250;

export const SPEEDS = [0.5, 1, 2, 4] as const;

/** Board, caption and counter are read off one reel, so they always tell of the same moment. */
export class Reel {
  /** The step that is on stage, or that stands there whole. */
  at = $state(0);
  /** What was told of it so far. */
  told = $state.raw<readonly GameEvent[]>([]);
  /** It stands there whole. */
  whole = $state(true);
  running = $state(false);
  speed = $state<number>(1);
  steps = $state.raw<readonly ReplayStep[]>([]);
  /** The game is about time: its steps keep their own pace. */
  timed = false;
  playback: Playback = new Playback((events) => (this.told = [...this.told, ...events]), () => this.#rest());

  #timer: ReturnType<typeof setTimeout> | undefined;
  #began = 0;

  constructor(/** Called when another step comes on. */ readonly moved: () => void = () => {}) {}

  get last(): number {
    return Math.max(0, this.steps.length - 1);
  }

  load(steps: readonly ReplayStep[], at: number): void {
    this.steps = steps;
    this.jump(at);
  }

  /** To a step, whole, whatever was on stage. */
  jump(to: number): void {
    if (!this.steps.length) return;
    this.at = Math.max(0, Math.min(this.last, to));
    this.told = this.steps[this.at]!.events as GameEvent[];
    this.#began = performance.now();
    this.playback.cut(this.#scene());
    this.moved();
  }

  /** Plays the next step; one that is on stage is finished at once. */
  next(): void {
    if (!this.whole) this.jump(this.at);
    clearTimeout(this.#timer);
    if (this.at >= this.last) return void (this.running = false);
    this.at++;
    this.told = [];
    this.whole = false;
    this.#began = performance.now();
    this.playback.push(this.#scene(), this.steps[this.at]!.events as GameEvent[]);
    this.moved();
  }

  /** From the last step it begins again. */
  play(on: boolean): void {
    this.running = on;
    clearTimeout(this.#timer);
    if (!on) return this.moved();
    if (this.at >= this.last) this.jump(0);
    else if (this.whole) this.next();
  }

  setSpeed(speed: number): void {
    this.speed = this.playback.speed = speed;
    if (this.running && this.whole) this.#plan();
  }

  close(): void {
    this.running = false;
    clearTimeout(this.#timer);
  }

  #rest(): void {
    this.whole = true;
    if (this.running) this.#plan();
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (this.at >= this.last) return void (this.running = false);
    const shown = (performance.now() - this.#began) * this.speed;
    this.#timer = setTimeout(() => this.next(), Math.max(shown > MOST_MS ? BREATH_MS : 0, this.#gap() - shown) / this.speed);
  }

  /** As long as it took then, within bounds. */
  #gap(): number {
    const [now, then] = [this.steps[this.at]!.at ?? (this.at === 0 ? 0 : null), this.steps[this.at + 1]!.at];
    const took = now === null || then === null ? LEAST_MS : then - now;
    return Math.min(MOST_MS, Math.max(this.timed ? LEAST_TIMED_MS : LEAST_MS, took));
  }

  #scene(): Scene {
    const { v, view, actors } = this.steps[this.at]!;
    return { v, asked: 0, view, moves: [], actors, clock: null };
  }
}
