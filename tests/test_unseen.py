"""Dealing unseen cards again, for a game with more places and more that was shown than any of ours has."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from hoofspiel.kernel.bits import members
from hoofspiel.parts import unseen

PLACES, EACH = 7, 4
CARDS = (1 << PLACES * EACH) - 1


@dataclass
class Table:
    """Hands as masks, and by place the cards that may be there."""

    rng: int
    may: list[int]
    hands: list[int] = field(default_factory=lambda: [0] * PLACES)


@pytest.fixture(autouse=True)
def bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """The functions of a game, as bind would put them there."""

    def take_away(s: Table, place: int) -> None:
        s.hands[place] = 0

    def hand_out(s: Table, place: int, cards: int) -> None:
        s.hands[place] |= cards

    monkeypatch.setattr(unseen, "may_hold", lambda s, place, known: s.may[place])
    monkeypatch.setattr(unseen, "take_away", take_away)
    monkeypatch.setattr(unseen, "hand_out", hand_out)


def table(chance: Random, shown: float) -> Table:
    """Everybody's cards, and of the others each has shown so many that they have not got."""
    pack = list(range(PLACES * EACH))
    chance.shuffle(pack)
    hands = [sum(1 << card for card in pack[p * EACH : (p + 1) * EACH]) for p in range(PLACES)]
    barred = [sum(1 << card for card in pack if chance.random() < shown) & ~hand for hand in hands]
    return Table(chance.getrandbits(50), [CARDS & ~cards for cards in barred])


@pytest.mark.parametrize("shown", [0, 0.02, 0.5, 0.9])
def test_every_card_lies_where_it_may_and_nobody_has_too_many(shown: float) -> None:
    chance = Random(3)
    room = sum(EACH << unseen.ROOM_BITS * p for p in range(PLACES))
    for _ in range(5):
        s: Any = table(chance, shown)
        unseen.deal_unseen(s, CARDS, (1 << PLACES) - 1, room, 0)
        assert [len(members(hand)) for hand in s.hands] == [EACH] * PLACES
        assert sum(s.hands) == CARDS
        assert all(hand & ~may == 0 for hand, may in zip(s.hands, s.may, strict=True))


def test_more_sets_than_can_be_remembered_are_dealt_with_care() -> None:
    s: Any = table(Random(4), 0.5)
    assert unseen.sets_of(s, CARDS, (1 << PLACES) - 1, 0) == 0
