import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableMessage } from "./protocol.gen";
import { TableSocket } from "./socket";

class FakeSocket {
  static OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: { t: string; [key: string]: unknown }[] = [];
  onmessage: ((frame: { data: string }) => void) | null = null;
  onclose: ((closing: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as { t: string });
  }
  close() {}
  hear(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}
const last = (): FakeSocket => FakeSocket.all.at(-1)!;

function connect(): { heard: TableMessage[]; lines: string[]; socket: TableSocket } {
  const heard: TableMessage[] = [];
  const lines: string[] = [];
  const socket = new TableSocket("abcd", { message: (message) => heard.push(message), line: (line) => lines.push(line) });
  socket.open();
  last().hear({ t: "welcome" });
  last().hear({ t: "state", v: 5 });
  return { heard, lines, socket };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a gap is not passed on but asked for", () => {
  const { heard } = connect();
  last().hear({ t: "step", v: 7 });
  expect(heard.some((message) => message.t === "step")).toBe(false);
  expect(last().sent).toEqual([{ t: "resume", v: 5 }]);
  last().hear({ t: "step", v: 6 });
  last().hear({ t: "step", v: 7 });
  last().hear({ t: "step", v: 7 });
  expect(heard.filter((message) => message.t === "step").length).toBe(2);
});

test("a lost line is tried again, catches up by version, and repeats what was not acknowledged", () => {
  const { lines, socket } = connect();
  socket.send({ t: "move", id: "a", asked: 5, move: "bid 1" });
  socket.send({ t: "move", id: "b", asked: 5, move: "bid 2" });
  last().hear({ t: "ack", id: "a", v: 6 });
  last().onclose?.({ code: 1006 });
  expect(lines.at(-1)).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(last().url).toMatch(/\/ws\/table\/abcd\?v=5$/);
  last().hear({ t: "welcome" });
  expect(last().sent.map((message) => message["id"])).toEqual(["b"]);
});

test.each([4404, 4409])("no such table, and one by other rules, are final: %i", (code) => {
  const { lines } = connect();
  last().onclose?.({ code });
  vi.advanceTimersByTime(60_000);
  expect(lines.at(-1)).toBe("closed");
  expect(FakeSocket.all.length).toBe(1);
});

test("a ping is answered at once", () => {
  connect();
  last().hear({ t: "ping", n: 9 });
  expect(last().sent).toEqual([{ t: "pong", n: 9 }]);
});

test("a server that owes an answer and says nothing at all is left, and the move goes to the next one", () => {
  const { lines, socket } = connect();
  socket.send({ t: "move", id: "a", asked: 5, move: "bid 1" });
  vi.advanceTimersByTime(3000);
  last().hear({ t: "clock" });
  vi.advanceTimersByTime(3900);
  expect(FakeSocket.all.length).toBe(1);
  vi.advanceTimersByTime(100);
  expect(lines.at(-1)).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all.length).toBe(2);
  expect(last().url).toContain("?v=5");
  last().hear({ t: "welcome" });
  expect(last().sent).toEqual([{ t: "move", id: "a", asked: 5, move: "bid 1" }]);
  last().hear({ t: "ack", id: "a", v: 6 });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all.length).toBe(2);
});
