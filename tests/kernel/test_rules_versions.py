"""A match is played by the rules it began with, whatever the game's rules are by now."""

from random import Random

import pytest

from hoofspiel.bots.players import choose
from hoofspiel.bots.quick import quick_move
from hoofspiel.kernel import bind
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.record import Record
from hoofspiel.kernel.words import BadMatch, UnknownRules
from hoofspiel.template import rules
from tests.straws.versions import BEFORE, after


def played(game: Game, seed: int = 3) -> Match:
    match, chance = Match(game, seats=3, seed=seed), Random(seed)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, chance.choice(match.moves(seat)))
    return match


def of(game: Game, record: Record) -> Match:
    return Match.from_record({**record, "game": game})


def test_a_record_replays_by_the_rules_it_names() -> None:
    old, now = played(BEFORE), after()
    again = of(now, old.record())
    assert again.points == old.points
    assert again.log == old.log
    assert again.view(None) == old.view(None)
    assert (sum(old.points), sum(played(now).points)) == (20, 3), "the new rules do differ"


def test_a_record_names_the_rules_it_was_played_by() -> None:
    now = after()
    again = of(now, played(BEFORE).record())
    assert again.record()["rules"] == 1
    assert of(now, again.record()).points == again.points
    assert played(now).record()["rules"] == 2


def test_what_a_record_leaves_out_is_as_it_was_then() -> None:
    now = after()
    assert Match(now, seats=2, seed=1).options["straws"] == 3
    then = Match(now, seats=2, seed=1, rules=1)
    assert (then.options["straws"], then.position.straws, len(then.moves(0))) == (2, 2, 2)
    assert of(now, {**then.record(), "options": {}}).options["straws"] == 2


def test_constants_are_as_they_were_then() -> None:
    dealt = {Match(after(), seats=5, seed=seed, rules=1).position.hand[0].bit_length() for seed in range(40)}
    assert max(dealt) > rules.LENGTHS + 1


def test_one_game_for_one_version() -> None:
    now = after()
    assert now.at(2) is now
    assert now.at(1) is now.at(1)
    assert now.at(1).at(1) is now.at(1)
    assert (now.at(1).slug, now.at(1).version) == ("straws", 1)


@pytest.mark.parametrize("version", [0, 3, 99])
def test_rules_that_are_not_here_are_never_replaced_by_others(version: int) -> None:
    sentence = f"This was played by rules {version} of straws; known here: rules 1 and 2"
    with pytest.raises(UnknownRules, match=sentence):
        of(after(), {**played(BEFORE).record(), "rules": version})
    with pytest.raises(BadMatch, match=sentence):
        Match(after(), seats=2, rules=version)


def test_true_is_no_version() -> None:
    with pytest.raises(BadMatch, match="version number"):
        of(after(), {**played(BEFORE).record(), "rules": True})


def test_bots_think_by_the_rules_of_the_match() -> None:
    now = after()
    match = Match(now, seats=3, seed=1, rules=1)
    guess = match.guess(0, 1)
    assert choose(match.game, guess, 0, "novice", 1, 0.01) in match.moves(0)
    assert quick_move(match.game, guess, 0, 1) in match.moves(0)


def test_old_rules_run_compiled_too() -> None:
    old = after().at(1)
    fast, plain = bind.fast(old), bind.plain(old)
    a, out = fast.blank(2), fast.blank(2)
    fast.begin(a, fast.blank(2), 7)
    s = plain.blank(2)
    plain.begin_match(s, plain.blank(2), 7)
    while (seat := fast.question(a, out)) >= 0:
        action = int(out[1])
        fast.move(a, seat, action)
        plain.act(s, seat, action)
    assert [fast.points_of(a, seat) for seat in range(2)] == [plain.points(s, seat) for seat in range(2)]
    assert sum(plain.points(s, seat) for seat in range(2)) == 20
