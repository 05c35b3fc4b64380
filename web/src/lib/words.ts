/** The shell's own sentences, by key. Every sentence exists once, in texts/. */
import { en, type Key } from "../texts/en";

export type { Key };

const number = new Intl.NumberFormat("en");

export function say(key: Key, values: Record<string, string | number> = {}): string {
  return en[key].replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, field: string, one?: string, many?: string) => {
    const value = values[field];
    if (one !== undefined) return Number(value) === 1 ? one : (many ?? "");
    return typeof value === "number" ? number.format(value) : String(value ?? "");
  });
}

/** "Mia, Ben and Zoe". */
export const list = (names: readonly string[]): string => new Intl.ListFormat("en-GB", { type: "conjunction" }).format(names);

/** A number as it is printed: with a real minus sign. */
export const figure = (points: number | string): string => String(points).replace("-", "−");
