"""The sensible player of Gouda Gangster: always legal, never needs the true position, clearly better than chance."""

from random import Random

import pytest

from hoofspiel import Match
from hoofspiel.games.gouda import GAME
from hoofspiel.games.gouda.balance import KINDS, PLANS, all_weapons, cheese_of, fetches, is_open, weapons_for
from hoofspiel.games.gouda.cards import ROOMS, WEAPONS
from hoofspiel.games.gouda.habits import NEW_HERE
from hoofspiel.games.gouda.position import PASS, REINFORCE, SPY
from hoofspiel.games.gouda.rules import move_from, move_to
from hoofspiel.games.gouda.tests.scene import A, B, C, night, sneak, spying
from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members


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
    assert won >= 28  # about 38; chance alone gives 13


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
    assert {move.split()[1] for move in considered_moves(m, B)} == {"0"}  # nothing lies face down before C


def considered_moves(m: Match, seat: int) -> list[str]:
    mask = bind.plain(GAME).considered(m.position, seat)
    return [GAME.names.spell(m.position, seat, action) for action in members(mask)]


def test_what_does_nothing_is_not_considered() -> None:
    m = night("4 nailed-down hole-in-the-wall", "nailed-down", "nailed-down", cheese="bath bed")
    spying(sneak(m, "bath", "bath", "bed"))
    assert {"hole bed", "nailed-down", "pass"} <= set(considered_moves(m, A))
    assert not {"hole children", "hole basement"} & set(considered_moves(m, A))
    m.play(A, "pass")
    assert "nailed-down" in considered_moves(m, B)
    m.play(B, "pass")
    assert considered_moves(m, C) == ["pass"]  # nobody is left whom it could stop


def test_an_empty_room_is_worth_a_look_with_cheese_of_ones_own() -> None:
    m = night("cheese hole-in-the-wall", "4", "4", cheese="bath bed")
    spying(sneak(m, "cheese bath", "bath", "bed"))
    assert "hole children" in considered_moves(m, A)


# --- somebody who is new here ---


def first_idea(m: Match, seat: int, seed: int) -> str:
    """The move of the lowest level, where it does not think."""
    world = bind.plain(GAME)
    action = world.habit(m.guess(seat, seed), seat, NEW_HERE, world.seed_rng(seed))
    return GAME.names.spell(m.position, seat, action)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_novice_errs_but_plays_no_nonsense(seats: int) -> None:
    """It goes where there is cheese, and no card it adds is for nothing."""
    cards_added = 0
    for seed in range(4):
        m = Match("gouda", seats=seats, seed=seed)
        while not m.over:
            seat, reinforcing = m.actors[0], m.position.phase == REINFORCE
            move = m.moves(seat)[0] if m.position.phase == SPY else first_idea(m, seat, len(m.history))
            what, *where = move.split()
            me = m.view(seat)["players"][seat]
            if what == "room":
                assert cheese_fell(m, where[0])
            elif what == "hole":
                assert cheese_fell(m, where[0]) or me["cheese_cards"]
            elif what == "gangster":
                assert where[1] == me["room"]
            assert what != "nailed-down"
            cards_added += reinforcing and what != "pass"
            m.play(seat, move)
    assert cards_added


def cheese_fell(m: Match, room: str) -> bool:
    return any(r["pieces"] for r in m.view(None)["rooms"] if r["room"] == room)


def test_a_novice_stays_where_it_eats_alone() -> None:
    """It once left a meal for an empty room."""
    m = night("hole-in-the-wall gouda-gangster nailed-down 4", "9", "9", cheese="bath bed")
    spying(sneak(m, "bath", "bed", "bed"))
    assert {first_idea(m, A, seed) for seed in range(40)} == {"pass"}


def test_a_novice_overlooks_what_lies_face_down() -> None:
    m = night("4 7 12", "9 8", "9", cheese="bath bed")
    spying(sneak(m, "7 bath", "9 8 bath", "bed"), A="1 2", B="2 0", C="0 0")  # it has seen the room, no weapon
    assert {first_idea(m, A, seed) for seed in range(40)} == {"pass"}


# --- a master ---


def plans(m: Match, seat: int) -> set[tuple[int, int]]:
    """Rooms and kinds of rows that a master would think of."""
    s = m.position
    weapons, cheese = all_weapons(s, seat), cheese_of(s, seat)
    return {divmod(plan, KINDS) for plan in range(PLANS) if is_open(s, seat, plan, weapons, cheese)}


def test_a_master_takes_everything_along_to_a_playoff() -> None:
    m = night("1 9 20", "20", "", cheese="bed bed", rats=[5, 5, 5])
    assert len({kind for _, kind in plans(m, A)}) > 3
    m.position.playoff = 1
    assert [len(plans(m, seat)) for seat in (A, B, C)] == [1, 1, 1]
    s = m.position
    rows = [weapons_for(all_weapons(s, seat), kind) for seat in (A, B, C) for _, kind in plans(m, seat)]
    assert rows == [s.hand[seat] & WEAPONS for seat in (A, B, C)]


def test_with_a_gangster_one_may_wait_elsewhere_in_a_playoff_only() -> None:
    m = night("1 9 gouda-gangster", "20", "", cheese="bed bed", rats=[5, 5, 5])
    assert len({room for room, _ in plans(m, A)}) == 1
    m.position.playoff = 1
    assert len({room for room, _ in plans(m, A)}) == 4
    assert len({room for room, _ in plans(m, B)}) == 1


def test_whoever_waits_elsewhere_has_the_cheese_brought() -> None:
    m = night("9 gouda-gangster", "20", "", cheese="bed bed", rats=[5, 5, 5])
    s = m.position
    s.room[A] = next(room for room in range(ROOMS) if not s.pieces[room])
    action = fetches(s, A)
    assert s.pieces[move_from(action)] == 2
    assert move_to(action) == s.room[A]
    s.room[A] = move_from(action)
    assert fetches(s, A) == PASS
    assert fetches(s, B) == PASS
