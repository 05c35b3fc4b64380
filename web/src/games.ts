/** Finds what each game keeps in its folder for people. Names no game: a new folder is found by itself. */
import type { Block } from "../build/rules_text";
import type { GameModule } from "$lib/board";
import type { Scene } from "$lib/scenes";
import { loadCases, type GameHead, type GameTexts } from "$lib/texts";
import { speech } from "$lib/words";

const boards = import.meta.glob<GameModule>("../../src/hoofspiel/games/*/web/index.ts");
const texts = import.meta.glob<GameTexts>("../../src/hoofspiel/games/*/texts/*.toml", { import: "default" });
const rules = import.meta.glob<Block[]>("../../src/hoofspiel/games/*/RULES*.md", { query: "?blocks", import: "default" });
const covers = import.meta.glob<string>("../../src/hoofspiel/games/*/web/cover.svg", { query: "?url", import: "default", eager: true });
import.meta.glob("../../src/hoofspiel/games/*/web/room.css", { eager: true });

const path = (slug: string, file: string): string => `../../src/hoofspiel/games/${slug}/${file}`;

/** Every game that has words or a picture here, in the order of their folders. */
export const slugs: string[] = [...new Set([...Object.keys(texts), ...Object.keys(covers)].map((found) => found.split("/")[5]!))].sort();

export const head = (slug: string): GameHead | undefined => speech().heads[slug];
export const cover = (slug: string): string | undefined => covers[path(slug, "web/cover.svg")];
export const hasBoard = (slug: string): boolean => path(slug, "web/index.ts") in boards;

export async function loadGame(slug: string): Promise<GameModule | null> {
  return (await boards[path(slug, "web/index.ts")]?.()) ?? null;
}

export async function loadTexts(slug: string): Promise<GameTexts | null> {
  const file = texts[path(slug, `texts/${speech().code}.toml`)] ?? texts[path(slug, "texts/en.toml")];
  const [found] = await Promise.all([file?.(), loadCases()]);
  return found ?? null;
}

/** The rules in the language of the page, or in English where nobody has translated them. */
export async function loadRules(slug: string): Promise<Block[] | null> {
  return (await (rules[path(slug, `RULES.${speech().code}.md`)] ?? rules[path(slug, "RULES.md")])?.()) ?? null;
}

const scenes = import.meta.glob<Scene[]>("../../src/hoofspiel/games/*/web/scenes.json", { import: "default" });

export async function loadScenes(slug: string): Promise<Scene[]> {
  return (await scenes[path(slug, "web/scenes.json")]?.()) ?? [];
}
