/**
 * A Vite plugin that reads what a game keeps in its folder for people: texts/xx.toml, RULES.md and RULES.xx.md.
 *
 *   texts/en.toml        all sentences of the game, as a module
 *   texts/en.toml?head   title, blurb and minutes only: small enough for the home page
 *   RULES.md?blocks      the rules as plain blocks (see rules_text.ts); RULES.fr.md in French
 */
import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import { rulesBlocks } from "./rules_text.ts";

const HEAD = ["title", "blurb", "minutes"];

export function gameFiles(): Plugin {
  return {
    name: "hoofspiel-game-files",
    enforce: "pre",
    load(id) {
      const [path, query] = id.split("?") as [string, string?];
      if (path.endsWith(".toml")) {
        const texts = parse(readFileSync(path, "utf8"));
        const wanted = query === "head" ? Object.fromEntries(HEAD.map((key) => [key, texts[key] ?? ""])) : texts;
        return `export default ${JSON.stringify(wanted)}`;
      }
      if (/RULES(\.\w+)?\.md$/.test(path) && query === "blocks")
        return `export default ${JSON.stringify(rulesBlocks(readFileSync(path, "utf8")))}`;
      return null;
    },
  };
}
