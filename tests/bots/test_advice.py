"""Advice: a legal move, figures that come from the same guesses for every choice, and reasons that are sentences."""

import re
from random import Random
from typing import Any

import pytest

from hoofspiel import Match
from hoofspiel.bots import advice, trials
from hoofspiel.bots.thinking import Thinker
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.loops import ALL_SHARES
from hoofspiel.live import hooks
from hoofspiel.server.games import game_texts

by_slug = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)


def walk(game: Game, seed: int, moves: int) -> Match:
    match = Match(game, seats=4, seed=seed)
    chance = Random(seed)
    for at in range(moves):
        if match.over:
            break
        seat = chance.choice(match.actors)
        match.play(seat, chance.choice(match.moves(seat)), at)
    return match


def tried(mind: Thinker, guess: Any, seat: int, action: int, times: int) -> list[int]:
    """The sums of one choice, plain or compiled."""
    plan = mind.desks[0].nodes, mind.desks[0].arms
    if not mind.compiled:
        sums = [0] * trials.TRIAL_SUMS
        rooms = [guess, *(bind.blank(mind.game, guess.n, {}) for _ in range(2))]
        mind.world.try_out(*rooms, *plan, seat, action, 5, times, sums)
        return sums
    import numpy as np

    found = np.zeros(trials.TRIAL_SUMS, np.int64)
    mind.world.try_choice(
        *(bind.pack(mind.game, guess, mind.world.blank(guess.n)) for _ in range(3)),
        *plan,
        seat,
        action,
        5,
        times,
        found,
    )
    return [int(number) for number in found]


def test_plain_and_compiled_trials_come_out_the_same() -> None:
    game = find_game("goats")
    quick, slow = Thinker(game, rows=1 << 10), Thinker(game, compiled=False)
    for seed in range(3):
        match = walk(game, seed, 3 + seed)
        seat = match.actors[0]
        guess = match.guess(seat, 9)
        for action in members(bind.plain(game).legal(guess, seat))[:3]:
            assert tried(quick, guess, seat, action, 6) == tried(slow, guess, seat, action, 6)


def test_what_a_last_card_brings_is_added_up() -> None:
    """Two players, one card each, and mine is the higher: the dish is mine every time."""
    match = Match("goats", seats=2, seed=4, options={"cards": 3, "rounds": 1, "bonus": False})
    for low in ("bid 1", "bid 2"):
        match.play(0, low)
        match.play(1, "bid 3" if low == "bid 1" else "bid 1")
    mind = Thinker(match.game, compiled=False)
    guess = match.guess(0, 1)
    (action,) = members(bind.plain(match.game).legal(guess, 0))
    sums = tried(mind, guess, 0, action, 4)
    assert sums[trials.TRIED] == 4
    ahead = match.points[0] + int(match.view(0)["dish"]) - match.points[1]
    assert sums[trials.LEAD] == 4 * ahead
    assert sums[trials.IN_FRONT] == (4 * ALL_SHARES if ahead > 0 else 2 * ALL_SHARES if ahead == 0 else 0)


@by_slug
def test_advice_is_a_legal_move_and_so_is_the_next_best(game: Game) -> None:
    mind = None if game.timed else Thinker(game, compiled=False)
    for seed in range(3):
        match = walk(game, seed, 2 + 5 * seed)
        if match.over:
            continue
        seat = match.actors[0]
        found = advice.advise(game.slug, match.guess(seat, 3), seat, 1, 0.02, mind)
        moves = match.moves(seat)
        assert found["best"]["move"] in moves
        assert found["only"] == (len(moves) == 1) or game.timed
        if found["other"]:
            assert found["other"]["move"] in set(moves) - {found["best"]["move"]}
            assert 0.0 <= found["other"]["front"] <= 1.0
            assert found["trials"] > 0
            facts = found["best"]["facts"], found["other"]["facts"]
            assert all(0.0 <= share <= 1.0 for share in (*facts[0], *facts[1]))
            assert game.reasons is not None
            pair = (found["best"]["move"], facts[0]), (found["other"]["move"], facts[1])
            said = game.reasons.why(match.view(seat), *pair)
            assert said.endswith("."), "a hint gives the reasons of a review"


CHASED_ON_PURPOSE = """chase, take, resolve, take, resolve, take, offer 0, pass, offer 1, pass, pass, offer 0, pass,
offer 1, pass, pass, take, take, chase, chase, steal, chase, chase, chase, take, resolve, offer 0, pass, pass, offer 1,
pass, offer 0, offer 1, pass, offer 2, pass, pass, take"""
"""To chase is a sacrifice that only pays with a plan for what follows."""


def test_the_figures_speak_for_the_choice_they_explain() -> None:
    match = Match("foxy", seats=4, seed=2)
    for move in CHASED_ON_PURPOSE.split(","):
        match.play(match.actors[0], move.strip())
    assert match.actors == [1]
    found = advice.advise("foxy", match.guess(1, 1), 1, 1, 1.0, Thinker(match.game, clock=lambda: 0.0))
    best, other = found["best"], found["other"]
    assert (best["move"], other["move"]) == ("chase", "take")
    assert best["front"] > other["front"]
    assert best["lead"] > other["lead"]


def test_a_choice_that_does_clearly_worse_in_its_trials_is_not_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("foxy", seats=4, seed=2)
    (seat,) = match.actors
    mind = Thinker(match.game, compiled=False)

    def advised(one: tuple[float, float], two: tuple[float, float]) -> list[Any]:
        monkeypatch.setattr(advice, "_try_both", lambda *asked: (one, two, 400))
        found = advice.advise("foxy", match.guess(seat, 1), seat, 1, 0.02, mind)
        return [found["best"]["move"], found["best"]["front"]]

    (kept, front), (turned, other_front) = advised((0.1, -2.0), (0.15, 3.0)), advised((0.1, -2.0), (0.6, 3.0))
    assert front == 0.1
    assert other_front == 0.6
    assert kept != turned


@by_slug
def test_every_reason_a_game_gives_is_a_sentence_with_all_its_facts(game: Game) -> None:
    sentences = game_texts(game).get("reasons", {})
    given = set()
    for seed in range(8):
        match = Match(game, seats=game.seats[seed % len(game.seats)], seed=seed)
        chance = Random(seed)
        for at in range(60):
            if match.over:
                break
            seat = chance.choice(match.actors)
            view = match.view(seat)
            for move in match.moves(seat):
                told = hooks.reason(game, view, move)
                if told is not None:
                    given.add(told["reason"])
                    wanted = {
                        field.split("|")[0].split(":")[0]
                        for field in re.findall(r"\{([^{}]+)\}", sentences[told["reason"]])
                    }
                    assert wanted <= set(told), told
            match.play(seat, chance.choice(match.moves(seat)), at)
    assert len(given) >= min(3, len(sentences))
