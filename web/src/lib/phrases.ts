/** Sentences that code makes in English, said in another language: recognised by their shape. See kernel/phrases.py. */
import { isOne } from "./words";

const FACT = /\{([a-z0-9_]+)\}/;
const FIGURE = /^[-+−]?\d+(?:,\d{3})*(?:\.\d+)? ?%?$/;
const TYPED = /^(?:'[^']*'|"[^"]*")$/;
const DEEPEST = 4;

/** How a language joins words, writes numbers and quotes what somebody typed. */
interface Signs { and: string; or: string; point?: string; thousands?: string; percent?: string; quotes?: string }

export class Phrasebook {
  #shapes: { pattern: RegExp; template: string }[];

  constructor(readonly phrases: Record<string, string>, readonly between: Signs) {
    const plainness = (shape: string): number => shape.replaceAll(new RegExp(FACT, "g"), "").length;
    this.#shapes = Object.keys(phrases).filter((shape) => FACT.test(shape)).sort((a, b) => plainness(b) - plainness(a))
      .map((shape) => ({ pattern: patternOf(shape), template: phrases[shape]! }));
  }

  /** The sentence in this language, or as it is. */
  said(sentence: string): string {
    return this.known(sentence) ?? sentence;
  }

  known(sentence: string, depth = 0): string | null {
    const exact = this.phrases[sentence];
    if (exact !== undefined) return exact;
    if (depth < DEEPEST)
      for (const { pattern, template } of this.#shapes) {
        const facts = pattern.exec(sentence)?.groups;
        if (facts) return this.#filled(template, facts, depth + 1);
      }
    return null;
  }

  #filled(template: string, facts: Record<string, string>, depth: number): string {
    return template.replace(/\{([a-z0-9_]+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g, (whole, key: string, one?: string, many?: string) => {
      const fact = facts[key];
      if (fact === undefined) return whole;
      if (one !== undefined) return isOne(Number(fact)) ? one : (many ?? "");
      if (FIGURE.test(fact)) return this.#figure(fact);
      if (TYPED.test(fact)) return (this.between.quotes ?? "'{}'").replace("{}", () => fact.slice(1, -1));
      return this.known(fact, depth) ?? this.#list(fact, depth);
    });
  }

  #figure(number: string): string {
    const { point = ".", thousands = ",", percent = "%" } = this.between;
    return number.replace(/(?<=\d)\s?%|[.,](?=\d)/g, (sign) => ({ ".": point, ",": thousands })[sign] ?? percent);
  }

  #list(words: string, depth: number): string {
    const each = (things: string): string => things.split(", ").map((thing) => this.known(thing, depth) ?? thing).join(", ");
    for (const english of ["and", "or"] as const) {
      const at = words.lastIndexOf(` ${english} `);
      if (at >= 0) return `${each(words.slice(0, at))} ${this.between[english]} ${each(words.slice(at + english.length + 2))}`;
    }
    return words.includes(", ") ? each(words) : words;
  }
}

function patternOf(shape: string): RegExp {
  const seen = new Set<string>();
  const parts = shape.split(new RegExp(FACT, "g")).map((part, at) => {
    if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    if (seen.has(part)) return `\\k<${part}>`;
    seen.add(part);
    return `(?<${part}>.+?)`;
  });
  return new RegExp(`^${parts.join("")}$`, "s");
}
