import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import type { GameEvent } from "$lib/board";
import { sceneProps, type Scene } from "$lib/scene_props";
import Arrange from "./Arrange.svelte";
import Board from "./Board.svelte";
import Recap from "./Recap.svelte";
import scenes from "./scenes.json";
import type { View } from "./view.gen";

const words = {
  moves: { chase: "Chase", take: "Take", offer: "Offer {1}", pass: "Pass", attack: "Attack {1}", finish: "Finish" },
  board: { "slot-sheep": "sheep {slot}", "slot-empty": "free {slot}", more: "More", less: "Less" }, token_what: {}, token: {},
};

function show(scene: Scene<View>) {
  const { props, ...calls } = sceneProps(scene, words);
  render(Board, props);
  return calls;
}

const all = scenes as unknown as Scene<View>[];
const wolf = all.find((scene) => scene.moves.includes("chase") && scene.moves.includes("take"))!;
const special = all.find((scene) => scene.moves.filter((move) => move.startsWith("offer ")).length > 2)!;
const ending = all.find((scene) => scene.moves.some((move) => move.startsWith("attack ")))!;

test("chase or take, and nothing else", () => {
  const { play } = show(wolf);
  screen.getByRole("button", { name: /^Chase/ }).click();
  screen.getByRole("button", { name: /^Take/ }).click();
  expect(play.mock.calls).toEqual([["chase"], ["take"]]);
});

test("offers step through what is on offer", async () => {
  const { play } = show(special);
  const offers = special.moves.filter((move) => move.startsWith("offer "));
  screen.getByRole("button", { name: "More" }).click();
  await tick();
  screen.getByRole("button", { name: offers[1]!.replace("offer", "Offer") }).click();
  expect(play).toHaveBeenCalledWith(offers[1]);
});

test("row wolves on offer can be sent, and the end left to the table", () => {
  const { play } = show(ending);
  const attack = ending.moves.find((move) => move.startsWith("attack "))!;
  screen.getByRole("button", { name: attack.replace("attack", "Attack") }).click();
  screen.getByRole("button", { name: "Finish" }).click();
  expect(play.mock.calls).toEqual([[attack], ["finish"]]);
});

test("a move token asks for its sheep and its slot", async () => {
  const farm = wolf.view.farms[wolf.view.me!]!;
  const moving: Scene<View> = { ...wolf, moves: ["chase", "move MOVE_V 8 5"], view: { ...wolf.view, farms: wolf.view.farms.map((one, seat) => (seat === wolf.view.me ? { ...farm, tokens: ["MOVE_V"], spent: [] } : one)) } };
  const { play } = show(moving);
  screen.getByRole("button", { name: /MOVE_V/ }).click();
  await tick();
  screen.getByRole("button", { name: /(sheep|free) 8/ }).click();
  await tick();
  screen.getByRole("button", { name: /(sheep|free) 5/ }).click();
  expect(play).toHaveBeenCalledWith("move MOVE_V 8 5");
});

test("a watcher plays nothing", () => {
  const { play } = show({ ...wolf, moves: [], view: { ...wolf.view, me: null } });
  for (const button of screen.queryAllByRole("button")) button.click();
  expect(play).not.toHaveBeenCalled();
});

function withTokens(moves: string[]): Scene<View> {
  const farm = wolf.view.farms[wolf.view.me!]!;
  const tokens = [...new Set(moves.map((move) => move.split(" ")[1]!))];
  return { ...wolf, moves: ["chase", ...moves], view: { ...wolf.view, farms: wolf.view.farms.map((one, seat) => (seat === wolf.view.me ? { ...farm, sheep: [8], tokens, spent: [] } : one)) } };
}

/** Drags the sheep of one slot to another; jsdom knows no layout, so what lies below the finger is said. */
async function drag(from: number, to: number) {
  const slot = (at: number) => document.querySelector<HTMLElement>(`.farm.big [data-slot="${at}"]`)!;
  HTMLElement.prototype.setPointerCapture = vi.fn();
  document.elementsFromPoint = () => [slot(to)];
  await fireEvent.pointerDown(slot(from), { button: 0, clientX: 0, clientY: 0 });
  await fireEvent.pointerMove(slot(from), { clientX: 60, clientY: 60 });
  await fireEvent.pointerUp(slot(from), { clientX: 60, clientY: 60 });
  await fireEvent.click(slot(from));
}

test("a sheep is dragged with the token that leads there", async () => {
  const { play } = show(withTokens(["move MOVE_V 8 5", "move MOVE_H 8 9"]));
  await drag(8, 9);
  expect(play.mock.calls).toEqual([["move MOVE_H 8 9"]]);
});

test("where two tokens lead, the drag asks which; where none leads, nothing happens", async () => {
  const { play } = show(withTokens(["move MOVE_V 8 5", "move MOVE_NN 8 5"]));
  await drag(8, 7);
  expect(play).not.toHaveBeenCalled();
  await drag(8, 5);
  expect(play).not.toHaveBeenCalled();
  await fireEvent.click(within(document.querySelector<HTMLElement>(".prompt")!).getByRole("button", { name: "MOVE_NN" }));
  expect(play.mock.calls).toEqual([["move MOVE_NN 8 5"]]);
});

test("an offer says what it would do to the sum", () => {
  const offer = special.moves.find((move) => move.startsWith("offer "))!;
  const { props } = sceneProps(special, { ...words, board: { ...words.board, outlook: "then {points}" } });
  render(Board, props);
  expect(document.querySelector(".bid")!.textContent).toContain(`then ${special.view.outlook[offer]}`);
});

const over = all.find((scene) => scene.view.arrange && scene.view.arrange.sheep.length && scene.view.arrange.cubes)!;
const sums = { board: { "my-sum": "sum {points};", "best-sum": "best {points}", "as-good": "as good", "show-best": "Best", "sheep-bare": "bare {slot}", "sheep-cube": "cube {slot}", "sheep-token": "{token} {slot}" } };

test("arranged by hand: a cube earns the slot, and the best can be shown", async () => {
  const { arrange, farms, me } = over.view;
  const best = farms[me!]!.now!;
  const { props } = sceneProps(over, sums);
  render(Arrange, { given: arrange!, farm: farms[me!]!, best, text: props.text });
  const bare = arrange!.idle[arrange!.cubes]! + arrange!.herd;
  expect(screen.getByRole("status").textContent).toContain(`sum ${bare};`);
  const slot = arrange!.sheep.at(-1)!;
  await fireEvent.click(screen.getByRole("button", { name: `bare ${slot}` }));
  expect(screen.getByRole("button", { name: `cube ${slot}` })).toBeTruthy();
  expect(screen.getByRole("status").textContent).toContain(`sum ${slot + arrange!.idle[arrange!.cubes - 1]! + arrange!.herd};`);
  await fireEvent.click(screen.getByRole("button", { name: "Best" }));
  expect(screen.getByRole("status").textContent).toContain(`sum ${best.points};`);
  expect(screen.getByRole("status").textContent).toContain("as good");
});

test("what Farmhands earn is a special's, not idle cubes'", () => {
  const now = { points: 15, survivors: 1, steps: [], with_cube: [9], without_cube: [], sets: [], idle_cubes: 4, idle_points: 6, herd_points: 0 };
  const { props } = sceneProps(over, { board: { farmhands: "Farmhands with {cubes}: {points}", idle: "idle {cubes}: {points}" } });
  const view = { ...over.view, me: 0, arrange: null, farms: [{ ...over.view.farms[0]!, now: { ...now, hands: true } }, { ...over.view.farms[1]!, now: { ...now, hands: false, idle_points: 2, points: 11 } }] };
  const { container } = render(Recap, { view, text: props.text, who: (seat: number) => ["Ada", "Ben"][seat]! });
  const rows = [...container.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent!.trim()));
  expect(rows.map((cells) => cells.slice(-4))).toEqual([["9", "6", "0", "15"], ["9", "0", "2", "11"]]);
  expect(container.textContent).toContain("Farmhands with 4: 6");
});

test("a farm that has been scored can be puzzled over in the recap, not on the board", () => {
  const { props } = sceneProps(over, words);
  const { container } = render(Board, { ...props, over: true });
  expect(container.textContent).not.toContain("arrange");
});

test("tokens take the sheep they ask for and no more, and pay only with their cubes", async () => {
  const given = { sheep: [1, 2, 3], cubes: 1, sets: [{ token: "BREED", sheep: 2, cubes: 1, points: 10 }], idle: [0, 0], herd: 0 };
  const { props } = sceneProps(over, sums);
  render(Arrange, { given, farm: { ...over.view.farms[0]!, slots: [7, 8, 9, 4, 5, 6, 1, 2, 3] }, best: over.view.farms[over.view.me!]!.now!, text: props.text });
  const tap = (slot: number) => fireEvent.click(screen.getByRole("button", { name: new RegExp(` ${slot}$`) }));
  await tap(1);                                     // a cube: 1 point
  expect(screen.getByRole("status").textContent).toContain("sum 1;");
  for (const slot of [2, 3]) await tap(slot);       // no cube left, so both go to the token, which lacks its cube
  expect(screen.getByRole("status").textContent).toContain("sum 1;");
  await tap(1);                                     // the token is full: no cube, no token; now its cube is there
  expect(screen.getByRole("status").textContent).toContain("sum 10;");
});

test("a question with one answer answers itself, but not before it was read", () => {
  vi.useFakeTimers();
  const forced = all.find((scene) => scene.moves.length === 1 && scene.moves[0] === "take")!;
  const { play } = show(forced);
  vi.advanceTimersByTime(1000);
  expect(play).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(play.mock.calls).toEqual([["take"]]);
  vi.useRealTimers();
});

test("what is told of a token stands beside it until the next one is announced", async () => {
  const next = all.find((scene) => scene.events.length && scene.after && scene.after.place === scene.view.place + 1 && scene.events.every((event) => event.event !== "wolf" && event.event !== "special" && event.event !== "row-wolf"))!;
  const { props } = sceneProps(next, words);
  const { container, rerender } = render(Board, props);
  const step = () => [...container.querySelectorAll(".path li")].findIndex((one) => one.getAttribute("aria-current") === "step");
  expect(step()).toBe(next.view.place);
  const beats = next.events as GameEvent[];
  await rerender({ ...props, view: next.after!, beat: beats.at(-1)!, beats });
  expect(step()).toBe(next.view.place);
  const news: GameEvent = { event: "special", token: "GUN" };
  await rerender({ ...props, view: next.after!, beat: news, beats: [...beats, news] });
  expect(step()).toBe(next.after!.place);
});
