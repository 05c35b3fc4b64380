"""Positions to play on from: the same to whoever chooses, another deal behind it, and a record that leads there."""

import json
from random import Random

import pytest

from hoofspiel import Match
from hoofspiel.bots.quick import quick_move
from hoofspiel.coach import position_at
from hoofspiel.kernel import bind
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.notation import read_any, write_text
from hoofspiel.kernel.words import BadMatch

OF_CHOICES = [slug for slug, game in games().items() if not game.timed]
SECRET = "ab" * 32


def go_on(match: Match, seed: int, moves: int = 10_000) -> Match:
    chance = Random(seed)
    while not match.over and moves:
        seat = chance.choice(match.actors)
        guess, luck = match.guess(seat, chance.getrandbits(30)), chance.getrandbits(30)
        match.play(seat, quick_move(match.game, guess, seat, luck))
        moves -= 1
    return match


@pytest.fixture(scope="module", params=OF_CHOICES)
def begun(request: pytest.FixtureRequest) -> Match:
    return go_on(Match(request.param, seats=max(games()[request.param].seats[0], 3), seed=SECRET), 3, 40)


def test_as_it_was_is_the_same_position(begun: Match) -> None:
    again = position_at(begun.record(), 25)
    assert again.record()["moves"] == begun.record()["moves"][:25]
    assert go_on(again, 5).over


def test_as_a_seat_saw_it_nothing_known_changes_and_something_hidden_does(begun: Match) -> None:
    plain, others = bind.plain(begun.game), 0
    for move in range(1, 40, 3):
        was = Match.from_record(begun.record(), moves=move)
        seat = was.actors[-1]
        dealt = [position_at(begun.record(), move, seat=seat, chance=n) for n in range(4)]
        for now in dealt:
            assert plain.knowledge(now.position, seat) == plain.knowledge(was.position, seat)
            assert now.view(seat) == was.view(seat)
            assert now.moves(seat) == was.moves(seat)
        others += len({json.dumps([now.view(other) for other in range(was.seats)]) for now in dealt}) > 1
    assert others or begun.game.slug == "foxy", "what the others hold or have chosen is dealt anew; in foxy all is open"


@pytest.mark.parametrize("seed", [7, "cd" * 32])
def test_its_record_leads_to_the_same_end_in_both_forms(begun: Match, seed: int | str) -> None:
    anew = {"move": 25, "seat": 1, "seed": seed}
    record = begun.record()
    played = go_on(Match.from_record({**record, "moves": record["moves"][:25], "redealt": anew}), 9)
    for form in (json.dumps(played.record()), write_text(played.record())):
        again = Match.from_record(read_any(form))
        assert (again.points, again.winners) == (played.points, played.winners)
        assert [again.view(seat) for seat in range(again.seats)] == [played.view(seat) for seat in range(played.seats)]
    half = Match.from_record(played.record(), moves=20)
    assert half.view(0) == Match.from_record(record, moves=20).view(0), "before that, it is the match it comes from"


@pytest.mark.parametrize(
    ("anew", "said"),
    [
        ("no table", "a table with move, seat and seed"),
        ({"move": 0, "seat": 0}, "a table with move, seat and seed"),
        ({"move": -1, "seat": 0, "seed": 1}, "The move of what was redealt"),
        ({"move": 0, "seat": True, "seed": 1}, "The seat of what was redealt"),
        ({"move": 0, "seat": 7, "seed": 1}, "there is no seat 7"),
        ({"move": 0, "seat": 0, "seed": "secret"}, "A seed is"),
        ({"move": 3, "seat": 0, "seed": 1}, "nothing can be redealt after more"),
    ],
)
def test_what_was_redealt_is_checked(anew: object, said: str) -> None:
    record = Match("goats", seats=3, seed=1).record()
    with pytest.raises(BadMatch, match=said):
        Match.from_record({**record, "redealt": anew})


def test_a_position_that_is_practice_already_is_not_dealt_anew_once_more() -> None:
    record = position_at(Match("goats", seats=3, seed=1).record(), 0, seat=0, chance=4).record()
    with pytest.raises(BadMatch, match="practice already"):
        position_at(record, 0, seat=0)
