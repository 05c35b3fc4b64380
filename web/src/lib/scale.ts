/** How much larger than on a small desk everything on a table is drawn, so that a board fills the screen it is given. */

/** The space that boards are drawn for, in pixels: what a window of 1280×800 leaves beside the log and under the bar. */
const DRAWN_FOR = { width: 980, height: 746 };
const BAR = 54;
export const SIDE_WIDTH = 300;
/** Beyond this things are no longer nearer, only coarser. */
const MOST = 3;

export interface Scale {
  /** of the board and all that lies on it */
  board: number;
  /** of the bar above it and the log beside it: read from the same chair, but by whoever leans forward */
  side: number;
}

/** In hundredths, so that a window dragged by a pixel redraws nothing. */
const hundredths = (scale: number): number => Math.floor(scale * 100) / 100;

/** The window's size alone decides: a band that comes and goes above the board changes nothing on it. */
export function scaleOf(window: { width: number; height: number }): Scale {
  const side = hundredths(Math.min(1.6, Math.max(1, Math.min(0.45 + window.height / 1450, window.width / 1280))));
  const tall = (window.height - BAR * side) / DRAWN_FOR.height;
  const broad = (window.width - SIDE_WIDTH * side) / DRAWN_FOR.width;
  return { board: hundredths(Math.min(MOST, Math.max(1, Math.min(tall, broad)))), side };
}

/** How much larger than its own lengths say a thing is drawn: what was measured on the screen is divided by this. */
export function scaled(thing: Element): number {
  return thing.currentCSSZoom || 1;
}
