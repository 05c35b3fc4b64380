/**
 * One table's connection. It says when it is lost, keeps trying, catches up by version, and sends moves again that were
 * not acknowledged: an id counts once, however often it is sent.
 */
import { here, type Wire } from "./here";
import { heard } from "./words";
import type { Move, TableMessage, TableRequest } from "./protocol.gen";
import { isHere } from "./site";

export type Line = "connecting" | "live" | "lost" | "closed";

interface Ears {
  message: (message: TableMessage) => void;
  line: (line: Line, code?: number) => void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
/** A server that says nothing at all for so long while it owes an answer hangs, or the line does: another may be well. */
const PATIENCE_MS = 4000;
const GONE = 1006;
/** Close codes after which trying again is pointless: not our protocol, not allowed, no such table, rules unknown here. */
const FINAL = new Set([4400, 4401, 4403, 4404, 4409]);

export class TableSocket {
  #socket: Wire | null = null;
  #unanswered = new Map<string, Move>();
  #wait = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  /** The last version seen; null before the first state. */
  v: number | null = null;

  constructor(readonly id: string, readonly ears: Ears, /** the table on a television: a watcher's view, whoever opened it */ readonly screen = false) {}

  open(): void {
    clearTimeout(this.#timer);
    if (this.#ended || this.#socket) return;
    const socket = (this.#socket = isHere(this.id) ? here.connect(this.id, this.v, this.screen) : this.#far());
    socket.onmessage = (frame: MessageEvent<string>) => this.#hear(heard(frame.data) as TableMessage);
    socket.onclose = (closing) => this.#lost(closing.code);
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#now);
  }

  #far(): WebSocket {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const asked = new URLSearchParams({ ...(this.v === null ? {} : { v: String(this.v) }), ...(this.screen ? { screen: "1" } : {}) }).toString();
    return new WebSocket(`${scheme}://${location.host}/ws/table/${this.id}${asked && `?${asked}`}`);
  }

  send(message: TableRequest): void {
    if (message.t === "move") this.#unanswered.set(message.id, message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    if (message.t === "move") this.#expect();
  }

  /** Wait for an answer, or for any sign of life, and connect again without one. */
  #expect(): void {
    clearTimeout(this.#patience);
    const socket = this.#socket;
    if (!socket || this.#unanswered.size === 0 || isHere(this.id)) return; // what runs on this device may be busy, but not gone
    this.#patience = setTimeout(() => {
      if (socket !== this.#socket || this.#unanswered.size === 0) return;
      socket.onclose = socket.onmessage = null; // a line that hangs would say so much later
      socket.close();
      this.#lost(GONE);
    }, PATIENCE_MS);
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#patience);
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
    this.#socket?.close(1000);
  }

  #now = (): void => {
    if (!this.#socket && !document.hidden) this.open();
  };

  #hear(message: TableMessage): void {
    this.#expect();
    switch (message.t) {
      case "ping":
        this.send({ t: "pong", n: message.n });
        return;
      case "welcome":
        this.#wait = FIRST_WAIT_MS;
        this.ears.line("live");
        for (const move of this.#unanswered.values()) this.send(move);
        break;
      case "ack":
        this.#unanswered.delete(message.id);
        break;
      case "refused":
        if (message.id) this.#unanswered.delete(message.id);
        break;
      case "state":
        this.v = message.v;
        break;
      case "step":
        if (this.v !== null && message.v <= this.v) return;
        if (this.v !== null && message.v > this.v + 1) {
          this.send({ t: "resume", v: this.v });
          return;
        }
        this.v = message.v;
        break;
    }
    this.ears.message(message);
  }

  #lost(code: number): void {
    this.#socket = null;
    if (this.#ended) return;
    if (FINAL.has(code)) {
      this.ears.line("closed", code);
      return;
    }
    this.ears.line("lost", code);
    this.#timer = setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 1.7);
  }
}
