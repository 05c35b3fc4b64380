"""The search: the same plain and compiled, blind to what is sealed, and honest about what it was handed."""

from random import Random

import pytest

from hoofspiel import Match
from hoofspiel.bots import search, thinking
from hoofspiel.bots.levels import LEVELS, choose_actions
from hoofspiel.bots.thinking import Thinker
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Game

searched = pytest.mark.parametrize(
    "game", [g for g in games().values() if not g.timed], ids=[g.slug for g in games().values() if not g.timed]
)


def some_way_in(game: Game, seed: int, moves: int) -> Match:
    match = Match(game, seats=game.seats[1] if len(game.seats) > 1 else game.seats[0], seed=seed)
    chance = Random(seed)
    for _ in range(moves):
        if not match.over:
            seat = chance.choice(match.actors)
            match.play(seat, chance.choice(match.moves(seat)))
    return match


@searched
def test_plain_and_compiled_find_the_same(game: Game) -> None:
    quick, slow = Thinker(game, rows=1 << 12), Thinker(game, compiled=False)
    for seed in range(3):
        match = some_way_in(game, seed, 4 + 9 * seed)
        if match.over:
            continue
        seat = match.actors[0]
        for mixed in (search.NEVER_MIXED, search.MIXED_FIRST, search.MIXED_ALWAYS):
            guess = match.guess(seat, 5)
            one, other = (
                mind.think(guess, seat, seed=seed, iterations=30, seconds=1e9, mixed=mixed) for mind in (quick, slow)
            )
            assert [(f.action, f.visits) for f in one.choices] == [(f.action, f.visits) for f in other.choices]
            assert one.iterations == other.iterations == 30


@searched
def test_no_peeking_the_answer_is_the_same_whatever_is_hidden(game: Game) -> None:
    """The hidden part is replaced by another one that fits; the bot's decision does not change."""
    mind = Thinker(game, rows=1 << 12)
    compared = 0
    for seed in range(6):
        match = some_way_in(game, seed, 3 + 5 * seed)
        if match.over:
            match = some_way_in(game, seed, 3)
        seat = match.actors[-1]
        answers = set()
        for other in (match, match.twin(seat, 1), match.twin(seat, 2)):
            found = mind.think(other.guess(seat, 77), seat, seed=9, iterations=60, seconds=1e9)
            answers.add(tuple((f.action, f.visits, f.share) for f in found.choices))
        compared += 1
        assert len(answers) == 1
    assert compared >= 3


@searched
@pytest.mark.parametrize("name", LEVELS)
def test_every_level_plays_legal_moves(game: Game, name: str) -> None:
    mind = Thinker(game, rows=1 << 12)
    for seed in range(4):
        match = some_way_in(game, seed, 2 + 7 * seed)
        if match.over:
            continue
        seat = match.actors[0]
        actions = choose_actions(game, match.guess(seat, seed), seat, LEVELS[name], seed, 0.05, mind)
        assert actions in match.series(seat).values()


def test_a_search_says_what_it_found_about_every_move() -> None:
    game = games()["goats"]
    match = Match(game, seats=4, seed=3)
    thought = Thinker(game, rows=1 << 14).think(match.guess(0, 1), 0, seed=1, iterations=400, seconds=1e9)
    assert sorted(f.words for f in thought.choices) == sorted(match.moves(0))
    assert thought.best.visits == max(f.visits for f in thought.choices)
    assert sum(f.visits for f in thought.choices) == 400
    expected = {f.words for f in thought.choices if f.visits == thought.best.visits}
    assert thought.line[0][0] == 0
    assert thought.line[0][1] in expected


def test_several_threads_share_the_work() -> None:
    game = games()["goats"]
    match = Match(game, seats=4, seed=3)
    thought = Thinker(game, rows=1 << 14, threads=2).think(match.guess(0, 1), 0, seed=1, iterations=400, seconds=1e9)
    assert sum(f.visits for f in thought.choices) == thought.iterations == 400


def test_what_others_have_sealed_does_not_matter() -> None:
    game = games()["goats"]
    mind = Thinker(game, rows=1 << 13)
    for mixed in (search.NEVER_MIXED, search.MIXED_FIRST):
        answers = set()
        for bids in ((1, 2, 3), (10, 9, 8), (5, 5, 5)):
            match = Match(game, seats=4, seed=11)
            for seat, card in enumerate(bids):
                match.play(seat, f"bid {card}")
            found = mind.think(match.guess(3, 4), 3, seed=1, iterations=300, seconds=1e9, mixed=mixed)
            answers.add(tuple((f.action, f.visits) for f in found.choices))
        assert len(answers) == 1


@pytest.mark.parametrize("pieces", [1, 7, 32])
def test_the_answer_does_not_depend_on_how_often_the_clock_is_looked_at(
    pieces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games()["goats"]
    match = Match(game, seats=3, seed=3)
    whole, broken = (Thinker(game, rows=1 << 13) for _ in range(2))
    monkeypatch.setattr(thinking, "FIRST_CHUNK", 300)
    one = whole.think(match.guess(0, 1), 0, seed=1, iterations=300, seconds=1e9)
    monkeypatch.setattr(thinking, "FIRST_CHUNK", pieces)
    monkeypatch.setattr(thinking, "CHUNK_SECONDS", 1e-9)
    other = broken.think(match.guess(0, 1), 0, seed=1, iterations=300, seconds=1e9)
    assert one.choices == other.choices
