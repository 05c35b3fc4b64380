/** The server's HTTP addresses, typed from protocol.gen.ts. */
import type { Credentials, Devices, Exercises, GameInfo, Games, Hint, History, HttpRefusal, Joinable, Made, Me, NewPassword, NewTable, PlayOn, Reach, Replay, Review, Reviewing, Tables, TakeBack } from "./protocol.gen";
import { inWords } from "./language";
import type { here } from "./here";
import { offline } from "./offline.svelte";
import { reach } from "./reach.svelte";
import { settings } from "./settings.svelte";
import { isHere, site } from "./site";
import { heard, say } from "./words";

export class Refusal extends Error {
  constructor(readonly status: number, readonly code: string, reason: string) {
    super(reason);
  }
}

/** What this device can answer itself, once it keeps what it needs for that. */
const ANSWERED_HERE = /^\/api\/(games|games\/[\w-]+\/puzzles|me|tables)(\?|$)/;
const tableIn = (path: string): string => /^\/api\/tables\/(\w+)/.exec(path)?.[1] ?? "";

/** Loaded by whoever plays without a server. */
const device = async (): Promise<typeof here> => (await import("./here")).here;

/** `wake`: start Python on this device for the answer, if there is no other. */
async function asked(path: string, init?: RequestInit, wake = true): Promise<Response> {
  const own = async (): Promise<Response> => {
    const { status, body } = await (await device()).ask(init?.method ?? "GET", path, (init?.body as string | undefined) ?? "").catch((failure: Error) => {
      throw new Refusal(0, "offline", failure.message);
    });
    return new Response(body, { status });
  };
  if (site && wake && ANSWERED_HERE.test(path) && !offline.kept) await offline.keep(); // there is nobody else to ask
  const able = offline.kept !== null && (wake || offline.running) && ANSWERED_HERE.test(path);
  if (isHere(tableIn(path)) || (able && (site || reach.lost))) return own();
  if (site) throw new Refusal(0, "offline", say("site.needs"));
  const answer = await fetch(path, { credentials: "same-origin", ...init }).catch(() => null);
  if (answer) {
    reach.heard();
    return answer;
  }
  reach.missed();
  if (able) return own();
  throw new Refusal(0, "offline", say("offline"));
}

async function ask<T>(path: string, init?: RequestInit, wake = true): Promise<T> {
  const answer = await asked(path, init, wake);
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
  /** Without their sentences, which the pages have. */
  games: (wake = true): Promise<Games> =>
    (games ??= ask<Games>("/api/games?texts=no", undefined, wake).catch((failure: unknown) => {
      games = null;
      throw failure;
    })),
  /** The sentences of a game that the pages know nothing of. */
  texts: async (slug: string): Promise<GameInfo["texts"]> => (await ask<Games>("/api/games")).games.find((game) => game.slug === slug)?.texts ?? {},
  me: (wake = true) => ask<Me>("/api/me", undefined, wake),
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
  puzzles: (game: string) => ask<Exercises>(`/api/games/${game}/puzzles`),
  playOn: (id: string, from: PlayOn) => post<Made>(`/api/tables/${id}/practice`, from),
  takeBack: (id: string, how: TakeBack = {}) => post<Made>(`/api/tables/${id}/back`, how),
  record: (id: string) => ask<Record<string, unknown>>(`/api/tables/${id}/record`),
  /** Matches that were played on this device. */
  pastHere: async (): Promise<History> => JSON.parse((await (await device()).ask("GET", "/api/me/history")).body) as History,
  /** A match that was played without a server joins one's history there. */
  handIn: async (record: Record<string, unknown>, seat: number): Promise<Made> => {
    await beSomebody();
    return post<Made>("/api/records", { record, seat });
  },
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
