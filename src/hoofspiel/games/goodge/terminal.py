"""The table of The Goodge Rules in a terminal."""
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from hoofspiel.games.goodge.view import Round, Trick, View
from hoofspiel.kernel.texts import Texts

SIGNS = {"s": "♠", "d": "♦", "t": "★", "h": "♥", "c": "♣"}
STYLES = {"s": "bold white", "d": "bold blue", "t": "bold yellow", "h": "bold red", "c": "bold green"}
CROWN_STYLE = "bold magenta"
LETTERS = {"spades": "s", "diamonds": "d", "stars": "t", "hearts": "h", "clubs": "c"}
POINTS = {"1": "₂₀", "5": "₁₅", "10": "₁₀"}


def draw(view: View, who: Sequence[str], text: Texts) -> RenderableType:
    """What one reader sees: the contract, the players, the trick, and the reader's own cards as they are typed."""
    parts: list[RenderableType] = [_head(view, who, text)]
    if view["last_round"] is not None and view["phase"] in ("auction", "over"):
        parts.append(_recap(view, view["last_round"], who))
    parts.append(_players(view, who))
    if view["last_trick"] is not None:
        parts.append(_trick("last trick", view["last_trick"], who))
    if view["trick"] is not None:
        parts.append(_trick("this trick", view["trick"], who))
    if view["hand"]:
        parts.append(_hand(view))
    if view["stash"]:
        parts.append(_buried(view))
    return Group(*parts)


def card(name: str) -> Text:
    """A card on the table: its suit sign, its number and, small, its points."""
    if name == "crown":
        return Text("♛₂₅", style=CROWN_STYLE)
    letter, number = name[0], name[1:]
    return Text(f"{SIGNS[letter]}{number}{POINTS.get(number, '')}", style=STYLES[letter])


def _head(view: View, who: Sequence[str], text: Texts) -> Text:
    line = Text.assemble((f"Round {view['round']}", "bold"), f", playing to {view['target']}")
    goodge = view["goodge"]
    if view["phase"] == "auction":
        line.append(f"   the bid stands at {view['bid']}" if view["bid"] else "   no bid yet")
    elif goodge is not None:
        verb = "are" if goodge == view["me"] else "is"
        line.append(f"   {who[goodge]} {verb} the Goodge for {view['bid']}", style="bold")
    if view["trump"] is not None:
        letter = LETTERS[view["trump"]]
        line.append(f"   {SIGNS[letter]} {text['suit_low'][view['trump']]} are trumps", style=STYLES[letter])
    if view["trick_number"]:
        line.append(f"   trick {view['trick_number']} of {view['tricks']}")
    return line


def _recap(view: View, last: Round, who: Sequence[str]) -> Group:
    if last["goodge"] is None:
        return Group(Text("Last round: everybody passed, nobody scored.", style="dim"))
    kept = "made it" if last["change"][last["goodge"]] > 0 else "fell short"
    goodge = "You" if last["goodge"] == view["me"] else who[last["goodge"]]
    line = Text(f"Last round: {goodge} bid {last['contract']} and {kept}. In the Stash: ", style="dim")
    line.append_text(Text(" ").join(card(name) for name in last["stash"]))
    took = (f"{who[seat]} took {captured} ({change:+d})"
            for seat, (captured, change) in enumerate(zip(last["captured"], last["change"], strict=True)))
    return Group(line, Text("  " + ", ".join(took), style="dim"))


def _players(view: View, who: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    counted = any(player["captured"] is not None for player in view["players"])
    bidding = view["phase"] == "auction"
    for title in ("", "player", "total", *(["taken"] if counted else []), "cards", *(["bid"] if bidding else [])):
        table.add_column(title, justify="right" if title in ("total", "taken", "cards") else "left")
    for seat, player in enumerate(view["players"]):
        marks = ("▸" if view["turn"] == seat else " ") + ("D" if view["dealer"] == seat else " ")
        row = [marks, who[seat], str(player["total"])]
        if counted:
            row.append("" if player["captured"] is None else str(player["captured"]))
        row.append(str(player["cards"]))
        if bidding:
            bid = "" if player["bid"] is None else str(player["bid"])
            row.append(f"{bid} passed".strip() if player["passed"] else bid)
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
    """Suit by suit in the order of the moves, each card by the name one types."""
    line = Text("Your hand:")
    trump = None if view["trump"] is None else LETTERS[view["trump"]]
    for letter, sign in SIGNS.items():
        mine = [name for name in reversed(view["hand"]) if name[0] == letter and name != "crown"]
        if mine:
            line.append(f"  {sign}", style=STYLES[letter])
            line.append(" trumps" if letter == trump else "", style="dim")
        for name in mine:
            line.append(f" {name}{POINTS.get(name[1:], '')}", style=STYLES[letter])
            line.append("*" if name in view["found"] else "")
    if "crown" in view["hand"]:
        line.append("  ♛ crown₂₅", style=CROWN_STYLE)
        line.append("*" if "crown" in view["found"] else "")
    if view["found"]:
        line.append("  (* from the Stash)", style="dim")
    return line


def _buried(view: View) -> Text:
    line = Text("You buried ", style="dim")
    line.append_text(Text(" ").join(card(name) for name in view["stash"] or []))
    line.append(f", worth {view['stash_points']} to the winner of the last trick", style="dim")
    return line
