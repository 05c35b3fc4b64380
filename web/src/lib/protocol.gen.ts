// Written by `python -m hoofspiel.server.typescript`. Do not edit.

/** How long people have: one of three kinds of clock. */
export interface Pace {
  kind?: "live" | "relaxed" | "mail" | "none";
  /** for one answer; None takes the kind's own default (live 45, relaxed 300, mail three days) */
  move_seconds?: number | null;
  /** spare time for the whole match, used up when an answer takes longer */
  bank_seconds?: number | null;
  /** how long a seat stays with its person after they are gone or out of time */
  grace_seconds?: number | null;
}

/** One place at a table, as everybody sees it. */
export interface Seat {
  kind: "open" | "person" | "bot";
  name: string;
  person: string | null;
  /** of the bot that sits here or minds the place */
  level: "novice" | "casual" | "club" | "master" | null;
  ready: boolean;
  /** a person with a connection; bots are always here */
  here: boolean;
  /** a bot answers for the person, who takes the seat back with `back` */
  minded: boolean;
  /** of a bot in a running match: the person whose hand it plays out, who may `sit` down here again */
  was: string | null;
  /** timed games: `echo` where nothing but the page's own answers tells the line's round trips, so that little of them is made good; `doubted` where they did not fit, so that nothing is */
  line: "" | "echo" | "doubted";
}

/** Somebody who came while the match was running and asked to `join`. */
export interface Newcomer {
  person: string;
  name: string;
  /** the bot's seat they would like */
  seat: number;
  /** nothing is hidden in this game: they sit down as soon as the host and the players agree; else at the rematch */
  now: boolean;
  /** the people who let them in so far */
  agreed: string[];
}

/** The match continues from a position of another one, to try something else; it counts nowhere. */
export interface Practice {
  /** whose match it was */
  table: string;
  /** how many of that match's moves come first */
  move: number;
  /** whose choice it was: the only seat with a person */
  seat: number;
  /** whether all that this seat could not know was dealt anew; else everything is as it was */
  seen: boolean;
}

/** Everything about a table except the match itself; the same for everybody. */
export interface Table {
  id: string;
  game: string;
  state: "open" | "running" | "over";
  seats: Seat[];
  options: Record<string, unknown>;
  clock: Pace;
  public: boolean;
  watch: "all" | "nobody";
  delay_seconds: number;
  host: string | null;
  hosts_name: string;
  paused: boolean;
  /** seats that would like to pause (or, while paused, to go on) */
  pause_asked: number[];
  /** SHA-256 of the secret that all chance comes from, published before the first move */
  commitment: string | null;
  /** the table of the rematch */
  next: string | null;
  created: number;
  /** what friends type to join, until the match begins */
  code: string | null;
  /** people who came while the match was running and would like to play */
  newcomers: Newcomer[];
  /** the match goes on from a position of another one */
  practice: Practice | null;
  /** the bots here play below their level for now, because the server has too many to think for */
  hurried: boolean;
  /** played without a server and handed in afterwards: every move is legal, but nobody vouches for the rest */
  offline: boolean;
}

/** A table in the list. */
export interface TableLine {
  id: string;
  game: string;
  state: "open" | "running" | "over";
  seats: number;
  taken: number;
  names: string[];
  host: string;
  clock: "live" | "relaxed" | "mail" | "none";
  watch: boolean;
  v: number;
}

/** One of your own tables in the list on the home page. */
export interface MyLine {
  id: string;
  game: string;
  state: "open" | "running" | "over";
  seat: number | null;
  your_move: boolean;
  names: string[];
  /** when the time for your answer is out, in server time */
  due: number | null;
  /** when the table is put away if nothing happens at it, in server time; said in the last week alone */
  until: number | null;
}

/** How long one seat still has, counted from the moment the message was made. */
export interface SeatClock {
  seat: number;
  /** for this answer */
  left_ms: number;
  bank_ms: number;
}

/** What runs now. An open window shows one common time, whoever could use it. */
export interface Clock {
  /** server time when this was made */
  now: number;
  /** only seats that are asked; empty when nothing runs */
  running: SeatClock[];
  /** common time of an open window: the same for everybody */
  window_ms: number | null;
  /** how often this reader may still hold a window */
  holds_left: number;
  paused: boolean;
}

/** A comparison with a number, word or switch in one's own view. */
export interface Condition {
  /** where to look in the view: `pot`, `auction.high`, `seats.2.points` */
  path: string;
  test: "below" | "at_least" | "is";
  value: number | string | boolean;
}

/** A standing order: an answer given in advance, followed by the server as the person would. */
export interface Order {
  /** a whole move, or with `at_most` the word before its number */
  play: string;
  /** play the lowest legal number after `play`, up to this one */
  at_most?: number | null;
  /** play it only while this holds; else `otherwise` */
  when?: Condition | null;
  /** where this no longer holds the order is void: the choice is the person's */
  lasts?: Condition | null;
  /** what to answer when the order cannot be followed; None leaves the choice to the person */
  otherwise?: string | null;
  /** forget the order after it was followed */
  once?: boolean;
}

/** A standing order that a game suggests, with what a person fills in; its words are in the game's `[orders]`. */
export interface Offer {
  /** a key in the texts' `[orders]`: a sentence with `{n}` for the number and `{it}` for the thing */
  name: string;
  /** as it is sent; `{it}` in `play` stands for the thing */
  order: Order;
  /** where the person's number goes: the order's own limit, or the value of its condition */
  number: "at_most" | "when" | null;
  low: number;
  high: number;
  step: number;
  /** what the number is before the person changes it */
  start: number;
  /** a list in one's own view: one such order for every thing in it */
  each: string | null;
  /** only for these things; empty: for all */
  of: string[];
  /** the table of the texts that names the things */
  table: string | null;
  /** a fact in one's own view: the order lasts as long as it is what it is now */
  here: string | null;
  /** suggested only while this holds */
  shown: Condition | null;
}

/** Answer the question this seat was asked. */
export interface Move {
  t: "move";
  id: string;
  /** the number of the question, from the last `state` or `step` */
  asked: number;
  move: string;
  /** timed games: from one's own paint of the last reveal to the press, by one's own clock */
  rt_ms?: number | null;
  /** timed games: the `v` of the step that `rt_ms` counts from */
  seen?: number | null;
  /** people around one device: which of the seats held here answers; the first where nothing is said */
  seat?: number | null;
}

/** A gap was noticed: send what came after version `v`. */
export interface Resume {
  t: "resume";
  v: number;
}

/** Take an open seat, or before the match one that a bot holds. During a match only one's own: the seat one left. */
export interface Sit {
  t: "sit";
  seat: number;
}

/** Ask for a bot's seat while a match runs (or, with `on` false, no longer).

    Where nothing is hidden one sits down as soon as the host and the players agree, else at the rematch: a hand that
    was dealt to somebody is never shown to anybody else.
     */
export interface Join {
  t: "join";
  /** the first that is free where nothing is said */
  seat?: number | null;
  on?: boolean;
}

/** Host and players: let somebody in who asked to `join`, or (with `on` false) turn them away. */
export interface Admit {
  t: "admit";
  person: string;
  on: boolean;
}

/** Leave one's seat; during a match a bot plays on, and one may `sit` down there again. */
export interface Stand {
  t: "stand";
}

/** Take one's seat back from the bot that minds it. */
export interface Back {
  t: "back";
}

/** Host: a bot in an open seat, in a bot's seat (another level), or in the seat of somebody who is gone. */
export interface PutBot {
  t: "bot";
  seat: number;
  level: "novice" | "casual" | "club" | "master";
}

/** Host: empty a seat before the match; during it a bot takes over from somebody who is gone. */
export interface Clear {
  t: "clear";
  seat: number;
}

/** Say that one is ready (or not yet). */
export interface Ready {
  t: "ready";
  on: boolean;
}

/** Host: begin. Every seat must be taken, and every person ready. */
export interface Start {
  t: "start";
  /** a game that knows time begins paused where several people play, and counts in once all of them agree to go on */
  gather?: boolean;
}

/** Host: make somebody else at the table the host. */
export interface HandOver {
  t: "hand_over";
  person: string;
}

/** Agree to pause (or, while paused, to go on); it happens when every person at the table agrees. */
export interface Pause {
  t: "pause";
  on: boolean;
}

/** Stop the clock of an open window for ten seconds; a few times a match, whatever one holds. */
export interface Hold {
  t: "hold";
}

/** Replace one's standing orders. Nobody else learns of them. */
export interface Orders {
  t: "orders";
  orders: Order[];
}

/** The same people once more: the first who asks makes the table, everybody is shown the way. */
export interface Rematch {
  t: "rematch";
}

/** Chat with the table. */
export interface Say {
  t: "say";
  text: string;
}

/** A small sign everybody understands. */
export interface Emote {
  t: "emote";
  emote: "hello" | "thanks" | "nice" | "oops" | "hurry" | "think" | "laugh" | "baa";
}

/** No chat and no emotes from this person to me (or again). */
export interface Mute {
  t: "mute";
  person: string;
  on: boolean;
}

/** Answer to `ping`, at once. */
export interface Pong {
  t: "pong";
  n: number;
}

/** Ask for the server's time; `t0` comes back untouched. */
export interface AskTime {
  t: "time";
  t0: number;
}

/** Timed games: the step `v` was painted `after_ms` after it arrived. */
export interface Painted {
  t: "painted";
  v: number;
  after_ms: number;
}

/** One thing somebody said. Plain text: show it as text, never as markup. */
export interface ChatLine {
  n: number;
  person: string;
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

/** First message on a table socket. `state` follows, or the missed `step`s when the address had `?v=`. */
export interface Welcome {
  t: "welcome";
  table: Table;
  /** one's own public address */
  me: string;
  name: string;
  seat: number | null;
  host: boolean;
  v: number;
  now: number;
  chat: ChatLine[];
  orders: Order[];
  muted: string[];
}

/** Something about the table changed: seats, host, readiness, pause. */
export interface TableNow {
  t: "table";
  table: Table;
  /** the reader's own */
  seat: number | null;
  host: boolean;
}

/** What one more seat sees and may do, for somebody who holds several. */
export interface SeatNow {
  seat: number;
  moves: string[];
  view: Record<string, unknown>;
}

/** The whole match as this reader may know it. */
export interface State {
  t: "state";
  v: number;
  asked: number;
  actors: number[];
  /** what happened so far, the last 300 events */
  log: Record<string, unknown>[];
  clock: Clock;
  view: Record<string, unknown>;
  /** what this reader may do now; empty for watchers and seats that are not asked */
  moves: string[];
  /** people around one device: the other seats held here; left out where there are none */
  also?: SeatNow[];
  /** people around one device who hide something from each other: what all of them may see, for when nobody looks */
  open?: Record<string, unknown> | null;
}

/** One move later. `v` is the last one plus one; if not, send `resume`. */
export interface Step {
  t: "step";
  v: number;
  asked: number;
  actors: number[];
  events: Record<string, unknown>[];
  clock: Clock;
  view: Record<string, unknown>;
  moves: string[];
  /** as in `state` */
  also?: SeatNow[];
  open?: Record<string, unknown> | null;
}

/** The move with this id is stored; `v` is the version it made, by the count of this seat. */
export interface Ack {
  t: "ack";
  id: string;
  v: number;
}

/** Nothing was changed. To the sender only. */
export interface Refusal {
  t: "refused";
  code: "bad_message" | "illegal" | "stale" | "not_asked" | "not_seated" | "not_host" | "taken" | "not_ready" | "too_fast" | "closed" | "not_now" | "storage" | "paused" | "unknown";
  reason: string;
  /** of the move that is refused */
  id: string | null;
  /** the paragraph that forbids it */
  rule: string | null;
  /** what would have been legal */
  legal: string[] | null;
}

/** The clock changed without a move: a pause, a hold, a person gone. */
export interface ClockNow {
  t: "clock";
  clock: Clock;
}

/** One's own standing orders, after a change or after one was followed. */
export interface OrdersNow {
  t: "orders";
  orders: Order[];
}

/** Somebody said something. */
export interface Chat {
  t: "chat";
  line: ChatLine;
}

/** Somebody made a sign. */
export interface Emoted {
  t: "emote";
  person: string;
  name: string;
  seat: number | null;
  emote: "hello" | "thanks" | "nice" | "oops" | "hurry" | "think" | "laugh" | "baa";
}

/** The match has ended; the record is at `/api/tables/{id}/record`. */
export interface Over {
  t: "over";
  v: number;
  points: number[];
  winners: number[];
  /** all chance came from this; its SHA-256 is the table's commitment */
  secret: string;
}

/** Answer with `pong` at once: the server measures the line. */
export interface Ping {
  t: "ping";
  n: number;
}

/** The server's time: `t0` as asked, `t1` when the question came, `t2` when this left, in milliseconds. */
export interface Time {
  t: "time";
  t0: number;
  t1: number;
  t2: number;
}

/** The people who run the server tell everybody something. */
export interface Notice {
  t: "notice";
  text: string;
}

/** The server closes this socket. */
export interface Bye {
  t: "bye";
  code: "slow" | "shutdown" | "flood" | "closed" | "signed_out";
  reason: string;
}

/** Answer to `ping`. */
export interface LobbyPong {
  t: "pong";
  n: number;
}

/** Answer to `ping`. */
export interface LobbyPong {
  t: "pong";
  n: number;
}

/** First message: the public tables that are open or running, and one's own. */
export interface Lobby {
  t: "lobby";
  tables: TableLine[];
  mine: MyLine[];
}

/** A public table is new or has changed. */
export interface LineNow {
  t: "line";
  line: TableLine;
}

/** A table left the list. */
export interface Gone {
  t: "gone";
  id: string;
}

/** One's own tables, after a change. */
export interface Mine {
  t: "mine";
  mine: MyLine[];
}

/** The value function that all figures come from; another hash, other figures. */
export interface Value {
  name: string;
  hash: string;
}

/** Another choice, and what it would have cost beside the best. */
export interface Other {
  move: string;
  cost: number;
}

/** One real decision, judged by what its seat could know then. */
export interface Decision {
  /** Its place in the record's moves, from 0. */
  move: number;
  played: string;
  best: string;
  /** In chance to win, 0 to 1; 0 where nothing better was found. */
  cost: number;
  low: number;
  /** The 95 % interval of the cost: a choice with `low` at 0 is as good as the best, for all we know. */
  high: number;
  others: Other[];
  /** One or two sentences in the game's words; empty where the game gives no reasons. */
  why: string;
  /** The chance to win in the seat's eyes, with the choice it made. */
  chance: number;
  /** Whether it cost something beyond doubt. */
  mistake: boolean;
  /** How often what was played and the best were tried out. */
  samples: number;
}

/** The chance to win in the eyes of the seat, when it was asked for a move. */
export interface Point {
  move: number;
  chance: number;
}

/** The result taken apart. The first four add up to the total: the share of the win less an even share. */
export interface Result {
  chance: number;
  own: number;
  others: number;
  unexplained: number;
  total: number;
}

/** What a finished match teaches the player of one seat. */
export interface Review {
  game: string;
  seats: number;
  seat: number;
  value: Value;
  decisions: Decision[];
  result: Result;
  curve: Point[];
  /** Places in the record's moves: where the curve changed most, at most three. */
  moments: number[];
  /** Whether the chance part of this game is worth a bar: where it explains next to nothing, none should be drawn. */
  luck_measured: boolean;
  /** Games of reactions are reviewed by time instead: see the game's reasons.py. */
  times: Record<string, unknown>;
}

/** POST /api/me */
export interface Rename {
  name: string;
}

/** POST /api/account and POST /api/session */
export interface Credentials {
  name: string;
  password: string;
}

/** POST /api/account/password */
export interface NewPassword {
  old: string;
  new: string;
}

/** POST /api/tables */
export interface NewTable {
  game: string;
  seats: number;
  options?: Record<string, boolean | number | string>;
  clock?: Pace;
  public?: boolean;
  watch?: "all" | "nobody";
  /** watchers see everything this much later */
  delay_seconds?: number;
  /** take seat 0 */
  sit?: boolean;
  /** fill the other seats with bots of this level */
  bots?: "novice" | "casual" | "club" | "master" | null;
  /** begin at once; no seat may be open then: `bots` fills them */
  start?: boolean;
  /** several people who play around this one device, by name: each takes a seat, all held by you */
  around?: string[];
}

/** POST /api/tables/{id}/practice: play on from a position of a finished match, against bots */
export interface PlayOn {
  /** yours, whoever held it */
  seat: number;
  /** before which of the record's moves, counted from 0 */
  move: number;
  /** all that the seat could not know then: dealt anew, or as it was */
  deal?: "seen" | "true";
}

/** POST /api/tables/{id}/back: in practice, before your last choice once more */
export interface TakeBack {
  /** where the practice began, instead */
  again?: boolean;
  /** with `again`, in practice as the seat saw the match: what it cannot know is dealt anew once more */
  anew?: boolean;
}

/** POST /api/records: a match that was played without a server */
export interface HandedIn {
  /** as GET /api/tables/{id}/record tells it */
  record: Record<string, unknown>;
  /** your own */
  seat: number;
}

/** GET and POST /api/me: who the server takes you for. */
export interface Me {
  /** None before a name was chosen */
  person: string | null;
  name: string;
  account: boolean;
  tables: MyLine[];
  /** only when it is new, as after a sign-in or with a new password: what programs send as `Authorization: Bearer` */
  token: string | null;
}

/** Somewhere you are signed in. */
export interface Device {
  id: string;
  /** what kind of device it is, as far as it says so; empty before it came back */
  name: string;
  since: number;
  /** when it was here last, to the hour */
  seen: number;
  /** the one that asks */
  here: boolean;
}

/** GET /api/me/devices */
export interface Devices {
  devices: Device[];
}

/** A line you said at a table. */
export interface Said {
  table: string;
  text: string;
  at: number;
}

/** A move of yours. */
export interface OwnMove {
  seat: number;
  move: string;
  /** milliseconds since the match began */
  at: number;
}

/** Your part in one table. */
export interface OwnPart {
  id: string;
  game: string;
  state: string;
  created: number;
  ended: number | null;
  host: boolean;
  seats: number[];
  names: string[];
  /** of all seats, once the match is over */
  points: number[];
  moves: OwnMove[];
  /** the people you do not want to hear */
  muted: string[];
}

/** GET /api/me/export: everything the server stores about you, but for the hashes of passwords and tokens. */
export interface Export {
  person: string;
  name: string;
  account: string | null;
  since: number;
  devices: Device[];
  said: Said[];
  tables: OwnPart[];
}

/** POST /api/tables */
export interface Made {
  id: string;
  link: string;
  /** what friends type to join, until the match begins */
  code: string | null;
}

/** GET /api/codes/{code}: the open table that has this code. */
export interface Joinable {
  id: string;
  link: string;
}

/** GET /api/reach: for a page on the server's own computer, where other devices find it. */
export interface Reach {
  /** none: only this computer can join */
  addresses: string[];
}

/** GET /api/tables */
export interface Tables {
  tables: TableLine[];
}

/** One finished match in one's history. */
export interface Past {
  id: string;
  game: string;
  names: string[];
  seat: number;
  points: number[];
  winners: number[];
  ended: number;
  /** Whether it can be shown again: not where it was played by rules that this server does not know. */
  replays: boolean;
  /** played without a server, and handed in afterwards */
  offline: boolean;
}

/** GET /api/me/history */
export interface History {
  matches: Past[];
}

/** A rule a table may set. */
export interface OptionInfo {
  name: string;
  kind: "switch" | "number" | "choice";
  default: boolean | number | string;
  /** of a number those worth offering, if not all between low and high */
  choices: string[];
  low: number;
  high: number;
  /** where the rule comes from: the rulebook, a variant it prints, our ruling where it is silent, our own invention */
  origin: "printed" | "variant" | "ruling" | "ours";
  /** what the rulebook has, or our ruling where it is silent */
  book: boolean | number | string;
}

/** A game one can play here. */
export interface GameInfo {
  slug: string;
  title: string;
  blurb: string;
  minutes: string;
  seats: number[];
  options: OptionInfo[];
  /** what a live table starts from instead of the defaults */
  live_options: Record<string, boolean | number | string>;
  /** what a table of one person and bots starts from besides */
  alone: Record<string, boolean | number | string>;
  /** what a table with novice bots, or somebody's first table of the game, starts from besides */
  beginners: Record<string, boolean | number | string>;
  /** what a table around one device starts from besides; None: hands stay hidden there, and the device is passed on */
  one_device: Record<string, boolean | number | string> | null;
  timed: boolean;
  /** standing orders that make sense in this game */
  orders: Offer[];
  /** the game's sentences in English: prompts, moves, events, names of things */
  texts: Record<string, unknown>;
}

/** GET /api/games */
export interface Games {
  games: GameInfo[];
  levels: string[];
}

/** What came of one choice when the deal was played on many times after it; None where nobody tried. */
export interface Figures {
  move: string;
  /** the share of trials, 0 to 1, that ended with you in front when the deal was over */
  front: number | null;
  /** points ahead of the best of the others when the deal was over, on average */
  lead: number | null;
  /** to win the match, 0 to 1, as a review reckons it */
  chance: number | null;
  /** where a good player must not be guessed: how often this is the choice, 0 to 1 */
  share: number | null;
}

/** GET /api/tables/{id}/hint: what a strong bot would do in your place, and why. */
export interface Hint {
  move: string;
  v: number;
  best: Figures;
  /** the next best choice */
  other: Figures | null;
  /** how often each of the two was tried out */
  trials: number;
  /** there is nothing else one could do */
  only: boolean;
  /** where nothing was tried out: `{"reason": key, ...}`, a key in the texts' `[reasons]` with its facts */
  reason: Record<string, unknown> | null;
  /** how the two choices differ, as a review says it; empty where nothing was tried out */
  why: string;
}

/** One move of a match and what the chosen reader saw of it. */
export interface ReplayStep {
  v: number;
  /** who moved; None for the start and for time that ran out */
  seat: number | null;
  /** None where the reader may not know it */
  move: string | null;
  at: number | null;
  events: Record<string, unknown>[];
  view: Record<string, unknown>;
  actors: number[];
}

/** GET /api/tables/{id}/replay?seat=N: every step as one seat, or a watcher, saw it. */
export interface Replay {
  table: Table;
  seat: number | null;
  names: string[];
  steps: ReplayStep[];
  over: boolean;
  points: number[];
  winners: number[];
}

/** GET /api/tables/{id}/review?seat=N with status 202: what there is of a review so far; ask again in a second. */
export interface Reviewing {
  done: number;
  /** how many moves of the match are looked at in all; `done` counts those finished */
  of: number;
  /** none yet while others' reviews are made first */
  curve: Point[];
  decisions: Decision[];
  /** the curve is a first one, of few points: the game's rules are being compiled, which takes about a minute once */
  rough: boolean;
}

/** A position with one clearly best choice: what would you play? */
export interface Exercise {
  /** the same as long as the puzzle is */
  id: string;
  seat: number;
  seats: number;
  /** what the seat knows */
  view: Record<string, unknown>;
  actors: number[];
  best: string;
  /** the other choices that matter, with what each costs in chance to win */
  others: Other[];
  why: string;
}

/** GET /api/games/{slug}/puzzles */
export interface Exercises {
  puzzles: Exercise[];
}

/** Every answer that is not 2xx. */
export interface HttpRefusal {
  error: "bad_body" | "bad_name" | "bad_record" | "bad_table" | "banned" | "bots_name" | "conflict" | "draining" | "has_account" | "name_taken" | "no_account" | "no_address" | "no_code" | "no_device" | "no_name" | "no_review" | "no_seat" | "no_such_method" | "no_table" | "no_watchers" | "not_admin" | "not_asked" | "not_json" | "not_over" | "not_started" | "not_practice" | "not_yours" | "other_rules" | "storage" | "too_large" | "too_many" | "wrong";
  reason: string;
}

export type TableRequest = Move | Resume | Sit | Join | Admit | Stand | Back | PutBot | Clear | Ready | Start | HandOver | Pause | Hold | Orders | Rematch | Say | Emote | Mute | Pong | AskTime | Painted;

export type TableMessage = Welcome | TableNow | State | Step | Ack | Refusal | ClockNow | OrdersNow | Chat | Emoted | Over | Ping | Time | Notice | Bye;

export type LobbyRequest = LobbyPong;

export type LobbyMessage = Lobby | LineNow | Gone | Mine | Ping | Refusal | Notice | Bye;

export type Level = "novice" | "casual" | "club" | "master";

export type EmoteName = "hello" | "thanks" | "nice" | "oops" | "hurry" | "think" | "laugh" | "baa";
