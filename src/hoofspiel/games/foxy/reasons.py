"""Why taking, chasing or offering was good or bad, from what it led to when the coach played on."""

from hoofspiel.games.foxy.outlook import GOT_CUBES, GOT_TOKEN, LOST_SHEEP
from hoofspiel.games.foxy.view import View
from hoofspiel.parts.in_words import Figures, of_ten, often

LUCK_MEASURED = False
"""Everything lies open from the start; over a thousand matches chance explained nothing of the result."""


def why(view: View, played: Figures, rival: Figures) -> str:
    (move, mine), (other, theirs) = played, rival
    if view["phase"] == "special":
        mine_too, theirs_too = often(mine[GOT_TOKEN], "tries"), of_ten(theirs[GOT_TOKEN])
        return f"After “{move}” the token was yours {mine_too}, after “{other}” in {theirs_too}."
    begin = "This wolf" if view["phase"] in ("wolf", "respond") else "This"
    return (
        f"{begin} cost you a sheep {often(mine[LOST_SHEEP], 'tries')} after “{move}”,"
        f" in {of_ten(theirs[LOST_SHEEP])} after “{other}”;"
        f" it brought you cubes in {of_ten(mine[GOT_CUBES])} and {of_ten(theirs[GOT_CUBES])}."
    )
