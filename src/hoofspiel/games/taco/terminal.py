"""The table of Taco in a terminal, and a way to sit at it that keeps up with the game."""

from collections.abc import Sequence
from typing import Any

from rich.align import Align
from rich.box import DOUBLE, HEAVY, ROUNDED
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from hoofspiel.games.taco import art
from hoofspiel.games.taco.view import Hand, View
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.texts import Texts

COLOURS = {
    "taco": "yellow",
    "cat": "magenta",
    "goat": "green",
    "cheese": "bright_yellow",
    "pizza": "red",
    "panda": "bright_white",
    "moose": "bright_white",
    "seal": "bright_white",
    "gorilla": "bright_white",
    "groundhog": "bright_white",
    "narwhal": "bright_white",
}
WIDEST_PILE = 16


def draw(view: View, who: Sequence[str], text: Texts) -> RenderableType:
    """What one reader sees: the players and their piles, the last word, the card in the centre."""
    return Group(*parts(view, who, text))


def parts(view: View, who: Sequence[str], text: Texts) -> list[RenderableType]:
    return [Align.center(_players(view, who, text)), _said(view, who, text), _card(view, text), _centre(view, text)]


def height(view: View) -> int:
    """How many lines that is."""
    return len(view["piles"]) + art.HEIGHT + 4


def play(match: Match, *, seat: int, who: Sequence[str], level: str | None, console: Console) -> None:
    """Sit at the table until the match is over; KeyboardInterrupt leaves it."""
    from hoofspiel.games.taco.sitting import sit

    sit(match, seat=seat, who=who, level=level, console=console)


def _players(view: View, who: Sequence[str], text: Texts) -> Table:
    table = Table.grid(padding=(0, 2))
    for width in (1, 9, 3, WIDEST_PILE + 1, 36):
        table.add_column(min_width=width, max_width=width, no_wrap=True)
    for seat, cards in enumerate(view["piles"]):
        mark = "✗" if seat in view["out"] else "★" if seat in view["winners"] else "▸" if seat == view["turn"] else " "
        backs = "▮" * min(cards, WIDEST_PILE) + ("+" if cards > WIDEST_PILE else "")
        pile = backs or Text(text.said("none: slap first!"), "italic")
        style = "bold" if seat == view["me"] else "dim" if seat in view["out"] else ""
        table.add_row(mark, who[seat], Text(str(cards), justify="right"), pile, _hand(view, seat, text), style=style)
    return table


def _hand(view: View, seat: int, text: Texts) -> Text:
    """What is known of a player's answer to the card: the hand, or in calm play the answer."""
    if view["calm"]:
        if view["answers"]:
            return Text(str(text["answer"][view["answers"][seat]]))
        return Text(text.said("has answered") if view["answered"][seat] else "", "dim")
    shown: list[Hand] = [*view["hands"], *([view["my_hand"]] if view["my_hand"] and not view["hands"] else [])]
    for hand in shown:
        if hand["seat"] == seat:
            place = f"{view['hands'].index(hand) + 1}. " if len(view["hands"]) > 1 else ""
            right = hand["verdict"] in (None, "right")
            said = "" if right else f", {text['verdict'][hand['verdict']]}"
            return Text(f"{place}{hand['ms']} ms {text.said(hand['side'])}{said}", "green" if right else "red")
    return Text()


def _said(view: View, who: Sequence[str], text: Texts) -> RenderableType:
    if view["word"] is None or view["by"] is None:
        return Text(text.said("The cards are dealt."), "dim", justify="center")
    verb = "say" if view["by"] == view["me"] else "says"
    return Text.assemble(
        (text.fill(str(text["board"]["bubble"]), {"word": view["word"]}, who), "bold reverse"),
        "  " + text.said(f"{who[view['by']]} {verb}"),
        "" if view["card"] else text.said(" (no card)"),
        justify="center",
    )


def _card(view: View, text: Texts) -> RenderableType:
    """The card on top; when it has just been picked up, dimmed."""
    card = view["top"] or view["card"]
    if card is None:
        return Align.center(Panel(Text("\n" * (art.HEIGHT - 1)), box=ROUNDED, width=art.WIDTH + 8, border_style="dim"))
    gone = view["top"] is None
    colour = "dim" if gone else COLOURS[view["colour"] or card.split("/")[0]]
    behind = card.endswith("/back")
    return Align.center(
        Panel(
            Text("\n".join(art.picture(card)), style=colour),
            box=DOUBLE if behind else HEAVY,
            width=art.WIDTH + 8,
            border_style=colour,
            title=str(text["card"][card]),
            padding=(0, 2),
        )
    )


def _centre(view: View, text: Texts) -> RenderableType:
    cards = view["centre"]
    said = "the centre is empty" if cards == 0 else f"{cards} {'card' if cards == 1 else 'cards'} in the centre"
    said = text.said(said)
    if view["sudden_death"]:
        said += text.said(f", {view['stock']} in the stock: sudden death!")
    return Text(said, "dim", justify="center")


def ending(view: View, who: Sequence[str], text: Texts) -> str:
    """How the last round ended, in a sentence."""
    found: Any = view["ending"]
    if found is None:
        return ""
    name = "picked-up" if found["cards"] else "out"
    return text.event({"event": name, **found}, who, view["me"])
