import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Decision, Review } from "$lib/protocol.gen";
import { go } from "$lib/router.svelte";
import ReviewPage from "./ReviewPage.svelte";

vi.mock("../games", async (real) => ({ ...(await real<object>()), loadGame: () => Promise.resolve(null), loadTexts: () => Promise.resolve(null) }));

const steps = Array.from({ length: 9 }, (_, v) => ({ v, view: { prompt: "wait" }, actors: [0, 1], events: [], seat: v % 2, move: `bid ${v}` }));
const replay = { table: { game: "unheard-of", seats: [] }, names: ["Ada", "Mia"], steps, over: true, winners: [0], points: [1, 0], seat: 0 };
const decision = (move: number, mistake: boolean): Decision => ({ move, played: `bid ${move + 1}`, best: "bid 9", cost: mistake ? 0.2 : 0, low: mistake ? 0.1 : 0, high: 0.3, others: [{ move: "bid 9", cost: 0 }], why: "Because.", chance: 0.5, mistake, samples: 9 });
const review: Review = {
  game: "unheard-of", seats: 2, seat: 0, value: { name: "playouts-1", hash: "aa" }, decisions: [decision(1, false), decision(3, true), decision(5, false)],
  result: { chance: 0.1, own: -0.2, others: 0.1, unexplained: 0.5, total: 0.5 }, curve: [{ move: 1, chance: 0.5 }, { move: 3, chance: 0.7 }, { move: 8, chance: 1 }], moments: [1, 3], luck_measured: true, times: {},
};

/** The answers to questions for a review, the last one for ever. */
function server(...answers: [number, object][]) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", vi.fn((path: string) => {
    asked.push(path);
    const [status, body] = path.includes("/review") ? (answers.length > 1 ? answers.shift()! : answers[0]!) : [200, path === "/api/me" ? { person: "p", name: "Ada" } : replay];
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } }));
  }));
  return asked;
}
let wide = false;
beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: wide, addEventListener() {}, removeEventListener() {} })));
afterEach(() => vi.unstubAllGlobals());

test("the curve comes first, then everything, and a choice shows what it cost", async () => {
  wide = false;
  server([202, { done: 0, of: 8, curve: [], decisions: [], rough: true }], [202, { done: 3, of: 8, curve: review.curve, decisions: [], rough: false }], [200, review]);
  go("/t/abcd/review?seat=0");
  render(ReviewPage, { id: "abcd" });
  await screen.findByText(/^A first, rough curve/);
  await screen.findByText("The coach has looked at 3 of 8 moves…", {}, { timeout: 3000 });
  expect(screen.getByRole("img", { name: /from 50 % at the first choice to 100 %/ })).toBeTruthy();
  await screen.findByText("3 real decisions, 1 mistake.", {}, { timeout: 3000 });
  expect(within(document.querySelector("table")!).getAllByRole("row", { hidden: true })).toHaveLength(4);
  expect(document.querySelectorAll(".list button")).toHaveLength(1);
  await fireEvent.click(screen.getByRole("radio", { name: "All" }));
  expect(document.querySelectorAll(".list button")).toHaveLength(3);
  await fireEvent.click(document.querySelectorAll(".list button")[1]!);
  expect(location.search).toBe("?seat=0&at=3");
  expect(screen.getByText("It cost 20 points (very likely 10 to 30). Better: bid 9.")).toBeTruthy();
  expect(screen.getByText("Better: bid 9 (10 to 30)")).toBeTruthy();
  expect(screen.getByText("Because.")).toBeTruthy();
  await fireEvent.keyDown(document.body, { key: "ArrowRight" });
  expect(location.search).toBe("?seat=0&at=5");
  expect(screen.getByText("Nothing better was found.")).toBeTruthy();
});

test("on a wide screen the first mistake stands there at once; another's eyes are told apart", async () => {
  wide = true;
  const asked = server([200, review]);
  go("/t/abcd/review?seat=0");
  render(ReviewPage, { id: "abcd" });
  await vi.waitFor(() => expect(location.search).toBe("?seat=0&at=3"));
  const eyes = await screen.findByRole("group", { name: "The table as seen by" });
  expect(document.querySelector(".untold")).toBe(null);
  await fireEvent.click(within(eyes).getByRole("button", { name: "Mia" }));
  await vi.waitFor(() => expect(document.querySelector(".untold .flag")!.textContent).toContain("You could not know this."));
  expect(asked).toContain("/api/tables/abcd/replay?seat=1");
});

test("who is nobody yet becomes a guest; a refusal is told in its own words", async () => {
  wide = false;
  const asked = server([401, { error: "no_name", reason: "Say who you are first." }], [409, { error: "not_over", reason: "The match still runs." }]);
  go("/t/abcd/review?seat=0");
  render(ReviewPage, { id: "abcd" });
  await screen.findByText("The match still runs.");
  expect(asked.filter((path) => path.includes("/review"))).toHaveLength(2);
});

test("a game of reactions tells times instead of values, beside the levels and one's last matches", async () => {
  wide = true;
  const times = (pace: number) => ({ reactions: { match: { slaps: 4, median_ms: 400, others_median_ms: 500 } }, told: ["Last to slap once."], faults: { slow: pace > 600 ? 5 : 2 }, last: 1, pace, levels: { club: 530, master: 390 } });
  const of = (pace: number) => [200, { ...review, decisions: [], curve: [], moments: [], times: times(pace) }] as [number, object];
  const past = (id: string, ended: number, game = "unheard-of") => ({ id, game, names: [], seat: 0, points: [], winners: [], ended, replays: true, offline: false });
  server(of(601), of(702));
  const plain = fetch;
  const asked: string[] = [];
  vi.stubGlobal("fetch", vi.fn((path: string) => {
    asked.push(path);
    const matches = [past("later", 9), past("abcd", 5), past("other", 4, "something-else"), past("older", 3)];
    return path === "/api/me/history" ? Promise.resolve(new Response(JSON.stringify({ matches }), { headers: { "content-type": "application/json" } })) : plain(path);
  }));
  go("/t/abcd/review?seat=0");
  render(ReviewPage, { id: "abcd" });
  await screen.findByText("Last to slap once.");
  expect(screen.getByText("400 ms")).toBeTruthy();
  expect(screen.getByText("601 ms")).toBeTruthy();
  expect(screen.getByText("Master")).toBeTruthy();
  expect(screen.queryByText("Where the result came from")).toBe(null);
  await screen.findByText("702 ms");
  expect(screen.getByText(/5 faults, last to slap 1 time/, { selector: "li:last-child" })).toBeTruthy();
  expect(asked.filter((path) => path.includes("/review"))).toEqual(["/api/tables/abcd/review?seat=0", "/api/tables/older/review?seat=0"]);
});
