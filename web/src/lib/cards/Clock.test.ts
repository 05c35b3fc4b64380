import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Clock from "./Clock.svelte";

const DAY = 86_400_000;

test.each([
  [3 * DAY - 5000, "3 days"],
  [2.4 * DAY, "2 days"],
  [1.6 * DAY, "2 days"],
  [1.4 * DAY, "33:36 h"],
  [300_000 - 1, "5:00"],
  [9_000 - 1, "9"],
])("with %i ms left it says %s", (left, words) => {
  render(Clock, { until: performance.now() + left });
  expect(screen.getByRole("timer").textContent?.trim()).toBe(words);
});
