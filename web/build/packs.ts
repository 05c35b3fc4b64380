/**
 * A Vite plugin that writes what offline play needs beside the built pages, for those who ask for it:
 *
 *   offline/index.json        the two packs: their files' folder, their address and size
 *   offline/python-HASH.pack  Python for browsers (the npm package pyodide) with msgspec
 *   offline/tables-HASH.pack  our package and the worker that runs it
 *
 * A pack is gzip over a line of JSON, [[name, bytes], ...], and the files one after the other. It is compressed here and
 * unpacked by the page, so that it is the same size whoever serves it. Where Python or the package index cannot be had,
 * the pages are built without, and say so.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const ROOT = new URL("../../", import.meta.url).pathname;
const BUILT = `${ROOT}build/offline`;
const PYODIDE = `${ROOT}node_modules/pyodide/`;
const ENGINE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"];

type Files = [name: string, data: Uint8Array][];
export interface Pack {
  folder: string;
  pack: string;
  bytes: number;
}

function python(): string {
  const own = `${ROOT}.venv/bin/python`;
  return process.env["PYTHON"] ?? (existsSync(own) ? own : "python3");
}

/** No package but ours and msgspec is ever loaded: the list of all others stays away. */
function lock(): Uint8Array {
  const all = JSON.parse(readFileSync(`${PYODIDE}pyodide-lock.json`, "utf8")) as { packages: object };
  return Buffer.from(JSON.stringify({ ...all, packages: {} }));
}

function write(folder: string, base: string, name: string, files: Files): Pack {
  const head = JSON.stringify(files.map(([file, data]) => [file, data.byteLength]));
  const packed = gzipSync(Buffer.concat([Buffer.from(`${head}\n`), ...files.map(([, data]) => data)]), { level: 9 });
  const called = `${name}-${createHash("sha256").update(packed).digest("hex").slice(0, 12)}`;
  writeFileSync(`${folder}/${called}.pack`, packed);
  return { folder: `${base}offline/${called}/`, pack: `${base}offline/${called}.pack`, bytes: packed.byteLength };
}

export function writePacks(built: string, base: string): boolean {
  const made = spawnSync(python(), [`${ROOT}tools/offline_files.py`, BUILT], { stdio: ["ignore", "ignore", "pipe"] });
  if (made.status !== 0 || !existsSync(PYODIDE)) return false;
  const folder = `${built}/offline`;
  mkdirSync(folder, { recursive: true });
  const engine: Files = [...ENGINE.map((name): Files[number] => [name, readFileSync(PYODIDE + name)]), ["pyodide-lock.json", lock()], ["msgspec.zip", readFileSync(`${BUILT}/msgspec.zip`)]];
  const ours: Files = [["worker.js", readFileSync(`${ROOT}web/offline/worker.js`)], ["hoofspiel.zip", readFileSync(`${BUILT}/hoofspiel.zip`)]];
  const packs = { python: write(folder, base, "python", engine), tables: write(folder, base, "tables", ours) };
  writeFileSync(`${folder}/index.json`, JSON.stringify(packs));
  return true;
}

export function packs(): Plugin {
  let base = "/";
  return {
    configResolved(config) {
      base = config.base;
    },
    name: "hoofspiel-packs",
    apply: (_, { mode }) => mode === "production" || mode === "site",
    writeBundle({ dir }) {
      if (dir && !writePacks(dir, base)) this.warn("The pages are built without offline play: tools/offline_files.py could not make its files.");
    },
  };
}
