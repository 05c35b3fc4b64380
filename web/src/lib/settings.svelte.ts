/** What a person chose on this device. Kept in the browser; the name also travels to the server when a seat is taken. */
import { speech } from "./words";

export const PACES = ["slow", "normal", "quick", "once"] as const;
export type Pace = (typeof PACES)[number];
const SHARE: Record<Pace, number> = { slow: 1.7, normal: 1, quick: 0.45, once: 0 };

export interface Choices {
  name: string;
  /** Empty: the browser's own. */
  language: string;
  theme: "auto" | "light" | "dark";
  sound: boolean;
  /** A phone buzzes when its owner is asked. */
  touch: boolean;
  motion: "auto" | "full" | "calm";
  /** How long what happens stays on stage, bots' moves too. */
  pace: Pace;
  type: "normal" | "large" | "larger";
  marks: boolean;
  /** Where cards may be played between two questions: they stay in the hand until one is pressed. */
  hold: boolean;
  /** One tap plays a card; else the first chooses it and the second plays it. */
  tap: boolean;
  /** A choice of one is made by itself, after a moment. */
  forced: boolean;
  /** Bots say a word now and then. */
  chatter: boolean;
  /** Words that are said at the table are heard, where the game has some. */
  voice: boolean;
  /** Against whom one played last, by game. */
  opponents: Record<string, { level: "novice" | "casual" | "club" | "master"; seats: number }>;
  /** Games whose guided first round was seen or skipped. */
  guided: string[];
}

const DEFAULTS: Choices = {
  name: "", language: "", theme: "auto", sound: true, touch: true, motion: "auto", pace: "normal", type: "normal", marks: false, hold: false, tap: false, forced: true, chatter: true, voice: false, opponents: {}, guided: [],
};
const KEY = "hoofspiel.settings";

function load(): Choices {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Choices>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Choices = $state(load());

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage may be full or forbidden: the choices then last as long as the page.
  }
  show();
}

/** Everything is said anew in another language: the page is loaded again. */
export function speakFromNow(language: string): void {
  settings.language = language;
  keep();
  location.reload();
}

/** Puts the choices that style sheets read on the root element. */
export function show(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion;
  root.dataset.type = settings.type;
  root.dataset.marks = settings.marks ? "on" : "off";
  root.lang = speech().code;
  // Staged movements take as long as the beat they belong to.
  root.style.setProperty("--pace", String(SHARE[settings.pace] ?? 1));
}

/** How long things take at the pace of whoever plays here, beside a normal pace. */
export const share = (): number => SHARE[settings.pace] ?? 1;

/** What takes this long at a normal pace, at the pace of whoever plays here. */
export function paced(ms: number): number {
  return ms * share();
}

/** No movement wanted: facts come in the same order, without flight. */
export function calm(): boolean {
  if (settings.motion !== "auto") return settings.motion === "calm";
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
