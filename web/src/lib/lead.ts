/** Where the focus goes when nobody has put it anywhere: whoever plays by keyboard is led to a new page, a question, an end. */

let keyboard = false;
addEventListener("keydown", () => (keyboard = true), true);
addEventListener("pointerdown", () => (keyboard = false), true);

function focus(place: HTMLElement | null | undefined): void {
  if (!place) return;
  if (place.tabIndex < 0) place.tabIndex = -1; // a place that can be read, not one to stop at
  place.focus({ preventScroll: place.matches("main") });
}

/** Past the bar, to what the page is about. */
export const toMain = (): void => focus(document.querySelector<HTMLElement>("main"));

/** The focus was on something that is gone or of no use now, or on the page as a whole. */
const adrift = (): boolean => keyboard && (document.activeElement === null || document.activeElement.matches("body, main, main [aria-disabled='true']"));

const FREE = "button:not([disabled], [aria-disabled='true'], [tabindex='-1'])";

const ON_THE_TABLE = [`main [data-lead] ${FREE}`, `main .prompt ${FREE}`, `main ${FREE}`];
const firstOf = (ways: string[]): HTMLElement | null => ways.map((way) => document.querySelector<HTMLElement>(way)).find((found) => found !== null) ?? null;

/** To what can be pressed now: an explanation, what a board calls the first choice (`data-lead`), a choice beside the question, a card. */
export function toQuestion(): void {
  if (!adrift()) return;
  focus(firstOf([".guide .primary", ...ON_THE_TABLE]));
}

/** Back to the table from something that has just closed. */
export const toTable = (): void => focus((keyboard ? firstOf(ON_THE_TABLE) : null) ?? document.querySelector<HTMLElement>("main"));

export function toEnd(panel: HTMLElement): void {
  if (adrift()) focus(panel);
}
