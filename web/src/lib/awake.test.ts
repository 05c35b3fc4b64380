import { afterEach, expect, test, vi } from "vitest";
import { nudge, stayAwake } from "./awake";
import { settings } from "./settings.svelte";

const given = (name: string, value: unknown) => Object.defineProperty(navigator, name, { value, configurable: true });
afterEach(() => {
  settings.touch = true;
  for (const name of ["wakeLock", "vibrate", "userActivation"]) Reflect.deleteProperty(navigator, name);
});

test("the screen stays on, is asked for again after the page was hidden, and is let go at the end", async () => {
  const release = vi.fn(() => Promise.resolve());
  const request = vi.fn(() => Promise.resolve({ release }));
  given("wakeLock", { request });
  const done = stayAwake();
  await Promise.resolve();
  document.dispatchEvent(new Event("visibilitychange"));
  await Promise.resolve();
  expect(request).toHaveBeenCalledTimes(2);
  done();
  expect(release).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(request).toHaveBeenCalledTimes(2);
});

test("a device that refuses or knows nothing of it plays on", async () => {
  expect(() => stayAwake()()).not.toThrow();
  given("wakeLock", { request: () => Promise.reject(new Error("battery")) });
  const done = stayAwake();
  await Promise.resolve();
  expect(() => done()).not.toThrow();
});

test("a phone buzzes when it is your turn, unless told not to", () => {
  expect(() => nudge()).not.toThrow();
  const vibrate = vi.fn();
  given("vibrate", vibrate);
  given("userActivation", { hasBeenActive: false });
  nudge();
  expect(vibrate, "before anybody touched the page, browsers complain").not.toHaveBeenCalled();
  given("userActivation", { hasBeenActive: true });
  nudge();
  settings.touch = false;
  nudge();
  expect(vibrate).toHaveBeenCalledTimes(1);
});
