/**
 * Sentences of a game, from its texts/xx.toml. The template language is the same in Python:
 *
 *   {card}                  a value as it is
 *   {seat:who}              the player's name
 *   {dish:dish}             the value looked up in the table [dish]
 *   {points|point|points}   the first word for one, the second for any other number, as the language counts
 *   {seat:de}               a player in a case of the language: [persons] of languages/xx.toml
 *   {n -> [one] … *[other] …}   whole cases in the syntax of Fluent, here already parsed (build/language_files.ts)
 *   {1}                     in [moves]: the words after the first
 *
 * An event with a fact "said" is told by the sentence of that name instead of its own.
 */
import { inForm, isOne, say, speech } from "./words";

export interface GameHead {
  title: string;
  blurb: string;
  minutes: string | number;
}

export interface GameTexts extends GameHead {
  prompts?: Record<string, string>;
  moves?: Record<string, string>;
  events?: Record<string, string>;
  options?: Record<string, { title: string; what: string; [more: string]: unknown }>;
  tips?: Record<string, string>;
  [table: string]: unknown;
}

type Values = Record<string, unknown>;
/** A message with cases, as Fluent's parser gave it. */
interface Cases {
  cases: unknown;
}
type Template = string | Cases;
export type Resolve = (cases: unknown, values: Values, look: (value: unknown, table: string) => string) => string;

let resolve: Resolve | null = null;
/** Languages other than English may have messages with cases: what resolves them comes with the first game's texts. */
export async function loadCases(): Promise<void> {
  if (speech().code !== "en") resolve ??= (await import("./cases")).resolve;
}

const FIELD = /\{([^{}]+)\}/g;

export class Texts {
  constructor(
    readonly all: GameTexts,
    readonly who: (seat: number) => string,
    readonly me: number | null = null,
  ) {}

  /** One sentence by table and key; the key itself when there is none, so that a gap is seen and nothing breaks. */
  say(table: string, key: string, values: Values = {}): string {
    const template = this.find(table, key);
    return template === undefined ? key : this.fill(template, values);
  }

  prompt(key: string, values: Values = {}): string {
    return this.say("prompts", key, values);
  }

  /** The name of a thing: `name("dish", 7)`. */
  name(table: string, key: unknown): string {
    const found = this.find(table, String(key));
    return typeof found === "string" ? found : String(key);
  }

  /** What a button for this move says. */
  move(move: string): string {
    const [first = "", ...words] = move.split(" ");
    const template = this.find("moves", move) ?? this.find("moves", first);
    if (template === undefined) return move;
    return this.fill(template, Object.fromEntries(words.map((word, at) => [String(at + 1), word])));
  }

  /** Which of all events so far, by their place, a log no longer shows, as the table [log] says: see kernel/texts.py. */
  faded(events: readonly { event: string }[]): Set<number> {
    const rule = this.all["log"] as { fades: string[]; keeps: string; until: string[] } | undefined;
    if (!rule) return new Set();
    const start = events.findLastIndex(({ event }) => rule.until.includes(event)) + 1;
    const last = events.findLastIndex(({ event }) => event === rule.keeps);
    const end = last < 0 ? -1 : events.slice(0, last).findLastIndex(({ event }) => event === rule.keeps);
    return new Set(events.flatMap(({ event }, at) => (at >= start && at <= end && rule.fades.includes(event) ? [at] : [])));
  }

  /** The log line of an event; null for events that pass without words. */
  event(event: { event: string; [fact: string]: unknown }): string | null {
    const template = this.template(event);
    return template ? this.fill(template, event) : null;
  }

  private template(event: { event: string; [fact: string]: unknown }): Template | undefined {
    const name = typeof event["said"] === "string" ? event["said"] : event.event;
    const plain = this.find("events", name);
    const mine = this.find("events", `${name}-you`);
    if (mine === undefined || this.me === null) return plain;
    return event[this.subject(plain ?? mine)] === this.me ? mine : plain;
  }

  /** The fact that says whom a sentence is about: the first player it names. */
  private subject(template: Template): string {
    const named = typeof template === "string"
      ? [...template.matchAll(/\{(\w+):(\w+)/g)].map((hit) => [hit[1]!, hit[2]!])
      : [...JSON.stringify(template).matchAll(/"name":"x_(\w+)"[^[]*?"value":"(\w+)"/g)].map((hit) => [hit[1]!, hit[2]!]);
    return named.find(([, table]) => table === "who" || table! in (speech().persons ?? {}))?.[0] ?? "seat";
  }

  fill(template: Template, values: Values): string {
    if (typeof template !== "string")
      return resolve?.(template.cases, values, (value, table) => this.look(value, table)).trim() ?? "";
    return template.replace(FIELD, (whole, inside: string, at: number) => {
      const forms = inside.split("|");
      if (forms.length > 1) return this.plural(forms, values);
      const [field = "", table] = inside.split(":");
      const value = values[field];
      if (value === undefined || value === null) return whole;
      if (table === "who") {
        const within = /[\p{L},]\s+$/u.test(template.slice(0, at));
        return [value].flat().map((seat, n) => this.called(Number(seat), within || n > 0)).join(", ");
      }
      return [value].flat().map((one) => (table ? this.look(one, table) : String(one))).join(", ");
    });
  }

  /** A fact as a table says it: a thing by its name, a player by theirs, or in a case of the language. */
  private look(value: unknown, table: string): string {
    if (table === "me") return Number(value) === this.me ? "you" : "other";
    if (table === "who") return this.called(Number(value), true);
    if (speech().persons?.[table]) return inForm(table, this.who(Number(value)), Number(value) === this.me);
    return this.name(table, value);
  }

  /** A player's name; the reader is "you" within a sentence, "You" where it begins. */
  private called(seat: number, within: boolean): string {
    const name = this.who(seat);
    return within && seat === this.me && name === say("wait.you").replace(/^./, (first) => first.toUpperCase()) ? say("wait.you") : name;
  }

  private plural([field = "", one = "", many = ""]: string[], values: Values): string {
    return isOne(Number(values[field])) ? one : many;
  }

  private find(table: string, key: string): Template | undefined {
    let at: unknown = this.all;
    for (const part of [...table.split("."), key]) at = (at as Values | undefined)?.[part];
    if (typeof at === "string") return at;
    if (typeof at === "number") return String(at);
    const named = at as Values | undefined;
    if (named?.["cases"]) return named as unknown as Cases;
    const name = named?.["name"] ?? named?.["title"];
    return typeof name === "string" ? name : undefined;
  }
}
