"""The table of Gouda Gangster in a terminal."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from hoofspiel.games.gouda.view import Player, Room, RowCard, View
from hoofspiel.kernel.texts import Texts, saying

said = saying(__name__)
PHASES = ("sneak", "spy", "reinforce")
PIECE = "●"
RAT_SLOTS = 5
SHORT = {"gouda-gangster": "gangster", "hole-in-the-wall": "hole", "nailed-down": "nailed"}
"""Cards by the words of their moves."""

LEGEND = {
    "(": "(2) yours, hidden",
    "[": "[2] face up",
    "▮": "▮ hidden",
    "▮room": "▮room must be the room",
    "–": "– trap gone",
}
"""How the cards of a row are marked, by what the mark begins with."""

BEGINS = ("round", "fight", "fight-with-cards")
"""Events that begin a new line."""


def draw(view: View, who: Sequence[str], text: Texts) -> RenderableType:
    """What one reader sees: the house, the rows in front of the players, and the reader's own hand."""
    lines = max(1, *(len(room["rats"]) for room in view["rooms"]))
    house = Columns([_room(room, who, lines) for room in view["rooms"]], padding=(0, 1))
    parts: list[RenderableType] = [_head(view, text), house]
    if view["stray_cheese_cards"]:
        parts.append(Text(said(f"Cheese cards in a room not yet known: {view['stray_cheese_cards']}"), "yellow"))
    parts.append(_players(view, who))
    if legend := _legend(view):
        parts.append(Text(legend, "dim"))
    if view["last"] and view["phase"] in ("sneak", "over"):
        parts.append(_turned_up(view, who))
    parts.append(_discards(view))
    if view["me"] is not None and view["phase"] != "over":
        parts.append(_mine(view, text))
    return Group(*parts)


def _head(view: View, text: Texts) -> Text:
    line = Text.assemble((said(f"Night {view['round']}"), "bold"))
    if view["playoff"]:
        line.append(said(f", play-off {view['playoff']}"), "bold red")
    line.append("   ")
    for number, phase in enumerate(PHASES):
        line.append(" › " if number else "", "dim")
        now = phase == view["phase"]
        line.append(("▸ " if now else "") + str(text["phase"][phase]), "bold" if now else "dim")
    return line


def _room(room: Room, who: Sequence[str], lines: int) -> Panel:
    cheese = Text(PIECE * room["pieces"], "bold yellow")
    if room["cheese_cards"]:
        cheese.append(said(f" +{room['cheese_cards']} card"), "yellow")
    if not cheese:
        cheese.append(said("no cheese"), "dim")
    rats = [Text(who[seat], no_wrap=True, overflow="ellipsis") for seat in room["rats"]]
    return Panel(Group(cheese, *rats), title=said(room["room"]), width=19, height=3 + lines)


def _players(view: View, who: Sequence[str]) -> Table:
    """While rows are laid the last night is of interest, afterwards what the rows show; both would be too wide."""
    sneaking = view["phase"] in ("sneak", "over")
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("")
    table.add_column("#")
    table.add_column(said("player"), no_wrap=True)
    table.add_column(said("lives" if view["lives"] else "rats"), no_wrap=True)
    table.add_column(said("hand"), justify="right")
    table.add_column(said("row"))
    for title in ("last night",) if sneaking else ("strength", "last card"):
        table.add_column(said(title), no_wrap=True)
    for seat, player in enumerate(view["players"]):
        style = "bold" if seat == view["me"] else "" if player["takes_part"] else "dim strike"
        cards = len(view["my_hand"]) if seat == view["me"] else player["cards"]
        news = (_last(view, seat),) if sneaking else (_strength(player), _added(player))
        table.add_row(
            _marks(view, seat),
            str(seat),
            who[seat],
            _rats(view, player),
            str(cards),
            _row(view, seat),
            *news,
            style=style,
        )
    return table


def _marks(view: View, seat: int) -> str:
    return ("▸" if view["turn"] == seat else " ") + ("♛" if view["king"] == seat else " ")


def _rats(view: View, player: Player) -> str:
    return "♥" * player["rats"] if view["lives"] else "■" * player["rats"] + "□" * (RAT_SLOTS - player["rats"])


def _row(view: View, seat: int) -> Text:
    """Each card with the number of its place, as the moves call it."""
    player = view["players"][seat]
    if view["phase"] == "sneak" and seat != view["me"]:
        return Text("" if not player["takes_part"] else said("ready" if player["ready"] else "laying…"), "dim")
    line = Text()
    for place, card in enumerate(player["row"]):
        line.append(" " if place else "")
        line.append(f"{place}:", "dim")
        line.append(*_card(card))
    return line


def _card(card: RowCard) -> tuple[str, str]:
    if card["gone"]:
        return "–", "dim"
    if card["open"]:
        return f"[{card['card']}]", "bold cyan"
    if card["card"] is not None:
        return f"({card['card']})", "cyan"
    return ("▮room", "") if card["surely_room"] else ("▮", "")


def _legend(view: View) -> str:
    """One line about the marks that are on the table now."""
    marks = {_card(card)[0] for player in view["players"] for card in player["row"]}
    kinds = {mark if mark in LEGEND else mark[0] for mark in marks}
    return " · ".join(said(words) for kind, words in LEGEND.items() if kind in kinds)


def _added(player: Player) -> str:
    return "" if player["added"] is None else SHORT.get(player["added"], player["added"])


def _strength(player: Player) -> str:
    if not player["row"]:
        return ""
    shown = f"{player['strength']}" + (f" + {'▮' * player['unknown']}" if player["unknown"] else "")
    return shown + (said(" hurt") if player["injured"] else "")


def _last(view: View, seat: int) -> str:
    night = view["last"][seat] if view["last"] else None
    if night is None:
        return ""
    return said(f"{night['room']} {night['strength']}, {'ate' if night['ate'] else 'hungry'}")


def _turned_up(view: View, who: Sequence[str]) -> Text:
    """The cards of the last night, which everybody has seen by now; a + is the card played in the open."""
    line = Text(said("Turned up last night: "), "dim")
    rows = [(seat, night) for seat, night in enumerate(view["last"]) if night is not None]
    for number, (seat, night) in enumerate(rows):
        cards = [SHORT.get(name, name) for name in night["row"]]
        cards += [f"+{SHORT.get(night['added'], night['added'])}"] if night["added"] is not None else []
        line.append(" · " if number else "", "dim")
        line.append(f"{who[seat]} ", "dim")
        line.append("\N{NO-BREAK SPACE}".join(cards), "cyan")
    return line


def _discards(view: View) -> Text:
    names = [SHORT.get(name, name) + (f"×{number}" if number > 1 else "") for name, number in view["discards"].items()]
    return Text(said(f"Cards to draw: {view['pile']}. Discards: {' '.join(names) or 'none'}"), "dim")


def _mine(view: View, text: Texts) -> Text:
    weapons = sorted((name for name in view["my_hand"] if name.isdecimal()), key=int)
    others = [str(text["card"][name]) for name in view["my_hand"] if not name.isdecimal()]
    return Text.assemble((said("Your hand: "), "magenta"), (", ".join([*weapons, *others]) or said("no cards"), "bold"))
