/** What a card is and what it does, in one breath. */
import type { Texts } from "$lib/texts";

const ROOMS = ["children", "bath", "bed", "basement"];

export function about(card: string, text: Texts): string {
  const kind = /^\d+$/.test(card) ? "weapon" : card;
  return text.say("tip", "card", { card, what: ROOMS.includes(card) ? text.say("tip", "room") : text.say("card_what", kind) });
}
