/**
 * A Vite plugin that reads what a game keeps in its folder for people: texts/xx.toml and RULES.md, RULES.xx.md.
 *
 *   texts/en.toml, languages/xx.toml   see language_files.ts
 *   RULES.md?blocks                    the rules as plain blocks (see rules_text.ts)
 */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { gameSaid, gameTexts, nameOf, wholeLanguage } from "./language_files.ts";
import { rulesBlocks } from "./rules_text.ts";

const QUERIES: Record<string, (path: string) => unknown> = { language: wholeLanguage, name: nameOf, said: gameSaid };

export function gameFiles(): Plugin {
  return {
    name: "hoofspiel-game-files",
    enforce: "pre",
    load(id) {
      const [path, query] = id.split("?") as [string, string?];
      if (path.endsWith(".toml")) {
        const read = query ? QUERIES[query] : gameTexts;
        if (read) return `export default ${JSON.stringify(read(path))}`;
      }
      if (/RULES(\.[a-z]+)?\.md$/.test(path) && query === "blocks")
        return `export default ${JSON.stringify(rulesBlocks(readFileSync(path, "utf8")))}`;
      return null;
    },
  };
}
