/** What stands for a moment at a seat: signs of people, and small talk of bots. */
import type { Table } from "./protocol.gen";
import { settings } from "./settings.svelte";
import { say } from "./words";

export interface SeatSign {
  n: number;
  /** null where the name belongs to nobody who sits here */
  seat: number | null;
  name: string;
  words: string;
}

/** How long a sign stands; how rarely bots talk; how many sentences each level has in the catalogue. */
const SIGN_MS = 3500;
const GAP_MS = 25_000;
const SHARE = 0.15;
const LINES = 5;

export class SeatSigns {
  all = $state.raw<readonly SeatSign[]>([]);
  #n = 0;
  #talked = performance.now();

  stand(sign: Omit<SeatSign, "n">): void {
    const n = ++this.#n;
    this.all = [...this.all.filter((one) => one.seat === null || one.seat !== sign.seat), { n, ...sign }].slice(-4);
    setTimeout(() => (this.all = this.all.filter((one) => one.n !== n)), SIGN_MS);
  }

  /** A bot may say something now. Who and what is drawn by lot, from nothing that lies or lay on the table: it cannot tell anything. */
  chat(seats: Table["seats"]): void {
    const lot = Math.random();
    if (!settings.chatter || lot >= SHARE || performance.now() - this.#talked < GAP_MS) return;
    const bots = seats.flatMap((info, seat) => (info.kind === "bot" && info.level ? [{ seat, level: info.level, name: info.name }] : []));
    const one = bots[Math.floor((lot / SHARE) * bots.length)];
    if (!one) return;
    this.#talked = performance.now();
    this.stand({ seat: one.seat, name: one.name, words: say(`bot.${one.level}.${1 + Math.floor(Math.random() * LINES)}` as "bot.club.1") });
  }
}
