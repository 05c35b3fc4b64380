/**
 * One table's connection. It says when it is lost, keeps trying, catches up by version, and sends moves again that were
 * not acknowledged: an id counts once, however often it is sent.
 */
import type { Move, TableMessage, TableRequest } from "./protocol.gen";

export type Line = "connecting" | "live" | "lost" | "closed";

interface Ears {
  message: (message: TableMessage) => void;
  line: (line: Line, code?: number) => void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
/** Close codes after which trying again is pointless: not our protocol, not allowed, no such table. */
const FINAL = new Set([4400, 4401, 4403, 4404]);

export class TableSocket {
  #socket: WebSocket | null = null;
  #unanswered = new Map<string, Move>();
  #wait = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  /** The last version seen; null before the first state. */
  v: number | null = null;

  constructor(readonly id: string, readonly ears: Ears) {}

  open(): void {
    clearTimeout(this.#timer);
    if (this.#ended || this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const since = this.v === null ? "" : `?v=${this.v}`;
    const socket = (this.#socket = new WebSocket(`${scheme}://${location.host}/ws/table/${this.id}${since}`));
    socket.onmessage = (frame: MessageEvent<string>) => this.#hear(JSON.parse(frame.data) as TableMessage);
    socket.onclose = (closing) => this.#lost(closing.code);
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#now);
  }

  send(message: TableRequest): void {
    if (message.t === "move") this.#unanswered.set(message.id, message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
    this.#socket?.close(1000);
  }

  #now = (): void => {
    if (!this.#socket && !document.hidden) this.open();
  };

  #hear(message: TableMessage): void {
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
