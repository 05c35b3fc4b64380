"""One person at a table in the terminal, with bots in the other seats."""

from random import Random

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from hoofspiel.bots.quick import Player
from hoofspiel.cli import screen
from hoofspiel.cli.paragraphs import found_in, rulebook
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.testing import twin_of
from hoofspiel.kernel.texts import texts_of
from hoofspiel.kernel.words import IllegalMove, either, seen_by

COMMANDS = {
    "a number, or a move": "play it; the beginning of a move is enough when it is the only one",
    "Enter": "play the only move there is",
    "?": "this help",
    "? R3.2": "that paragraph of the rules; ? and a word finds the paragraphs about it; ? rules shows all",
    "undo": "take your last choice back, while it has told you nothing and nobody else has acted",
    "table": "draw the table again",
    "log": "all that has happened",
    "quit": "leave; so does Ctrl-C. The record of the match is kept",
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
        self.console.print(screen.result(self.who, self.match.points, self.match.winners, self.seat))

    # --- showing ---

    def tell(self) -> None:
        events = self.match.events_for(self.seat, self.told)
        self.told = len(self.match.log)
        screen.say(self.console, screen.happenings(events, self.who, self.texts, self.seat))

    def show_table(self) -> None:
        self.console.print()
        self.console.print(screen.table_of(self.match.game, self.match.view(self.seat), self.who, self.texts))

    def show_question(self) -> None:
        self.show_table()
        prompt = self.texts.prompt(self.match.view(self.seat)["prompt"])
        self.console.print(Text(prompt, "bold"))
        self.console.print(screen.offers(self.match.moves(self.seat), self.who, self.texts))

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
        word, _, rest = text.partition(" ")
        if text.startswith("?") or word in ("help", "rules"):
            self.explain("rules" if word == "rules" else text.lstrip("?").removeprefix("help").strip())
        elif text in ("quit", "exit", "q"):
            raise Leave
        elif text in ("undo", "u"):
            self.undo()
        elif text == "table":
            self.show_question()
        elif text == "log":
            for step in self.match.log:
                screen.say(self.console, screen.happenings(seen_by(step, self.seat), self.who, self.texts, self.seat))
        elif text or len(self.match.moves(self.seat)) == 1:
            self.choose(text or self.match.moves(self.seat)[0])

    def choose(self, text: str) -> None:
        legal = self.match.moves(self.seat)
        moves = screen.meant(text, legal, self.texts)
        if len(moves) > 1:
            self.console.print(f"  That could be {either(moves)}.", highlight=False)
            return
        if not moves and text.isdecimal():
            text = f"{screen.one_word(legal, self.texts)} {text}".strip()
        try:
            self.match.play(self.seat, moves[0] if moves else text.lower())
        except IllegalMove as refusal:
            self.console.print(Text(f"  {refusal.reason}", "yellow"), Text(f"(? {refusal.rule})", "dim"))
            return
        if self.careful and self.match.actors and self.nothing_learnt():
            self.confirm(moves[0])

    def confirm(self, move: str) -> None:
        text = self.read(f"  {move}: Enter goes on, undo takes it back › ")
        if text in ("undo", "u"):
            self.undo()
            self.show_question()

    def explain(self, about: str) -> None:
        if about == "rules":
            self.console.print(Markdown(rulebook(self.match.game)))
        elif about:
            paragraphs = found_in(self.match.game, about)
            for paragraph in paragraphs:
                self.console.print(Markdown(paragraph))
            if not paragraphs:
                self.console.print(f"  The rules have no paragraph with {about!r}; ? rules shows all.", highlight=False)
        else:
            prompt = self.match.view(self.seat)["prompt"]
            self.console.print(Text(f"  {self.texts.prompt(prompt)}", "bold"))
            if tip := self.texts.tables.get("tips", {}).get(prompt):
                self.console.print(Text(f"  {tip}"))
            grid = Table.grid(padding=(0, 2))
            for command, what in COMMANDS.items():
                grid.add_row(Text(f"  {command}", "cyan"), what)
            self.console.print(grid)

    # --- taking back ---

    def undo(self) -> None:
        history = self.match.history
        if not history or history[-1][0] != self.seat:
            said = (
                "Others have acted since your last choice: it stays" if history else "There is nothing to take back yet"
            )
            self.console.print(Text(f"  {said}.", "yellow"))
        elif not self.nothing_learnt():
            self.console.print(Text("  Your last choice has shown you something, so it stays.", "yellow"))
        else:
            self.match = Match.from_record(self.match.record(), moves=len(history) - 1)
            self.told = min(self.told, len(self.match.log))
            self.console.print(Text(f"  {history[-1][1]} is taken back.", "green"))

    def nothing_learnt(self) -> bool:
        """Whether the person's last choice would have looked the same in every position that fits what they knew."""
        seat, move, at = self.match.history[-1]
        before = Match.from_record(self.match.record(), moves=len(self.match.history) - 1)
        told, seen = seen_by(self.match.log[-1], self.seat), self.match.view(self.seat)
        for number in range(GUESSES):
            twin = twin_of(before, self.seat, number)
            if seen_by(twin.play(seat, move, at), self.seat) != told or twin.view(self.seat) != seen:
                return False
        return True
