"""What a user's bot is handed instead of the match: one seat of it, and no way to look further."""

from typing import Any

from hoofspiel.kernel import bind
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.game import fields_of
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import Event, Refused, Seat, seen_by


class NotForBots(Refused, AttributeError):
    """A bot reached for something its seat may not know."""


class BotFailed(Refused):
    """A user's bot played an illegal move or crashed."""

    def __init__(self, bot: str, seat: Seat, move: object, why: str) -> None:
        self.bot, self.seat, self.move, self.why = bot, seat, move, why
        super().__init__(f"The bot {bot!r} in seat {seat} failed{'' if move is None else f' with {move!r}'}: {why}.")

    def __reduce__(self) -> tuple[type["BotFailed"], tuple[str, Seat, object, str]]:
        """Pickle by its arguments; a move that is not text might not survive the trip between processes."""
        return type(self), (self.bot, self.seat, None if self.move is None else str(self.move), self.why)


class Seated:
    """A match as one seat knows it, with the names a `Match` has: view, moves, events_for, guess.

    It holds a guess and never the position: a guess depends on what the seat knows alone, so guessing again from a
    guess gives the same as guessing from the real cards.
    """

    __slots__ = ("_events", "_guess", "_moves", "_view", "actors", "game", "options", "over", "seat", "seats")

    def __init__(self, match: Match, seat: Seat, rng: int) -> None:
        self.game, self.options, self.seats = match.game, dict(match.options), match.seats
        self.seat, self.actors, self.over = seat, match.actors, match.over
        self._view = match.view(seat)
        self._moves = match.moves(seat)
        self._events = [seen_by(step, seat) for step in match.log]
        self._guess = match.guess(seat, rng)

    def __reduce__(self) -> tuple[Any, ...]:
        """All there is, as plain data: what a process in which a bot thinks is sent."""
        fields = {name: getattr(self._guess, name) for name, _ in fields_of(self.game.rules.State)}
        rest = {name: getattr(self, name) for name in self.__slots__ if name not in ("game", "_guess")}
        return _unpacked, (self.game.slug, self.game.version, fields, rest)

    def view(self, seat: Seat) -> Any:
        """All the seat may know, as plain data."""
        return self._only(seat, self._view)

    def moves(self, seat: Seat) -> list[str]:
        """What the seat may play now."""
        return list(self._only(seat, self._moves))

    def events_for(self, seat: Seat, since: int = 0) -> list[Event]:
        """All events the seat may know, from step `since` on (step 0 is the start)."""
        return [event for step in self._only(seat, self._events)[since:] for event in step]

    def guess(self, seat: Seat, rng: int) -> Any:
        """A position that fits all the seat knows, the rest replaced by chance `rng`."""
        world = bind.plain(self.game)
        copy = bind.blank(self.game, self.seats, {})
        world.assign(copy, self._only(seat, self._guess))
        world.guess_for(copy, seat, world.seed_rng(rng))
        copy.events.clear()
        return copy

    def _only(self, seat: Seat, known: Any) -> Any:
        if seat != self.seat:
            raise NotForBots(f"A bot in seat {self.seat} sees that seat alone, not seat {seat!r}.")
        return known

    def __getattr__(self, name: str) -> Any:
        raise NotForBots(
            f"A bot sees its seat, not the whole match: there is no match.{name} for it. It may use match.view(seat),"
            " match.moves(seat), match.events_for(seat), match.guess(seat, rng), match.actors, match.over, match.game,"
            " match.seats and match.options."
        )


def _unpacked(slug: str, version: int, fields: dict[str, Any], rest: dict[str, Any]) -> Seated:
    seated = Seated.__new__(Seated)
    seated.game = find_game(slug).at(version)
    seated._guess = bind.blank(seated.game, rest["seats"], {})
    for name, value in fields.items():
        setattr(seated._guess, name, value)
    for name, value in rest.items():
        setattr(seated, name, value)
    return seated
