/** A row in the making outlives a reload: kept in this tab for one table, one seat and one night, until it is played. */

const key = (seat: number, night: number): string => `hoofspiel.gouda.row ${location.pathname} ${seat} ${night}`;

export function keepRow(seat: number, night: number, row: readonly string[]): void {
  try {
    if (row.length) sessionStorage.setItem(key(seat, night), JSON.stringify(row));
    else sessionStorage.removeItem(key(seat, night));
  } catch {
    // Storage may be full or forbidden: the row then lasts as long as the page.
  }
}

/** The row as it was, less what is no longer in the hand or was laid already. */
export function keptRow(seat: number, night: number, hand: readonly string[], moves: readonly string[]): string[] {
  let kept: unknown;
  try {
    kept = JSON.parse(sessionStorage.getItem(key(seat, night)) ?? "[]");
  } catch {
    return [];
  }
  const free = new Set(hand.keys());
  return (Array.isArray(kept) ? kept : []).flatMap((one: unknown) => {
    if (typeof one !== "string") return [];
    if (one.startsWith("room ")) return moves.includes(one) ? [one] : [];
    const [, card] = /^lay (\S+) #\d+$/.exec(one) ?? [];
    const at = [...free].find((place) => hand[place] === card);
    if (at === undefined || !moves.includes(`lay ${card}`)) return [];
    free.delete(at);
    return [`lay ${card} #${at}`];
  });
}
