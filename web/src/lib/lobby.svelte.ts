/** Open tables and one's own, kept up to date by the lobby's socket while the home page is open. */
import { toasts } from "./toasts.svelte";
import { reach } from "./reach.svelte";
import { site } from "./site";
import { heard } from "./words";
import type { LobbyMessage, MyLine, TableLine } from "./protocol.gen";

export class Lobby {
  tables = $state.raw<readonly TableLine[]>([]);
  mine = $state.raw<readonly MyLine[]>([]);
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  open(): void {
    if (site) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = (this.#socket = new WebSocket(`${scheme}://${location.host}/ws/lobby`));
    socket.onmessage = (frame: MessageEvent<string>) => this.take(heard(frame.data) as LobbyMessage);
    socket.onclose = () => {
      if (this.#ended) return;
      reach.missed();
      this.#timer = setTimeout(() => this.open(), 2000 + Math.random() * 2000);
    };
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket?.close(1000);
  }

  /** Do not wait: the server answers again. */
  again(): void {
    if (this.#ended || !this.#socket || this.#socket.readyState === WebSocket.OPEN || this.#socket.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.open();
  }

  take(message: LobbyMessage): void {
    switch (message.t) {
      case "lobby":
        this.tables = message.tables;
        this.mine = message.mine;
        break;
      case "line":
        this.tables = [...this.tables.filter((line) => line.id !== message.line.id), message.line];
        break;
      case "gone":
        this.tables = this.tables.filter((line) => line.id !== message.id);
        break;
      case "mine":
        this.mine = message.mine;
        break;
      case "notice":
        toasts.show(message.text);
        break;
      case "ping":
        this.#socket?.send(JSON.stringify({ t: "pong", n: message.n }));
        break;
    }
  }
}
