/**
 * What this device keeps for play without a server: the packs of build/packs.ts, unpacked into a cache of their own, from
 * which the pages' service worker hands them out. Nothing of it is fetched before somebody asks for it.
 */
import type { MyLine } from "./protocol.gen";
import { placed } from "./site";
import { say } from "./words";

interface Pack {
  folder: string;
  pack: string;
  bytes: number;
}
type Part = "python" | "tables";
export type Packs = Record<Part, Pack>;

const CACHE = "offline-tables";
const MARK = "hoofspiel.offline";
const INDEX = placed("/offline/index.json");
const PARTS: Part[] = ["python", "tables"];
const KINDS: Record<string, string> = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm", json: "application/json", zip: "application/zip" };
/** The worker compiles Python's wasm and runs our two scripts; it reads from here and talks to nobody. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Browsers keep files and run workers of this kind at trustworthy addresses only. */
export const possible = (): boolean => isSecureContext && "caches" in window && "serviceWorker" in navigator && "DecompressionStream" in window && "indexedDB" in window;

function marked(): Packs | null {
  try {
    return JSON.parse(localStorage.getItem(MARK) ?? "null") as Packs | null;
  } catch {
    return null;
  }
}

/** The files of a pack; `heard` is told how many bytes came. */
async function unpacked(pack: Pack, heard: (bytes: number) => void): Promise<[name: string, data: ArrayBuffer][]> {
  const answer = await fetch(pack.pack);
  if (!answer.ok || !answer.body) throw new Error(say("offline.gone"));
  const counted = answer.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, next) {
        heard(piece.byteLength);
        next.enqueue(piece);
      },
    }),
  );
  const all = await new Response(counted.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const end = new Uint8Array(all).indexOf(10);
  const listed = JSON.parse(new TextDecoder().decode(all.slice(0, end))) as [string, number][];
  let at = end + 1;
  return listed.map(([name, bytes]) => [name, all.slice(at, (at += bytes))]);
}

class Offline {
  /** What is on this device. */
  kept = $state.raw<Packs | null>(marked());
  /** What the server has for it; null before somebody asked, or where it has nothing. */
  offered = $state.raw<Packs | null>(null);
  /** The share that has come, while it is being fetched. */
  progress = $state<number | null>(null);
  /** One's tables on this device, as they were told last. */
  mine = $state.raw<readonly MyLine[]>([]);
  /** Nothing can be written on this device for now. */
  unkept = $state(false);
  /** Another tab has this device's tables open. */
  elsewhere = $state(false);
  /** Python runs in this page: what is kept must not change under it. */
  running = false;
  #keeping: Promise<void> | null = null;

  bytes = $derived(PARTS.reduce((sum, part) => sum + (this.offered?.[part].bytes ?? this.kept?.[part].bytes ?? 0), 0));
  stale = $derived(this.kept !== null && this.offered !== null && PARTS.some((part) => this.kept![part].folder !== this.offered![part].folder));

  /** Asks the server what it has. */
  async look(): Promise<void> {
    if (!possible()) return;
    const answer = await fetch(INDEX, { cache: "no-store" }).catch(() => null);
    if (answer?.ok) this.offered = ((await answer.json().catch(() => null)) as Packs | null) ?? this.offered;
  }

  /** Fetches what is not here yet. What was here before stays until all of the new is. */
  keep(): Promise<void> {
    return (this.#keeping ??= this.#keep().finally(() => (this.#keeping = null)));
  }

  async #keep(): Promise<void> {
    this.progress = 0;
    const made: string[] = [];
    try {
      await this.look();
      const wanted = this.offered;
      if (!wanted) throw new Error(say("offline.gone"));
      const missing = PARTS.filter((part) => this.kept?.[part].folder !== wanted[part].folder).map((part) => wanted[part]);
      const all = missing.reduce((sum, pack) => sum + pack.bytes, 0);
      let come = 0;
      await navigator.storage?.persist?.().catch(() => false);
      const cache = await caches.open(CACHE);
      for (const pack of missing) {
        made.push(pack.folder);
        for (const [name, data] of await unpacked(pack, (bytes) => (this.progress = (come += bytes) / all))) {
          const headers = { "content-type": KINDS[name.split(".").at(-1)!] ?? "application/octet-stream", "content-security-policy": POLICY };
          await cache.put(pack.folder + name, new Response(data, { headers }));
        }
      }
      localStorage.setItem(MARK, JSON.stringify(wanted));
      this.kept = wanted;
      await this.#clear((folder) => PARTS.some((part) => wanted[part].folder === folder));
    } catch (failure) {
      await this.#clear((folder) => !made.includes(folder)).catch(() => {});
      const full = (failure as Error).name === "QuotaExceededError";
      throw full ? new Error(say("offline.full")) : failure;
    } finally {
      this.progress = null;
    }
  }

  /** Nothing of it stays but the matches. */
  async drop(): Promise<void> {
    localStorage.removeItem(MARK);
    this.kept = null;
    await caches.delete(CACHE);
  }

  /** Between matches, and without being asked again: whoever keeps it wants what fits the pages. */
  async refresh(): Promise<void> {
    if (!this.kept || this.running) return;
    await this.look();
    if (this.stale && !this.running) await this.keep().catch(() => {});
  }

  /** Reads the list of tables that was told last, without starting anything. */
  async list(): Promise<void> {
    if (!this.kept || this.running) return;
    const told = await entry("mine").catch(() => null);
    if (told) this.mine = (JSON.parse(told) as { mine: MyLine[] }).mine;
  }

  async #clear(stays: (folder: string) => boolean): Promise<void> {
    const cache = await caches.open(CACHE);
    for (const request of await cache.keys()) {
      const folder = new URL(request.url).pathname.replace(/[^/]*$/, "");
      if (!stays(folder)) await cache.delete(request);
    }
  }
}

/** One entry of the worker's database (web/offline/worker.js); null where there is none. */
function entry(key: string): Promise<string | null> {
  return new Promise((told, failed) => {
    const opening = indexedDB.open("hoofspiel", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
    opening.onerror = () => failed(opening.error ?? new Error());
    opening.onsuccess = () => {
      const asking = opening.result.transaction("kept").objectStore("kept").get(key);
      asking.onsuccess = () => told((asking.result as string | undefined) ?? null);
      asking.onerror = () => failed(asking.error ?? new Error());
      opening.result.close();
    };
  });
}

export const offline = new Offline();
