"""One person at a table of Taco in the terminal, in real time, with bots in the other seats."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from statistics import fmean
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from hoofspiel.games.taco.bot import LEVELS, NEVER, plan, seat_seed
from hoofspiel.games.taco.frames import Screen, TerminalScreen
from hoofspiel.games.taco.keys import Keys
from hoofspiel.games.taco.names import spell
from hoofspiel.games.taco.pace import RollingPace
from hoofspiel.games.taco.position import CHANT, State
from hoofspiel.games.taco.terminal import draw, ending, height, parts
from hoofspiel.games.taco.view import View
from hoofspiel.kernel.match import TIME, Match
from hoofspiel.kernel.texts import Texts, texts_of
from hoofspiel.kernel.words import BadMatch, IllegalMove, Refused, either

LIKE_ME = "like-me"
LOCK = 250  # milliseconds without keys for somebody who says a word while the others slap
NOTE_TIME = 1600  # how long a note stays
MOST_LAG = 500  # how long after it happened a card may be painted without anybody losing by it
ASLEEP = 2000  # the computer slept: time stood still
FOREVER = 10**12


def sit(match: Match, *, seat: int, who: Sequence[str], level: str | None, console: Console) -> None:
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        raise Refused("This game is played in real time: it needs a terminal with a keyboard.")
    with TerminalScreen(console) as screen:
        sitting = Sitting(match, seat=seat, who=who, level=level or LIKE_ME, screen=screen)
        sitting.play()
    console.print(draw(match.view(seat), who, sitting.texts))
    console.print(sitting.farewell())


class Sitting:
    def __init__(self, match: Match, *, seat: int, who: Sequence[str], level: str, screen: Screen) -> None:
        if level != LIKE_ME and level not in LEVELS:
            raise BadMatch(f"There is no level called {level!r}: choose {either([LIKE_ME, *LEVELS])}.")
        self.match = match
        self.seat = seat
        self.who = who
        self.level = level
        self.screen = screen
        self.texts: Texts = texts_of(match.game)
        self.chance = Random(str(match.seed))
        self.keys = Keys()
        self.pace = RollingPace()
        self.reactions: list[int] = []
        self.zero = 0  # the screen's time when the match began
        self.moment = -1
        self.plans: dict[int, tuple[int, str]] = {}
        self.paces: dict[int, int] = {}
        self.salt = self.chance.getrandbits(40)
        self.word = ""  # said ahead of the beat
        self.locked = 0
        self.note = ""
        self.note_until = 0
        self.painted = -1  # the reveal that was last painted
        self.learnt = -1  # the reveal whose hands were counted

    # --- the course of the match ---

    def play(self) -> None:
        self.welcome()
        while not self.match.over:
            self.think()
            self.paint()
            until = self.next_time()
            key = self.screen.wait(until + self.zero)
            late = self.now() - until
            if key is None and late > ASLEEP:
                self.zero += late
            self.catch_up(self.now())
            if key is not None and not self.match.over:
                self.press(key)
        self.think()
        self.paint()
        self.screen.wait(self.screen.now() + NOTE_TIME)

    def now(self) -> int:
        return self.screen.now() - self.zero

    def next_time(self) -> int:
        """When something happens next, if no key is pressed."""
        s: State = self.match.position
        coming = [s.alarm + 1, *(at for at, _ in self.plans.values())]
        if self.word:
            coming.append(s.ready)
        if self.note:
            coming.append(self.note_until)
        if s.calm:
            coming.append((self.now() // 1000 + 1) * 1000)
        return max(self.now(), min(coming))

    def catch_up(self, now: int) -> None:
        """Let happen what is due by now, in its order."""
        while not self.match.over:
            s = self.match.position
            due = [(at, 1, seat) for seat, (at, _) in self.plans.items()]
            due += [(s.alarm + 1, 0, -1)] + ([(s.ready, 2, self.seat)] if self.word else [])
            at, _, seat = min(due)
            if at > now:
                break
            at = max(at, s.now)
            if seat == self.seat:
                self.say_ahead(at)
            elif seat < 0:
                self.match.play(None, TIME, at=at)
            else:
                self.bot_acts(seat, at)
            self.think()
        if now >= self.note_until:
            self.note = ""

    def bot_acts(self, seat: int, at: int) -> None:
        _, move = self.plans.pop(seat)
        try:
            self.match.play(seat, move, at=at)
        except IllegalMove:
            self.match.play(None, TIME, at=at)

    def think(self) -> None:
        """Bots plan anew whenever something has happened, and go on with the rest of a gesture."""
        s = self.match.position
        if s.moment != self.moment:
            self.moment = s.moment
            self.plans.clear()
            self.word = ""
            self.look()
            self.paces = {seat: self.bot_pace() for seat in self.match.actors}
        for seat in self.match.actors:
            if seat != self.seat and seat not in self.plans:
                x = seat_seed(self.salt, seat, s.moment)
                at, action = plan(self.match.guess(seat, x & 0xFFFFFF), seat, self.paces[seat], x)
                self.plans[seat] = (FOREVER, "") if at == NEVER else (at, spell(s, seat, action))

    def bot_pace(self) -> int:
        return self.pace.opponent(self.chance) if self.level == LIKE_ME else LEVELS[self.level]

    def look(self) -> None:
        """Count the person's own hand, once, when it is settled."""
        view = self.match.view(self.seat)
        if view["hands"] and view["reveal"] != self.learnt:
            self.learnt = view["reveal"]
            self.pace.watch(view, self.seat)
            self.reactions += [
                hand["ms"] for hand in view["hands"] if hand["seat"] == self.seat and hand["verdict"] == "right"
            ]

    # --- the person ---

    def press(self, key: str) -> None:
        now = self.now()
        if key == "esc":
            raise KeyboardInterrupt
        if key in ("p", "P"):
            self.pause()
            return
        if key == "?":
            self.pause(help_too=True)
            return
        view = self.match.view(self.seat)
        move = self.keys.move(key, view, now)
        if move is None or now < self.locked:
            return
        s = self.match.position
        if move.startswith("say") and s.turn == self.seat and s.phase >= CHANT and now < s.ready:
            self.word = move
            return
        self.try_move(move, now)

    def try_move(self, move: str, at: int) -> None:
        try:
            told = self.match.play(self.seat, move, at=at)
        except IllegalMove as refusal:
            self.tell(refusal.reason)
            if refusal.rule == "R3.11" and self.match.position.turn == self.seat:
                self.locked = at + LOCK
        else:
            for event in told:
                if event["event"] in ("not-counted", "used-up"):
                    self.tell(self.texts.event(event, self.who, self.seat))

    def say_ahead(self, at: int) -> None:
        """A word pressed during the beat is said when the beat is over, unless the card was an event."""
        move, self.word = self.word, ""
        with suppress(IllegalMove):
            self.match.play(self.seat, move, at=at)

    def tell(self, note: str) -> None:
        self.note = note
        self.note_until = self.now() + NOTE_TIME

    # --- what is shown ---

    def welcome(self) -> None:
        self.screen.paint(Group(self.help(), Text(), Text(self.texts.said("  Any key deals the cards."), "bold cyan")))
        while (key := self.screen.wait(self.screen.now() + 1000)) is None:
            pass
        if key == "esc":
            raise KeyboardInterrupt
        self.zero = self.screen.now()

    def pause(self, *, help_too: bool = False) -> None:
        """The clock stands still, and the cards are covered."""
        begin = self.screen.now()
        cover: RenderableType = self.help() if help_too else Text("\n\n  " + self.texts.said("The clock stands still."))
        self.screen.paint(Group(cover, Text(), Text(self.texts.said("  Any key goes on."), "bold cyan")))
        while self.screen.wait(self.screen.now() + 1000) is None:
            pass
        self.zero += self.screen.now() - begin

    def help(self) -> RenderableType:
        tips: Mapping[str, str] = self.texts["tips_calm" if self.match.position.calm else "tips"]
        title = Text(str(self.texts["title"]), "bold")
        lines: list[RenderableType] = [title, Text(), *(Padding(tip, (0, 1, 0, 2)) for tip in tips.values()), Text()]
        return Group(*lines, *self.legend(), Text(self.texts.said("  P pauses, ? explains, Esc leaves."), "dim"))

    def legend(self) -> list[Text]:
        words = Text("  ")
        for key, word in zip("12345", self.texts["word"].values(), strict=True):
            words.append(f"{key} ", "bold cyan").append(f"{word}  ")
        hands = Text("  ")
        answers = bool(self.match.position.calm)
        pairs = [
            ("J", "palm"),
            ("K", "back"),
            ("U", "belly (panda)"),
            ("I", "antlers (moose)"),
            ("O", "claps (seal)" if answers else "clap, twice (seal)"),
        ]
        if self.match.position.deck:
            pairs += [("7", "chest (gorilla)"), ("8", "knock (groundhog)"), ("9", "horn (narwhal)")]
        if answers:
            pairs += [("N", "nothing")]
        more = Text("  ")
        for number, (key, what) in enumerate(pairs):
            (hands if number < 5 else more).append(f"{key} ", "bold cyan").append(f"{self.texts.said(what)}  ")
        return [words, hands, more] if len(pairs) > 5 else [words, hands]

    def paint(self) -> None:
        view = self.match.view(self.seat)
        self.screen.paint(Group(*self.page(view)))
        if view["reveal"] != self.painted:  # reactions count from the moment a card can be seen
            self.painted = view["reveal"]
            self.zero += max(0, min(self.now() - view["now"], MOST_LAG))

    def page(self, view: View) -> list[RenderableType]:
        """Everything; air between the parts as far as there is room for it."""
        legend = self.legend()
        room = self.screen.lines() - height(view) - 2 - len(legend)
        air: list[RenderableType] = [Text()]
        title: list[RenderableType] = [Text(str(self.texts["title"]), "bold", justify="center")]
        hint: list[RenderableType] = [Text(self.texts.said("  P pauses, ? explains, Esc leaves."), "dim")]
        players, *rest = parts(view, self.who, self.texts)
        return [
            *title * (room > 3),
            *air * (room > 5),
            players,
            *air * (room > 4),
            *rest,
            *air * (room > 2),
            self.status(view),
            *air * (room > 1),
            *legend,
            *hint * (room > 0),
        ]

    def status(self, view: Any) -> RenderableType:
        """Two lines: how the last round ended, and what to do now."""
        now = Text(self.texts.prompt(view), "bold", justify="center")
        if view["prompt"] == "answer":
            left = max(0, -(-(view["window_closes"] - self.now()) // 1000))
            now.append(f"  {self.keys.motion} …" if self.keys.motion else "").append(f"  ({left} s)", "dim")
        elif self.word:
            now = Text(self.texts.said("Your word is ready …"), "bold", justify="center")
        elif view["prompt"] in ("open", "say", "next"):
            now.append("  (1)" if view["prompt"] == "open" else self.texts.said("  (1 to 5)"), "cyan")
        elif view["my_gestures"] and not view["my_hand"] and not view["calm"]:
            now.append("  " + ", ".join(self.texts.said(name) for name in view["my_gestures"]), "cyan")
        last = (
            Text(self.note, "yellow", justify="center")
            if self.note
            else Text(
                ending(view, self.who, self.texts), "bold magenta" if self.is_mine(view) else "", justify="center"
            )
        )
        return Group(last, now)

    def is_mine(self, view: Any) -> bool:
        return view["ending"] is not None and view["ending"]["seat"] == self.seat

    def farewell(self) -> RenderableType:
        names = [self.who[seat] for seat in self.match.winners]
        mine = self.seat in self.match.winners
        said = (
            "You win!"
            if names == [self.who[self.seat]]
            else f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'}."
        )
        lines = [Text(self.texts.said(said), "bold green" if mine else "bold")]
        if self.reactions:
            lines.append(
                Text(
                    self.texts.said(
                        f"Your right slaps: {len(self.reactions)}, {fmean(self.reactions):.0f} ms on average, "
                        f"{min(self.reactions)} ms the fastest."
                    )
                )
            )
        return Group(*lines)
