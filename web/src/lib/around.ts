/** Who sits on which side of a table, as one sees it from one's own. */
const PLACES = ["south", "west", "north", "east"] as const;
/** Of five and six, two sit on each side: high is beyond the middle of the table, low is nearer. */
const CROWDED = ["west low", "west high", "north", "east high", "east low"] as const;

/** Where somebody sits, seen from me: clockwise, and three leave the far side free. */
export function placeOf(seat: number, me: number | null, seats: number): (typeof PLACES | typeof CROWDED)[number] {
  const turn = (seat - (me ?? 0) + seats) % seats;
  if (seats > PLACES.length && turn > 0) return CROWDED[seats === 5 && turn > 2 ? turn : turn - 1] ?? "north";
  return PLACES[seats === 3 && turn === 2 ? 3 : turn]!;
}

/** How many sit on the left, on the far side and on the right, by how many others there are. */
const SIDES = [[0, 0, 0], [0, 1, 0], [1, 0, 1], [1, 1, 1], [1, 2, 1], [2, 1, 2], [2, 2, 2], [2, 3, 2]] as const;

/** Everybody else, clockwise from me, by the side they sit on; on the left the first of them is the nearest. Whoever watches sees all on the far side. */
export function ring(me: number | null, seats: number): Record<"west" | "north" | "east", number[]> {
  if (me === null) return { west: [], north: Array.from({ length: seats }, (_, seat) => seat), east: [] };
  const others = Array.from({ length: seats - 1 }, (_, at) => (me + 1 + at) % seats);
  const [left, far] = SIDES[others.length] ?? [0, others.length];
  return { west: others.slice(0, left), north: others.slice(left, left + far), east: others.slice(left + far) };
}

/** So many have a side each: with more they sit in a row. */
export const sidesFor = (seats: number, me: number | null): boolean => me !== null && seats >= 3 && seats <= PLACES.length;
