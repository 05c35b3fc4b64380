"""The sensible player of Gouda Gangster: always legal, never needs the true position, clearly better than chance."""
from random import Random

import pytest

from hoofspiel import Match
from hoofspiel.games.gouda import GAME
from hoofspiel.games.gouda.tests.scene import A, B, C, night, sneak, spying
from hoofspiel.kernel import bind
from hoofspiel.kernel.match import members


def advice(m: Match, seat: int, chance: Random) -> str:
    world = bind.plain(GAME)
    guess = m.guess(seat, chance.getrandbits(40))
    action = world.greedy(guess, seat, world.seed_rng(chance.getrandbits(40)))
    return GAME.names.spell(m.position, seat, action)


def finished(seats: int, seed: int, clever: set[int], options: dict[str, bool]) -> Match:
    m, chance = Match("gouda", seats=seats, seed=seed, options=options), Random(seed)
    while not m.over:
        seat = chance.choice(m.actors)
        m.play(seat, advice(m, seat, chance) if seat in clever else chance.choice(m.moves(seat)))
    return m


@pytest.mark.parametrize("options", [{}, {"last_rat_standing": True}, {"cheese_decoy": True, "prolong": True}], ids=str)
def test_every_piece_of_advice_is_legal(options: dict[str, bool]) -> None:
    for seats in GAME.seats:
        assert finished(seats, seats, set(range(seats)), options).over


def test_it_beats_players_who_choose_at_random() -> None:
    won = sum(finished(3, seed, {seed % 3}, {}).winners == [seed % 3] for seed in range(40))
    assert won >= 28                                        # about 38; chance alone gives 13


def test_it_plays_no_card_where_there_is_cheese_anyway() -> None:
    m = spying(sneak(night("20 15", "", "", cheese="bath bath"), "bath", "bed", "bed"), A="1 0", B="2 0", C="0 0")
    assert {advice(m, A, Random(k)) for k in range(20)} == {"pass"}


def test_it_plays_the_smallest_card_that_wins() -> None:
    m = night("4 9 15", "8", "", cheese="bath bed")
    spying(sneak(m, "bath", "8 bath", "bed"), A="1 0", B="2 0", C="1 1")
    assert {advice(m, A, Random(k)) for k in range(20)} == {"add 9"}


def test_value_likes_rats_and_strong_hands() -> None:
    m = night("1", "20", "20", rats=[3, 1, 1])
    value = [bind.plain(GAME).value(m.position, seat) for seat in (A, B, C)]
    assert 1 > value[A] > 0.6 > 0.4 > value[B] == value[C] > 0
    stronger = night("20", "20", "1", rats=[3, 1, 1])
    assert bind.plain(GAME).value(stronger.position, A) > value[A]


def test_value_is_a_share_of_the_one_win_there_is() -> None:
    m = night("1 20", "20", "7 cheese", rats=[4, 1, 3])
    assert sum(bind.plain(GAME).value(m.position, seat) for seat in (A, B, C)) == pytest.approx(1.0)


def test_value_knows_that_strength_decides_a_playoff() -> None:
    m = night("1", "20", "20", rats=[5, 5, 5])
    before = bind.plain(GAME).value(m.position, A)
    m.position.playoff = 1
    assert bind.plain(GAME).value(m.position, A) < before / 4


def test_a_spy_who_searches_looks_at_one_card_of_each_row() -> None:
    m = sneak(night("4 9 15", "8", "", cheese="bath bed"), "4 bath 9", "8 bath", "bed")
    assert m.actors == [A]
    assert sorted(move.split()[1] for move in considered_moves(m, A)) == ["1", "2"]
    m.play(A, "spy 2 0")
    assert {move.split()[1] for move in considered_moves(m, B)} == {"0"}    # nothing lies face down before C


def considered_moves(m: Match, seat: int) -> list[str]:
    mask = bind.plain(GAME).considered(m.position, seat)
    return [GAME.names.spell(m.position, seat, action) for action in members(mask)]
