"""The table of The Goodge Rules in a terminal."""
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from hoofspiel.games.goodge.view import Round, Trick, View
from hoofspiel.kernel.texts import Texts

SIGNS = {"s": "♠", "d": "♦", "t": "★", "h": "♥", "c": "♣"}
STYLES = {"s": "bold white", "d": "bold blue", "t": "bold yellow", "h": "bold red", "c": "bold green"}
POINTS = {"1": "₂₀", "5": "₁₅", "10": "₁₀"}


def draw(view: View, who: Sequence[str], text: Texts) -> RenderableType:
    """What one reader sees: the contract, the players, the trick, and the reader's own cards."""
    parts: list[RenderableType] = [_head(view, who, text)]
    if view["last_round"] is not None and view["phase"] in ("auction", "over"):
        parts.append(_recap(view["last_round"], who, text))
    parts.append(_players(view, who))
    if view["last_trick"] is not None:
        parts.append(_trick("last trick", view["last_trick"], who))
    if view["trick"] is not None:
        parts.append(_trick("this trick", view["trick"], who))
    if view["hand"]:
        parts.append(_hand(view))
    if view["stash"]:
        line = Text("You buried ", style="dim")
        line.append_text(_cards(view["stash"]))
        line.append(f"  worth {view['stash_points']}, for the winner of the last trick", style="dim")
        parts.append(line)
    return Group(*parts)


def card(name: str) -> Text:
    """A card with its suit sign and, small, its points."""
    if name == "crown":
        return Text("♛₂₅ crown", style="bold magenta")
    letter, number = name[0], name[1:]
    return Text(f"{SIGNS[letter]}{number}{POINTS.get(number, '')}", style=STYLES[letter])


def _cards(names: Sequence[str]) -> Text:
    return Text("  ").join(card(name) for name in names)


def _head(view: View, who: Sequence[str], text: Texts) -> Text:
    line = Text.assemble((f"Round {view['round']}", "bold"), f", playing to {view['target']}")
    if view["phase"] == "auction":
        line.append(f"   bid stands at {view['bid']}" if view["bid"] else "   no bid yet")
    elif view["goodge"] is not None:
        line.append(f"   {who[view['goodge']]} is the Goodge for {view['bid']}", style="bold")
    if view["trump"] is not None:
        line.append(f"   trumps: {SIGNS_BY_SUIT[view['trump']]} {text['suit_low'][view['trump']]}", style="bold yellow")
    if view["trick_number"]:
        line.append(f"   trick {view['trick_number']} of {view['tricks']}")
    return line


SIGNS_BY_SUIT = {"spades": "♠", "diamonds": "♦", "stars": "★", "hearts": "♥", "clubs": "♣"}


def _recap(last: Round, who: Sequence[str], text: Texts) -> Text:
    if last["goodge"] is None:
        return Text("Last round: everybody passed.", style="dim")
    line = Text(f"Last round: {who[last['goodge']]} bid {last['contract']}. ", style="dim")
    for seat, (captured, change) in enumerate(zip(last["captured"], last["change"], strict=True)):
        line.append(f" {who[seat]} took {captured} ({change:+d})", style="dim")
    line.append("  Stash: ", style="dim")
    line.append_text(_cards(last["stash"]))
    return line


def _players(view: View, who: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    counted = any(player["captured"] is not None for player in view["players"])
    bidding = view["phase"] == "auction"
    table.add_column("")
    table.add_column("player")
    table.add_column("total", justify="right")
    if counted:
        table.add_column("taken", justify="right")
    table.add_column("cards", justify="right")
    table.add_column("bid" if bidding else "plays")
    for seat, player in enumerate(view["players"]):
        marks = ("▸" if view["turn"] == seat else " ") + ("D" if view["dealer"] == seat else " ")
        row: list[RenderableType] = [marks, who[seat], str(player["total"])]
        if counted:
            row.append("" if player["captured"] is None else str(player["captured"]))
        row.append(str(player["cards"]))
        if bidding:
            bid = "" if player["bid"] is None else str(player["bid"])
            row.append(f"{bid} passed".strip() if player["passed"] else bid)
        else:
            row.append("" if player["card"] is None else card(player["card"]))
        table.add_row(*row, style="bold" if seat == view["me"] else "")
    return table


def _trick(title: str, trick: Trick, who: Sequence[str]) -> Text:
    line = Text(f"{title}: ", style="dim")
    for laid in trick["cards"]:
        line.append(f"{who[laid['seat']]} ")
        line.append_text(card(laid["card"]))
        line.append("  ")
    line.append(f"→ {who[trick['winner']]}, {trick['points']} points", style="dim")
    return line


def _hand(view: View) -> Text:
    line = Text("Your hand: ")
    before = ""
    for name in view["hand"]:
        if before and name[0] != before:
            line.append("  ")
        before = name[0]
        line.append_text(card(name))
        line.append("* " if name in view["found"] else " ")
    if view["found"]:
        line.append("  (* from the Stash)", style="dim")
    return line
