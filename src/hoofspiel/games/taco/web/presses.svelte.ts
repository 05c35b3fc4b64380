/** One player's presses: felt at once, timed from the paint of the last reveal; a word too early waits for its beat. */
import type { View } from "./view.gen";

export const WORDS = ["taco", "cat", "goat", "cheese", "pizza"];
const FELT_MS = 160;
/** A held word goes out a little after its beat, so that it is never too early. */
const AFTER_BEAT_MS = 15;

export class Presses {
  /** What was pressed last, to be seen at once. */
  down = $state<string | null>(null);
  /** A word pressed before its beat: it goes out on the beat. */
  held = $state<string | null>(null);
  #painted = performance.now();
  #seen = 0;
  #reveal = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** What this player sees now; null while they cannot press anything. */
    readonly view: () => View | null,
    readonly send: (move: string, rt_ms: number, seen: number) => void,
  ) {}

  /** A view was put in: reactions count from the frame after the one that paints its card. */
  saw(reveal: number, v: number): void {
    if (reveal === this.#reveal) return;
    this.#reveal = reveal;
    this.held = null;
    requestAnimationFrame(() => requestAnimationFrame(() => ([this.#painted, this.#seen] = [performance.now(), v])));
  }

  press(move: string, at: number): void {
    const view = this.view();
    if (!view) return;
    this.down = move;
    setTimeout(() => (this.down === move ? (this.down = null) : undefined), FELT_MS);
    const wait = this.#painted + view.beat - at;
    if (move.startsWith("say ") && view.turn === view.me && view.centre > 0 && wait > 0) {
      this.held = move;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.held && ((this.held = null), this.#go(move, performance.now())), wait + AFTER_BEAT_MS);
      return;
    }
    this.#go(move.startsWith("slap ") && view.reveal ? `${move} #${view.reveal}` : move, at);
  }

  #go(move: string, at: number): void {
    this.send(move, Math.max(0, at - this.#painted), this.#seen);
  }

  hit = (move: string) => (event: PointerEvent): void => {
    event.preventDefault();
    this.press(move, event.timeStamp);
  };

  enter = (move: string) => (event: KeyboardEvent): void => {
    if ((event.key !== "Enter" && event.key !== " ") || event.repeat) return;
    event.preventDefault();
    this.press(move, event.timeStamp);
  };

  /** Pressed, or held back for the beat. */
  shows(move: string): boolean {
    return this.down === move || this.held === move;
  }
}
