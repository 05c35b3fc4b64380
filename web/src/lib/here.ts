/** The tables of this very device: what a server would be asked, asked of Python in a worker (web/offline/worker.js). */
import type { LobbyMessage } from "./protocol.gen";
import { offline } from "./offline.svelte";
import { share } from "./settings.svelte";
import { toasts } from "./toasts.svelte";
import { scriptAddress } from "./trusted";
import { say } from "./words";

type Told =
  | { n: number; status: number; body: string }
  | { line: number; frame: string }
  | { line: number; closed: number }
  | { lobby: string }
  | { unkept: boolean }
  | { ready: true; unkept: boolean }
  | { waiting: true }
  | { failed: string }
  | { crashed: string };

/** As much of a WebSocket as a table's connection uses. */
export interface Wire {
  readonly readyState: number;
  onmessage: ((frame: MessageEvent<string>) => void) | null;
  onclose: ((closing: CloseEvent) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

const OPEN = 1;
const CLOSED = 3;
const GONE = 1006;

class HereWire implements Wire {
  readyState = OPEN;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  constructor(readonly line: number, readonly tell: (message: object) => void) {}
  send(text: string): void {
    this.tell({ line: this.line, say: text });
  }
  close(): void {
    this.readyState = CLOSED;
    this.tell({ line: this.line, close: true });
    wires.delete(this.line);
  }
  closed(code: number): void {
    this.readyState = CLOSED;
    wires.delete(this.line);
    this.onclose?.({ code } as CloseEvent);
  }
}

let worker: Worker | null = null;
let started: Promise<Worker> | null = null;
let count = 0;
const wires = new Map<number, HereWire>();
const answers = new Map<number, (told: { status: number; body: string }) => void>();
const STOPPED = 503;

/** The service worker hands out what is kept, also to a page that was opened before there was one. */
async function served(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  const claimed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  active?.postMessage("claim");
  await claimed;
}

async function start(): Promise<Worker> {
  const kept = offline.kept;
  if (!kept) throw new Error(say("offline.notkept"));
  offline.running = true;
  await served();
  const asked = new URLSearchParams({ python: kept.python.folder, pace: String(share()) }).toString();
  const begun = new Worker(scriptAddress(`${kept.tables.folder}worker.js?${asked}`), { type: "module" });
  await new Promise<void>((ready, failed) => {
    begun.onerror = () => failed(new Error(say("offline.broken")));
    begun.onmessage = (message: MessageEvent<string>) => {
      const told = JSON.parse(message.data) as Told;
      if ("ready" in told) {
        offline.elsewhere = false;
        offline.unkept = told.unkept;
        ready();
      } else if ("failed" in told) {
        console.warn(told.failed);
        failed(new Error(say("offline.broken")));
      } else if ("waiting" in told) offline.elsewhere = true;
      else hear(told);
    };
  }).catch((failure: unknown) => {
    begun.terminate();
    throw failure;
  });
  begun.onerror = (failure) => crashed(failure.message);
  return (worker = begun);
}

/** Python has stopped, out of memory perhaps. What was played is kept: whoever is at a table goes on with a new one. */
function crashed(why: string): void {
  console.warn(why);
  worker?.terminate();
  worker = started = null;
  toasts.show(say("offline.crashed"), { ms: 10_000 });
  const body = JSON.stringify({ error: "offline", reason: say("offline.crashed") });
  for (const told of answers.values()) told({ status: STOPPED, body });
  answers.clear();
  for (const wire of [...wires.values()]) wire.closed(GONE);
}

function ready(): Promise<Worker> {
  return (started ??= start().catch((failure: unknown) => {
    started = null;
    offline.running = false;
    throw failure;
  }));
}

function hear(told: Told): void {
  if ("n" in told) {
    answers.get(told.n)?.(told);
    answers.delete(told.n);
  } else if ("frame" in told) wires.get(told.line)?.onmessage?.({ data: told.frame } as MessageEvent<string>);
  else if ("closed" in told) wires.get(told.line)?.closed(told.closed);
  else if ("lobby" in told) {
    const message = JSON.parse(told.lobby) as LobbyMessage;
    if (message.t === "mine") offline.mine = message.mine;
  } else if ("crashed" in told) crashed(told.crashed);
  else if ("unkept" in told) offline.unkept = told.unkept;
}

export const here = {
  /** What the server would answer. */
  async ask(method: string, path: string, body = ""): Promise<{ status: number; body: string }> {
    const to = await ready();
    const n = ++count;
    const told = new Promise<{ status: number; body: string }>((done) => answers.set(n, done));
    to.postMessage(JSON.stringify({ n, ask: [method, path, body] }));
    return told;
  },
  /** A table's line, in the place of a WebSocket. */
  connect(id: string, v: number | null, screen: boolean): Wire {
    const wire = new HereWire(++count, (message) => worker?.postMessage(JSON.stringify(message)));
    wires.set(wire.line, wire);
    ready().then(
      () => wires.has(wire.line) && wire.tell({ line: wire.line, connect: [id, v, screen] }),
      (failure: Error) => {
        toasts.show(failure.message, { ms: 15_000 });
        wire.closed(GONE);
      },
    );
    return wire;
  },
};
