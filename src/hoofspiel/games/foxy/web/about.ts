/** What a token is and what it does, in one breath. */
import type { Texts } from "$lib/texts";

const ROWS = ["TOP", "MID", "LOW"];

export function about(token: number | string, text: Texts): string {
  const key = String(token);
  if (/^\d+$/.test(key)) return text.say("tip", "wolf", { token });
  return text.say("tip", "token", { token, what: text.say("token_what", ROWS.includes(key) ? "row" : key) });
}
