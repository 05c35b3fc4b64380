"""The façade people use: one match of one game, in words.

m = Match("goats", seats=4, seed=7)
m.actors            # [0, 1, 2, 3]
m.moves(0)          # ["bid 1", ..., "bid 10"]
m.play(0, "bid 7")  # the events that followed
m.view(0)           # what seat 0 may know
"""

from collections.abc import Mapping
from secrets import randbits
from typing import Any

from hoofspiel.kernel import bind
from hoofspiel.kernel.bits import members
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.game import Game, OptionValue
from hoofspiel.kernel.record import (
    Record,
    check_house_seats,
    check_record,
    check_redealt,
    check_seats,
    check_seed,
    is_secret,
    read_options,
)
from hoofspiel.kernel.secrets import number_of
from hoofspiel.kernel.words import Audience, BadDeal, BadMatch, Event, IllegalMove, Seat, either, seen_by

TIME = "time"
"""The move with which nobody acts and time passes, in games that know time."""


class Match:
    """One match. Everything it refuses is a ValueError with one sentence, and changes nothing."""

    _guessed = False
    """whether it is a twin, which no record leads to"""

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int,
        seed: int | str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        deal: Mapping[str, Any] | None = None,
        rules: int | None = None,
        redealt: Mapping[str, Any] | None = None,
    ) -> None:
        """A match ready for its first move.

        `seed` decides all chance that `deal` does not fix: a whole number, or 64 hexadecimal digits, the secret of
        a live match. Without one it is drawn. `options` are house rules by name; `deal` is explained in each
        game's RULES.md. `rules` is the version of the rules to play by, if not the newest. `redealt` makes it a match
        to practise with: after its `move` moves all that its `seat` cannot know is dealt anew, and from there on its
        `seed` decides all chance.
        """
        found = find_game(game)
        self.game = found if rules is None else found.at(rules)
        check_seats(self.game, seats)
        self.seats = seats
        self.seed = check_seed(randbits(53) if seed is None else seed)
        self.options, numbers = read_options(self.game, options or {})
        check_house_seats(self.game, seats, self.options)
        if deal is not None and not isinstance(deal, Mapping):
            raise BadDeal(f"A deal is a table of names and lists, not {deal!r}.")
        self.deal = None if deal is None else dict(deal)
        self.redealt = None if redealt is None else check_redealt(redealt)
        if self.redealt is not None:
            self._check_seat(self.redealt["seat"])
        self.world = bind.plain(self.game)
        check = getattr(self.world, "check_table", None)
        if check is not None:
            check(seats, self.options)
        s = bind.blank(self.game, seats, numbers)
        if self.deal is not None:
            s.deal = self.game.names.read_deal(self.deal, seats, self.options)
        self.position = s
        """The position itself, with everything hidden in it: never show it, hand out `view` or `guess`."""
        self._compound = hasattr(self.game.rules, "unfinished")
        """a move in words may be a series of actions"""
        self.log: list[list[Event]] = []
        """The events of the start, then those of each move."""
        self._moves: list[tuple[Seat | None, str, int | None]] = []
        self._choices: dict[Seat, dict[str, tuple[int, ...]]] = {}
        self._questions: dict[Seat, tuple[tuple[int, int], dict[str, tuple[int, ...]]]] = {}
        self._take_chance(self.seed)
        self.world.start(s)
        self._collect()
        self._redeal_if_due()

    def _take_chance(self, seed: int | str) -> None:
        """From here on all chance comes from this seed."""
        s = self.position
        self.world = bind.live(self.game) if is_secret(seed) else bind.plain(self.game)
        s.secret, s.rng = (bytes.fromhex(seed), 0) if isinstance(seed, str) else (b"", self.world.seed_rng(seed))

    # --- who may do what ---

    @property
    def actors(self) -> list[Seat]:
        """The seats that may act now. Several choose at once, blind to each other."""
        return members(self.position.waiting)

    @property
    def over(self) -> bool:
        return not self.position.waiting

    def moves(self, seat: Seat) -> list[str]:
        """What a seat may play now; nothing when it is not asked."""
        return list(self.series(seat))

    def series(self, seat: Seat) -> dict[str, tuple[int, ...]]:
        """Each legal move with the actions it stands for."""
        if type(seat) is not int or not 0 <= seat < self.seats:  # twice a move: no call where all is well
            self._check_seat(seat)
        found = self._choices.get(seat)
        if found is None:
            found = self._choices[seat] = self._spelled(seat) if self.position.waiting >> seat & 1 else {}
        return found

    def _check_seat(self, seat: object) -> None:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise BadMatch(f"Seats count from 0 to {self.seats - 1}: there is no seat {seat!r}.")

    def _spelled(self, seat: Seat) -> dict[str, tuple[int, ...]]:
        """The moves in words; the same question with the same actions is not spelled out twice."""
        s = self.position
        found: dict[str, tuple[int, ...]] = {}
        if self._compound:
            self._spell_out(s, seat, (), "", found)
            return found
        legal = self.world.legal(s, seat)
        question = (s.moment, legal)
        kept = self._questions.get(seat)
        if kept is not None and kept[0] == question and not self.game.timed:
            return kept[1]
        spell = self.game.names.spell
        found = {spell(s, seat, action): (action,) for action in members(legal)}
        found.pop("", None)  # as below
        self._questions[seat] = (question, found)
        return found

    def _spell_out(
        self, s: Any, seat: Seat, before: tuple[int, ...], words: str, found: dict[str, tuple[int, ...]]
    ) -> None:
        for action in members(self.world.legal(s, seat)):
            name = self.game.names.spell(s, seat, action)
            if not name:  # one that only the game's own parse() can reach
                continue
            text = words + name
            series = (*before, action)
            then = self._copy(s)
            self.world.apply(then, seat, action)
            if self.world.unfinished(then) == seat:
                self._spell_out(then, seat, series, text + " ", found)
            else:
                found[text] = series

    def refresh(self) -> None:
        """Look at the position again, after a test or a tool has changed it by hand."""
        self._choices.clear()
        self._questions.clear()

    def _copy(self, s: Any) -> Any:
        then = bind.blank(self.game, self.seats, {})
        self.world.assign(then, s)
        then.deal, then.secret = s.deal, s.secret
        return then

    # --- playing ---

    def play(self, seat: Seat | None, move: str, at: int | None = None) -> list[Event]:
        """Play a move and tell what followed; IllegalMove names the rule that forbids it.

        In games that know time `at` is the move's time, in whole milliseconds since the match began, and
        play(None, "time", at=...) lets time pass.
        """
        if self.game.timed:
            return self._play_timed(seat, move, at)
        if at is not None and (not isinstance(at, int) or isinstance(at, bool) or at < 0):
            raise BadMatch(f"A time is a whole number of milliseconds since the match began, not {at!r}.")
        if seat is None:
            raise BadMatch(f"{self.game.slug} does not know time: a move needs a seat from 0 to {self.seats - 1}.")
        self._perform(seat, self._find(seat, move))
        return self._done(seat, move, at)

    def check(self, seat: Seat, move: str) -> None:
        """Nothing if the seat may play this move now, else the IllegalMove that play() would raise."""
        self._find(seat, move)

    def actions_of(self, seat: Seat, move: str) -> tuple[int, ...]:
        """The actions that a legal move stands for, also one that is spelled otherwise than it is listed."""
        return self._find(seat, move)

    def _play_timed(self, seat: Seat | None, move: str, at: int | None) -> list[Event]:
        s = self.position
        if not isinstance(at, int) or isinstance(at, bool) or at < 0:
            raise BadMatch(f"A move of {self.game.slug} needs its time, at=..., in whole milliseconds since the start.")
        if at < s.now:
            raise IllegalMove("time", f"Time does not run backwards: it is {s.now} ms already, not {at} ms.")
        before = self._copy(s)
        told = len(s.events)
        s.now = at
        self.world.due(s)
        self._choices.clear()
        try:
            if seat is None and move != TIME:
                raise IllegalMove("time", f'Nobody can play {move!r}: without a seat only "{TIME}" is possible.')
            if seat is not None:
                self._perform(seat, self._find(seat, move))
        except (IllegalMove, BadMatch):
            self.world.assign(s, before)
            del s.events[told:]
            self._choices.clear()
            raise
        return self._done(seat, move, at)

    def _perform(self, seat: Seat, series: tuple[int, ...]) -> None:
        for action in series:
            self.world.act(self.position, seat, action)

    def _done(self, seat: Seat | None, move: str, at: int | None) -> list[Event]:
        self._moves.append((seat, move, at))
        self._choices.clear()
        told = self._collect()
        if self.redealt is not None:
            self._redeal_if_due()
        return told

    def _redeal_if_due(self) -> None:
        """In a match to practise with; nothing that its seat knows changes, and nobody is told."""
        if self.redealt is None or len(self._moves) != self.redealt["move"]:
            return
        s, plain, seed = self.position, bind.plain(self.game), self.redealt["seed"]
        s.deal, s.secret = {}, b""
        plain.redeal(s, self.redealt["seat"], plain.seed_rng(number_of(seed)))
        s.events.clear()
        self._take_chance(seed)
        self.refresh()

    def _find(self, seat: Seat, move: str) -> tuple[int, ...]:
        choices = self.series(seat)
        if isinstance(move, str) and move in choices:
            return choices[move]
        if self.over:
            raise IllegalMove("over", "The match is over.")
        words = move.split() if isinstance(move, str) else []
        if not words:
            raise IllegalMove("words", f"A move is a text such as {either(list(choices), most=4)}.", list(choices))
        if (meant := " ".join(words)) in choices:
            raise IllegalMove("words", f"Moves are written as offered: {meant!r}, not {move!r}.", list(choices))
        parse = getattr(self.game.names, "parse", None)
        action = parse(self.position, seat, words) if parse and choices else None
        if action is not None and self.world.legal(self.position, seat) >> action & 1:
            return (action,)
        rule, reason = self.game.names.why_not(self.position, seat, words)
        raise IllegalMove(rule, reason, list(choices))

    def _collect(self) -> list[Event]:
        s, tell = self.position, self.game.names.tell
        told = []
        for reader, kind, seat, data in s.events:
            event = tell(s, kind, seat, data)
            told.append(event if reader < 0 else {**event, "only": reader})
        s.events.clear()
        self.log.append(told)
        return told

    # --- what is known ---

    def view(self, reader: Audience) -> Any:
        """What a seat may know, as plain data; None for somebody who watches."""
        if reader is not None:
            self.series(reader)
        return self.game.view(self.position, reader)

    def events_for(self, reader: Audience, since: int = 0) -> list[Event]:
        """All events so far that a reader may know, from step `since` on (step 0 is the start)."""
        return [e for step in self.log[since:] for e in seen_by(step, reader)]

    def guess(self, seat: Seat, rng: int) -> Any:
        """A position that fits all a seat knows, the rest replaced by chance `rng`: what a bot may be handed."""
        self._check_seat(seat)
        self._check_chance(rng)
        world = bind.plain(self.game)
        copy = self._copy(self.position)
        copy.deal, copy.secret = {}, b""
        world.guess_for(copy, seat, world.seed_rng(rng))
        copy.events.clear()
        return copy

    def _check_chance(self, rng: object) -> None:
        if not isinstance(rng, int) or isinstance(rng, bool) or rng < 0:
            raise BadMatch(f"The chance of a guess is a whole number from 0, not {rng!r}.")

    def copy(self) -> "Match":
        """The same match once more, to try something out: what is played here does not happen there."""
        then = object.__new__(type(self))
        then.__dict__.update(self.__dict__)
        then.position = self._copy(self.position)
        then.log, then._moves, then._choices, then._questions = [*self.log], [*self._moves], {}, {}
        return then

    def twin(self, reader: Audience, rng: int) -> "Match":
        """The same match with all that a reader cannot know replaced by chance `rng`; None for somebody who watches.

        A twin can be played on, but begins without log and history, because those tell the truth. It has no record.
        """
        if reader is not None:
            self._check_seat(reader)
        self._check_chance(rng)
        twin = self.copy()
        twin.world = bind.plain(self.game)
        twin.log, twin._moves, twin.seed, twin.deal, twin._guessed = [], [], 0, None, True
        twin.redealt = None
        twin.position.deal, twin.position.secret = {}, b""
        twin.world.redeal(twin.position, -1 if reader is None else reader, twin.world.seed_rng(rng))
        twin.position.events.clear()
        return twin

    @property
    def points(self) -> list[int]:
        """By seat, so far."""
        return [self.world.points(self.position, seat) for seat in range(self.seats)]

    @property
    def winners(self) -> list[Seat]:
        """Empty until the match is over; several when it is shared."""
        return members(self.world.winners(self.position)) if self.over else []

    @property
    def shares(self) -> list[float]:
        """By seat, what is won: 1 for a winner alone, parts of it where winners share, 0 for all until the end."""
        winners = self.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]

    # --- records ---

    @property
    def history(self) -> list[tuple[Seat | None, str, int | None]]:
        """The moves so far, with their times where they have one."""
        return list(self._moves)

    def record(self) -> Record:
        """The match as plain data, from which from_record() makes the same position again."""
        if self._guessed:
            raise BadMatch("A twin is a guess and has no record: ask the match that it was made from.")
        record: Record = {
            "game": self.game.slug,
            "rules": self.game.version,
            "seats": self.seats,
            "seed": self.seed,
            "options": dict(self.options),
            "moves": [[seat, move] if at is None else [seat, move, at] for seat, move, at in self._moves],
        }
        if self.deal is not None:
            record["deal"] = self.deal
        if self.redealt is not None:
            record["redealt"] = self.redealt
        return record

    @classmethod
    def from_record(cls, record: Mapping[str, Any], *, moves: int | None = None) -> "Match":
        """The match of a record, or its position after the first `moves` moves."""
        checked = check_record(record)
        match = cls(
            checked["game"],
            rules=checked["rules"],
            seats=checked["seats"],
            seed=checked["seed"],
            options=checked["options"],
            deal=checked.get("deal"),
            redealt=checked.get("redealt"),
        )
        for number, (seat, move, *at) in enumerate(checked["moves"][:moves]):
            try:
                match.play(seat, move, *at)
            except IllegalMove as error:
                raise BadMatch(
                    f"Move {number + 1} of the record, {move!r} by seat {seat}, is not legal: {error}"
                ) from error
        return match
