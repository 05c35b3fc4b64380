/**
 * All a board may know about the rest of the program.
 *
 * A board is `src/hoofspiel/games/<slug>/web/index.ts`, which exports a `GameModule`; the shell finds it by its folder, loads
 * it when a table of that game is opened, and gives it `BoardProps`. A board draws `view`, offers exactly `moves`, and never
 * works out what is allowed, what a move would do, or who wins: all of that comes from the server.
 *
 * What the shell already draws around a board: header, log, chat, toasts, end panel, rules drawer, clocks'
 * source. What a board draws: its seats (with `Seat.svelte` and `Clock.svelte`), its table, the prompt, the hand and the choices.
 *
 * Time: the server sends steps (events and the whole view after them). The shell shows a step's events one by one as
 * `beat`, each as long as the game's `stage.beats` says, while `view` is still the old one; it puts in the new view (with
 * FLIP, see motion.ts) at the first event named in `stage.turn`, or after the last. So a reveal is drawn from `beat` and
 * `beats`, and nothing jumps unseen.
 *
 * One law for log, caption, live region and board: they tell the same fact at the same time. The log gets an event when it
 * comes on stage, never before; a board adds to an old view what `beats` tell, and takes from a new one what is `coming`.
 */
import type { Component } from "svelte";
import type { Sound } from "./sound";
import type { Texts } from "./texts";

/** `{event: "won", seat: 2, ...}`: the name of what happened, then its facts; seats are numbers. */
export interface GameEvent {
  event: string;
  [fact: string]: unknown;
}

/** One place at the table, as everybody sees it. */
export interface SeatInfo {
  seat: number;
  name: string;
  me: boolean;
  bot: boolean;
  /** of the bot that sits here or minds the place: novice, casual, club, master */
  level: string | null;
  /** connected; bots always are */
  here: boolean;
  /** a bot answers for an absent person */
  minded: boolean;
  /** this seat is asked for a choice now */
  asked: boolean;
  /** end of the time for this answer, in `performance.now()` milliseconds; null when no clock runs */
  until: number | null;
  /** spare time in milliseconds once that has run out */
  bank: number;
  winner: boolean;
}

/** One of several seats that people around one device hold: what it sees and may do. */
export interface Held<V> {
  seat: number;
  view: V;
  moves: readonly string[];
  prompt: string;
}

export interface BoardProps<V> {
  /** What this reader may know, whole; the generated type of the game's view.py. */
  view: V;
  /** The moves this seat may make now, in the game's words. Empty for watchers and whenever it is not asked. */
  moves: readonly string[];
  /** Several people around this one device: every seat held here, `me` among them. Nobody else has this. */
  around?: readonly Held<V>[];
  /** The device goes from hand to hand: nothing of a hand may be kept on it. */
  passes?: boolean;
  /** Make a move. Only one of `moves` is ever accepted. */
  play: (move: string) => void;
  /** Somebody pressed something that is not among `moves`: the server's reason appears, with the rule. */
  why: (move: string) => void;
  /** What to do now, in one sentence: draw it with `Prompt.svelte` above the hand. */
  prompt: string;
  /** The own move that is on its way: draw it as done (lifted, laid down) at once. */
  pending: string | null;
  /** The reader's seat; null for a watcher. */
  me: number | null;
  seats: readonly SeatInfo[];
  /** A player's name; "You" for the reader. */
  who: (seat: number) => string;
  /** The game's sentences and names of things, from its texts/xx.toml. */
  text: Texts;
  /** The event on stage now; null at rest. */
  beat: GameEvent | null;
  /** The events of this step that were shown so far, `beat` last; empty at rest. */
  beats: readonly GameEvent[];
  /** The events of this step that come on stage later: a view that is in already must not show them yet. */
  coming?: readonly GameEvent[];
  /** Common time of an open window (the same for everybody): end in `performance.now()` milliseconds, or null. */
  window_until: number | null;
  /** How often the reader may still stop the clock of a window, and how. */
  holds?: number;
  hold?: () => void;
  /** Something to be read stands on the board: what happens meanwhile is shown when it is put away. */
  reads?: (on: boolean) => void;
  /** So many steps wait for that, and whether the reader is asked something after them. */
  later?: { steps: number; asked: boolean };
  /** No movement wanted. */
  calm: boolean;
  over: boolean;
  /** Timed games only: the number of this view, and a press with the reaction time from the painting of view `seen`. */
  v?: number;
  press?: (move: string, rt_ms: number, seen: number, seat?: number) => void;
}

/** How long each event of the game stays on stage, and where the new view comes in. */
export interface Stage {
  /** event name -> milliseconds; an event not listed passes at once (it still goes to the log) */
  beats: Record<string, number>;
  /** event name -> what leads up to it: so many beats without any facts, `{event, n}` with n from 0, of so many milliseconds each: "One, two, three …" */
  leads?: Record<string, { event: string; ms: number; times: number }>;
  /** event name -> what follows it on stage: a beat without any facts, `{event}`, in which things go where they belong: the trick is swept */
  tails?: Record<string, { event: string; ms: number }>;
  /** The order in which a step's events come on stage, where that is not the order in which they are told: a fight from the weakest rat up. */
  order?: (events: readonly GameEvent[]) => readonly GameEvent[];
  /** Several of these in a row come on stage together, for the time of one. */
  together?: readonly string[];
  /** The new view replaces the old one when one of these events comes on stage. */
  turn?: readonly string[];
  /** event name -> the sound it makes when it comes on stage; or how to tell it from the event's facts */
  sounds?: Record<string, Sound | ((event: GameEvent) => Sound)>;
}

/** One card of the guided first round. */
export interface Guide {
  /** key in [tips] of the game's texts */
  tip: string;
  /** `data-guide` of the thing it points at; none for the table as a whole */
  at?: string;
}

/** What a game's own ending is drawn from. */
export interface EndingProps<V> {
  view: V;
  winners: readonly number[];
  points: readonly number[];
  text: Texts;
  who: (seat: number) => string;
}

/** What `games/<slug>/web/index.ts` exports. */
export interface GameModule {
  Board: Component<BoardProps<never>>;
  /** The board for people around one device, each with a side of the screen. Without it they take turns at `Board`. */
  Around?: Component<BoardProps<never>>;
  stage: Stage;
  guide?: readonly Guide[];
  /** The game does not wait for anybody: it is paused while somebody alone with bots reads the guide. */
  rushes?: boolean;
  /** How the points came about, for the end of the match. */
  Recap?: Component<{ view: never; events: readonly GameEvent[]; text: Texts; who: (seat: number) => string }>;
  /** How winning looks in this game: fills the stage for a moment before the end panel comes. It tells nothing the panel does not. */
  Ending?: Component<EndingProps<never>>;
  /** The sound of it. */
  endingSound?: Sound;
  /** A small picture for a seat, drawn in 48 px: the game's people. */
  Portrait?: Component<{ seat: number }>;
}

/** The part of a move after its first word: `rest("bid 7")` is `"7"`. */
export const rest = (move: string): string => move.slice(move.indexOf(" ") + 1);

/** All moves that begin with this word. */
export const starting = (moves: readonly string[], word: string): string[] =>
  moves.filter((move) => move === word || move.startsWith(word + " "));
