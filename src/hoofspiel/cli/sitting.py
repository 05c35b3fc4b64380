"""One person at a table in the terminal, with bots in the other seats."""

from collections.abc import Mapping
from random import Random

from rich.console import Console
from rich.table import Table
from rich.text import Text

from hoofspiel.bots.quick import Player
from hoofspiel.cli import screen
from hoofspiel.cli.paragraphs import found_in, some, whole
from hoofspiel.cli.typed import command, shown
from hoofspiel.kernel.language import said
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.texts import texts_of
from hoofspiel.kernel.words import IllegalMove, either, seen_by

COMMANDS = {
    "a number, or a move": "play it; the beginning of a move is enough",
    "Enter": "play the only move there is",
    "? game": "the game in a few sentences",
    "? R3.2, ? word, ? rules": "that paragraph, those with the word, all rules",
    "undo": "take your choice back while it has told nothing",
    "table, log": "the table again; all that has happened",
    "quit, or Ctrl-C": "leave; the record of the match is kept",
}
GUESSES = 24
"""So many other positions a choice is tried in before it may be taken back."""


class Leave(Exception):
    """The person gets up from the table."""


class Sitting:
    def __init__(
        self, match: Match, *, seat: int, who: list[str], bot: Player, chance: Random, console: Console, careful: bool
    ) -> None:
        self.match = match
        self.seat = seat
        self.who = who
        self.bot = bot
        self.chance = chance
        self.console = console
        self.careful = careful
        """Whether a sealed choice waits for another Enter before the others choose."""
        self.texts = texts_of(match.game)
        self.told = 0
        """Steps of the match whose events were shown."""

    def play(self) -> None:
        """To the end of the match, or until the person leaves."""
        while not self.match.over:
            if self.seat in self.match.actors:
                self.ask()
            else:
                seat = self.match.actors[0]
                self.match.play(seat, self.bot(self.match, seat, self.chance))
        self.tell()
        self.show_table()
        self.console.print()
        self.console.print(screen.result(self.who, self.match.points, self.match.winners, self.seat, self.texts))

    # --- showing ---

    def tell(self) -> None:
        events = self.match.events_for(self.seat, self.told)
        self.told = len(self.match.log)
        screen.say(self.console, screen.happenings(self.match.game, events, self.who, self.seat))

    def show_table(self) -> None:
        self.console.print()
        self.console.print(screen.table_of(self.match.game, self.match.view(self.seat), self.who, self.texts))

    def show_question(self) -> None:
        self.show_table()
        self.console.print(Text(self.texts.prompt(self.match.view(self.seat)), "bold"))
        moves, lines = self.match.moves(self.seat), self.console.size.height
        self.console.print(screen.offers(moves, self.who, self.texts, lines))

    def show_log(self) -> None:
        """All that has happened, but for what the players of this game have to remember by themselves."""
        steps = [seen_by(step, self.seat) for step in self.match.log]
        faded = self.texts.faded([event for step in steps for event in step])
        first = 0
        for step in steps:
            kept = [event for place, event in enumerate(step, first) if place not in faded]
            screen.say(self.console, screen.happenings(self.match.game, kept, self.who, self.seat))
            first += len(step)
        if faded:
            self.console.print(screen.indented(str(self.texts["log"]["why"]), "dim"))

    # --- asking ---

    def ask(self) -> None:
        """Until the person has made a choice, or taken one back."""
        self.tell()
        self.show_question()
        asked = len(self.match.history)
        while len(self.match.history) == asked:
            self.answer(self.read("› "))

    def read(self, sign: str) -> str:
        try:
            return self.console.input(f"[bold]{sign}[/]").strip()
        except EOFError:
            raise Leave from None

    def answer(self, text: str) -> None:
        text = command(text)
        word, _, rest = text.partition(" ")
        if text.startswith("?") or word in ("help", "rules"):
            about = text.lstrip("?").removeprefix("help").strip()
            self.explain("rules" if word == "rules" else command(about))
        elif text in ("quit", "exit", "q"):
            raise Leave
        elif text in ("undo", "u"):
            self.undo()
        elif text == "table":
            self.show_question()
        elif text == "log":
            self.show_log()
        elif text or len(self.match.moves(self.seat)) == 1:
            self.choose(text or self.match.moves(self.seat)[0])

    def choose(self, text: str) -> None:
        legal = self.match.moves(self.seat)
        moves = screen.meant(text, legal, self.texts, self.who)
        if len(moves) > 1:
            self.console.print(screen.indented(said(f"That could be {either([self.named(move) for move in moves])}.")))
            return
        if not moves and (misread := self.misread(text, legal)):
            self.console.print(screen.indented(misread, "yellow"))
            return
        if not moves and text.isdecimal():
            text = f"{screen.one_word(legal, self.texts)} {text}"
        try:
            self.match.play(self.seat, moves[0] if moves else text.lower())
        except IllegalMove as refusal:
            self.console.print(screen.indented(f"{self.texts.said(refusal.reason)} (? {refusal.rule})", "yellow"))
            return
        if self.careful and self.match.actors and self.nothing_learnt():
            self.confirm(moves[0])

    def misread(self, text: str, legal: list[str]) -> str:
        """What to say to something that is not even the beginning of a move of this game."""
        verbs = {move.partition(" ")[0] for move in self.texts["moves"]}
        if text.isdecimal() and not screen.one_word(legal, self.texts):
            return said(
                f"The moves are numbered 1 to {len(legal)}."
                if len(legal) > 1
                else f"There is only one: {self.named(legal[0])}."
            )
        if text.isdecimal() or text.lower().split()[0] in verbs:
            return ""
        prompt = self.texts.prompt(self.match.view(self.seat))
        return said(f"{text!r} is not a move here. {prompt} (? helps)")

    def named(self, move: str) -> str:
        return shown(move, self.who, self.texts)

    def confirm(self, move: str) -> None:
        text = self.read(f"  {self.named(move)}: {said('Enter goes on, undo takes it back')} › ")
        if command(text) in ("undo", "u"):
            self.undo()
            self.show_question()

    def explain(self, about: str) -> None:
        if about == "rules":
            self.console.print(whole(self.match.game, width=self.console.width))
        elif about == "game":
            self.console.print(screen.indented(str(self.texts["blurb"]), "bold"))
            for number, sentence in self.tips.items():
                if number.isdecimal():
                    self.console.print(screen.indented(sentence))
        elif about:
            paragraphs = found_in(self.match.game, about)
            if paragraphs:
                self.console.print(some(paragraphs, width=self.console.width))
            else:
                self.console.print(
                    screen.indented(said(f"The rules say nothing about {about!r}; ? rules shows them all."))
                )
        else:
            view = self.match.view(self.seat)
            self.console.print(screen.indented(self.texts.prompt(view), "bold"))
            if tip := self.tips.get(view["prompt"]):
                self.console.print(screen.indented(tip))
            grid = Table.grid(padding=(0, 2))
            for sign, what in {**self.texts.tables.get("signs", {}), **COMMANDS}.items():
                grid.add_row(Text(f"  {said(sign)}", "cyan"), said(what))
            self.console.print(grid)

    @property
    def tips(self) -> Mapping[str, str]:
        """By number the game in a few sentences, by prompt what is worth knowing then."""
        found: Mapping[str, str] = self.texts.tables.get("tips", {})
        return found

    # --- taking back ---

    def undo(self) -> None:
        history = self.match.history
        if not history or history[-1][0] != self.seat:
            others = "Others have acted since your last choice: it stays."
            self.console.print(Text(f"  {said(others if history else 'There is nothing to take back yet.')}", "yellow"))
        elif not self.nothing_learnt():
            self.console.print(Text(f"  {said('Your last choice has shown you something, so it stays.')}", "yellow"))
        else:
            self.match = Match.from_record(self.match.record(), moves=len(history) - 1)
            self.told = min(self.told, len(self.match.log))
            self.console.print(Text(f"  {said(f'{self.named(history[-1][1])} is taken back.')}", "green"))

    def nothing_learnt(self) -> bool:
        """Whether the person's last choice would have looked the same in every position that fits what they knew."""
        seat, move, at = self.match.history[-1]
        before = Match.from_record(self.match.record(), moves=len(self.match.history) - 1)
        told, seen = seen_by(self.match.log[-1], self.seat), self.match.view(self.seat)
        for number in range(GUESSES):
            twin = before.twin(self.seat, number)
            if seen_by(twin.play(seat, move, at), self.seat) != told or twin.view(self.seat) != seen:
                return False
        return True
