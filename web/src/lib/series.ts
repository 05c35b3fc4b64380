/** Who won how often when the same people played the same game one match after the other. Kept while the browser is open. */
import type { Table } from "./protocol.gen";

const KEY = "hoofspiel.series";

interface Series {
  /** the matches that were counted */
  tables: string[];
  /** wins by seat */
  wins: number[];
}

/** Counts a match once, and tells the wins of this series by seat; null while it is the first. */
export function counted(table: Table, winners: readonly number[]): readonly number[] | null {
  const round = `${table.game}: ${table.seats.map((info) => info.name).join(", ")}`;
  try {
    const all = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, Series>;
    const series = all[round] ?? { tables: [], wins: table.seats.map(() => 0) };
    if (!series.tables.includes(table.id)) {
      series.tables.push(table.id);
      for (const seat of winners) series.wins[seat] = (series.wins[seat] ?? 0) + 1;
      sessionStorage.setItem(KEY, JSON.stringify({ ...all, [round]: series }));
    }
    return series.tables.length > 1 ? series.wins : null;
  } catch {
    return null; // no storage, no series
  }
}
