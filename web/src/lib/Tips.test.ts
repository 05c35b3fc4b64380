import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Tips from "./Tips.svelte";

let pressed = 0;
beforeEach(() => {
  vi.useFakeTimers();
  pressed = 0;
  document.body.innerHTML = '<button data-tip="Gun. Once: subtract 3."><i>sign</i></button><p>plain</p>';
  document.querySelector("button")!.addEventListener("click", () => pressed++);
  render(Tips);
});
afterEach(() => void vi.useRealTimers());
const sign = () => document.querySelector("i")!;
const pointer = (type: string, thing: Element, pointerType: string, x = 0) => fireEvent(thing, Object.assign(new MouseEvent(type, { bubbles: true, clientX: x }), { pointerType }));

test("a mouse that stays over a thing is told what it is, and no longer when it goes", async () => {
  await pointer("pointerover", sign(), "mouse");
  expect(screen.queryByRole("tooltip")).toBeNull();
  await vi.advanceTimersByTimeAsync(300);
  expect(screen.getByRole("tooltip").textContent).toBe("Gun. Once: subtract 3.");
  await pointer("pointerover", document.querySelector("p")!, "mouse");
  expect(screen.queryByRole("tooltip")).toBeNull();
});

test("a long press asks and does not press; a short one presses and does not ask", async () => {
  await pointer("pointerdown", sign(), "touch");
  await vi.advanceTimersByTimeAsync(500);
  await pointer("pointerup", sign(), "touch");
  await fireEvent.click(sign());
  expect([screen.queryByRole("tooltip")?.textContent, pressed]).toEqual(["Gun. Once: subtract 3.", 0]);
  await pointer("pointerdown", sign(), "touch");
  await pointer("pointerup", sign(), "touch");
  await fireEvent.click(sign());
  await vi.advanceTimersByTimeAsync(1000);
  expect([screen.queryByRole("tooltip"), pressed]).toEqual([null, 1]);
});

test("a finger that moves on drags, and asks nothing", async () => {
  await pointer("pointerdown", sign(), "touch");
  await pointer("pointermove", sign(), "touch", 40);
  await vi.advanceTimersByTimeAsync(1000);
  expect(screen.queryByRole("tooltip")).toBeNull();
});
