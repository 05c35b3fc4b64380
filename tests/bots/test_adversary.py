"""The adversary in the house: it counts what a level does, and replies to that."""

import json
from random import Random

import numpy as np
import pytest

from hoofspiel import BadMatch, Match
from hoofspiel.bots import replies
from hoofspiel.bots.adversary import Adversary, Deal
from hoofspiel.cli import main
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import Game

searched = pytest.mark.parametrize("game", [g for g in games().values() if not g.timed], ids=lambda g: g.slug)


@searched
def test_kinds_of_choices_go_by_what_the_seat_knows(game: Game) -> None:
    world = bind.plain(game)
    match, chance = Match(game, seats=game.seats[-1], seed=4), Random(4)
    for _ in range(60):
        if match.over:
            break
        seat = chance.choice(match.actors)
        kinds = []
        for seed in (1, 2):
            guess = match.guess(seat, seed)
            kinds.append([world.seen_as(guess, seat, action) for action in members(world.legal(guess, seat))])
        assert kinds[0] == kinds[1]
        assert all(0 <= kind < replies.KINDS_OF_CHOICE for kind in kinds[0])
        match.play(seat, chance.choice(match.moves(seat)))


@searched
def test_an_adversary_plays_every_game(game: Game) -> None:
    adversary = Adversary(game, "novice", compiled=False, playouts=1)
    match = Match(game, seats=game.seats[-1], seed=4)
    seat = match.actors[0]
    assert adversary(match, seat, Random(4)) in match.moves(seat)


def test_choices_are_drawn_as_often_as_they_were_counted() -> None:
    world = bind.plain(find_game("goats"), replies)
    guess = Match("goats", seats=3, seed=1).guess(0, 1)
    counts = [0] * (2 * replies.KINDS_OF_CHOICE)
    for card in [10] * 60 + [9] * 30 + [1] * 10:
        world.count_choice(guess, 0, card, counts)
    drawn = [world.likely_choice(guess, 0, world.seed_rng(n), counts) for n in range(1000)]
    assert 520 < drawn.count(10) < 660
    assert 230 < drawn.count(9) < 350
    assert 60 < drawn.count(1) < 150
    assert len(drawn) - drawn.count(10) - drawn.count(9) - drawn.count(1) < 60


def test_a_reply_to_players_who_always_bid_the_highest_card_leaves_it_to_them() -> None:
    """Three tens cancel each other, and any other card wins the dish."""
    game = find_game("goats")
    match = next(m for m in (Match(game, seats=4, seed=n) for n in range(99)) if m.position.dish == 10)
    adversary = Adversary(game, "novice", compiled=False, playouts=8)
    for hand in range(10):
        guess = match.guess(0, 1)
        guess.hand[0] = sum(1 << card for card in range(1, 11 - hand))
        for action in members(guess.hand[0]):
            kind = bind.plain(game).seen_as(guess, 0, action)
            adversary.counts[replies.WAS_OFFERED + kind] += 1000
        adversary.counts[replies.WAS_TAKEN + bind.plain(game).seen_as(guess, 0, 10 - hand)] += 1000
    bids = [int(adversary(match, 0, Random(n)).split()[1]) for n in range(3)]
    assert 10 not in bids


def test_a_reply_is_worth_the_same_plain_and_compiled() -> None:
    game = find_game("goats")
    plain, fast = bind.plain(game, replies), bind.fast(game, replies)
    match = Match(game, seats=game.seats[-1], seed=6)
    seat = match.actors[0]
    guess = match.guess(seat, 1)
    action = members(plain.legal(guess, seat))[0]
    counts = [n % 7 for n in range(2 * replies.KINDS_OF_CHOICE)]
    slow = plain.value_of_reply(guess, bind.blank(game, guess.n, {}), seat, action, 3, 2, counts)
    packed = [bind.pack(game, guess, fast.blank(guess.n)) for _ in range(2)]
    assert fast.reply_value(*packed, seat, action, 3, 2, np.array(counts)) == pytest.approx(slow)


def test_of_all_ways_to_play_it_keeps_the_one_that_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here whoever bids by place alone is said to win, from the third deal on."""
    adversary = Adversary(find_game("goats"), "novice", compiled=False)
    played = []

    def play(*, seats: int, deal: int) -> Deal:
        played.append((adversary.way, deal))
        return Deal([float(adversary.way == "place_alone" and deal > 2)] * seats)

    monkeypatch.setattr(adversary, "play", play)
    adversary.try_out(seats=4, deal=1, enough=lambda: False)
    assert adversary.way == "place_alone"
    assert {way for way, deal in played if deal == 1} == set(adversary.ways)
    assert len({way for way, deal in played if deal == 5}) == len(adversary.ways) - len(adversary.ways) // 2
    played.clear()
    adversary.try_out(seats=4, deal=1, enough=lambda: True)
    assert len(played) == 1


@searched
def test_every_way_to_play_is_one_of_the_rules(game: Game) -> None:
    adversary = Adversary(game, "novice", compiled=False, playouts=1)
    for way in adversary.ways[1:]:
        adversary.way = way
        match, chance = Match(game, seats=4, seed=4), Random(4)
        for _ in range(60):
            if match.over:
                break
            seat = chance.choice(match.actors)
            match.play(seat, adversary(match, seat, chance))


def test_a_finding_says_what_was_watched_and_won(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exploit", "goats", "--against", "novice", "--minutes", "0.001", "--seats", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["watched"] >= 1
    assert found["matches"] >= 6
    assert found["way"] in found["tried"]
    assert 0 <= found["wins"] <= 1
    assert found["chance"] == pytest.approx(1 / 3)


def test_what_an_adversary_cannot_look_at() -> None:
    with pytest.raises(BadMatch, match="about speed"):
        Adversary(find_game("taco"), "club")
    with pytest.raises(BadMatch, match="novice, casual, club"):
        Adversary(find_game("goats"), "champion")
    assert main(["exploit", "goats", "--minutes", "0"]) == 2
