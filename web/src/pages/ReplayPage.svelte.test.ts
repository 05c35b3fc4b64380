import { render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { go } from "$lib/router.svelte";
import ReplayPage from "./ReplayPage.svelte";

/** A game whose events stay on stage for a second each. */
vi.mock("../games", async (real) => ({ ...(await real<object>()), loadGame: () => Promise.resolve({ stage: { beats: { said: 1000 } }, guide: [] }) }));

const steps = Array.from({ length: 30 }, (_, v) => ({ v, view: { prompt: "wait" }, actors: [], events: [{ event: "said" }], seat: 0, move: "" }));
const replay = { table: { game: "unheard-of", seats: [] }, names: ["Ada", "Mia"], steps, over: true, winners: [0] };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("whoever goes away from a replay that plays is not called back by it", async () => {
  vi.stubGlobal("fetch", vi.fn(() => Promise.resolve(new Response(JSON.stringify(replay), { headers: { "content-type": "application/json" } }))));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  go("/t/abcd/replay");
  const { unmount } = render(ReplayPage, { id: "abcd" });
  await vi.waitFor(() => expect(location.search).toBe("?at=0"));
  screen.getByRole("button", { name: "Play" }).click();
  await vi.advanceTimersByTimeAsync(3000);
  expect(location.search).not.toBe("?at=0");
  go("/");
  unmount();
  await vi.advanceTimersByTimeAsync(5000);
  expect(location.pathname).toBe("/");
});
