"""Why a room or a card was good or bad, from who ate and who met whom in the coach's guesses."""

from hoofspiel.games.gouda.outlook import ALONE, FED, WEAKER
from hoofspiel.games.gouda.view import View
from hoofspiel.parts.in_words import Figures, of_ten, often


def why(view: View, played: Figures, rival: Figures) -> str:
    (move, mine), (other, theirs) = played, rival
    met = f"met a stronger rat in {of_ten(mine[WEAKER])}"
    if of_ten(mine[ALONE]):
        met = f"was alone in {of_ten(mine[ALONE])} and {met}"
    return (
        f"After {_named(move)} your rat ate {often(mine[FED])}: it {met}."
        f" After {_named(other)} it ate in {of_ten(theirs[FED])} and met a stronger rat in {of_ten(theirs[WEAKER])}."
    )


def _named(move: str) -> str:
    word, *rest = move.split()
    return f"choosing the {rest[0]}" if word == "room" and rest else f"“{move}”"
