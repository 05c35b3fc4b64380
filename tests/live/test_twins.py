"""Two tables that differ only in what a reader cannot know send that reader the same bytes: every game, whole rooms.

Twins are one stored table opened twice and played alike up to a point. There somebody makes another hidden choice at
one of them; and all that the others are sent from then on, frames, answers, refusals and replays, is compared until
the choice shows.
"""

import itertools
from random import Random
from typing import Any

import pytest

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Switch
from hoofspiel.kernel.match import Match
from hoofspiel.live import messages as m
from hoofspiel.live.messages import encode
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader, default_seats
from hoofspiel.server.replays import replay_of
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import Person, TableRow

MOST_MOVES = 60
FORKS = 6
AFTER = 3
"""so many moves of the reader's own are made at both tables after the fork"""
Fork = tuple[str | None, str | None]
"""what somebody does at one table and at the other; None: nothing"""


def known_to(match: Match, reader: int | None) -> tuple[int, ...]:
    """Numbers that stand for all that a reader was ever shown, told or has chosen."""
    s = match.position
    own = s.shown if reader is None else match.world.knowledge(s, reader)
    return own, s.moment, match.world.actors(s)


class Twin:
    """One of the tables: everybody is there, and somebody watches."""

    def __init__(self, row: TableRow, people: list[Person]) -> None:
        self.paper = Paper(MemoryStore())
        self.row = row
        self.people = people
        self.readers: list[PaperReader] = []
        self.room: Room

    async def open(self) -> "Twin":
        await self.paper.store.add_table(self.row)
        room = await self.paper.host.room(self.row.id)
        assert room is not None
        self.room = room
        for person in self.people:
            self.readers.append(await self.paper.join(room, person))
        return self

    async def play(self, seat: int, move: str | None, name: str) -> None:
        """As the client of that seat would, or nothing; in timed games until all that came in counts."""
        match = self.room.playing()
        if move is None:
            await self.paper.pass_time(self.room, 100 if match.game.timed else 0)
            return
        reader, asked = self.readers[seat], match.position.moment
        if not match.game.timed:
            self.paper.ask(self.room, reader, m.Move(name, asked, move))
            await self.paper.quiet(self.room)
            return
        seen = reader.last("state", "step")["v"]
        self.paper.ask(self.room, reader, m.Move(name, asked, move, seen=seen))
        await self.paper.quiet(self.room)
        await self.paper.pass_time(self.room, 100)

    async def hear(self, reader: int | None) -> list[bytes]:
        """Every byte this reader ever got here, with what coming back, asking and nonsense bring."""
        person = self.people[-1 if reader is None else reader]
        own = self.readers[-1 if reader is None else reader]
        fresh = await self.paper.join(self.room, person)
        again = await self.paper.join(self.room, person, since=0)
        for name, move in (("nonsense", "no such move"), ("empty", " "), ("others", "pass")):
            self.paper.ask(self.room, fresh, m.Move(name, self.room.playing().position.moment + 7, move))
        self.paper.ask(self.room, fresh, m.Resume(0))
        self.paper.ask(self.room, fresh, m.Hold())
        await self.paper.quiet(self.room)
        frames = [*own.frames, *fresh.frames, *again.frames]
        for gone in (fresh, again):
            await self.paper.leave(self.room, gone)
        return [*frames, encode(replay_of(self.room, reader)), encode(self.room.table())]


async def a_table(slug: str, seed: int, options: dict[str, Any] | None = None) -> tuple[TableRow, list[Person]]:
    """A table that has just begun, with people in every seat, and somebody who watches."""
    paper = Paper(seed=seed)
    room, readers = await paper.table(slug, default_seats(slug), options=options or games()[slug].live_options)
    return room.row, [*(reader.person for reader in readers), paper.person("Wat")]


async def twins_at(row: TableRow, people: list[Person], moves: list[tuple[int, str]]) -> tuple[Twin, Twin]:
    both = []
    for _ in range(2):
        twin = await Twin(row, people).open()
        for number, (seat, move) in enumerate(moves):
            await twin.play(seat, move, f"n{number}")
        both.append(twin)
    return both[0], both[1]


def pairs(match: Match, mover: int, reader: int | None) -> list[Fork]:
    """Moves of one seat that another reader cannot tell apart, or from no move at all."""
    alike: dict[tuple[int, ...], list[str | None]] = {known_to(match, reader): [None]}
    record: dict[str, Any] = match.record()
    at = match.position.now + 1 if match.game.timed else None
    for move in match.moves(mover)[:12]:
        after = Match.from_record(record)
        after.play(mover, move, at)
        alike.setdefault(known_to(after, reader), []).append(move)
    return [(group[0], group[-1]) for group in alike.values() if len(group) > 1]


async def compare(slug: str, seed: int) -> int:
    """How many forks were compared in one match."""
    chance = Random(seed)
    row, people = await a_table(slug, seed)
    moves: list[tuple[int, str]] = []
    line = await Twin(row, people).open()
    compared = 0
    for number in itertools.count():
        match = line.room.playing()
        if match.over or number >= MOST_MOVES or compared >= FORKS:
            return compared
        if chance.random() < 0.3:
            mover = chance.choice(match.actors)
            reader = chance.choice([None, *(seat for seat in range(match.seats) if seat != mover)])
            for two in pairs(match, mover, reader):
                compared += await fork(row, people, moves, mover, reader, two)
        seat = chance.choice(match.actors)
        move = chance.choice(match.moves(seat))
        moves.append((seat, move))
        await line.play(seat, move, f"n{number}")
    return compared


async def fork(
    row: TableRow, people: list[Person], moves: list[tuple[int, str]], mover: int, reader: int | None, two: Fork
) -> bool:
    """Was there something to compare?"""
    here, there = await twins_at(row, people, moves)
    assert encode(here.room.table()) == encode(there.room.table())
    await here.play(mover, two[0], "fork")
    await there.play(mover, two[1], "fork")
    for number in range(AFTER):
        alike = known_to(here.room.playing(), reader) == known_to(there.room.playing(), reader)
        if not alike or here.room.playing().over:
            return number > 0
        assert await here.hear(reader) == await there.hear(reader), (mover, two, reader, number)
        if reader is None or reader not in here.room.playing().actors:
            return True
        move = here.room.playing().moves(reader)[-1]
        for twin in (here, there):
            await twin.play(reader, move, f"own{number}")
    return True


def choose_at_once(slug: str) -> bool:
    """Is there ever a choice in this game that others wait for without seeing it?"""
    match = Match(slug, seats=default_seats(slug), seed=1)
    for _ in range(40):
        if match.over or len(match.actors) > 1:
            break
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    return len(match.actors) > 1


@pytest.mark.parametrize("slug", list(games()))
async def test_a_hidden_choice_changes_no_byte_for_those_who_cannot_know_it(slug: str) -> None:
    compared = 0
    for seed in range(1, 7):
        compared += await compare(slug, seed)
        if compared >= FORKS:
            break
    assert compared >= 2 or not choose_at_once(slug)


def house_rules(slug: str) -> list[dict[str, Any]]:
    """A game as it is played live, and with each of its switches."""
    usual = dict(games()[slug].live_options)
    found = [usual]
    for option in games()[slug].options:
        if isinstance(option, Switch):
            found.append(usual | {option.name: not usual.get(option.name, option.default)})
    return found


def redealt(twin: Twin, reader: int, chance: Random) -> None:
    """Replace all that this reader cannot know by something else that fits."""
    match = twin.room.playing()
    other = match.guess(reader, chance.getrandbits(50))
    other.secret, other.rng, other.deal = match.position.secret, match.position.rng, match.position.deal
    match.position = other
    match.refresh()


@pytest.mark.parametrize(("slug", "options"), [(slug, options) for slug in games() for options in house_rules(slug)])
async def test_another_deal_that_fits_changes_no_byte(slug: str, options: dict[str, Any]) -> None:
    chance = Random(17)
    row, people = await a_table(slug, 3, options)
    moves: list[tuple[int, str]] = []
    line = await Twin(row, people).open()
    for number in range(24):
        match = line.room.playing()
        if match.over:
            break
        if number % 6 == 5:
            reader = chance.randrange(match.seats)
            here, there = await twins_at(row, people, moves)
            redealt(there, reader, chance)
            for own in range(AFTER):
                real, other = await here.hear(reader), await there.hear(reader)
                assert real == other, (reader, number, own)
                if reader not in here.room.playing().actors:
                    break
                move = chance.choice(here.room.playing().moves(reader))
                for twin in (here, there):
                    await twin.play(reader, move, f"own{own}")
                if known_to(here.room.playing(), reader) != known_to(there.room.playing(), reader):
                    break
        seat = chance.choice(match.actors)
        moves.append((seat, chance.choice(match.moves(seat))))
        await line.play(*moves[-1], f"n{number}")
