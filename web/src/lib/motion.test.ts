import { cleanup, render } from "@testing-library/svelte";
import type { Component } from "svelte";
import { describe, expect, test } from "vitest";
import type { GameModule } from "./board";
import { mainPhases, propsOf, type Scene } from "./scenes";
import type { GameTexts } from "./texts";

const GAMES = "../../../src/hoofspiel/games";
const modules = import.meta.glob<GameModule>("../../../src/hoofspiel/games/*/web/index.ts", { eager: true });
const kept = import.meta.glob<Scene[]>("../../../src/hoofspiel/games/*/web/scenes.json", { eager: true, import: "default" });
const words = import.meta.glob<GameTexts>("../../../src/hoofspiel/games/*/texts/en.toml", { eager: true, import: "default" });
const games = Object.keys(modules).map((path) => path.split("/").at(-3)!);

/** Names of places that things on this page come from or go to, and that are nowhere. */
function nowhere(page: HTMLElement): string[] {
  const spots = new Set([...page.querySelectorAll<HTMLElement>("[data-spot]")].map((one) => one.dataset["spot"]));
  const named = [...page.querySelectorAll<HTMLElement>("[data-from], [data-to]")].flatMap((one) => [one.dataset["from"], one.dataset["to"]]);
  return [...new Set(named.filter((name): name is string => name !== undefined && !spots.has(name)))];
}

test("every game has a board", () => expect(games.length).toBeGreaterThan(4));

describe.each(games)("%s", (slug) => {
  const { Board, stage } = modules[`${GAMES}/${slug}/web/index.ts`]!;
  const scenes = kept[`${GAMES}/${slug}/web/scenes.json`]!;
  test("things come from somewhere and go somewhere: every place that is named is there", () => {
    const found = mainPhases(scenes, stage).flatMap((at) => {
      const scene = scenes[at]!;
      const turned = scene.events.some((event) => stage.turn?.includes(String(event["event"])));
      const shown = { ...scene, view: (turned && scene.after) || scene.view };
      const readers = [shown, { ...shown, moves: [], view: { ...shown.view, me: null, my_hand: [], my_bid: null, my_bonus: [] } }];
      return readers.slice(0, at % 5 === 0 ? 2 : 1).flatMap((one) => {
        const { container } = render(Board as unknown as Component<object>, propsOf(one, words[`${GAMES}/${slug}/texts/en.toml`]!));
        const lost = nowhere(container);
        cleanup();
        return lost.map((name) => `${scene.title}: ${name}`);
      });
    });
    expect(found).toEqual([]);
  }, 120_000);
});
