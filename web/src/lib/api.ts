/** The server's HTTP addresses, typed from protocol.gen.ts. */
import type { Credentials, Devices, Games, Hint, History, HttpRefusal, Joinable, Made, Me, NewPassword, NewTable, Reach, Replay, Review, Reviewing, Tables } from "./protocol.gen";
import { inWords } from "./language";
import { reach } from "./reach.svelte";
import { settings } from "./settings.svelte";
import { heard, say } from "./words";

export class Refusal extends Error {
  constructor(readonly status: number, readonly code: string, reason: string) {
    super(reason);
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(path, { credentials: "same-origin", ...init }).catch(() => {
    reach.missed();
    throw new Refusal(0, "offline", say("offline"));
  });
  reach.heard();
  if (!answer.ok) {
    const fault = (await answer.json().catch(() => ({ error: "unknown", reason: answer.statusText }))) as HttpRefusal;
    throw new Refusal(answer.status, fault.error, await inWords(fault.reason));
  }
  return (answer.status === 204 ? undefined : heard(await answer.text())) as T;
}

const post = <T>(path: string, body: unknown): Promise<T> =>
  ask<T>(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

let games: Promise<Games> | null = null;

export const api = {
  games: (): Promise<Games> =>
    (games ??= ask<Games>("/api/games").catch((failure: unknown) => {
      games = null;
      throw failure;
    })),
  me: () => ask<Me>("/api/me"),
  rename: (name: string) => post<Me>("/api/me", { name }),
  history: () => ask<History>("/api/me/history"),
  claim: (account: Credentials) => post<Me>("/api/account", account),
  signIn: (account: Credentials) => post<Me>("/api/session", account),
  signOut: () => ask<void>("/api/session", { method: "DELETE" }),
  newPassword: (change: NewPassword) => post<Me>("/api/account/password", change),
  devices: () => ask<Devices>("/api/me/devices"),
  endDevice: (id: string) => ask<void>(`/api/me/devices/${id}`, { method: "DELETE" }),
  signOutEverywhere: () => ask<void>("/api/me/devices", { method: "DELETE" }),
  forget: () => ask<void>("/api/me", { method: "DELETE" }),
  tables: () => ask<Tables>("/api/tables"),
  code: (code: string) => ask<Joinable>(`/api/codes/${encodeURIComponent(code)}`),
  reach: () => ask<Reach>("/api/reach"),
  make: (table: NewTable) => post<Made>("/api/tables", table),
  replay: (id: string, seat: number | null) => ask<Replay>(`/api/tables/${id}/replay${seat === null ? "" : `?seat=${seat}`}`),
  review: (id: string, seat: number) => ask<Review | Reviewing>(`/api/tables/${id}/review?seat=${seat}`),
  hint: (id: string) => ask<Hint>(`/api/tables/${id}/hint`),
};

const FIRST = ["Plucky", "Sly", "Woolly", "Merry", "Bold", "Sleepy", "Lucky", "Velvet", "Salty", "Breezy", "Curious", "Dapper"];
const LAST = ["Kid", "Billy", "Nanny", "Ibex", "Markhor", "Chamois", "Tahr", "Pygora", "Alpine", "Angora"];
const any = (words: string[]): string => words[Math.floor(Math.random() * words.length)]!;

/** A name to begin with, for people who just want to play. */
export const guestName = (): string => `${any(FIRST)} ${any(LAST)}`;

/** Makes sure the server knows us, as a guest if need be. */
export async function beSomebody(): Promise<Me> {
  const me = await api.me();
  if (me.person !== null && (!settings.name || settings.name === me.name)) return me;
  return api.rename(settings.name || me.name || guestName());
}
