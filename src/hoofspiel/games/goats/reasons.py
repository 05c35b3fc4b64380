"""Why a bid or a bonus card was good or bad, from how often it took the dish in the coach's guesses."""

from hoofspiel.games.goats.club import SAME_BID, TOOK_IT
from hoofspiel.games.goats.names import TITLES
from hoofspiel.games.goats.view import View
from hoofspiel.parts.in_words import Figures, number, of_ten, often, then

LUCK_MEASURED = False
"""All hands are equal, and over a match the order of the dishes favours nobody: what is left are the others' bids."""


def why(view: View, played: Figures, rival: Figures) -> str:
    (move, mine), (other, theirs) = played, rival
    if not move.startswith("bid ") or not other.startswith("bid "):
        return _of_bonus_cards(played, rival)
    card, better = int(move.split()[1]), int(other.split()[1])
    held = _held(view, card)
    if _told(mine) == _told(theirs):
        took = often(mine[TOOK_IT])
        return f"{held} It or the {better}, the dish was yours {took}: what counts is which of the two you keep."
    tied, its = _tied(view, card, mine), _tied(view, better, theirs)
    took, takes = often(mine[TOOK_IT]), then(theirs[TOOK_IT])
    return f"{held} It took the dish {took}{tied}; the {better} would have taken it {takes}{its}."


def _of_bonus_cards(played: Figures, rival: Figures) -> str:
    (move, mine), (other, theirs) = (played, rival) if played[0] != "pass" else (rival, played)
    title, took, takes = TITLES[move.split()[0]], often(mine[TOOK_IT]), then(theirs[TOOK_IT])
    if other == "pass" and of_ten(mine[TOOK_IT]) == of_ten(theirs[TOOK_IT]):
        return f"With or without {title} the dish was yours {took}: what counts is whether you keep the card."
    if other == "pass":
        return f"With {title} the dish was yours {took}; without it, {takes}."
    if other.split()[0] == move.split()[0]:
        return f"With {title} the dish was yours {took}; aimed elsewhere, {takes}."
    return f"With {title} the dish was yours {took}; with {TITLES[other.split()[0]]}, {takes}."


def _told(figures: list[float]) -> tuple[int, int]:
    return of_ten(figures[TOOK_IT]), of_ten(figures[SAME_BID])


def _tied(view: View, card: int, figures: list[float]) -> str:
    """Nothing where nobody has such a card: after a De Baa Vu it was another bid that met its like."""
    told = _others_with(view, card) and of_ten(figures[SAME_BID])
    return f" and tied {then(figures[SAME_BID])}" if told else ""


def _others_with(view: View, card: int) -> int:
    return sum(card in player["left"] for seat, player in enumerate(view["players"]) if seat != view["me"])


def _held(view: View, card: int) -> str:
    many = _others_with(view, card)
    if many == 0:
        return f"Nobody else still holds the {card}."
    if many == 1:
        return f"One other player still holds the {card}."
    return f"{number(many).capitalize()} others still hold their {card}."
