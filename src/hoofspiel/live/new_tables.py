"""New tables: what was asked for is checked, seats are filled, and the row is stored under an address of its own."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.secrets import SECRET_BYTES
from hoofspiel.kernel.words import BadMatch
from hoofspiel.store.port import MOST_TRIES, Conflict, Person, Store, TableRow

from . import seats as changes
from .body import Body, Place, blank_row, clocks_at_start, due_of, line_of, next_row
from .newcomers import next_seats
from .ports import Time
from .practice import Begun
from .state import TableState
from .words import Level, Pace, TableLine

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
CODE_LETTERS = "CDFGHJKMNPQRTVWXY"
CODE_LENGTH = 5


def new_id(length: int = 12) -> str:
    """An address nobody can guess: 60 bits in letters that are hard to mix up."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def new_code() -> str:
    """What somebody reads aloud across a room: no vowels (no words), nothing that looks like something else."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_secret() -> str:
    """What all chance of a match comes from: 256 bits that nobody can foresee."""
    return secrets.token_hex(SECRET_BYTES)


class NewTables:
    """Makes the tables of one process."""

    def __init__(
        self, store: Store, time: Time, secret: Callable[[], str], made: Callable[[TableLine, TableRow], None]
    ) -> None:
        self._store = store
        self._time = time
        self.secret = secret
        self._made = made
        """called when a table is stored"""
        self.named: Callable[[], str] = new_id
        """the address of the next table"""

    async def make(
        self,
        host: Person,
        game: str,
        seats: int,
        *,
        options: dict[str, Any],
        pace: Pace,
        public: bool,
        watch: str,
        delay_seconds: int,
        sit: bool,
        bots: Level | None,
        start: bool,
        around: Sequence[str] = (),
    ) -> TableRow:
        """A new table; BadMatch when the game, the seats or the options are not right.

        `around`: the names of several people who play on the host's one device; the host holds a seat for each.
        """
        found = find_game(game)
        if len(around) > seats:
            raise BadMatch(f"{len(around)} people need as many seats, not {seats}")
        if found.timed and pace.kind == "mail":
            raise BadMatch(f"{game} is played in real time: it has a pace of its own and cannot be played by mail")
        wanted = {**found.live_options, **(found.one_device or {} if around else {}), **options}
        secret = self.secret()
        tried = Match(game, seats=seats, seed=secret, options=wanted)
        body = Body(
            seats=[Place() for _ in range(seats)],
            options=dict(tried.options),
            pace=Pace(kind="none") if found.timed else pace,  # such a game keeps its own time
            rules=found.version,
            watch=watch,  # type: ignore[arg-type]
            delay_seconds=delay_seconds,
            host=host.id,
            hosts_name=host.name,
        )
        for seat, name in enumerate(around):
            body.seats[seat] = Place(kind="person", person=host.id, name=name, ready=True)
        if sit and not around:
            body.seats[0] = Place(kind="person", person=host.id, name=host.name, ready=True)
        if bots is not None:
            for seat, place in enumerate(body.seats):
                if place.kind == "open":
                    body.seats[seat] = changes.bot(bots, seat)
        if start and any(place.kind == "open" for place in body.seats):
            raise BadMatch("A match cannot start at once with open seats: say with `bots` who fills them")
        now = self._time.now()
        if start:
            changes.start(body, now)
        return await self._add(game, body, secret, public=public, running=start, now=now)

    async def _add(self, game: str, body: Body, secret: str, *, public: bool, running: bool, now: int) -> TableRow:
        for _ in range(MOST_TRIES):
            row = self._first_row(game, body, secret, public=public, running=running, now=now)
            try:
                await self._store.add_table(row)
            except Conflict:  # another open table has this code
                continue
            self._made(line_of(row, body), row)
            return row
        raise Conflict("no free code was found")

    def _first_row(self, game: str, body: Body, secret: str, *, public: bool, running: bool, now: int) -> TableRow:
        blank = blank_row(self.named(), game, secret, state="open", public=public, now=now)
        blank.code = new_code()
        due = due_of(body, clocks_at_start(body)) if running else None
        return next_row(blank, body, at=now, state="running" if running else "open", due=due, ended=None)

    async def practise(self, begun: Begun, game: str) -> TableRow:
        """A table that begins with the moves of another match."""
        now = self._time.now()
        row = await self._add(game, begun.body, begun.secret, public=False, running=False, now=now)
        whole = next_row(row, begun.body, at=now, state="running", due=None, ended=None)
        await self._store.append(row.id, begun.moves, whole)  # until then it is an open table that nobody knows
        return whole

    async def again(self, state: TableState, person: Person, here: Callable[[str], bool]) -> str:
        """A new table for the same people and those who were waiting to play, with the same options and bots."""
        old = state.body
        body = Body(
            seats=next_seats(old, here),
            options=old.options,
            pace=old.pace,
            rules=find_game(state.row.game).version,
            watch=old.watch,
            delay_seconds=old.delay_seconds,
            host=person.id,
            hosts_name=person.name,
        )
        secret = self.secret()
        now = self._time.now()
        row = await self._add(state.row.game, body, secret, public=state.row.public, running=False, now=now)
        return row.id
