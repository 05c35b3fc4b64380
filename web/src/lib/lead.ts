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

/** The focus was on something that is gone, or on the page as a whole. */
const adrift = (): boolean => keyboard && (document.activeElement === null || document.activeElement.matches("body, main"));

const FREE = "button:not([disabled], [aria-disabled='true'], [tabindex='-1'])";

/** To what can be pressed now: an explanation, a choice beside the question, a card. */
export function toQuestion(): void {
  if (!adrift()) return;
  const ways = [`.guide .primary`, `.prompt ${FREE}`, FREE].map((way) => `main ${way}`);
  focus(ways.map((way) => document.querySelector<HTMLElement>(way)).find((found) => found !== null));
}

export function toEnd(panel: HTMLElement): void {
  if (adrift()) focus(panel);
}
