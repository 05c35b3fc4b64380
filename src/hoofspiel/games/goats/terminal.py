"""The table of French Goats in a terminal."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from hoofspiel.games.goats.view import Player, View
from hoofspiel.kernel.texts import Texts, saying

said = saying(__name__)
BEGINS = ("round", "auction", "scored")
"""What happens in a new line."""


def draw(view: View, who: Sequence[str], text: Texts) -> RenderableType:
    """What one reader sees: the dish, the players, and the reader's own cards."""
    head = Text.assemble(
        (said(f"Round {view['round']} of {view['rounds']}"), "bold"),
        "   ",
        said(f"auction {view['auction']} of {view['auctions']}"),
    )
    parts: list[RenderableType] = [
        head,
        Columns([_dish(view, text), _still_to_come(view)], padding=(0, 2)),
        _players(view, who),
    ]
    if view["me"] is not None:
        parts += _mine(view, text)
    return Group(*parts)


def _dish(view: View, text: Texts) -> Panel:
    name = said("covered") if view["dish"] is None else str(text["dish"][str(view["dish"])])
    lines = [Text(name, style="bold yellow", justify="center")]
    if view["kept"]:
        names = ", ".join(str(text["dish"][str(d)]) for d in view["kept"])
        lines.append(Text(said(f"and {names}"), justify="center"))
    if view["coup"]:
        lines.append(Text(said("Coup d'Baa: the lowest wins"), style="red", justify="center"))
    if view["blind"]:
        lines.append(Text(said("Baa Sez-Faire: bid blind"), style="red", justify="center"))
    return Panel(Group(*lines), title=said("dish"), width=36)


def _still_to_come(view: View) -> Panel:
    dishes = [str(dish) for dish in view["to_come"] if dish != "draw"]
    if bonus := len(view["to_come"]) - len(dishes):
        dishes.append(said(f"bonus×{bonus}"))
    return Panel(Text(" ".join(dishes) or said("nothing")), title=said("still in the deck"), width=38)


def _players(view: View, who: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("", "player", "points", "bonus cards", "bid", "cards left"):
        table.add_column(
            said(title) if title else "", justify="right" if title in ("points", "bonus cards") else "left"
        )
    for seat, player in enumerate(view["players"]):
        marks = ("▸" if view["leader"] == seat else " ") + ("◆" if view["priority"] == seat else " ")
        points = "?" if player["points"] is None else str(player["points"])
        style = "bold" if seat == view["me"] else ""
        table.add_row(
            marks,
            who[seat],
            points,
            str(player["bonus_cards"] or ""),
            _bid(view, seat, player, who),
            " ".join(map(str, player["left"])),
            style=style,
        )
    return table


def _bid(view: View, seat: int, player: Player, who: Sequence[str]) -> str:
    if player["counts"] is not None:
        shown = str(player["card"]) + (" +3" if view["plus3"] == seat else "")
        return shown + (" Tête" if player["tete"] else "")
    if view["phase"] in ("bidding", "before-reveal") and (player["ready"] or view["phase"] == "before-reveal"):
        swapped = said(f" of {who[player['whose']]}") if player["whose"] != seat else ""
        return "▮" + swapped
    return "…" if view["phase"] == "bidding" else ""


def _mine(view: View, text: Texts) -> list[Text]:
    """The reader's own bid, and bonus cards with what they do."""
    lines = []
    if view["my_bid"] is not None:
        lines.append(Text(said(f"Your bid: {view['my_bid']}"), style="cyan"))
    lines += [
        Text.assemble((said(f"Your {text['bonus'][b]}. "), "magenta"), str(text["bonus_what"][b]))
        for b in view["my_bonus"]
    ]
    return lines
