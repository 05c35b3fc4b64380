/** The shell's own sentences, by key, in the language of whoever looks. Every sentence exists once, in texts/. */
import type { Key } from "../texts/en";
import type { Language } from "./language";

export type { Key };

let spoken: Language;
let number: Intl.NumberFormat;
let plural: Intl.PluralRules;

/** From now on everything is said in this language. */
export function speak(language: Language): void {
  spoken = language;
  number = new Intl.NumberFormat(language.code);
  plural = new Intl.PluralRules(language.code);
}

/** The language everything is said in. */
export const speech = (): Language => spoken;

/** Whether the language has its singular after this number: French after 0 and 1.5, too. */
export const isOne = (count: number): boolean => plural.select(count) === "one";

export function say(key: Key, values: Record<string, string | number> = {}): string {
  const template = spoken.shell[key] ?? key;
  return template.replace(/\{(\w+)(?::(\w+)|\|([^|}]*)\|([^}]*))?\}/g, (_, field: string, form?: string, one?: string, many?: string) => {
    const value = values[field];
    if (one !== undefined) return isOne(Number(value)) ? one : (many ?? "");
    if (form !== undefined) return inForm(form, String(value ?? ""), false);
    return typeof value === "number" ? number.format(value) : String(value ?? "");
  });
}

/** A player in a case of the language: [for the reader, for others, for others before a vowel]; see kernel/language.py. */
export function inForm(form: string, name: string, reader: boolean): string {
  const [you = name, other = "{}", vowel] = spoken.persons?.[form] ?? [];
  if (reader) return you;
  const elided = vowel !== undefined && new RegExp(`^${spoken.language.elides}`, "i").test(name);
  return (elided ? vowel : other).replace("{}", name);
}

const BOT = /^(\w+) the (\w+) (\u2699)$/;
/** What the server sent, with the names of its bots in the reader's language: "Basil the Billy ⚙" is "Basilic le Bouc ⚙". */
export function heard(json: string): unknown {
  const bots = spoken.bots;
  if (!bots) return JSON.parse(json);
  return JSON.parse(json, (_, value: unknown) =>
    typeof value === "string" ? value.replace(BOT, (whole, name: string, title: string, mark: string) => (bots[name] && bots[title] ? `${bots[name]} ${bots[title]} ${mark}` : whole)) : value,
  );
}

/** "Mia, Ben and Zoe". */
export const list = (names: readonly string[]): string => new Intl.ListFormat(spoken.code === "en" ? "en-GB" : spoken.code, { type: "conjunction" }).format(names);

/** A number as it is printed: with a real minus sign. */
export const figure = (points: number | string): string => String(points).replace("-", "−");
