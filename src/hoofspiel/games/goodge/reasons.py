"""Why a bid or a card was good or bad, from contracts and tricks in the coach's guesses."""

from hoofspiel.games.goodge.names import CARD_NUMBERS, SUIT_NAMES
from hoofspiel.games.goodge.outlook import MADE_IT, TOOK_TRICK, WAS_GOODGE
from hoofspiel.games.goodge.table import CROWN, RANKS, points_in
from hoofspiel.games.goodge.view import View
from hoofspiel.kernel.bits import bit
from hoofspiel.parts.in_words import Figures, of_ten, often, then


def why(view: View, played: Figures, rival: Figures) -> str:
    (move, mine), (other, theirs) = played, rival
    if "claim" in (move, other):
        return "You can lose no trick any more, so claiming only saves time."
    if view["phase"] == "tricks":
        return _of_cards(view, played, rival)
    if view["phase"] == "auction":
        return f"{_bid(move, mine)}; {_instead(other, theirs)}."
    made, makes = often(mine[MADE_IT]), then(theirs[MADE_IT])
    if view["phase"] == "trump":
        return f"With {move.split()[1]} as trumps you made the contract {made}; with {other.split()[1]}, {makes}."
    card, better = _named(move), _named(other)
    if of_ten(mine[MADE_IT]) == of_ten(theirs[MADE_IT]):
        return f"You made the contract {made}, whether {card} is buried or {better}."
    return f"With {card} buried you made the contract {made}; with {better}, {makes}."


def _of_cards(view: View, played: Figures, rival: Figures) -> str:
    (move, mine), (other, theirs) = played, rival
    card, better = _named(move), _named(other)
    if of_ten(mine[TOOK_TRICK]) != of_ten(theirs[TOOK_TRICK]):
        trick = view["trick"]
        lies = f" There are {trick['points']} points in it." if trick is not None and trick["points"] else ""
        took = often(mine[TOOK_TRICK])
        return f"With {card} the trick was yours {took}; with {better}, {then(theirs[TOOK_TRICK])}.{lies}"
    dear = _worth(other) > _worth(move)
    if _worth(other) == _worth(move):
        more = "What counts is the card you keep."
    else:
        points = abs(_worth(other) - _worth(move))
        more = f"Of the two, {better if dear else card} puts {points} more points into it."
    if of_ten(mine[TOOK_TRICK]):
        return f"With {card} or {better} the trick was yours {often(mine[TOOK_TRICK])}. {more}"
    return f"Neither {card} nor {better} had much hope of this trick. {more}"


def _worth(move: str) -> int:
    return points_in(bit(CARD_NUMBERS[move.split()[-1]]))


def _named(move: str) -> str:
    card = CARD_NUMBERS[move.split()[-1]]
    return "the Crown" if card == CROWN else f"the {card % RANKS + 1} of {SUIT_NAMES[card // RANKS]}"


def _bid(move: str, figures: list[float]) -> str:
    """What a bid led to."""
    if move == "pass":
        return "A pass left the contract to the others"
    bid = move.split()[1]
    if of_ten(figures[WAS_GOODGE]) == 0:
        return f"At {bid} you were nearly always outbid"
    return f"At {bid} you got the contract {often(figures[WAS_GOODGE])} and made it {then(figures[MADE_IT])}"


def _instead(move: str, figures: list[float]) -> str:
    said = _bid(move, figures)
    return said[0].lower() + said[1:]
