import { expect, test } from "vitest";
import { scaleOf, SIDE_WIDTH } from "./scale";

test("on a small desk everything has the size it was drawn with", () => {
  for (const [width, height] of [[1280, 800], [1100, 700], [1366, 768], [1920, 400]]) expect(scaleOf({ width: width!, height: height! }).board, `${width}`).toBeLessThanOrEqual(1.03);
  expect(scaleOf({ width: 1280, height: 800 })).toEqual({ board: 1, side: 1 });
});

test("on a large screen it grows until one of the sides is full, log and all", () => {
  for (const [width, height] of [[1920, 1080], [2560, 1440], [1600, 1200], [1280, 1024]]) {
    const { board, side } = scaleOf({ width: width!, height: height! });
    const full = [(board * 980) / (width! - SIDE_WIDTH * side), (board * 746) / (height! - 54 * side)];
    expect(Math.max(...full), `${width}x${height}`).toBeGreaterThan(0.97);
    expect(Math.max(...full), `${width}x${height}`).toBeLessThanOrEqual(1);
  }
  expect(scaleOf({ width: 2560, height: 1440 }).board).toBeGreaterThan(1.75);
});

test("nothing is ever drawn smaller, nor coarser than it bears", () => {
  expect(scaleOf({ width: 300, height: 200 })).toEqual({ board: 1, side: 1 });
  expect(scaleOf({ width: 15000, height: 9000 })).toEqual({ board: 3, side: 1.6 });
});
