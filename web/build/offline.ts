/** A Vite plugin that writes worker.js beside the built pages, with the list of all their files and a name for the build. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
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

export function writeWorker(folder: string): void {
  const files = filesIn(folder);
  const sum = createHash("sha256");
  for (const file of files) sum.update(file).update(readFileSync(folder + file));
  const text = readFileSync(WORKER, "utf8").replace("__VERSION__", sum.digest("hex").slice(0, 12)).replace('["__FILES__"]', JSON.stringify(files));
  writeFileSync(`${folder}/worker.js`, text);
}

export function offline(): Plugin {
  return {
    name: "hoofspiel-offline",
    apply: (_, { mode }) => mode === "production" || mode === "site",
    writeBundle({ dir }) {
      if (dir) writeWorker(dir);
    },
  };
}
