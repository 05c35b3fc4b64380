/**
 * What a page needs of one language, put together when the pages are built: a visitor loads one language and no other.
 *
 *   languages/fr.toml?language   how the language counts and addresses people, all sentences of the shell, heads of games
 *   languages/fr.toml?said       sentences that the server makes in English, by their shape: loaded when one arrives
 *   languages/fr.toml?name       what it calls itself
 *   games/x/texts/fr.toml        the sentences of a game; ?said those that its code makes
 *
 * What a language lacks is filled in from English here. A message with cases ("->") is read by Fluent's own parser now,
 * so that pages need only the smaller half of @fluent/bundle, and only together with a game.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { FluentResource } from "@fluent/bundle";
import { parse } from "smol-toml";
import { en } from "../src/texts/en.ts";

export type Tables = { [key: string]: Tables | string | number | unknown };
const SOURCE = "en";
const PSEUDO = "xx";
const HEAD = ["title", "blurb", "minutes"];
const GAMES = new URL("../../src/hoofspiel/games/", import.meta.url).pathname;
const SHELL = new URL("../src/texts/", import.meta.url).pathname;

const isTables = (value: unknown): value is Tables => typeof value === "object" && value !== null && !Array.isArray(value);
const read = (path: string): Tables => (existsSync(path) ? (parse(readFileSync(path, "utf8")) as Tables) : {});

/** What a language has, and in English what it lacks. */
export function filledUp(tables: Tables, english: Tables): Tables {
  const whole: Tables = { ...tables };
  for (const [key, value] of Object.entries(english))
    if (isTables(value)) whole[key] = filledUp((whole[key] as Tables | undefined) ?? {}, value);
    else whole[key] ??= value;
  return whole;
}

/** The template in pure Fluent; the same is done in kernel/cases.py. */
export function fluent(template: string): string {
  const inline = template
    .replace(/\{ *([a-z0-9_]+)\|([^|{}]*)\|([^|{}]*)\}/g, "{ $x_$1 -> [one] $2 *[other] $3 }")
    .replace(/\{ *([a-z0-9_]+):([a-z_]+) *(->|\})/g, '{ LOOK($x_$1, in: "$2") $3')
    .replace(/\{ *([a-z0-9_]+) *(->|\})/g, "{ $x_$1 $2");
  const braces: boolean[] = [];
  return inline.split(/(\{|\}|->|\s*\*?\[[a-z0-9]+\])/).map((part) => {
    if (part === "{") braces.push(false);
    else if (part === "->") braces[braces.length - 1] = true;
    else if (part === "}" && braces.pop()) return "\n}";
    else if (part.endsWith("]") && braces.at(-1)) return `\n${part.trim()}`;
    return part;
  }).join("");
}

/** Messages with cases become what the parser made of them; all others stay text. */
function parsed(value: unknown): unknown {
  if (typeof value === "string" && value.includes("->")) {
    const message = new FluentResource(`m =\n  ${fluent(value).trim().replaceAll("\n", "\n  ")}\n`).body[0];
    if (!message?.value) throw new Error(`This is no pattern of Fluent: ${value}`);
    return { cases: message.value };
  }
  return isTables(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, parsed(one)])) : value;
}

const ACCENTS: Record<string, string> = Object.fromEntries([..."aceinouyACEINOUY"].map((letter, at) => [letter, [..."áçéíñóúýÁÇÉÍÑÓÚÝ"][at]!]));
/** English with accents: see kernel/pseudo.py. */
function accented(value: unknown): unknown {
  if (isTables(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, key === "log" || key === "minutes" ? one : accented(one)]));
  if (typeof value !== "string") return value;
  const plain = (text: string) => text.replace(/[a-z]/gi, (letter) => ACCENTS[letter] ?? letter);
  return value.split(/(\{[^{}]*\})/).map((part) => (part.startsWith("{") ? part.split("|").map((form, at) => (at ? plain(form) : form)).join("|") : plain(part))).join("");
}

/** A game's texts in the language its file is named for. */
export function gameTexts(path: string): Tables {
  const code = /(\w+)\.toml$/.exec(path)![1]!;
  const english = read(path.replace(/\w+\.toml$/, `${SOURCE}.toml`));
  if (code === PSEUDO) return accented(english) as Tables;
  const { said: _, typed: __, ...tables } = code === SOURCE ? english : filledUp(read(path), english);
  return parsed(tables) as Tables;
}

export const gameSaid = (path: string): unknown => read(path)["said"] ?? {};

/** What a language calls itself. */
export const nameOf = (path: string): string => String((read(path)["language"] as Tables)["name"]);

export function gameHead(path: string): Tables {
  const texts = gameTexts(path);
  return Object.fromEntries(HEAD.map((key) => [key, texts[key] ?? ""]));
}

/** All that the home page needs of a language. */
export function wholeLanguage(path: string): Tables {
  const code = /(\w+)\.toml$/.exec(path)![1]!;
  const { said: _, typed: __, rules: ___, terminal: ____, ...tables } = read(path.replace(`${PSEUDO}.toml`, `${SOURCE}.toml`));
  const games = readdirSync(GAMES).filter((slug) => existsSync(`${GAMES}${slug}/texts/${SOURCE}.toml`));
  const shell = code === PSEUDO ? accented({ ...en }) : { ...en, ...read(`${SHELL}${code}.toml`) };
  return { code, ...tables, shell, heads: Object.fromEntries(games.map((slug) => [slug, gameHead(`${GAMES}${slug}/texts/${code}.toml`)])) };
}
