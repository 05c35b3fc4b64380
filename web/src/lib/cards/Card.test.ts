import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import Card from "./Card.svelte";

beforeAll(() => void (Element.prototype.setPointerCapture ??= () => {}));

async function pull(up: number, { ends = "pointerup", allowed = true } = {}) {
  const [onpress, onswipe] = [vi.fn(), vi.fn()];
  const { unmount } = render(Card, { label: "7", onpress, onswipe, allowed });
  const card = screen.getByRole("button", { name: "7" });
  const at = (type: string, y: number) => fireEvent(card, new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0, clientX: 100, clientY: y }));
  await at("pointerdown", 300);
  await at("pointermove", 300 - up);
  await at(ends, 300 - up);
  if (ends === "pointerup") card.click();
  const found = { pressed: onpress.mock.calls.length, swiped: onswipe.mock.calls.length, left: card.style.translate };
  unmount();
  return found;
}

test("a card swiped up is played, and not pressed as well", async () => {
  expect(await pull(80)).toEqual({ pressed: 0, swiped: 1, left: "" });
});

test("a card let go in the hand goes back, and is neither played nor pressed", async () => {
  expect(await pull(20)).toEqual({ pressed: 0, swiped: 0, left: "" });
});

test("a finger that trembles has pressed", async () => {
  expect(await pull(3)).toEqual({ pressed: 1, swiped: 0, left: "" });
});

test("what the browser takes away was not played", async () => {
  expect(await pull(80, { ends: "pointercancel" })).toEqual({ pressed: 0, swiped: 0, left: "" });
});

test("a card that may not be played stays where it is", async () => {
  expect((await pull(80, { allowed: false })).swiped).toBe(0);
});
