"""The bots of a table: what each was asked, what it has decided, and when it will say so.

Whoever holds a stopwatch learns nothing from it: the time of an answer is drawn when the question is put, before
anybody has thought about it, once for all the moves that it takes.
"""

from typing import NamedTuple

from . import fanout, hooks
from .actions import Actions
from .letters import Thought
from .seats import MINDING
from .state import TableState
from .surroundings import Surroundings
from .versions import unseen
from .words import Level

BRISK = 1 / 3
"""of its usual pause, where people answer quickly"""
UNHURRIED = 3.0
"""of its usual pause, where an answer takes several moves"""
LATE_MS = 500
"""an answer that was not ready when its pause was over waits for the next multiple of this, so that how long somebody
thought shows as little as can be"""


class Decided(NamedTuple):
    """A bot's answer, and the time at which it gives it."""

    at: int
    move: str


class Thinking:
    """A bot is asked once a moment, with a guess. Its pause begins then, however long it really thinks."""

    __slots__ = ("_actions", "_around", "_state", "_until", "asked", "decided")

    def __init__(self, state: TableState, actions: Actions, around: Surroundings) -> None:
        self._state = state
        self._actions = actions
        self._around = around
        self.asked: dict[int, int] = {}
        """by seat, the moment it was last asked about"""
        self._until: dict[int, tuple[int, int]] = {}
        """by seat, the moment of its question and the time at which the others may see it answered"""
        self.decided: dict[int, Decided] = {}

    def ask(self, seat: int) -> None:
        """Have a bot think about the present question, unless it does already or has."""
        match, players = self._state.playing(), self._around.players
        moment = match.position.moment
        if self.asked.get(seat) == moment:
            return
        self.asked[seat] = moment
        self.decided.pop(seat, None)
        level = self._state.body.seats[seat].level or MINDING
        if self._until.get(seat, (-1, 0))[0] != moment:
            self._until[seat] = moment, self._around.time.now() + self._pause_ms(level)
        guess = fanout.guess_for(match, seat, players.chance())
        whose = self._state.body.payer(), self._state.row.id

        async def think() -> None:
            move = await players.think(match.game, guess, seat, level, whose)
            self._actions.post(Thought(seat, moment, move))

        self._around.background.run(think())

    def _pause_ms(self, level: Level) -> int:
        match = self._state.playing()
        game, s = match.game, match.position
        share = BRISK if hooks.brisk(game, s) else UNHURRIED if hooks.unhurried(game, s) else 1.0
        return self._around.players.pause_ms(game, level, share)

    def ask_again(self, seat: int) -> None:
        """The bot has made a move: if that was not all, it is asked for the next one. Its pause goes on."""
        self.asked.pop(seat, None)

    def forget(self, seat: int) -> None:
        """The seat no longer belongs to a bot, or its bot starts again."""
        self.asked.pop(seat, None)
        self._until.pop(seat, None)

    def thought(self, seat: int, moment: int, move: str) -> None:
        if self.asked.get(seat) == moment:
            self.decided[seat] = Decided(self._answers_at(seat, move), move)

    def _answers_at(self, seat: int, move: str) -> int:
        """What nobody can see is done at once, so that there is time to think about the rest."""
        now, until, match = self._around.time.now(), self._until.get(seat, (0, 0))[1], self._state.playing()
        several = hooks.unhurried(match.game, match.position) and move in match.moves(seat)
        if several and unseen(match, seat, move):
            return now
        late = max(0, now - until)
        return until - (-late // LATE_MS) * LATE_MS

    def take_due(self, now: int) -> tuple[int, str] | None:
        """The seat and the move of a bot whose pause is over. What it decided is no longer remembered."""
        seat = next((seat for seat, decided in self.decided.items() if decided.at <= now), None)
        return None if seat is None else (seat, self.decided.pop(seat).move)

    def still_asked(self, seat: int) -> bool:
        """Is what this seat has thought about still the question?"""
        match = self._state.playing()
        asked = seat in match.actors and self.asked.get(seat) == match.position.moment
        return asked and self._state.body.seats[seat].bot_acts()

    def answer_again(self, seat: int, moment: int, decided: Decided) -> None:
        """An answer could not be stored: the bot gives it once more, a little later."""
        self.asked[seat] = moment
        self.decided[seat] = decided
