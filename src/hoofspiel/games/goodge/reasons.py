"""Why a bid or a card was good or bad, from contracts and tricks in the coach's guesses."""

from hoofspiel.games.goodge.outlook import MADE_IT, TOOK_TRICK, WAS_GOODGE
from hoofspiel.games.goodge.view import View
from hoofspiel.parts.in_words import Figures, of_ten, often


def why(view: View, played: Figures, rival: Figures) -> str:
    (move, mine), (other, theirs) = played, rival
    if view["phase"] == "tricks":
        trick = view["trick"]
        lies = f" There are {trick['points']} points in it." if trick is not None and trick["points"] else ""
        card, better = move.split()[-1], other.split()[-1]
        return (
            f"The {card} took the trick {often(mine[TOOK_TRICK])}, the {better} in {of_ten(theirs[TOOK_TRICK])}.{lies}"
        )
    if view["phase"] == "auction":
        return f"{_after(move, mine, first=True)}; {_after(other, theirs, first=False)}."
    return f"After {move} the contract was made {often(mine[MADE_IT])}, after {other} in {of_ten(theirs[MADE_IT])}."


def _after(move: str, figures: list[float], *, first: bool) -> str:
    """What a bid led to."""
    was, made = figures[WAS_GOODGE], of_ten(figures[MADE_IT])
    count = often(was) if first else f"in {of_ten(was)}"
    begin = "After" if first else "after"
    if of_ten(was) == 0:
        return f"{begin} {move} you hardly ever became the Goodge"
    return f"{begin} {move} you became the Goodge {count} and made the contract in {made}"
