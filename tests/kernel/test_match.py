"""The façade: what it gives, what it refuses, and that a record is the match."""

import json
import pickle
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from hoofspiel import BadMatch, IllegalMove, Match, games
from hoofspiel.kernel import bind
from hoofspiel.kernel.chance import below, next_rng, seed_rng
from hoofspiel.kernel.notation import read_any, read_text, write_text
from hoofspiel.kernel.secrets import commitment
from hoofspiel.kernel.testing import held
from hoofspiel.template import GAME as straws

SECRET = "5f" * 32


def some_match(moves: int = 60, **more: Any) -> Match:
    match = Match("goats", **{"seats": 4, "seed": 7, **more})
    chance = Random(3)
    while not match.over and len(match.history) < moves:
        seat = chance.choice(match.actors)
        match.play(seat, chance.choice(match.moves(seat)))
    return match


def test_the_example_of_the_readme() -> None:
    m = Match("goats", seats=4, seed=7, options={"windows": "beats"})
    assert m.actors == [0, 1, 2, 3]
    assert m.moves(0) == [f"bid {n}" for n in range(1, 11)]
    assert m.play(0, "bid 7") == []
    assert m.moves(0) == []
    assert m.view(0)["my_bid"] == 7
    assert m.view(None)["me"] is None
    assert (m.over, m.winners) == (False, [])


def test_a_win_is_shared_in_equal_parts() -> None:
    found = set()
    for seed in range(12):
        match, chance = Match(straws, seats=4, seed=seed), Random(seed)
        while not match.over:
            assert match.shares == [0.0] * 4
            seat = match.actors[0]
            match.play(seat, chance.choice(match.moves(seat)))
        assert match.shares == [1 / len(match.winners) if seat in match.winners else 0 for seat in range(4)]
        found.add(len(match.winners))
    assert found == {1, 3}


def test_games_is_a_mapping() -> None:
    assert "goats" in games
    assert games["goats"].slug == "goats"
    assert list(games()) == list(games)


def test_a_record_gives_the_same_position() -> None:
    match = some_match()
    record = json.loads(json.dumps(match.record()))
    again = Match.from_record(record)
    assert held(again.position) == held(match.position)
    assert again.record() == match.record()
    assert Match.from_record(record, moves=5).history == match.history[:5]


def test_the_text_form_reads_back() -> None:
    record = some_match().record()
    assert read_any(write_text(record)) == record
    assert read_any(json.dumps(record)) == record


def test_a_match_without_a_seed_draws_one_and_keeps_it() -> None:
    match = Match("goats", seats=3)
    assert isinstance(match.seed, int)
    assert Match.from_record(match.record()).view(None) == match.view(None)
    assert len({Match("goats", seats=3).seed for _ in range(20)}) == 20


def test_times_are_kept_where_they_are_given() -> None:
    match = Match("goats", seats=2, seed=1)
    match.play(0, "bid 3", 1200)
    assert match.record()["moves"] == [[0, "bid 3", 1200]]
    with pytest.raises(BadMatch, match="milliseconds"):
        match.play(1, "bid 3", -5)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"game": "chess"}, "no game called 'chess' here: choose"),
        ({"seats": 9}, "for 2 to 6 players"),
        ({"seats": "4"}, "for 2 to 6 players"),
        ({"seats": True}, "for 2 to 6 players"),
        ({"seed": -1}, "A seed is"),
        ({"seed": "abc"}, "A seed is"),
        ({"options": ["windows"]}, "Options are a table"),
        ({"deal": [1]}, "A deal is a table"),
    ],
)
def test_a_match_that_cannot_be(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadMatch, match=sentence):
        Match(**{"game": "goats", "seats": 4, **given})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"moves": 3}, "moves are a list"),
        ({"moves": [[0]]}, "Move 1 of the record"),
        ({"moves": [[0, "bid 7"], [True, "bid 7"]]}, "Move 2 of the record"),
        ({"moves": [[0, "bid 7", "now"]]}, "Move 1 of the record"),
        ({"moves": [[0, "bid 70"]]}, "Move 1 of the record, 'bid 70' by seat 0, is not legal"),
        ({"moves": [[9, "bid 7"]]}, "no seat 9"),
        ({"rules": 99}, "rules 99"),
        ({"rules": "new"}, "version number"),
        ({"colour": "red"}, "no entry 'colour'"),
        ({"options": {"hats": True}}, "no option 'hats'"),
    ],
)
def test_a_malformed_record(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadMatch, match=sentence):
        Match.from_record({**some_match(3).record(), **change})


@pytest.mark.parametrize("key", ["game", "rules", "seats", "seed", "options", "moves"])
def test_a_record_that_lacks_something(key: str) -> None:
    record = some_match(3).record()
    del record[key]
    with pytest.raises(BadMatch, match=f"lacks {key}"):
        Match.from_record(record)


@pytest.mark.parametrize("text", ["nonsense", "seats four", "0: bid 7 @soon", "deal {"])
def test_a_text_that_is_no_record(text: str) -> None:
    with pytest.raises(BadMatch, match="Line 1"):
        read_text(text)


def test_a_seat_that_is_none() -> None:
    match = Match("goats", seats=3, seed=1)
    for seat in (-1, 3, "0", None):
        with pytest.raises(BadMatch):
            match.play(seat, "bid 1")  # type: ignore[arg-type]
    with pytest.raises(BadMatch, match="no seat 3"):
        match.moves(3)
    with pytest.raises(BadMatch, match="no seat 7"):
        match.view(7)


def test_nothing_can_be_played_after_the_end() -> None:
    match = some_match(10_000)
    assert match.over
    with pytest.raises(IllegalMove, match="over"):
        match.play(0, "bid 1")


def test_a_secret_deals_the_same_match_again_and_another_one_another() -> None:
    one, same, other = (some_match(200, seed=s) for s in (SECRET, SECRET, "a0" * 32))
    assert held(one.position) == held(same.position)
    assert one.log != other.log
    assert Match.from_record(one.record()).log == one.log
    assert len(commitment(SECRET)) == 64


def test_the_small_generator_is_not_there_in_a_live_match() -> None:
    world = bind.live(games["goats"])
    for name in ("next_rng", "seed_rng"):
        with pytest.raises(AssertionError, match="secret"):
            getattr(world, name)(1)
    some_match(10_000, seed=SECRET)  # a whole match never calls them


def test_a_guess_holds_no_secret_and_no_deal() -> None:
    guess = some_match(seed=SECRET).guess(0, 5)
    assert guess.secret == b""
    assert guess.deal == {}


def test_seeds_differ() -> None:
    assert len({seed_rng(seed) for seed in [*range(1000), *(n << 32 for n in range(1, 1000))]}) == 1999


@pytest.mark.parametrize("draw", [1, 2, 5, 20])
def test_neighbouring_seeds_have_nothing_in_common(draw: int) -> None:
    drawn, seeds = [], 4000
    for seed in range(seeds):
        x = seed_rng(seed)
        for _ in range(draw):
            x = next_rng(x)
        drawn.append(below(x, 10))
    expected = (seeds - 1) / 100
    pairs = Counter(pairwise(drawn))
    off = sum((pairs[one, two] - expected) ** 2 / expected for one in range(10) for two in range(10))
    assert off < 160  # chi square with 99 degrees of freedom: once in ten thousand


@pytest.mark.parametrize("what", ["hoofspiel", "hoofspiel.kernel.testing", "hoofspiel.kernel.bind"])
def test_importing_loads_neither_numpy_nor_numba(what: str) -> None:
    code = (
        f"import sys, {what}; import hoofspiel; hoofspiel.Match('goats', seats=3).play(0, 'bid 1'); "
        "print([m for m in ('numpy', 'numba', 'rich') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("seat", [9, -1, None, True, "0"])
def test_a_guess_is_for_a_seat_of_the_match(seat: Any) -> None:
    match = Match("goats", seats=3, seed=1)
    with pytest.raises(BadMatch, match="Seats count from 0 to 2: there is no seat"):
        match.guess(seat, 1)


@pytest.mark.parametrize("rng", [-1, "x", None, 0.5])
def test_a_guess_needs_a_number(rng: Any) -> None:
    with pytest.raises(BadMatch, match="a whole number from 0"):
        Match("goats", seats=3, seed=1).guess(0, rng)


@pytest.mark.parametrize("move", [" bid 1", "bid 1 ", "bid  1", "\tbid 1\n"])
def test_a_move_is_written_as_it_is_offered(move: str) -> None:
    match = Match("goats", seats=3, seed=1)
    with pytest.raises(IllegalMove, match="Moves are written as offered: 'bid 1', not") as refused:
        match.play(0, move)
    assert refused.value.rule == "words"
    assert "(words)" not in str(refused.value), "no paragraph is about spelling"
    assert match.actors == [0, 1, 2]


def test_a_refusal_survives_a_trip_between_processes() -> None:
    match = Match("goats", seats=3, seed=1)
    with pytest.raises(IllegalMove) as refused:
        match.play(0, "bid 99")
    there = pickle.loads(pickle.dumps(refused.value))
    assert (there.rule, there.reason, there.legal) == (refused.value.rule, refused.value.reason, match.moves(0))
    assert str(there) == str(refused.value)


def test_a_twin_fits_what_the_reader_knows_and_tells_nothing_else() -> None:
    match = Match("goodge", seats=3, seed=SECRET)
    for reader in (0, 1, 2, None):
        twin = match.twin(reader, 5)
        assert twin.view(reader) == match.view(reader)
        assert (twin.log, twin.history, twin.deal, twin.position.secret) == ([], [], None, b"")
        assert twin.seed != match.seed
        assert held(twin.position)["hand"] != held(match.position)["hand"]
        with pytest.raises(BadMatch, match="A twin is a guess and has no record"):
            twin.record()
    assert held(match.twin(1, 5).position) == held(match.twin(1, 5).position)


def test_what_is_played_in_a_twin_or_a_copy_does_not_happen_in_the_match() -> None:
    match = some_match(10)
    before, record = held(match.position), match.record()
    for other in (match.twin(match.actors[0], 3), match.copy()):
        seat = other.actors[0]
        other.play(seat, other.moves(seat)[0])
    assert (held(match.position), match.record()) == (before, record)
    same = match.copy()
    assert (same.record(), same.log, held(same.position)) == (record, match.log, before)


@pytest.mark.parametrize(("reader", "rng"), [(4, 1), (-1, 1), (True, 1), ("0", 1), (0, -1), (0, 1.5), (None, True)])
def test_a_twin_that_cannot_be_is_refused(reader: Any, rng: Any) -> None:
    with pytest.raises(BadMatch):
        Match("goats", seats=4, seed=1).twin(reader, rng)


def test_a_position_changed_by_hand_is_looked_at_again() -> None:
    match = Match("goats", seats=2, seed=1)
    assert "bid 3" in match.moves(0)
    match.position.hand[0] &= ~(1 << 3)
    match.refresh()
    assert match.moves(0) != Match("goats", seats=2, seed=1).moves(0)
