"""Why a bid or a bonus card was good or bad, from how often it took the dish in the coach's guesses."""

from hoofspiel.games.goats.club import SAME_BID, TOOK_IT
from hoofspiel.games.goats.view import View
from hoofspiel.parts.in_words import Figures, number, of_ten, often

LUCK_MEASURED = False
"""All hands are equal, and over a match the order of the dishes favours nobody: what is left are the others' bids."""


def why(view: View, played: Figures, rival: Figures) -> str:
    (move, mine), (other, theirs) = played, rival
    word, *rest = move.split()
    if word != "bid" or not rest or not other.startswith("bid "):
        then = _named(other).lower()
        return f"{_named(move)} the dish was yours {often(mine[TOOK_IT])}; {then}, in {of_ten(theirs[TOOK_IT])}."
    card, better = int(rest[0]), int(other.split()[1])
    return (
        f"{_holders(view, card)} still {_hold(view, card)} the {card}. It took the dish {often(mine[TOOK_IT])}"
        f"{_met(view, card, mine)}; the {better} took it in {of_ten(theirs[TOOK_IT])}{_met(view, better, theirs)}."
    )


def _met(view: View, card: int, figures: list[float]) -> str:
    """Nothing where nobody has such a card: after a De-Baa-Vu it was another bid that met its like."""
    return f" and met the same bid in {of_ten(figures[SAME_BID])}" if _others_with(view, card) else ""


def _others_with(view: View, card: int) -> int:
    return sum(card in player["left"] for seat, player in enumerate(view["players"]) if seat != view["me"])


def _holders(view: View, card: int) -> str:
    many = _others_with(view, card)
    return "Nobody else" if many == 0 else "One other player" if many == 1 else f"{number(many).capitalize()} others"


def _hold(view: View, card: int) -> str:
    return "hold" if _others_with(view, card) > 1 else "holds"


def _named(move: str) -> str:
    return "With a pass" if move == "pass" else f"With {move}"
