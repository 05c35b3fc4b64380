/** Messages with cases, resolved by @fluent/bundle; read when the pages were built (build/language_files.ts). */
import { FluentBundle, type FluentValue } from "@fluent/bundle";
import type { Resolve } from "./texts";
import { speech } from "./words";

type Pattern = Parameters<FluentBundle["formatPattern"]>[0];

let bundle: FluentBundle | null = null;
let look: (value: unknown, table: string) => string;

export const resolve: Resolve = (cases, values, looking) => {
  look = looking;
  bundle ??= new FluentBundle(speech().code, { useIsolating: false, functions: { LOOK: ([value], named) => look((value as FluentValue)?.valueOf(), String(named["in"])) } });
  const facts = Object.entries(values).filter(([, value]) => typeof value === "number" || typeof value === "string");
  return bundle.formatPattern(cases as Pattern, Object.fromEntries(facts.map(([key, value]) => [`x_${key}`, value as string | number])));
};
