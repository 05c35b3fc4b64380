/** A table as this reader sees it: what the socket said, what is on stage, what may be done. Never changes the view by itself. */
import type { GameEvent, GameModule, Held, SeatInfo } from "./board";
import { nudge } from "./awake";
import { glide } from "./motion";
import { holds } from "./orders";
import { Playback, type Scene } from "./playback.svelte";
import type { ChatLine, Clock, EmoteName, Offer, Order, Over, Refusal, Step, State, Table, TableMessage, TableRequest } from "./protocol.gen";
import { paced } from "./settings.svelte";
import { SeatSigns } from "./seat_signs.svelte";
import { TableSocket, type Line } from "./socket";
import { sound } from "./sound";
import { retold } from "./language";
import { Texts, type GameTexts } from "./texts";
import { toasts } from "./toasts.svelte";
import { list, say } from "./words";

export interface LogLine {
  n: number;
  words: string;
}

/** Unique enough for one seat of one match; randomUUID is missing on plain http. */
const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`;

const NO_TEXTS: GameTexts = { title: "", blurb: "", minutes: "" };

/** So many sentences stay in the live region, where all but the new ones have been read out. */
const SPOKEN = 40;

/** Whoever comes late is told of so many events at most. */
const LATE = 300;

export class LiveTable {
  line = $state<Line>("connecting");
  /** Why the line is closed for good. */
  closed = $state<number | null>(null);
  table = $state.raw<Table | null>(null);
  seat = $state<number | null>(null);
  host = $state(false);
  me = $state("");
  name = $state("");
  chat = $state.raw<readonly ChatLine[]>([]);
  muted = $state.raw<readonly string[]>([]);
  /** One's own standing orders, and those the game suggests. */
  orders = $state.raw<readonly Order[]>([]);
  offers = $state.raw<readonly Offer[]>([]);
  /** How it ended, once everybody has seen it. */
  over = $state.raw<Over | null>(null);
  /** It has just ended before the reader's eyes: the game's own ending is on, until it was seen. */
  finale = $state(false);
  /** For a picture: what is on stage stays there. */
  readonly still: boolean = false;
  /** How it ended, while the last move is still on stage. */
  #ending: Over | null = null;
  /** Something happened since the table was opened. */
  #lived = false;
  #sent = $state<string | null>(null);
  #acked = $state(0);
  /** What the live region says, sentence by sentence, the newest last. */
  spoken = $state.raw<readonly LogLine[]>([]);
  /** A rule somebody should read: opens the rules drawer at it. */
  rule = $state<string | null>(null);
  /** Signs of people and words of bots, each for a moment at its seat. */
  signs: SeatSigns = new SeatSigns();

  playback: Playback = new Playback((events) => this.#tell(events), () => this.#rest());
  #socket: TableSocket;
  #texts = $state.raw<GameTexts>(NO_TEXTS);
  #asking = new Set<string>();
  #pressed = new Set<string>();
  /** Whose turn it is, as it was said last. */
  #turn = "";
  /** All that was told here so far; it is not whole if somebody came late to a long match. */
  #heard: GameEvent[] = [];
  whole = $state(true);
  /** The last few hundred of it, with their numbers; the log is these in words. */
  #told = $state.raw<readonly { n: number; event: GameEvent }[]>([]);
  #sentences = 0;
  /** performance.now() when the clock of the newest message was made */
  #clockAt = $state(0);
  #clock = $state.raw<Clock | null>(null);
  #belled = -1;
  /** The game waits for its players. */
  #patient = true;
  /** One's own wish to leave the seat is on its way. */
  #standing = false;
  /** The notice that says why something could not be done: gone when something was. */
  #reason: number | null = null;

  constructor(readonly id: string, /** this is the table itself, on a television */ screen = false) {
    const ears = { message: (message: TableMessage) => this.take(message), line: (line: Line, code?: number) => this.#lineIs(line, code) };
    this.#socket = new TableSocket(id, ears, screen);
  }

  scene = $derived(this.playback.scene);
  /** The move that a hint suggests, as long as it is asked for. */
  hinted = $state<string | null>(null);
  /** The own move that is on its way: until the view it made is on the table. */
  pending = $derived(this.#sent !== null && this.#acked && (this.scene?.v ?? -1) >= this.#acked ? null : this.#sent);
  /** Several seats are held here: people around one device, who are all called by their names. */
  shared = $derived((this.table?.seats ?? []).filter((info) => info.kind === "person" && info.person === this.me).length > 1);
  /** Nobody but bots and whoever looks at this screen. */
  alone = $derived((this.table?.seats ?? []).every((info) => info.kind !== "person" || info.person === this.me));
  /** Who is "you" here; nobody where several look at one screen. */
  you = $derived(this.shared ? null : this.seat);
  text = $derived(new Texts(this.#texts, (seat) => this.who(seat), this.you));
  #own = $derived.by(() => {
    const { scene, seat } = this;
    return !scene || seat === null ? [] : [{ seat, view: scene.view, moves: scene.moves }, ...(scene.also ?? [])];
  });
  /** One device goes from hand to hand: what is not open to all is shown only to whoever looks. */
  passing = $derived(this.shared && this.scene?.open != null);
  /** Who around this device is asked next. */
  next = $derived(this.over || this.playback.busy ? null : (this.#own.find((one) => one.moves.length)?.seat ?? null));
  /** Who has lifted the curtain. */
  #lifted = $state<number | null>(null);
  looking = $derived(this.passing && this.pending === null && this.#lifted === this.next ? this.next : null);
  #whispered = $state.raw<ReadonlyMap<number, readonly string[]>>(new Map());
  /** What only whoever looks has been told since they looked last. */
  whispers = $derived<readonly string[]>(this.looking === null ? [] : (this.#whispered.get(this.looking) ?? []));
  /** Whose view is shown: one's own, or that of whoever around this device is asked. */
  shown = $derived(this.passing ? this.#own.find((one) => one.seat === this.looking) : (this.#own.find((one) => one.moves.length) ?? this.#own[0]));
  acting = $derived(this.passing ? this.looking : (this.shown?.seat ?? this.seat));
  view = $derived(this.shown?.view ?? (this.passing ? this.scene?.open : this.scene?.view));
  around = $derived<readonly Held<Record<string, unknown>>[]>(
    this.shared && !this.passing ? this.#own.map((one) => ({ ...one, moves: this.over ? [] : one.moves, prompt: this.text.prompt(String(one.view["prompt"] ?? ""), one.view) })) : [],
  );
  /** Everything that was told here so far. */
  events = $derived<readonly GameEvent[]>(this.#told ? this.#heard.slice() : []);
  #faded = $derived(this.text.faded(this.#told.map(({ event }) => event)));
  log = $derived<readonly LogLine[]>(this.#told.flatMap(({ n, event }, at) => {
    const words = this.#faded.has(at) ? null : this.text.event(event);
    return words ? [{ n, words }] : [];
  }));
  moves = $derived<readonly string[]>(this.playback.busy || this.pending !== null || this.over ? [] : (this.shown?.moves ?? []));
  asked = $derived(this.moves.length > 0);
  windowUntil = $derived(this.#clock?.window_ms == null || this.#clock.paused ? null : this.#clockAt + this.#clock.window_ms);
  holds = $derived(this.#clock?.holds_left ?? 0);

  seats = $derived.by<SeatInfo[]>(() => {
    const running = new Map(this.#clock?.paused ? [] : this.#clock?.running.map((one) => [one.seat, one]));
    return (this.table?.seats ?? []).map((info, seat) => ({
      seat,
      name: seat === this.you ? say("wait.you").replace(/^./, (first) => first.toUpperCase()) : info.name,
      me: seat === this.acting,
      bot: info.kind === "bot",
      level: info.level,
      here: info.here,
      minded: info.minded,
      asked: !this.over && (this.scene?.actors ?? []).includes(seat),
      until: running.has(seat) ? this.#clockAt + running.get(seat)!.left_ms : null,
      bank: running.get(seat)?.bank_ms ?? 0,
      winner: this.over?.winners.includes(seat) ?? false,
    }));
  });

  /** What to do now, in one sentence. */
  prompt = $derived.by<string>(() => {
    const view = this.view;
    if (!view) return say("loading");
    if (this.playback.beat) return "";
    const key = typeof view["prompt"] === "string" ? view["prompt"] : "";
    const words = key && this.#texts.prompts?.[key] ? this.text.prompt(key, view) : "";
    const late = this.table?.delay_seconds ?? 0;
    if (this.seat === null && !this.over && late) return say("table.watching.late", { n: Math.ceil(late / 60) });
    if (this.seat === null && !this.over && (key === "wait" || !words)) return say("table.watching");
    if (this.passing && this.looking === null && this.next !== null) return say("pass.on", { name: this.who(this.next) });
    if (this.asked && this.shared) return `${this.who(this.acting!)}: ${words}`;
    if (this.asked || (words && key !== "wait")) return words;
    const others = this.seats.filter((info) => info.asked && !info.me).map((info) => info.name);
    return others.length ? say("table.wait", { who: list(others) }) : words;
  });

  /** The standing orders that still count. */
  standing = $derived<readonly Order[]>(this.over || !this.scene ? [] : this.orders.filter((order) => holds(order.lasts, this.scene!.view)));

  /** What somebody who came late has asked for. */
  joining = $derived(this.table?.newcomers?.find((one) => one.person === this.me) ?? null);

  /** Replaces the standing orders; the server answers with what stands. */
  order(orders: readonly Order[]): void {
    this.say({ t: "orders", orders: [...orders] });
  }

  open(): void {
    this.#socket.open();
  }

  close(): void {
    this.#socket.close();
  }

  furnish(module: GameModule | null, texts: GameTexts | null): void {
    if (module) this.playback.stage = module.stage;
    // A game that waits for nobody has a pace of its own.
    this.#patient = !module?.rushes;
    if (module && this.#patient) this.playback.pace = paced;
    if (texts) this.#texts = texts;
  }

  who(seat: number): string {
    return this.seats[seat]?.name ?? "?";
  }

  say(message: TableRequest): void {
    if (message.t === "stand") this.#standing = true;
    this.#socket.send(message);
  }

  /** The host begins: bots take the seats that are open. */
  begin(): void {
    const seats = this.table?.seats ?? [];
    for (const [seat, { kind }] of seats.entries()) if (kind === "open") this.say({ t: "bot", seat, level: "casual" });
    if (this.seat !== null && !seats[this.seat]?.ready) this.say({ t: "ready", on: true });
    this.say({ t: "start", gather: true });
  }

  /** Who is asked takes the device and looks. */
  lift(): void {
    this.#lifted = this.next;
  }

  /** Nothing of a hand stays: not on the board, in a notice, or on its way. */
  cover(): void {
    if (this.#lifted !== null) {
      const rest = new Map(this.#whispered);
      rest.delete(this.#lifted);
      this.#whispered = rest;
      toasts.clear();
    }
    this.#lifted = null;
  }

  /** No words and no signs from somebody, or again. */
  mute = (person: string, on: boolean): void => {
    this.muted = on ? [...this.muted, person] : this.muted.filter((one) => one !== person);
    this.say({ t: "mute", person, on });
  };

  play = (move: string): void => {
    const scene = this.scene;
    if (!scene || this.pending !== null) return;
    if (!this.moves.includes(move)) return this.why(move);
    if (this.#reason !== null) toasts.drop(this.#reason);
    const mover = this.#mover();
    const send = () => {
      this.#acked = 0;
      this.#sent = move;
    };
    if (this.passing) {
      this.cover(); // and no card glides out of a hand that is covered
      send();
    } else glide(send);
    sound("paper");
    this.say({ t: "move", id: newId(), asked: scene.asked, move, ...mover });
  };

  #mover = (seat = this.acting): { seat?: number } => (this.shared && seat !== null ? { seat } : {});

  /** Timed games: every press goes out at once, with its reaction time. What the rules ignore is passed over in silence. */
  press = (move: string, rt_ms: number, seen: number, seat?: number): void => {
    const scene = this.scene;
    if (!scene || this.over) return;
    const id = newId();
    this.#pressed.add(id);
    this.say({ t: "move", id, asked: scene.asked, move, rt_ms, seen, ...this.#mover(seat) });
  };

  /** A move that is not offered is sent to be refused: the server's reason names the rule. */
  why = (move: string): void => {
    const scene = this.scene;
    if (!scene || this.pending !== null || this.playback.busy) return;
    const id = newId();
    this.#asking.add(id);
    this.say({ t: "move", id, asked: scene.asked, move, ...this.#mover() });
  };

  take(message: TableMessage): void {
    switch (message.t) {
      case "welcome":
        this.#tellLines(message.table);
        Object.assign(this, { table: message.table, me: message.me, name: message.name, seat: message.seat, host: message.host, chat: message.chat, muted: message.muted, orders: message.orders });
        break;
      case "table":
        this.#notice(message.seat, message.table);
        Object.assign(this, { table: message.table, seat: message.seat, host: message.host });
        break;
      case "state":
        this.#keepClock(message.clock);
        this.#told = [];
        this.#heard = [];
        this.#sent = null;
        this.whole = message.log.length < LATE;
        this.#write(message.log as GameEvent[]);
        this.playback.cut(sceneOf(message));
        break;
      case "step":
        this.#keepClock(message.clock);
        this.#lived = true;
        this.playback.push(sceneOf(message), this.#openly(message.events as GameEvent[], message.open != null));
        break;
      case "clock":
        this.#keepClock(message.clock);
        break;
      case "ack":
        this.#acked = message.v;
        break;
      case "orders":
        this.orders = message.orders;
        break;
      case "refused":
        this.#refused(message);
        break;
      case "chat":
        this.chat = [...this.chat, message.line].slice(-200);
        break;
      case "emote":
        this.#emoted(message.name, message.emote);
        break;
      case "over":
        this.#ending = message;
        if (this.playback.idle) this.#finish(message);
        break;
      case "notice":
        retold(message.text, "", (words) => toasts.show(words));
        break;
      case "bye":
        if (message.code !== "slow" && message.code !== "shutdown") retold(message.reason, this.table?.game ?? "", (words) => toasts.show(words));
        break;
    }
  }

  /** Where one device is passed on, what only one is told waits behind the curtain. */
  #openly(events: readonly GameEvent[], passing: boolean): GameEvent[] {
    if (!passing) return [...events];
    const rest = new Map(this.#whispered);
    for (const event of events) {
      const seat = event["only"];
      const words = typeof seat === "number" ? new Texts(this.#texts, (one) => this.who(one), seat).event(event) : null;
      if (typeof seat === "number" && words) rest.set(seat, [...(rest.get(seat) ?? []), words]);
    }
    this.#whispered = rest;
    return events.filter((event) => event["only"] === undefined);
  }

  #lineIs(line: Line, code?: number): void {
    if (this.line === "lost" && line === "live") toasts.show(say("table.found"), { ms: 2500 });
    this.line = line;
    if (line === "closed") this.closed = code ?? null;
  }

  #keepClock(clock: Clock): void {
    this.#clock = clock;
    this.#clockAt = performance.now();
  }

  #refused(message: Refusal): void {
    if (message.id && this.#pressed.delete(message.id)) return;
    if (message.id && !this.#asking.delete(message.id)) this.#sent = null;
    const rule = message.rule;
    retold(message.reason, this.table?.game ?? "", (words) => {
      this.#reason = toasts.show(words, {
        tone: "why",
        ...(rule ? { action: { label: say("table.why", { rule }), run: () => (this.rule = rule) } } : {}),
      });
    });
  }

  /** Whoever loses their seat without having stood up is told so. */
  /** Games that know time: whose line's delay is no longer made good, or only a little of it; each is said once. */
  #tellLines(table: Table): void {
    const before = this.table?.seats ?? [];
    for (const [n, { line, name }] of table.seats.entries())
      if (line === "doubted" && before[n]?.line !== line) toasts.show(say("table.line.doubted", { name }), { ms: 15_000 });
    const echo = (seats: readonly { line: string }[]) => seats.some(({ line }) => line === "echo");
    if (echo(table.seats) && !echo(before)) toasts.show(say("table.line.echo"), { ms: 10_000 });
  }

  #notice(seat: number | null, table: Table): void {
    this.#tellLines(table);
    const before = this.table?.newcomers ?? [];
    for (const one of this.seat === null ? [] : (table.newcomers ?? []))
      if (!one.now && !before.some((other) => other.person === one.person)) toasts.show(say("join.told", { name: one.name }));
    if (this.seat !== null && seat === null && !this.#standing && table.state !== "over")
      toasts.show(say(table.state === "open" ? "wait.removed" : "table.removed", { name: table.hosts_name }), { ms: 15_000 });
    if (seat === null) this.#standing = false;
  }

  #emoted(name: string, emote: EmoteName): void {
    const seat = (this.table?.seats ?? []).findIndex((info) => info.name === name);
    this.signs.stand({ seat: seat < 0 ? null : seat, name, words: say(`emote.${emote}`) });
  }

  #tell(events: readonly GameEvent[]): void {
    this.#speak(this.#write(events));
  }

  #write(all: readonly GameEvent[]): string[] {
    // What only one of several at this screen is told says "you" without saying who: the board shows it instead.
    const events = this.shared ? all.filter((event) => event["only"] === undefined) : all;
    const words: string[] = [];
    for (const event of events) {
      const line = this.text.event(event);
      if (line) words.push(line);
    }
    this.#heard.push(...events);
    const next = (this.#told.at(-1)?.n ?? 0) + 1;
    this.#told = [...this.#told, ...events.map((event, at) => ({ n: next + at, event }))].slice(-400);
    return words;
  }

  /** Each sentence for itself, when it is seen: nobody is read a whole night in one breath. */
  #speak(sentences: readonly string[]): void {
    if (sentences.length) this.spoken = [...this.spoken, ...sentences.map((words) => ({ n: ++this.#sentences, words }))].slice(-SPOKEN);
  }

  #finish(over: Over): void {
    if (!this.over) this.finale = this.#lived;
    this.over = over;
  }

  #rest(): void {
    if (this.pending === null) this.#sent = null;
    if (this.#patient && this.alone && !this.over) this.signs.chat(this.table?.seats ?? []);
    if (this.#ending) this.#finish(this.#ending);
    const mine = (this.passing ? this.next !== null : (this.shown?.moves.length ?? 0) > 0) && !this.over;
    const turn = this.prompt;
    if (turn.trim() && (mine || this.over || turn !== this.#turn)) this.#speak([turn]);
    this.#turn = turn;
    if (mine && this.scene!.asked !== this.#belled) {
      this.#belled = this.scene!.asked;
      if (document.hidden || !document.hasFocus()) sound("bell");
      if (this.#patient && !this.alone) nudge(); // bots answer so soon that a phone would never rest
    }
  }
}

function sceneOf(message: State | Step): Scene {
  const { v, asked, view, moves, actors, clock, also = [], open = null } = message;
  return { v, asked, view, moves, actors, clock, also, open };
}
