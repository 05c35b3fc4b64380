"""Foxy & Woolly a second time: slow, plain, written from the rules text alone, for comparison."""

import functools
import itertools
import random
from typing import Any

PATTERN = "WWWSSWWWSSWWWSSWWW"
WOLVES: list[int | str] = [1, 2, 3, 4, 5, 6, 7, 8, 9, "TOP", "MID", "LOW"]
NORTH, SOUTH, WEST, EAST = (-1, 0), (1, 0), (0, -1), (0, 1)
NORTHWEST, NORTHEAST, SOUTHWEST, SOUTHEAST = (-1, -1), (-1, 1), (1, -1), (1, 1)
ARROWS = {
    "MOVE_V": [NORTH, SOUTH],
    "MOVE_H": [WEST, EAST],
    "MOVE_NWSE": [NORTHWEST, SOUTHEAST],
    "MOVE_NESW": [NORTHEAST, SOUTHWEST],
    "MOVE_NN": [NORTHWEST, NORTHEAST],
}
SETS = {"SHEAR": (1, 3, 12), "BREED": (2, 1, 10), "PASTURE": (2, 0, 8)}  # sheep, cubes, points; once each
SPECIALS = [*ARROWS, "GUN", "STEAL", "HERD", *SETS, "FARMHANDS"]
ROWS = ["TOP", "MID", "LOW"]
MATCHES = 80
FARM = (7, 8, 9, 4, 5, 6, 1, 2, 3)  # in reading order: the row wolves stand on the right


def fits(seats: int, options: dict[str, Any]) -> bool:
    return seats <= 5 or bool(options.get("six_players", False))


def random_deal(seats: int, options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    wolves = rng.sample(WOLVES, len(WOLVES))
    specials = rng.sample(SPECIALS, 6 + seats)
    dealt = [specials.pop() for _ in range(seats)]
    field = [wolves.pop() if kind == "W" else specials.pop() for kind in PATTERN]
    deal: dict[str, Any] = {"starter": rng.randrange(seats), "dealt": dealt, "field": field}
    if options.get("shuffled_farms", False):
        deal["farms"] = [rng.sample(FARM, len(FARM)) for _ in range(seats)]
    return deal


def choose(referee: "Referee", rng: random.Random) -> tuple[int, str, None]:
    """Chase longer, offer less and keep more move tokens for the end than a player by pure chance would."""
    seat = rng.choice(referee.actors)
    moves = sorted(referee.moves(seat))
    if referee.phase == "end":
        return seat, rng.choice([move for move in moves if move != "finish" or rng.random() < 0.2] or moves), None
    if rng.random() < 0.8:
        moves = [move for move in moves if not move.startswith("move")]
    if "chase" in moves and rng.random() < 0.5:
        return seat, "chase", None
    offers = [move for move in moves if move.startswith("offer")]
    if offers and rng.random() < 0.5:
        return seat, offers[0], None
    return seat, rng.choice(moves), None


# ---- one farm on its own: moving, attacks, scoring


def arrows(token: str, *, rotatable: bool) -> list[tuple[int, int]]:
    if not rotatable:
        return ARROWS[token]
    if token in ("MOVE_V", "MOVE_H"):
        return [NORTH, SOUTH, WEST, EAST]
    return [NORTHWEST, NORTHEAST, SOUTHWEST, SOUTHEAST]


def possible_moves(
    farm: tuple[int, ...], sheep: frozenset[int], token: str, *, rotatable: bool
) -> list[tuple[int, int]]:
    found = []
    for start in sheep:
        row, column = divmod(farm.index(start), 3)
        for down, right in arrows(token, rotatable=rotatable):
            if 0 <= row + down <= 2 and 0 <= column + right <= 2:
                goal = farm[3 * (row + down) + column + right]
                if goal not in sheep:
                    found.append((start, goal))
    return found


def after_attack(farm: tuple[int, ...], sheep: frozenset[int], wolf: str, *, wolf_left: bool) -> frozenset[int]:
    first = 3 * ROWS.index(wolf)
    row = farm[first : first + 3]
    for slot in row if wolf_left else reversed(row):
        if slot in sheep:
            return sheep - {slot}
    return sheep


@functools.lru_cache(maxsize=100_000)
def allocate(sheep: frozenset[int], cubes: int, tokens: frozenset[str]) -> int:
    """The most points for these sheep and cubes: try every use of the set tokens and every choice of sheep for them."""
    best = 0
    owned = [token for token in SETS if token in tokens]
    for size in range(len(owned) + 1):
        for used in itertools.combinations(owned, size):
            sheep_needed = sum(SETS[token][0] for token in used)
            cubes_left = cubes - sum(SETS[token][1] for token in used)
            if cubes_left < 0:
                continue
            for outside in itertools.combinations(sheep, sheep_needed):
                inside = sorted(sheep - set(outside), reverse=True)
                for guarded in range(min(cubes_left, len(inside)) + 1):
                    pairs = (cubes_left - guarded) // 2
                    points = sum(SETS[token][2] for token in used) + sum(inside[:guarded])
                    best = max(best, points + pairs * (3 if "FARMHANDS" in tokens else 1))
    return best + (len(sheep) if "HERD" in tokens else 0)


@functools.lru_cache(maxsize=100_000)
def finish(
    farm: tuple[int, ...],
    sheep: frozenset[int],
    cubes: int,
    tokens: frozenset[str],
    wolves: frozenset[str],
    house: tuple[bool, bool],
) -> tuple[int, int]:
    """The best (points, survivors) when all wolves must attack and moves may be spent at any time."""
    rotatable, wolf_left = house
    results = []
    if not wolves:
        results.append((allocate(sheep, cubes, tokens - set(ARROWS)), len(sheep)))
    for wolf in wolves:
        left = after_attack(farm, sheep, wolf, wolf_left=wolf_left)
        results.append(finish(farm, left, cubes, tokens, wolves - {wolf}, house))
    for token in tokens & set(ARROWS):
        for start, goal in possible_moves(farm, sheep, token, rotatable=rotatable):
            moved = sheep - {start} | {goal}
            results.append(finish(farm, moved, cubes, tokens - {token}, wolves, house))
    return max(results)


class Referee:
    def __init__(self, seats: int, deal: dict[str, Any], options: dict[str, Any]) -> None:
        self.seats = list(range(seats))
        self.rotatable = bool(options.get("rotatable_moves", False))
        self.wolf_left = bool(options.get("wolf_left", False))
        self.starter_must_open = bool(options.get("starter_must_open", False))
        self.farms: list[tuple[int, ...]] = [tuple(farm) for farm in deal.get("farms", [FARM] * seats)]
        self.field: list[int | str] = list(deal["field"])
        self.sheep: list[frozenset[int]] = [frozenset(range(1, 10)) for _ in self.seats]
        self.cubes = [9 for _ in self.seats]
        self.tokens: list[frozenset[str]] = [frozenset([token]) for token in deal["dealt"]]
        self.wolves: list[frozenset[str]] = [frozenset() for _ in self.seats]
        self.pot = 0
        self.gunned = False
        self.passed: list[int] = []
        self.bidder: int | None = None
        self.high = -1
        self.finished: list[int] = []
        self.over = False
        self.winners: list[int] = []
        self.start_auction(deal["starter"])

    # ---- what the table sees

    @property
    def actors(self) -> list[int]:
        if self.phase == "end":
            return [seat for seat in self.seats if seat not in self.finished]
        return [self.turn]

    @property
    def points(self) -> list[int]:
        return [self.outcome(seat)[0] for seat in self.seats]

    def outcome(self, seat: int) -> tuple[int, int]:
        house = (self.rotatable, self.wolf_left)
        return finish(self.farms[seat], self.sheep[seat], self.cubes[seat], self.tokens[seat], self.wolves[seat], house)

    def moves(self, seat: int) -> list[str]:
        if seat not in self.actors:
            return []
        moves = self.sheep_moves(seat)
        if self.phase == "wolf":
            moves.append("take")
            if self.cubes[seat]:
                moves.append("chase")
            if "STEAL" in self.tokens[seat]:
                moves.append("steal")
        elif self.phase == "respond":
            moves.append("resolve")
            if "GUN" in self.tokens[seat] and not self.gunned:
                moves.append("gun")
        elif self.phase == "special":
            moves += [f"offer {price}" for price in range(self.high + 1, self.cubes[seat] + 1)]
            opening = seat == self.starter and self.bidder is None
            if not (self.starter_must_open and opening):
                moves.append("pass")
        else:
            moves += [f"attack {wolf}" for wolf in self.wolves[seat]]
            moves.append("finish")
        return moves

    def sheep_moves(self, seat: int) -> list[str]:
        return [
            f"move {token} {start} {goal}"
            for token in self.tokens[seat] & set(ARROWS)
            for start, goal in possible_moves(self.farms[seat], self.sheep[seat], token, rotatable=self.rotatable)
        ]

    def play(self, seat: int, move: str, at: int | None = None) -> None:
        assert move in self.moves(seat), (seat, move)
        verb, *rest = move.split()
        if verb == "move":
            self.tokens[seat] -= {rest[0]}
            self.sheep[seat] = self.sheep[seat] - {int(rest[1])} | {int(rest[2])}
        elif verb == "chase":
            self.cubes[seat] -= 1
            self.pot += 1
            self.turn = self.left_of(seat)
        elif verb == "steal":
            stolen = min(2, self.pot)
            self.cubes[seat] += stolen
            self.pot -= stolen
            self.tokens[seat] -= {"STEAL"}
            self.turn = self.left_of(seat)
        elif verb == "take":
            self.take(seat)
        elif verb == "gun":
            self.tokens[seat] -= {"GUN"}
            self.gunned = True
        elif verb == "resolve":
            self.strike(seat)
        elif verb == "offer":
            self.bidder, self.high = seat, int(rest[0])
            self.next_bidder()
        elif verb == "pass":
            self.passed.append(seat)
            self.next_bidder()
        elif verb == "attack":
            self.sheep[seat] = after_attack(self.farms[seat], self.sheep[seat], rest[0], wolf_left=self.wolf_left)
            self.wolves[seat] -= {rest[0]}
        else:
            self.finished.append(seat)
        if self.phase == "respond" and not self.tokens[seat] & {*ARROWS, "GUN"}:
            self.strike(seat)
        if self.phase == "end":
            self.end_if_all_finished()

    # ---- the course of the game

    def left_of(self, seat: int) -> int:
        return (seat + 1) % len(self.seats)

    def start_auction(self, starter: int) -> None:
        self.starter = self.turn = starter
        self.passed = []
        self.bidder = None
        self.high = -1
        self.gunned = False
        if not self.field:
            assert self.pot == 0
            self.phase = "end"
        elif self.field[0] in WOLVES:
            self.phase = "wolf"
        else:
            self.phase = "special"

    def take(self, seat: int) -> None:
        self.cubes[seat] += self.pot
        self.pot = 0
        wolf = self.field[0]
        if isinstance(wolf, str):
            self.wolves[seat] |= {wolf}
            self.end_auction(seat)
        else:
            self.phase = "respond"

    def strike(self, seat: int) -> None:
        number = self.field[0]
        assert isinstance(number, int)
        self.sheep[seat] -= {number - 3 if self.gunned else number}
        self.end_auction(seat)

    def end_auction(self, seat: int) -> None:
        self.field.pop(0)
        self.start_auction(self.left_of(seat))

    def next_bidder(self) -> None:
        left = [seat for seat in self.seats if seat not in self.passed]
        if not left:
            self.end_auction(self.starter)
        elif left == [self.bidder]:
            winner = left[0]
            self.cubes[winner] -= self.high
            self.pot += self.high
            self.tokens[winner] |= {str(self.field[0])}
            self.end_auction(winner)
        else:
            self.turn = self.left_of(self.turn)
            while self.turn in self.passed:
                self.turn = self.left_of(self.turn)

    def end_if_all_finished(self) -> None:
        for seat in self.seats:
            if seat not in self.finished and not self.wolves[seat] and not self.sheep_moves(seat):
                self.finished.append(seat)
        if len(self.finished) == len(self.seats):
            self.over = True
            best = max(self.outcome(seat) for seat in self.seats)
            self.winners = [seat for seat in self.seats if self.outcome(seat) == best]
