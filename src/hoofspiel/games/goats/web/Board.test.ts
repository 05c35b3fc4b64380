import { propsOf, type Scene } from "$lib/scenes";
import { render, screen } from "@testing-library/svelte";
import axe from "axe-core";
import { describe, expect, test, vi } from "vitest";
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

test("axe finds nothing", async () => {
  const { container } = render(Board, propsOf<View>(find("6 seats, start"), words));
  const found = await axe.run(container, { rules: { region: { enabled: false }, "color-contrast": { enabled: false } } });
  expect(found.violations.map((one) => one.id)).toEqual([]);
});
