"""How the table looks in a terminal, from one reader's view."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table

from hoofspiel.kernel.texts import Texts
from hoofspiel.template.view import View


def draw(view: View, who: Sequence[str], text: Texts) -> RenderableType:
    table = Table(title=f"Draw {view['draw']} of {view['draws']}", title_justify="left", min_width=46)
    table.add_column("player")
    table.add_column("straws", justify="right")
    table.add_column("shown", justify="right")
    table.add_column("points", justify="right")
    for seat, player in enumerate(view["players"]):
        name = f"[bold]{who[seat]}[/]" if seat == view["me"] else who[seat]
        table.add_row(name, "|" * player["left"], str(player["last"] or ""), str(player["points"]))
    if view["shown"]:
        table.caption = "out: " + " ".join(map(str, view["shown"]))
    return table
