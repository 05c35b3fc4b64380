"""Who is first of several at once is decided by the match's secret, and whoever has the record can check it."""

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from hoofspiel.cli import verify
from hoofspiel.kernel.secrets import first_of
from hoofspiel.live import messages as m
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.server.replays import record_text, shareable_record

OPTIONS = {"cards": 10, "rounds": 3, "windows": "open"}


async def finished_with_races(seed: int) -> dict[str, Any]:
    """The record of a match in which cards are kept until several can be played in one window, and then all are."""
    paper = Paper(seed=seed)
    room, readers = await paper.table("goats", 4, options=OPTIONS)
    n = 0
    while not room.playing().over:
        n += 1
        if room.state.clocks.window_end is None:
            await everybody_bids(paper, room, readers, n)
            continue
        await everybody_plays(paper, room, readers, n)
    record = shareable_record(room)
    assert record is not None
    return record


async def everybody_bids(paper: Paper, room: Room, readers: list[PaperReader], n: int) -> None:
    for reader in readers:
        _, moves = reader.asked()
        if moves:
            await paper.move(room, reader, moves[(n * 5 + (reader.seat or 0) * 3) % len(moves)])


async def everybody_plays(paper: Paper, room: Room, readers: list[PaperReader], n: int) -> None:
    able = [reader for reader in readers if len(reader.asked()[1]) > 1]
    for reader in able if len(able) > 1 else []:
        question, moves = reader.asked()
        paper.ask(room, reader, m.Move(f"n{n}", question, moves[0] if moves[0] != "pass" else moves[1]))
    await paper.quiet(room)
    assert room.state.clocks.window_end is not None
    await paper.pass_time(room, room.state.clocks.window_end - paper.time.now())


def checked(record: dict[str, Any], folder: Path) -> int:
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    return verify.run(Namespace(record=str(file), commitment=None))


async def test_races_are_in_the_record_and_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = await finished_with_races(1)
    number, seats = record["races"][0]
    assert len(seats) > 1
    assert record["moves"][number - 1][0] in seats
    assert checked(record, tmp_path) == 0
    assert "decided by the secret" in capsys.readouterr().out
    assert f"# move {number}: seats {seats} at the same time" in record_text(record)


async def test_a_race_given_to_another_seat_does_not_verify(tmp_path: Path) -> None:
    record = await finished_with_races(1)
    number, seats = record["races"][0]
    mover = record["moves"][number - 1][0]
    record["races"][0][1] = [seat for seat in range(4) if seat != mover]
    assert checked(record, tmp_path) == 1


def test_the_secret_ranks_seats_and_not_crowds() -> None:
    """Whoever is first of all is first of every few; and over many moments nobody is preferred."""
    firsts = []
    for moment in range(400):
        first = first_of("5a" * 32, moment, [0, 1, 2, 3])
        firsts.append(first)
        assert first_of("5a" * 32, moment, sorted({first, 2, 3})) == first
    assert all(70 < firsts.count(seat) < 130 for seat in range(4))


@pytest.mark.parametrize("races", [5, [[1]], [[0, [1]]], [["1", [0]]], [[1, []]], [[10**9, [0]]], [[1, [True]]]])
def test_races_that_are_none_are_refused(races: Any, tmp_path: Path) -> None:
    record = {"game": "goats", "rules": 1, "seats": 2, "seed": 1, "options": {}, "moves": [[0, "bid 1"]]}
    with pytest.raises(ValueError, match="races"):
        checked({**record, "races": races}, tmp_path)
