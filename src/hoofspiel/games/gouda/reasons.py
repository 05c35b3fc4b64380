"""Why a room or a card was good or bad, from who ate and who met whom in the coach's guesses."""

from hoofspiel.games.gouda.outlook import ALONE, FED, WEAKER
from hoofspiel.games.gouda.view import View
from hoofspiel.games.gouda.words import ROOM_NAMES, ROOM_TITLES
from hoofspiel.parts.in_words import Figures, of_ten, often, then

CARDS = {"gouda-gangster": "the Gouda Gangster", "trap": "the trap", "cheese": "the cheese card"}


def why(view: View, played: Figures, rival: Figures) -> str:
    (move, mine), (other, theirs) = played, rival
    if _told(mine) == _told(theirs):
        ate, met = often(mine[FED]), then(mine[WEAKER])
        if move.startswith("spy ") and other.startswith("spy "):
            return f"Whichever card you turn up, your rat ate {ate} and met a stronger one {met}."
        return f"Either way your rat ate {ate} and met a stronger one {met}: what counts is the cards you keep."
    begin, instead = _way(move), _way(other, again=move.split()[0] == other.split()[0])
    alone = f", alone {then(mine[ALONE])}" if of_ten(mine[ALONE]) else ""
    return (
        f"{begin} your rat ate {often(mine[FED])}{alone}, and met a stronger one {then(mine[WEAKER])}."
        f" {instead} it ate {then(theirs[FED])}, and met a stronger one {then(theirs[WEAKER])}."
    )


def _told(figures: list[float]) -> tuple[int, int]:
    return of_ten(figures[FED]), of_ten(figures[WEAKER])


def _way(move: str, *, again: bool = False) -> str:
    word, *rest = move.split()
    if word in ("room", "hole"):
        room = ROOM_TITLES[ROOM_NAMES.index(rest[0])]
        return f"In the {room}" if word == "room" else f"Through the hole to the {room}"
    if word in ("lay", "add"):
        return f"With {CARDS.get(rest[0], f'the {rest[0]}')}"
    if word == "spy":
        return "After another look" if again else "After this look"
    if word == "ready":
        return "With the row as it was"
    if word == "gangster":
        return "With the Gangster elsewhere" if again else "With the Gouda Gangster"
    return "With everything nailed down" if word == "nailed-down" else "Without another card"
