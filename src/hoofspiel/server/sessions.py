"""A socket ends with the session that opened it, in whichever process either of them is."""

import asyncio
import logging
from collections.abc import Iterable

from hoofspiel.bus.port import Bus
from hoofspiel.store.port import Store, StoreError

from .connection import Connection

log = logging.getLogger("hoofspiel.sessions")
TOPIC = "sessions"


class Sessions:
    """Looks after the sockets of those who sign out, sign in as somebody else or delete themselves."""

    def __init__(self, store: Store, bus: Bus, sockets: set[Connection]) -> None:
        self._store = store
        self._bus = bus
        self._sockets = sockets
        self._tasks: set[asyncio.Task[None]] = set()
        self.endings = 0
        """so many times something ended: who was asked for before, and let in after, is to be asked for again"""

    async def start(self) -> None:
        await self._bus.listen(TOPIC, self._hear)

    async def ended(self, person_id: str) -> None:
        """A session of this person is no longer in the store."""
        await self._look_after(person_id)
        if not self._bus.quiet(TOPIC):
            try:
                await self._bus.publish(TOPIC, person_id.encode())
            except OSError as error:
                log.warning("other servers cannot be told that somebody signed out: %s", error)

    async def check(self, sockets: Iterable[Connection]) -> None:
        """Close those whose session has ended."""
        for socket in sockets:
            if socket.session is not None and not await self._known(socket.session):
                socket.close(4401, "signed_out", "You signed out.")

    async def _known(self, session: str) -> bool:
        try:
            return await self._store.person_of(session) is not None
        except StoreError:  # nobody can say: who is right comes back
            return False

    async def _look_after(self, person_id: str) -> None:
        self.endings += 1
        await self.check([socket for socket in self._sockets if socket.person_id == person_id])

    def _hear(self, note: bytes) -> None:
        task = asyncio.ensure_future(self._look_after(note.decode()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
