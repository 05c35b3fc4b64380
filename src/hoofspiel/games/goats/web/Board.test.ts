import type { BoardProps, GameEvent } from "$lib/board";
import { propsOf, type Scene } from "$lib/scenes";
import { settings } from "$lib/settings.svelte";
import { render, screen } from "@testing-library/svelte";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import words from "../texts/en.toml";
import Board from "./Board.svelte";
import kept from "./scenes.json";
import type { View } from "./view.gen";

const scenes = kept as unknown as Scene[];
const find = (title: string): Scene => scenes.find((scene) => scene.title === title)!;
const open = (): HTMLElement[] => screen.queryAllByRole("button").filter((button) => button.ariaDisabled !== "true" && button.getAttribute("aria-disabled") !== "true");

describe.each(scenes.map((scene) => [scene.title, scene] as const))("%s", (_, scene) => {
  test("offers exactly the moves on offer", () => {
    render(Board, propsOf<View>(scene, words));
    const offered = open().map((button) => button.getAttribute("aria-label") ?? button.textContent!.trim());
    const wanted = new Set(scene.moves.map((move) => (move.startsWith("bid") || move === "pass" ? propsOf(scene, words).text.move(move) : words["bonus"]![move.split(" ")[0] as never])));
    expect(new Set(offered.map((label) => label.split(". ")[0]))).toEqual(wanted);
  });
  test("a watcher has nothing to press", () => {
    const watching = { ...scene, moves: [], view: { ...scene.view, me: null, my_bid: null, my_bonus: [] } };
    render(Board, propsOf<View>(watching, words));
    expect(open()).toEqual([]);
  });
});

test("the second press on a card sends the bid", async () => {
  const play = vi.fn();
  render(Board, propsOf<View>(find("4 seats, start"), words, { play }));
  const card = screen.getByRole("button", { name: "Bid 7" });
  card.click();
  expect(play).not.toHaveBeenCalled();
  card.click();
  expect(play).toHaveBeenCalledWith("bid 7");
});

test("a used card asks why", () => {
  const why = vi.fn();
  const scene = scenes.find((one) => Number(one.view["auction"]) > 1 && one.moves.some((move) => move.startsWith("bid")))!;
  render(Board, propsOf<View>(scene, words, { why }));
  const used = screen.getAllByRole("button", { name: /used$/ })[0]!;
  used.click();
  expect(why).toHaveBeenCalledWith(`bid ${used.textContent!.trim()}`);
});

describe("held cards", () => {
  const asked = scenes.find((scene) => (scene.view["my_bonus"] as string[]).length > 0 && scene.moves.includes("pass"))!;
  const playable = scenes.find((scene) => scene.moves.includes("pass") && scene.moves.some((move) => (scene.view["my_bonus"] as string[]).includes(move)))!;
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    settings.hold = false;
  });

  test("are asked for until the switch is on; then every window is passed, whatever lies in the hand", async () => {
    const play = vi.fn();
    render(Board, propsOf<View>(playable, words, { play }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(play).not.toHaveBeenCalled();
    screen.getByRole("switch", { name: "Hold my cards until I press one" }).click();
    await vi.advanceTimersByTimeAsync(1000);
    expect(play.mock.calls).toEqual([["pass"]]);
    expect(screen.queryByRole("button", { name: "Pass" })).toBeNull();
  });
  test("a card that is pressed is played, and one is asked again", async () => {
    const play = vi.fn();
    settings.hold = true;
    const { container } = render(Board, propsOf<View>(playable, words, { play }));
    container.querySelector<HTMLElement>(".tricks .card.allowed")!.click();
    await vi.advanceTimersByTimeAsync(5000);
    expect(play).toHaveBeenCalledTimes(1);
    expect(play.mock.calls[0]![0]).not.toBe("pass");
    expect(settings.hold).toBe(false);
  });
  test("the switch passes nothing for several around one device", async () => {
    const play = vi.fn();
    settings.hold = true;
    const around = [{ seat: 0, view: asked.view as unknown as View, moves: asked.moves, prompt: "" }];
    const people = propsOf<View>(asked, words).seats.map((info) => ({ ...info, bot: false }));
    render(Board, propsOf<View>(asked, words, { play, around, seats: people }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(play).not.toHaveBeenCalled();
  });
});

test("axe finds nothing", async () => {
  const { container } = render(Board, propsOf<View>(find("6 seats, start"), words));
  const found = await axe.run(container, { rules: { region: { enabled: false }, "color-contrast": { enabled: false } } });
  expect(found.violations.map((one) => one.id)).toEqual([]);
});

describe("what is on stage", () => {
  const sealed = scenes.find((scene) => scene.view["phase"] === "bidding" && scene.view["me"] === 0 && scene.names.length === 4)!;
  const bids = [7, 4, 5, 5].map((card, seat) => ({ event: "revealed", seat, card }));
  const show = (events: GameEvent[], view: Record<string, unknown> = sealed.view, more: Partial<BoardProps<View>> = {}) =>
    render(Board, propsOf<View>({ ...sealed, view, moves: [], events }, words, { calm: false, ...more }));

  test("while it is counted every bid lies face down, and nothing says what it is", () => {
    for (const n of [0, 1, 2]) {
      const { container, unmount } = show([{ event: "chant", n }]);
      expect(container.querySelectorAll(".slots .turn.down")).toHaveLength(4);
      expect(container.querySelector(".slots .face b")).toBeNull();
      expect(container.querySelector(".chant")!.textContent).toBe(["One", "Two", "Three"][n]);
      unmount();
    }
  });
  test("at Goat! they are up, and stay so whatever else comes in", async () => {
    const { container, rerender } = show(bids);
    for (let n = 0; n < 3; n++) {
      expect(container.querySelectorAll(".slots .turn:not(.down)")).toHaveLength(4);
      expect(container.querySelector(".chant")!.textContent).toBe("Goat!");
      await rerender(propsOf<View>({ ...sealed, moves: [], events: bids }, words, { calm: false, window_until: n }));
    }
  });
  test("a bid that was shown is gone when the next auction begins, and so is what struck it", () => {
    const next = { ...sealed.view, auction: 2, my_bid: null, dish: 9, players: (sealed.view["players"] as object[]).map((player) => ({ ...player, ready: false, card: null })) };
    const { container } = show([...bids, { event: "cancelled", value: 5, times: 2 }, { event: "won", winner: 0, dish: 3 }, { event: "auction", auction: 2 }], next);
    expect(container.querySelectorAll(".slots .card, .slots .out, .slots .best, .slots .peek")).toHaveLength(0);
  });
  test.each([["auction"], ["round"]])("the next dish is a secret until it is turned (%s)", (event) => {
    const next = { ...sealed.view, auction: 2, dish: 9, to_come: [1, 2, "draw"] };
    const { container } = show([{ event, auction: 2, round: 2 }], next);
    expect(container.querySelector(".dish .turn.down")).not.toBeNull();
    expect(container.querySelector(".menu .now")).toBeNull();
    expect([...container.querySelectorAll(".menu li:not(.gone)")].map((one) => one.textContent)).toEqual(["1", "2", "9", "?"]);
    expect(container.querySelector(".menu .unseen")!.textContent).toContain(words["dish"]!["9" as never]);
  });
  test("the points of a round make room for the next", () => {
    const scored = [{ event: "scored", seat: 0, points: 7 }];
    expect(show(scored).container.querySelector(".scores")).not.toBeNull();
    expect(show([...scored, { event: "round", round: 2 }]).container.querySelector(".scores")).toBeNull();
  });
});
