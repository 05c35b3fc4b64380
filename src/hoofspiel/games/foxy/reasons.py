"""Why taking, chasing or offering was good or bad, from what it led to when the coach played on."""

from hoofspiel.games.foxy.outlook import GOT_CUBES, GOT_TOKEN, LOST_SHEEP
from hoofspiel.games.foxy.view import View
from hoofspiel.parts.in_words import Figures, of_ten, then
from hoofspiel.parts.in_words import often as often_in

LUCK_MEASURED = False
"""Everything lies open from the start; over a thousand matches chance explained nothing of the result."""
DOING = {
    "take": "taking it",
    "chase": "chasing it",
    "steal": "stealing first",
    "gun": "shooting",
    "resolve": "letting it strike",
    "move": "moving a sheep",
}


def why(view: View, played: Figures, rival: Figures) -> str:
    (move, mine), (other, theirs) = played, rival
    if view["phase"] == "special":
        if of_ten(mine[GOT_TOKEN]) == of_ten(theirs[GOT_TOKEN]):
            return f"The token was yours {often(mine[GOT_TOKEN])} either way: what counts is what it costs you."
        ours, how = often(mine[GOT_TOKEN]), _offer(other, again=other.split()[0] == move.split()[0] == "move").lower()
        return f"{_offer(move)} the token was yours {ours}; {how}, {then(theirs[GOT_TOKEN])}."
    if view["phase"] not in ("wolf", "respond"):
        return "Nothing is left to chance here: the two ways differ only in the points of your farm."
    doing = _doing(move).capitalize()
    instead = "moving another way" if other.split()[0] == move.split()[0] else _doing(other)
    if of_ten(mine[LOST_SHEEP]) != of_ten(theirs[LOST_SHEEP]):
        cost = f"{doing} cost you a sheep {often(mine[LOST_SHEEP])}; {instead}, {then(theirs[LOST_SHEEP])}."
        return cost + _cubes(mine, theirs)
    lost = (
        f"Either way you lost a sheep {often(mine[LOST_SHEEP])}" if of_ten(mine[LOST_SHEEP]) else "No sheep is at stake"
    )
    if of_ten(mine[GOT_CUBES]) == of_ten(theirs[GOT_CUBES]):
        return f"{lost}: what counts is the sheep and cubes you have for the wolves to come."
    return f"{lost}. {doing} brought you cubes {often(mine[GOT_CUBES])}; {instead}, {then(theirs[GOT_CUBES])}."


def _cubes(mine: list[float], theirs: list[float]) -> str:
    """What lay on the field, where only one of the two ways brings it."""
    if of_ten(mine[GOT_CUBES]) == of_ten(theirs[GOT_CUBES]):
        return ""
    return f" It brought you cubes {often(mine[GOT_CUBES])}; the other way, {then(theirs[GOT_CUBES])}."


def often(share: float) -> str:
    return often_in(share, "try", "tries")  # nothing is hidden that could be guessed


def _doing(move: str) -> str:
    return DOING.get(move.split()[0], "this")


def _offer(move: str, *, again: bool = False) -> str:
    word, *rest = move.split()
    if word == "offer":
        return f"With an offer of {rest[0]}"
    return "With a pass" if word == "pass" else "Moving another way" if again else "Moving a sheep first"
