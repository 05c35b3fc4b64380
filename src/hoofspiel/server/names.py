"""Spreads a new name at once to everybody at the tables where its owner sits."""

import logging
from collections.abc import Callable

import msgspec

from hoofspiel.bus.port import Bus
from hoofspiel.live.body import Body
from hoofspiel.live.host import Host
from hoofspiel.store.port import Person, StoreError

from .connection import Connection, TableConnection

log = logging.getLogger("hoofspiel.names")
TOPIC = "names"
MOST_TABLES = 30


class Names:
    """Carries a new name to the sockets of every process and to the seats of every table that is not over."""

    def __init__(self, host: Host, bus: Bus, sockets: set[Connection]) -> None:
        self._host = host
        self._bus = bus
        self._sockets = sockets
        self.heard: Callable[[Person], None] = lambda now: None
        """told too, for people who are connected to other processes"""

    async def start(self) -> None:
        await self._bus.listen(TOPIC, self._hear)

    async def changed(self, before: Person, now: Person) -> None:
        """Call it when the store has the new name. A table that cannot be changed just now keeps the old one."""
        if before.name == now.name:
            return
        try:
            await self._bus.publish(TOPIC, msgspec.json.encode(now))
        except OSError as error:
            log.warning("other servers cannot be told of a new name: %s", error)
            self._tell_sockets(now)
        for row in await self._host.store.tables_of(now.id, ("open", "running"), MOST_TABLES):
            try:
                await self._host.alter(row.id, lambda body, running: rename(body, before, now))
            except StoreError as error:
                log.warning("a table keeps an old name: %s", error, extra={"table": row.id})

    def _hear(self, note: bytes) -> None:
        self._tell_sockets(msgspec.json.decode(note, type=Person))

    def _tell_sockets(self, now: Person) -> None:
        """What somebody says, and where they sit down next, goes under the new name."""
        for socket in self._sockets:
            if socket.person_id == now.id:
                socket.visitor = now
                if isinstance(socket, TableConnection):
                    socket.person = now
        self.heard(now)


def rename(body: Body, before: Person, now: Person) -> None:
    """The seat follows; people around one device keep the names they were given, but for the one who has changed."""
    held = body.seats_of(now.id)
    for seat in held:
        if len(held) == 1 or body.seats[seat].name == before.name:
            body.seats[seat].name = now.name
    for one in body.newcomers:
        one.name = now.name if one.person == now.id else one.name
    if body.host == now.id:
        body.hosts_name = now.name
