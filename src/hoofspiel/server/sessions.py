"""A socket ends with the session that opened it, in whichever process either of them is."""

import logging
from collections.abc import Iterable

from hoofspiel.background import Background
from hoofspiel.bus.port import Bus
from hoofspiel.live.host import Host
from hoofspiel.store.port import Person, StoreError

from .connection import Connection

log = logging.getLogger("hoofspiel.sessions")
TOPIC = "sessions"
SIGNED_OUT = 4401
ANEW = 4410
"""not final for a page: it comes back with the token it has now, and who only has the old one is refused then"""


class Sessions:
    """Looks after the sockets of those who sign out, sign in as somebody else or delete themselves."""

    def __init__(self, host: Host, bus: Bus, sockets: set[Connection]) -> None:
        self._host = host
        self._store = host.store
        self._bus = bus
        self._sockets = sockets
        self._background = Background()
        self.endings = 0
        """counts ended sessions; a socket whose lookup began under an older count is checked again"""

    async def start(self) -> None:
        await self._bus.listen(TOPIC, self._hear)

    async def ended(self, person_id: str, *, anew: bool = False) -> None:
        """A session of this person is no longer in the store; `anew`: the device that ended it has a new one."""
        await self._look_after(person_id, ANEW if anew else SIGNED_OUT)
        if not self._bus.quiet(TOPIC):
            try:
                await self._bus.publish(TOPIC, person_id.encode() + (b" anew" if anew else b""))
            except OSError as error:
                log.warning("other servers cannot be told that somebody signed out: %s", error)

    def here(self, person: Person) -> bool:
        """Has somebody a page open in this process?"""
        return any(socket.person_id == person.id for socket in self._sockets)

    async def forget(self, person: Person) -> None:
        """Delete somebody, and all that says they were here."""
        for socket in [socket for socket in self._sockets if socket.person_id == person.id]:
            socket.close(SIGNED_OUT, "signed_out", "You signed out.")
        await self._host.forget(person)
        await self._store.forget_person(person.id)
        await self.ended(person.id)
        await self._host.forget(person)  # what a page did that came back before the session ended

    async def check(self, sockets: Iterable[Connection], code: int = SIGNED_OUT) -> None:
        """Close those whose session has ended."""
        for socket in sockets:
            if socket.session is not None and not await self._known(socket.session):
                socket.close(
                    code, "signed_out", "You signed out." if code == SIGNED_OUT else "You have signed in anew."
                )

    async def _known(self, session: str) -> bool:
        try:
            return await self._store.person_of(session) is not None
        except StoreError:  # nobody can say; a page with a valid session reconnects
            return False

    async def _look_after(self, person_id: str, code: int) -> None:
        self.endings += 1
        await self.check([socket for socket in self._sockets if socket.person_id == person_id], code)

    def _hear(self, note: bytes) -> None:
        person_id, _, anew = note.decode().partition(" ")
        self._background.run(self._look_after(person_id, ANEW if anew else SIGNED_OUT))
