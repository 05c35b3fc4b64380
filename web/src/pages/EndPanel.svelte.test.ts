import { render } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { GameEvent, GameModule } from "$lib/board";
import type { TableMessage } from "$lib/protocol.gen";
import { LiveTable } from "$lib/table.svelte";
import EndPanel from "./EndPanel.svelte";

/** How it came about, as a game might tell it: every event by its number. */
const Recap = ((anchor: ChildNode, props: { events: readonly GameEvent[] }) => {
  const told = document.createElement("p");
  told.className = "recap";
  anchor.before(told);
  $effect(() => {
    told.textContent = props.events.map((event) => event["n"]).join(" ");
  });
}) as unknown as GameModule["Recap"];

const seats = ["Ada", "Mia"].map((name) => ({ kind: "person", name, person: name, level: null, here: true, minded: false }));
const events = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => ({ event: "said", n: from + at }));

function ended(told: readonly object[]): LiveTable {
  const made = new LiveTable("abcd");
  made.take({ t: "welcome", me: "Ada", name: "Ada", seat: 0, host: true, chat: [], muted: [], orders: [], table: { state: "over", seats } } as unknown as TableMessage);
  made.take({ t: "state", v: 9, asked: 9, moves: [], actors: [], view: { prompt: "over" }, log: told, clock: { running: [], window_ms: null, paused: false, holds_left: 0 } } as unknown as TableMessage);
  made.take({ t: "over", v: 9, points: [3, 5], winners: [1], secret: "" } as unknown as TableMessage);
  return made;
}

/** What the server is asked for, and what it answers. */
function server(steps: readonly object[]) {
  const asked = vi.fn((path: string) => Promise.resolve(new Response(JSON.stringify({ steps, path }), { headers: { "content-type": "application/json" } })));
  vi.stubGlobal("fetch", asked);
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

const recap = (container: HTMLElement) => container.querySelector(".recap")!.textContent;

test("who came late to a long match reads how all of it came about", async () => {
  const asked = server([{ events: events(0, 250) }, { events: events(250, 400) }]);
  const { container } = render(EndPanel, { table: ended(events(100, 400)), id: "abcd", Recap: Recap! });
  expect(recap(container)).toBe(events(100, 400).map(({ n }) => n).join(" "));
  await vi.waitFor(() => expect(recap(container)).toBe(events(0, 400).map(({ n }) => n).join(" ")));
  expect(asked.mock.calls.map(([path]) => path)).toEqual(["/api/tables/abcd/replay?seat=0"]);
});

test("who has heard it all does not ask again, and without an answer what was heard is told", async () => {
  const asked = server([]);
  expect(recap(render(EndPanel, { table: ended(events(0, 20)), id: "abcd", Recap: Recap! }).container)).toMatch(/^0 .* 19$/);
  expect(asked).not.toHaveBeenCalled();
  vi.stubGlobal("fetch", vi.fn(() => Promise.reject(new TypeError("offline"))));
  const { container } = render(EndPanel, { table: ended(events(100, 400)), id: "abcd", Recap: Recap! });
  await new Promise((done) => setTimeout(done, 20));
  expect(recap(container)).toMatch(/^100 .* 399$/);
});
