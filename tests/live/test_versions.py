"""Every audience counts the steps in which it could see something, and no others."""

from random import Random
from types import SimpleNamespace

import pytest

from hoofspiel.live.versions import Seats, Versions

SEATS = 3
AUDIENCES: list[Seats] = [(), (0,), (1,), (2,), (0, 2)]


def moves_seen(chance: Random, moves: int, hidden_from: int) -> tuple[Versions, dict[Seats, list[int]]]:
    """A match in which moves may be hidden from `hidden_from` on, and by audience the moves it saw."""
    s = SimpleNamespace(n=SEATS, shown=0, waiting=0b111, told=[0] * 8)
    versions = Versions(s)
    saw: dict[Seats, list[int]] = {seats: [] for seats in AUDIENCES}
    for v in range(1, moves + 1):
        mover = chance.randrange(SEATS)
        s.told[mover] += 1
        public = v < hidden_from or chance.random() < 0.3
        if public and chance.random() < 0.5:
            s.shown += 1
        elif public:
            s.waiting ^= 1 << mover
        for seats, seen in saw.items():
            if public or mover in seats:
                seen.append(v)
        versions.note(s, v)
        for seats, seen in saw.items():
            assert versions.told_as(seats, v) == (len(seen) if seen and seen[-1] == v else 0)
            assert versions.shown(seats, v) == len(seen)
    return versions, saw


@pytest.mark.parametrize("hidden_from", [1, 2, 20, 100])
def test_each_audience_counts_what_it_saw(hidden_from: int) -> None:
    versions, saw = moves_seen(Random(hidden_from), 60, hidden_from)
    for seats, seen in saw.items():
        for v in range(1, 61):
            assert versions.saw(seats, v) == (v in seen)
            assert versions.shown(seats, v) == sum(1 for move in seen if move <= v)
        assert [versions.moves_at(seats, version) for version in range(len(seen) + 1)] == [0, *seen]
        assert versions.moves_at(seats, 1000) == (seen[-1] if seen else 0)


def test_several_around_one_device_may_be_asked_for_late() -> None:
    """What two seats saw between them is known also when nobody asked before."""
    s = SimpleNamespace(n=SEATS, shown=0, waiting=0b111, told=[0] * 8)
    versions = Versions(s)
    for v, mover in enumerate([0, 1, 2, 1], 1):
        s.told[mover] += 1
        versions.note(s, v)
    assert [versions.told_as((0, 2), v) for v in range(1, 5)] == [1, 0, 2, 0]
