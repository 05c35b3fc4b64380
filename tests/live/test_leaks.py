"""Nothing leaked: what a reader cannot know makes no difference to a single byte that reader is sent."""

import itertools
import json
from random import Random
from typing import Any

import pytest

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.match import Match
from hoofspiel.live import messages as m
from hoofspiel.live.body import Body, Place, next_row
from hoofspiel.live.clock import Clocks
from hoofspiel.live.fanout import Telling
from hoofspiel.live.messages import encode
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader, default_seats
from hoofspiel.live.words import Order, Pace
from hoofspiel.server.replays import replay_of
from hoofspiel.store.port import Person, TableRow

TURN_BASED = [game.slug for game in games().values() if not game.timed]
STILL = Clocks(None, [0] * 8, [0] * 8)
POSITIONS = 15
MOST_MOVES = 12


def known_to(match: Match, reader: int | None) -> tuple[int, ...]:
    """One number for all that a reader was ever shown, told or has chosen."""
    s = match.position
    if reader is None:
        return s.shown, s.moment, match.world.actors(s)
    return match.world.knowledge(s, reader), s.moment, match.world.actors(s)


def frames_of(match: Match, reader: int | None, events: list[Any]) -> bytes:
    """Everything the server would send this reader after a move: the step, and the state on coming back."""
    v = len(match.history)
    seats = () if reader is None else (reader,)
    step = Telling(match, events, STILL, 0).step(seats, v)
    return step + Telling(match, [], STILL, 0).state(seats, v)


@pytest.mark.parametrize("slug", TURN_BASED)
def test_choices_a_reader_cannot_tell_apart_send_that_reader_the_same_bytes(slug: str) -> None:
    chance = Random(11)
    seats = default_seats(slug)
    compared = 0
    match = Match(slug, seats=seats, seed=f"{5:064x}", options=games()[slug].live_options)
    for number in itertools.count():
        if number > 400 or (match.over and compared > 40):
            break
        if match.over:
            match = Match(slug, seats=seats, seed=f"{number:064x}", options=games()[slug].live_options)
        if chance.random() < POSITIONS / 120:
            record = match.record()
            for mover in match.actors:
                moves = match.moves(mover)
                for reader in (None, *(seat for seat in range(seats) if seat != mover)):
                    sent: dict[tuple[int, ...], bytes] = {}
                    for move in chance.sample(moves, min(MOST_MOVES, len(moves))) if reader is None else moves[:4]:
                        after = Match.from_record(record)
                        events = after.play(mover, move)
                        same = sent.setdefault(known_to(after, reader), frames_of(after, reader, events))
                        assert frames_of(after, reader, events) == same, (mover, move, reader)
                        compared += 1
        seat = chance.choice(match.actors)
        match.play(seat, chance.choice(match.moves(seat)))
    assert compared > 40


@pytest.mark.parametrize("slug", TURN_BASED)
def test_a_position_that_fits_what_a_reader_knows_sends_the_same_bytes(slug: str) -> None:
    """Two tables that differ in nothing but hidden facts: the real one, and one redealt for the reader."""
    chance = Random(3)
    seats = default_seats(slug)
    match = Match(slug, seats=seats, seed=f"{9:064x}", options=games()[slug].live_options)
    for _ in range(400):
        if match.over:
            break
        for reader in range(seats):
            real = Telling(match, [], STILL, 0).state((reader,), 0)
            position, match.position = match.position, match.guess(reader, chance.getrandbits(50))
            match.refresh()
            other = Telling(match, [], STILL, 0).state((reader,), 0)
            match.position = position
            match.refresh()
            assert json.loads(real) == json.loads(other)
            assert real == other
        seat = chance.choice(match.actors)
        match.play(seat, chance.choice(match.moves(seat)))


async def play_turns(paper: Paper, room: Room, readers: list[PaperReader], chance: Random) -> None:
    for _ in range(150):
        if room.playing().over:
            break
        if room.state.clocks.window_end is not None:
            await paper.pass_time(room, 400)
        for seat in list(room.playing().actors):
            question, moves = readers[seat].asked()
            if moves:
                await paper.move(room, readers[seat], chance.choice(moves))


async def play_in_time(paper: Paper, room: Room, readers: list[PaperReader], chance: Random) -> None:
    """Everybody presses what comes to mind, now and then the right thing, for some minutes or until it is over."""
    for number in range(600):
        if room.playing().over:
            break
        if number % 3 == 0:
            await paper.pass_time(room, chance.choice([50, 150, 400, 1200]))
        seat = chance.choice(room.playing().actors)
        move = chance.choice(room.playing().moves(seat) or ["nothing"])
        seen = readers[seat].last("state", "step")["v"]
        paper.ask(room, readers[seat], m.Move(f"n{number}", 0, move, seen=seen))
        await paper.quiet(room)
    await paper.pass_time(room, 1000)


@pytest.mark.parametrize("slug", list(games()))
async def test_a_whole_match_sends_each_reader_its_own_view_and_no_byte_more(slug: str) -> None:
    """Every frame of every reader is what the game gives that seat, and no secret is in any of them before the end."""
    paper = Paper()
    chance = Random(1)
    seats = default_seats(slug)
    options = {"cards": 5, "rounds": 2} if slug == "goats" else {}
    room, readers = await paper.table(slug, seats, options=options)
    watcher = await paper.join(room, paper.person("Wat"))
    play = play_in_time if games()[slug].timed else play_turns
    await play(paper, room, readers, chance)
    record = room.playing().record()
    secret = room.row.secret.encode()
    for reader in (*readers, watcher):
        again = Match.from_record(record, moves=0)
        entries = iter(record["moves"])
        steps = 0
        for frame in reader.frames:
            message = json.loads(frame)
            assert message["t"] in ("welcome", "table", "state", "step", "ack", "refused", "over", "clock")
            if message["t"] in ("over",):
                continue
            assert secret not in frame
            if message["t"] == "refused":
                assert message["code"] in ("stale", "illegal")
            if message["t"] == "step":
                steps += 1
                made = room.state.versions.moves_at(reader.seats, message["v"])
                events = [event for _ in range(made - len(again.history)) for event in again.play(*next(entries))]
                own = [event for event in events if "only" not in event or event["only"] == reader.seat]
                assert message["events"] == json.loads(encode(own))
                assert message["view"] == json.loads(encode(again.game.view(again.position, reader.seat)))
                assert message["moves"] == ([] if reader.seat is None else again.moves(reader.seat))
                assert set(message) == {"t", "v", "asked", "moves", "actors", "view", "events", "clock"}
        assert steps >= min(21, len(record["moves"]) // 2)


async def told_after(move: str, row: TableRow, people: list[Person]) -> list[bytes]:
    """Every byte that seat 1 and a watcher get while seat 0 seals this choice: frames, states, replays, the table."""
    paper = Paper()
    await paper.store.add_table(row)
    room = await paper.host.room(row.id)
    assert room is not None
    readers = [await paper.join(room, person) for person in people]
    paper.ask(room, readers[0], m.Orders([Order(play=move)]))
    await paper.pass_time(room, 1000)
    assert room.v == 1
    for person in people[1:]:
        readers.append(await paper.join(room, person))
        readers.append(await paper.join(room, person, since=0))
    refused = await paper.move(room, readers[2], "bid 1", id="not-mine")
    http = [replay_of(room, 1), replay_of(room, None), room.table()]
    frames = [frame for reader in readers[1:] for frame in reader.frames]
    return [*frames, *(encode(answer) for answer in http), encode(refused)]


async def test_two_tables_that_differ_in_a_sealed_choice_tell_the_others_the_same_bytes() -> None:
    paper = Paper()
    people = [paper.person(name) for name in ("Ada", "Bob", "Wat")]
    body = Body(
        seats=[Place(kind="person", person=p.id, name=p.name, ready=True) for p in people[:2]],
        options=dict(Match("goats", seats=2, options={"windows": "open"}).options),
        pace=Pace(kind="none"),
        rules=1,
        started=1_000_000,
        banks=[0, 0],
        holds=[5, 5],
    )
    blank = TableRow("abcdefgh", "goats", "running", False, 1, 1, 0, None, None, "5a" * 32, b"", [])  # noqa: FBT003
    row = next_row(blank, body, at=1, state="running", due=None, ended=None)
    high, low = await told_after("bid 9", row, people), await told_after("bid 2", row, people)
    assert len(high) > 10
    assert high == low
