/** A Vite plugin that writes worker.js beside the built pages, with the list of all their files and a name for the build. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Plugin } from "vite";

const WORKER = new URL("./worker.js", import.meta.url);

/** Drawn for chats that show a link; no page shows them, so no device keeps them. */
const FOR_LINKS = "/previews/";
/** What offline play needs is kept by those who ask for it (packs.ts). */
const FOR_OFFLINE = "/offline/";

/** Rules in other languages: a device keeps those that somebody there has opened, as the worker does with every file of /assets/. */
const TRANSLATED_RULES = /^\/assets\/RULES\.[a-z]+-/;

/** Every file of the built pages that a device keeps from the first visit on, as an address. */
export function filesIn(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const kept = (file: string): boolean => file !== "/worker.js" && ![FOR_LINKS, FOR_OFFLINE].some((folder) => file.startsWith(folder)) && !TRANSLATED_RULES.test(file);
  return found.map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length).replaceAll("\\", "/")).filter(kept).sort();
}

/** What a page of the static site may do: no server says so, and wasm runs in the worker alone, which has a policy of its own. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; " +
  "worker-src 'self'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html hoofspiel-worker";
/** Addresses that a visitor may open first; all are the one page. */
const ADDRESSES = ["about", "learn", "offline", "settings", "you"];

/** The pages as a site without a server: one file for each address, and one for every other. */
export function writeSite(folder: string, games: readonly string[]): void {
  const page = readFileSync(`${folder}/index.html`, "utf8").replace("<head>", `<head>\n    <meta http-equiv="content-security-policy" content="${POLICY}" />`);
  for (const address of [...ADDRESSES, ...games.flatMap((game) => [`new/${game}`, `rules/${game}`])]) {
    mkdirSync(`${folder}/${address}`, { recursive: true });
    writeFileSync(`${folder}/${address}/index.html`, page);
  }
  writeFileSync(`${folder}/index.html`, page);
  writeFileSync(`${folder}/404.html`, page);
}

export function writeWorker(folder: string, base: string): void {
  const files = filesIn(folder);
  const sum = createHash("sha256");
  for (const file of files) sum.update(file).update(readFileSync(folder + file));
  const listed = JSON.stringify(files.map((file) => base + file.slice(1)));
  const text = readFileSync(WORKER, "utf8").replace("__VERSION__", sum.digest("hex").slice(0, 12)).replace("__BASE__", base).replace('["__FILES__"]', listed);
  writeFileSync(`${folder}/worker.js`, text);
}

const GAMES = new URL("../../src/hoofspiel/games/", import.meta.url).pathname;

/** Links among the pages, which stand in a folder of a web host: written out whole, so that they open in a new tab too. */
export const rebased = (code: string, base: string): string => code.replaceAll('href="/', `href="${base}`);

export function offline(): Plugin {
  let [site, base] = [false, "/"];
  return {
    configResolved(config) {
      [site, base] = [config.mode === "site", config.base];
    },
    name: "hoofspiel-offline",
    enforce: "pre",
    apply: (_, { mode }) => mode === "production" || mode === "site",
    transform: (code, id) => (base !== "/" && id.endsWith(".svelte") ? rebased(code, base) : null),
    writeBundle({ dir }) {
      const games = readdirSync(GAMES, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"));
      if (dir && site) writeSite(dir, games.map((entry) => entry.name));
      if (dir) writeWorker(dir, base);
    },
  };
}
