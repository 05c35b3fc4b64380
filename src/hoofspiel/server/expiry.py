"""Nothing stays for ever: tables nobody comes to, matches nobody plays, devices and guests who do not come back.

Each has an age of its own (settings), and what is too old goes in small steps, so that nobody waits for it.
"""

import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from hoofspiel.live.host import Host
from hoofspiel.live.ports import Time
from hoofspiel.live.refusals import TableRefused
from hoofspiel.store.port import Person, Store, StoreError, TableRow

from .settings import Settings

log = logging.getLogger("hoofspiel.expiry")
DAY_MS = 86_400_000
STEP = 20
"""how many of each kind are removed at a time"""
GUESTS = 5
"""each may have sat at many tables"""
REST_MS = 3_600_000
"""after a look that found nothing more"""


class Ways(NamedTuple):
    """How the server lets something go, and tells those concerned."""

    shut: Callable[[TableRow, str], Awaitable[None]]
    here: Callable[[Person], bool]
    forget: Callable[[Person], Awaitable[None]]


def days(n: int) -> str:
    return "a day" if n == 1 else f"{n} days"


class Expiry:
    """What is too old here, and how it goes."""

    def __init__(self, store: Store, host: Host, time: Time, settings: Settings, ways: Ways) -> None:
        self._store = store
        self._host = host
        self._time = time
        self._settings = settings
        self._ways = ways
        self._rests_until = 0

    def _before(self, age_days: int) -> int | None:
        """Whatever was last touched before this time is too old; None: nothing ever is."""
        return None if age_days == 0 else self._time.now() - age_days * DAY_MS

    def put_away_at(self, row: TableRow) -> int | None:
        """When this table goes if nothing happens at it."""
        age = {"open": self._settings.open_table_days, "running": self._settings.idle_match_days}.get(row.state, 0)
        return row.changed + age * DAY_MS if age else None

    async def step(self) -> int:
        """Let a few of each kind go, unless there was nothing a little while ago; how many did. StoreError: later."""
        if self._time.now() < self._rests_until:
            return 0
        await self._keep_visited()
        gone = await self._tables() + await self._records() + await self._sessions() + await self._guests()
        if not gone:
            self._rests_until = self._time.now() + REST_MS
        else:
            log.info("let %d things go that were too old", gone)
        return gone

    async def _keep_visited(self) -> None:
        """Note that people are at these tables, long before any process could put them away."""
        late = self._time.now() - DAY_MS // 2
        rooms = [room for room in self._host.rooms.values() if room.crowd.readers and room.row.changed < late]
        for room in [room for room in rooms if room.row.state in ("open", "running")][:STEP]:
            with contextlib.suppress(TableRefused, StoreError):  # an hour later, then
                await room.alter(lambda body: None)

    async def _tables(self) -> int:
        gone = 0
        ages = (("open", self._settings.open_table_days), ("running", self._settings.idle_match_days))
        for state, age in ages:
            before = self._before(age)
            rows = [] if before is None else await self._store.idle_tables(state, before, STEP + len(self._host.rooms))
            for row in rows:
                gone += await self._put_away(row, age)
        return gone

    async def _put_away(self, row: TableRow, age: int) -> bool:
        """A match keeps its record; a table at which nothing was played has none."""
        room = self._host.rooms.get(row.id)
        if room is not None and room.crowd.readers:
            return False  # somebody waits there
        if row.state == "open":
            done = await self._store.delete_table(row.id)
        else:
            done = await self._store.close_table(row.id, self._time.now())
        if done:
            await self._ways.shut(row, f"Nobody has played here for {days(age)}, so this table was put away.")
        return done

    async def _records(self) -> int:
        before = self._before(self._settings.record_days)
        if before is None:
            return 0
        gone = 0
        for state in ("over", "closed"):
            for row in await self._store.idle_tables(state, before, STEP):
                if await self._store.delete_table(row.id):
                    await self._ways.shut(row, "The records of matches are not kept any longer here.")
                    gone += 1
        return gone

    async def _sessions(self) -> int:
        before = self._before(self._settings.session_days)
        return 0 if before is None else await self._store.end_idle_sessions(before, STEP)

    async def _guests(self) -> int:
        before = self._before(self._settings.guest_days)
        found = [] if before is None else await self._store.idle_guests(before, GUESTS)
        away = [person for person in found if not self._ways.here(person)]
        for person in away:
            await self._ways.forget(person)
        return len(away)
