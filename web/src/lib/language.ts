/** Which language the pages are in, and how they get it: the browser's own at first, then whichever was chosen. */
import type { GameHead } from "./texts";
import { Phrasebook } from "./phrases";
import { speech } from "./words";

export interface Language {
  code: string;
  language: { name: string; you: string; and: string; or: string; elides?: string; point?: string; thousands?: string; percent?: string; quotes?: string };
  persons?: Record<string, string[]>;
  /** names and titles of bots */
  bots?: Record<string, string>;
  shell: Record<string, string>;
  heads: Record<string, GameHead>;
}

const SOURCE = "en";
const whole = import.meta.glob<Language>("../../../src/hoofspiel/languages/*.toml", { query: "?language", import: "default" });
const phrases = import.meta.glob<Record<string, string>>("../../../src/hoofspiel/languages/*.toml", { query: "?said", import: "default" });
const ofGames = import.meta.glob<Record<string, string>>(["../../../src/hoofspiel/games/*/texts/*.toml", "!**/en.toml"], { query: "?said", import: "default" });

const file = (code: string): string => `../../../src/hoofspiel/languages/${code}.toml`;

const names = import.meta.glob<string>("../../../src/hoofspiel/languages/*.toml", { query: "?name", import: "default", eager: true });

/** The languages there are, by code, each under its own name; English first. */
export const LANGUAGES: readonly (readonly [string, string])[] = Object.entries(names)
  .map(([path, name]) => [path.split("/").at(-1)!.replace(".toml", ""), name] as const)
  .sort(([a], [b]) => Number(b === SOURCE) - Number(a === SOURCE) || a.localeCompare(b));

/** The language to begin with: what was chosen, else the first of the browser's that is here, else English. */
export function firstLanguage(chosen: string, browser: readonly string[]): string {
  return [chosen, ...browser.map((locale) => locale.toLowerCase().split("-")[0]!)].find((code) => file(code) in whole) ?? SOURCE;
}

export async function loadLanguage(code: string): Promise<Language> {
  return await (whole[file(code)] ?? whole[file(SOURCE)]!)();
}

const books = new Map<string, Promise<Phrasebook>>();

/** A sentence that the server made in English, in the reader's language; `then` is called at once where that is English. */
export function retold(sentence: string, slug: string, then: (words: string) => void): void {
  const { code } = speech();
  if (code === SOURCE) return then(sentence);
  const key = `${code}/${slug}`;
  if (!books.has(key)) books.set(key, openBook(code, slug));
  void books.get(key)!.then((book) => then(book.said(sentence)), () => then(sentence));
}

export const inWords = (sentence: string, slug = ""): Promise<string> => new Promise((done) => retold(sentence, slug, done));

async function openBook(code: string, slug: string): Promise<Phrasebook> {
  const game = ofGames[`../../../src/hoofspiel/games/${slug}/texts/${code}.toml`];
  const [own, more] = await Promise.all([phrases[file(code)]?.(), game?.()]);
  return new Phrasebook({ ...own, ...more }, speech().language);
}
