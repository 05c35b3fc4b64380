"""The table of Foxy & Woolly in a terminal."""

from collections.abc import Sequence
from textwrap import wrap

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from hoofspiel.games.foxy.allocation import Allocation
from hoofspiel.games.foxy.components import BOX, ROWS
from hoofspiel.games.foxy.view import Farm, View
from hoofspiel.kernel.texts import Texts, saying

said = saying(__name__)
WIDTH = 78
FARM = 13
"""Columns of a farm, so that five stand side by side in 80."""

BEGINS = ("starter", "wolf", "row-wolf", "special", "field-empty")
"""What happens in a new line."""


def draw(view: View, who: Sequence[str], text: Texts) -> RenderableType:
    """What one reader sees: the token on the table, those to come, all farms, what the reader's own is worth."""
    parts: list[RenderableType] = [_token(view, who, text)]
    if view["token"] is not None:
        parts += [_what(view["token"], text), _path(view, text)]
    parts.append(_farms(view, who, text))
    if view["place"] == 0:
        parts.append(Text(said("(7) is a slot with a sheep. Points are those if the match ended now."), style="dim"))
    if view["phase"] == "over":
        parts += [_counted(farm["now"], who[seat], text) for seat, farm in enumerate(view["farms"]) if farm["now"]]
    elif view["me"] is not None:
        parts += _mine(view, view["farms"][view["me"]], text)
    return Group(*parts)


# --- the middle of the table ---


def _path(view: View, text: Texts) -> Text:
    """The tokens still to come, a bar between wolves and specials."""
    groups: list[list[str]] = []
    for place in range(view["place"] + 1, len(view["path"])):
        if not groups or BOX.field[place] != BOX.field[place - 1]:
            groups.append([])
        groups[-1].append(_name(view["path"][place], text))
    words = [" ".join(group) for group in groups]
    line = said("Then: ") + (" | ".join(words) or said("the end"))
    return Text(line if len(line) <= WIDTH else said("Then: ") + "|".join(words), style="dim")


def _name(token: int | str, text: Texts) -> str:
    """A token in one word: the number or the row of a wolf, the arrows of a move."""
    return str(token) if token in ROWS else str(text["token"][str(token)]).split()[-1]


def _token(view: View, who: Sequence[str], text: Texts) -> Text:
    if view["token"] is None:
        return Text(said("The path is done."), style="bold")
    name = str(text["token"][str(view["token"])])
    line = Text.assemble((name, "bold yellow"), said(f" ({view['place'] + 1} of {len(view['path'])})   "))
    line.append(said(f"{_cubes(view['pot'])} on the field"))
    if view["phase"] == "special":
        bidder = view["bidder"]
        offer = said("no offer yet" if bidder is None else f"highest offer {view['high']}, by {who[bidder]}")
        line.append(f"   {offer}")
    if view["target"] is not None:
        line.append(said(f"   it will strike slot {view['target']}"), style="red")
    return line


def _what(token: int | str, text: Texts) -> Text:
    """What the token on the table does."""
    if isinstance(token, int):
        return Text(said(f"Whoever takes it loses the sheep on slot {token}, if there is one."), style="dim")
    return Text(str(text["token_what"]["row" if token in ROWS else token]), style="dim")


def _cubes(number: int) -> str:
    return said("1 cube" if number == 1 else f"{number} cubes")


# --- farms ---


def _farms(view: View, who: Sequence[str], text: Texts) -> Columns:
    tokens = [wrap(", ".join(_name(token, text) for token in farm["tokens"]), FARM) for farm in view["farms"]]
    lines = max(1, *map(len, tokens))
    farms = (_farm(view, seat, who[seat], names, lines) for seat, names in enumerate(tokens))
    return Columns(farms, padding=(0, 1))


def _farm(view: View, seat: int, name: str, names: list[str], token_lines: int) -> Panel:
    farm = view["farms"][seat]
    asked = view["turn"] == seat or (view["phase"] == "end" and not farm["done"])
    lines = [_row(view, farm, row) for row in range(3)]
    lines.append(Text(said("? cubes") if farm["cubes"] is None else _cubes(farm["cubes"])))
    lines.append(Text(said("? points" if farm["now"] is None else f"{farm['now']['points']} points")))
    lines.append(Text("\n".join(names) or said("no token"), style="cyan" if names else "dim"))
    style = "yellow" if asked else "green" if seat == view["me"] else "dim"
    return Panel(
        Group(*lines),
        title=f"▸ {name}" if asked else name,
        subtitle=said("passed") if farm["passed"] else None,
        border_style=style,
        width=FARM + 2,
        height=len(lines) + 1 + token_lines,
        padding=0,
    )


def _row(view: View, farm: Farm, row: int) -> Text:
    """(7)(8) 9 ◂TOP: a number in brackets is a slot with a sheep."""
    line = Text()
    wolf = ROWS[row] if ROWS[row] in farm["wolves"] else ""
    if view["wolves_left"]:
        line.append(f"{wolf + '▸' if wolf else '':4}", style="red")
    for slot in farm["slots"][3 * row : 3 * row + 3]:
        sheep = slot in farm["sheep"]
        line.append(f"({slot})" if sheep else f" {slot} ", style="bold" if sheep else "dim")
    if wolf and not view["wolves_left"]:
        line.append(f"◂{wolf}", style="red")
    return line


# --- what it is worth ---


def _mine(view: View, farm: Farm, text: Texts) -> list[RenderableType]:
    parts: list[RenderableType] = []
    parts += [Text(f"{_name(token, text)}: {text['token_what'][token]}", style="dim") for token in farm["tokens"]]
    now = farm["now"]
    if now is not None:
        line = Text.assemble(said("If the match ended now: "), (str(now["points"]), "bold"), said(" points"))
        shown = 1 if view["phase"] == "special" else 2
        for move, points in list(view["outlook"].items())[:shown]:
            line.append(f"; {_after(move)}: {points}")
        line.append(".")
        if now["steps"] and view["phase"] == "end":
            steps = [text.move(step, ()) for step in now["steps"]]
            told = said("; then ").join(step[0].lower() + step[1:] for step in steps)
            line.append(said(f" Best from here: {told}."))
        parts.append(line)
    return parts


def _after(move: str) -> str:
    if move.startswith("offer"):
        return said(f"with this special for {_cubes(int(move.removeprefix('offer ')))}")
    return said("after the strike" if move == "resolve" else f"after {move}")


def _counted(now: Allocation | None, name: str, text: Texts) -> Text:
    """Where the points of a farm come from."""
    assert now is not None
    sums = []
    if now["with_cube"]:
        slots = " + ".join(map(str, reversed(now["with_cube"])))
        sums.append(said(f"sheep with a cube {slots}"))
    sums += [f"{text['token'][use['token']]} {use['points']}" for use in now["sets"]]
    if now["idle_points"]:
        work = said("as farmhands" if now["hands"] else "left over")
        sums.append(f"{_cubes(now['idle_cubes'])} {work} {now['idle_points']}")
    if now["herd_points"]:
        sums.append(f"{text['token']['HERD']} {now['herd_points']}")
    sheep = said("1 sheep lives" if now["survivors"] == 1 else f"{now['survivors']} sheep live")
    return Text.assemble((f"{name}: {now['points']}", "bold"), f"   {'; '.join(sums) or said('nothing')}; {sheep}")
