/** Who sits on which side of a table, as one sees it from one's own. */
const PLACES = ["south", "west", "north", "east"] as const;

/** Where somebody sits, seen from me: clockwise, and three leave the far side free. */
export function placeOf(seat: number, me: number | null, seats: number): (typeof PLACES)[number] {
  const turn = (seat - (me ?? 0) + seats) % seats;
  return PLACES[seats === 3 && turn === 2 ? 3 : turn]!;
}

/** So many have a side each: with more they sit in a row. */
export const sidesFor = (seats: number, me: number | null): boolean => me !== null && seats >= 3 && seats <= PLACES.length;
