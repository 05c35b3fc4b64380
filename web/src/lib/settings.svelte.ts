/** What a person chose on this device. Kept in the browser; the name also travels to the server when a seat is taken. */

export interface Choices {
  name: string;
  language: "en";
  theme: "auto" | "light" | "dark";
  sound: boolean;
  motion: "auto" | "full" | "calm";
  type: "normal" | "large" | "larger";
  marks: boolean;
  /** Games whose guided first round was seen or skipped. */
  guided: string[];
}

const DEFAULTS: Choices = {
  name: "", language: "en", theme: "auto", sound: true, motion: "auto", type: "normal", marks: false, guided: [],
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

/** Puts the choices that style sheets read on the root element. */
export function show(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion;
  root.dataset.type = settings.type;
  root.dataset.marks = settings.marks ? "on" : "off";
  root.lang = settings.language;
}

/** No movement wanted: facts come in the same order, without flight. */
export function calm(): boolean {
  if (settings.motion !== "auto") return settings.motion === "calm";
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
