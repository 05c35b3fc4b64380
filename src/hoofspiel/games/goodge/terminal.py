"""The table of The Goodge Rules in a terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from hoofspiel.games.goodge.view import Round, Trick, View
from hoofspiel.kernel.texts import Texts, saying

said = saying(__name__)
SIGNS = {"s": "♠", "d": "♦", "t": "★", "h": "♥", "c": "♣"}
STYLES = {"s": "bold white", "d": "bold blue", "t": "bold yellow", "h": "bold red", "c": "bold green"}
CROWN_STYLE = "bold magenta"
LETTERS = {"spades": "s", "diamonds": "d", "stars": "t", "hearts": "h", "clubs": "c"}
POINTS = {"1": "₂₀", "5": "₁₅", "10": "₁₀"}
WIDTH = 78

BEGINS = ("round", "goodge", "trump", "trick", "stash-taken", "scored", "made", "failed")
"""Events that begin a new line."""


def draw(view: View, who: Sequence[str], text: Texts) -> RenderableType:
    """What one reader sees: the contract, the players, the trick, and the reader's own cards as they are typed."""
    parts: list[RenderableType] = [_head(view)]
    if view["phase"] != "over":
        parts.append(_contract(view, who, text))
    if view["last_round"] is not None and view["phase"] in ("auction", "over"):
        parts.append(_recap(view, view["last_round"], who))
    parts.append(_players(view, who))
    if last := view["last_trick"]:
        parts.append(_trick(said(f"Last trick, {last['points']} points for {who[last['winner']]}"), last, who))
    if trick := view["trick"]:
        parts.append(_trick(said(f"This trick, {trick['points']} points, {who[trick['winner']]} ahead"), trick, who))
    if view["hand"]:
        parts += _hand(view)
    if view["stash"]:
        parts.append(_buried(view))
    return Group(*parts)


def card(name: str) -> Text:
    """A card on the table: its suit sign, its number and, small, its points."""
    if name == "crown":
        return Text("♛₂₅", style=CROWN_STYLE)
    letter, number = name[0], name[1:]
    return Text(f"{SIGNS[letter]}{number}{POINTS.get(number, '')}", style=STYLES[letter])


def _head(view: View) -> Text:
    most = max(player["total"] for player in view["players"])
    level = most >= view["target"] and view["winner"] is None  # R7.3
    to_come = said(f", tied at {most}: this round decides" if level else f", playing to {view['target']}")
    line = Text.assemble((said(f"Round {view['round']}"), "bold"), to_come)
    if view["trick_number"]:
        line.append(said(f"   trick {view['trick_number']} of {view['tricks']}"))
    return line


def _contract(view: View, who: Sequence[str], text: Texts) -> Text:
    """The bid and who has made it; then the Goodge and the trumps."""
    if view["goodge"] is None:
        return Text(said("No bid yet"))
    name, mine = who[view["goodge"]], view["goodge"] == view["me"]
    if view["phase"] == "auction":
        return Text(said(f"{name} {'have' if mine else 'has'} bid {view['bid']}"))
    line = Text(said(f"{name} {'need' if mine else 'needs'} {view['bid']} as the Goodge"), style="bold")
    if view["trump"] is not None:
        letter = LETTERS[view["trump"]]
        line.append(said(f"   {SIGNS[letter]} {text['suit_low'][view['trump']]} are trumps"), style=STYLES[letter])
    return line


def _recap(view: View, last: Round, who: Sequence[str]) -> Text:
    if last["goodge"] is None:
        return Text(said("Last round: everybody passed, nobody scored."), style="dim")
    kept = "made it" if last["change"][last["goodge"]] > 0 else "fell short"
    goodge = said("you") if last["goodge"] == view["me"] else who[last["goodge"]]
    line = Text(said(f"Last round: {goodge} bid {last['contract']} and {kept}. In the Stash: "), style="dim")
    line.append_text(Text(" ").join(card(name) for name in last["stash"]))
    return line


def _players(view: View, who: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    last = view["last_round"] if view["phase"] in ("auction", "over") else None
    counted = any(player["captured"] is not None for player in view["players"])
    table.add_column("")
    table.add_column(said("player"))
    for title in ("total", *(["last round"] if last else []), *(["taken"] if counted else []), "cards"):
        table.add_column(said(title), justify="right")
    table.add_column("")
    for seat, player in enumerate(view["players"]):
        row = ["▸" if view["turn"] == seat else " ", who[seat], str(player["total"])]
        if last:
            row.append(f"{last['change'][seat]:+d}")
        if counted:
            row.append("" if player["captured"] is None else str(player["captured"]))
        row += [str(player["cards"]), _note(view, seat)]
        table.add_row(*row, style="bold" if seat == view["me"] else "")
    return table


def _note(view: View, seat: int) -> str:
    """What there is to say about a player."""
    player, told = view["players"][seat], []
    if view["phase"] == "auction":
        told += [said(f"bid {player['bid']}")] if player["bid"] is not None else []
        told += [said("passed")] if player["passed"] else []
    elif seat == view["goodge"]:
        told.append(said("the Goodge"))
    if seat == view["dealer"]:
        told.append(said("dealt"))
    return ", ".join(told)


def _trick(title: str, trick: Trick, who: Sequence[str]) -> Text:
    line = Text(f"{title}: ", style="dim")
    for laid in trick["cards"]:
        line.append(f"{who[laid['seat']]} ", style="dim")
        line.append_text(card(laid["card"]))
        line.append("  ")
    return line


def _hand(view: View) -> list[Text]:
    """Suit by suit in the order of the moves, each card as it is typed; no suit is split between lines."""
    lines = [Text(said("Your hand:"))]
    suits = [_suit(view, letter) for letter in SIGNS]
    suits.append(Text("♛ crown₂₅" + _star(view, "crown"), style=CROWN_STYLE) if "crown" in view["hand"] else Text())
    if view["found"]:
        suits.append(Text(said("(* from the Stash)"), style="dim"))
    for suit in suits:
        if len(lines[-1]) + 2 + len(suit) > WIDTH:
            lines.append(Text(" " * len(said("Your hand:"))))
        lines[-1].append_text(Text("  ") + suit if suit else suit)
    return lines


def _suit(view: View, letter: str) -> Text:
    mine = [name for name in reversed(view["hand"]) if name[0] == letter and name != "crown"]
    if not mine:
        return Text()
    suit = Text(SIGNS[letter], style=STYLES[letter])
    if view["trump"] is not None and LETTERS[view["trump"]] == letter:
        suit.append(said(" trumps"), style="dim")
    for name in mine:
        suit.append(f" {name}{POINTS.get(name[1:], '')}{_star(view, name)}")
    return suit


def _star(view: View, name: str) -> str:
    return "*" if name in view["found"] else ""


def _buried(view: View) -> Text:
    line = Text(said("You buried "), style="dim")
    line.append_text(Text(" ").join(card(name) for name in view["stash"] or []))
    line.append(said(f", worth {view['stash_points']} to the winner of the last trick"), style="dim")
    return line
