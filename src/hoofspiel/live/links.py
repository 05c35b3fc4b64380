"""How people at one process play at tables of another: what they ask for goes there, what they may see comes back.

Nothing is repaired here. When a post was lost, the other process is silent or the bus was gone, everybody who looked
through that link is told to connect again, and comes back with the version they have.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from itertools import count

import msgspec

from hoofspiel.bus.port import Bus
from hoofspiel.store.port import Person

from . import messages as m
from .far import (
    Comes,
    Ended,
    FarReader,
    FarTable,
    Goes,
    Item,
    Mailed,
    Post,
    Told,
    Wants,
    decode_post,
    encode_post,
    facts_of,
    read_request,
)
from .letters import Asks, Joined, Left
from .ports import Reader, Time

log = logging.getLogger("hoofspiel.links")
SILENT_MS = 3_000
"""after this long without a word from it, a process is not believed to hear us"""
GATHER_SECONDS = 0.003
"""how long a busy link lets things gather for one post; an idle one never waits"""
MOST_BYTES = 256 << 10
"""of frames in one post; NATS takes a megabyte"""


def topic_for(worker: str) -> str:
    return f"to.{worker}"


class Link:
    """Everything between this process and one other."""

    __slots__ = (
        "_bytes",
        "_links",
        "_posted",
        "_waiting",
        "got",
        "heard_at",
        "numbers",
        "peer",
        "readers",
        "run",
        "their_run",
    )

    def __init__(self, links: "Links", peer: str, now: int) -> None:
        self._links = links
        self.peer = peer
        self.run = secrets.randbits(48)
        self.their_run: int | None = None
        self.numbers = 0
        self.got = 0
        self.heard_at = now
        self.readers: dict[int, FarReader] = {}
        """people there who look at tables here"""
        self._waiting: list[Item] = []
        self._bytes = 0
        self._posted = 0.0

    def send(self, item: Item) -> None:
        if not self._waiting:
            loop = asyncio.get_running_loop()
            if loop.time() - self._posted < self._links.gather_seconds:
                loop.call_later(self._links.gather_seconds, self.flush)
            else:
                loop.call_soon(self.flush)
        self._waiting.append(item)
        if isinstance(item, Told):
            self._bytes += sum(map(len, item.frames))
            if self._bytes > MOST_BYTES:
                self.flush()

    def flush(self) -> None:
        if self._waiting:
            self.post()

    def post(self) -> None:
        """Send what waits; nothing at all says that this process is there."""
        waiting, self._waiting, self._bytes = self._waiting, [], 0
        self.numbers += 1
        self._posted = asyncio.get_running_loop().time()
        post = encode_post(Post(self._links.name, self.run, self.numbers, waiting))
        try:
            self._links.bus.send(topic_for(self.peer), post)
        except OSError as error:
            log.debug("nothing gets to %s: %s", self.peer, error)  # a gap in the numbers, which is noticed there


class Links:
    """All the links of a process."""

    def __init__(
        self,
        bus: Bus,
        time: Time,
        table_here: Callable[[str], Mailed | None],
        lost: Callable[[Iterable[Reader]], None],
    ) -> None:
        self.bus = bus
        self.name = ""
        self.gather_seconds = GATHER_SECONDS
        self._time = time
        self._table_here = table_here
        self._lost = lost
        """told of connections here whose table can no longer be reached"""
        self.wanted: Callable[[str], None] = lambda table_id: None
        """told of tables that somebody looked for here, and that have no room here"""
        self._links: dict[str, Link] = {}
        self._numbers = count(1)
        self._out: dict[int, tuple[Reader, FarTable]] = {}
        self._number_of: dict[Reader, int] = {}
        self._deaf: Callable[[], None] | None = None
        bus.when_back(self.break_all)

    async def enter(self, name: str) -> None:
        """This process is called so from now on."""
        self.break_all()
        self._links.clear()  # others count anew what comes under another name
        if self._deaf is not None:
            self._deaf()
        self.name = name
        self._deaf = await self.bus.listen(topic_for(name), self.hear)

    # --- people here, at tables of others ---

    def come(self, table: FarTable, reader: Reader, since: int | None) -> None:
        n = next(self._numbers)
        self._out[n], self._number_of[reader] = (reader, table), n
        self._to(table.owner).send(Comes(n, table.row.id, reader.person, since, facts_of(reader.line), reader.screen))

    def want(self, reader: Reader, request: m.TableRequest) -> None:
        n = self._number_of.get(reader)
        if n is not None:
            timed = isinstance(request, m.Move) and request.rt_ms is not None
            line = facts_of(reader.line) if timed else None
            self._to(self._out[n][1].owner).send(Wants(n, m.encode(request), line))

    def go(self, reader: Reader) -> None:
        n = self._number_of.pop(reader, None)
        if n is not None:
            _, table = self._out.pop(n)
            self._to(table.owner).send(Goes(n))

    def looking_at(self, table_id: str) -> list[Reader]:
        return [reader for reader, table in self._out.values() if table.row.id == table_id]

    # --- people there, at tables here ---

    def rename(self, person: Person) -> None:
        for link in self._links.values():
            for reader in link.readers.values():
                if reader.person.id == person.id:
                    reader.person = person

    def dismiss(self, readers: Iterable[Reader]) -> None:
        """The table of these connections is no longer here."""
        for reader in readers:
            if isinstance(reader, FarReader):
                for link in self._links.values():
                    if link.readers.get(reader.n) is reader:
                        del link.readers[reader.n]
                reader.end()

    # --- the links themselves ---

    def _to(self, peer: str) -> Link:
        link = self._links.get(peer)
        if link is None:
            link = self._links[peer] = Link(self, peer, self._time.now())
        return link

    def hears(self, peer: str) -> bool:
        """Has it said something of late?"""
        link = self._links.get(peer)
        return link is not None and link.their_run is not None and self._time.now() - link.heard_at < SILENT_MS

    def hear(self, message: bytes) -> None:
        try:
            post = decode_post(message)
        except msgspec.MsgspecError:
            log.warning("a post cannot be read: another version of this program, or none at all")
            return
        link = self._to(post.sender)
        if link.their_run is not None and post.run != link.their_run:
            link = self._break(link)
        if post.number != link.got + 1:
            if link.their_run is not None:
                self._break(link).post()  # says that this life of the link is over
            elif not link.numbers:
                link.post()  # they speak to an earlier life, and would wait in vain; said once, so that it ends there
            return
        link.their_run, link.got, link.heard_at = post.run, post.number, self._time.now()
        for item in post.items:
            self._take(link, item)

    def _take(self, link: Link, item: Item) -> None:
        if isinstance(item, Told):
            found = self._out.get(item.n)
            if found is not None:
                found[0].tell(*item.frames)
        elif isinstance(item, Wants):
            reader = link.readers.get(item.n)
            if reader is not None:
                if item.line is not None:
                    reader.line = item.line
                reader.table.post(Asks(reader, read_request(item), self._time.now()))
        elif isinstance(item, Comes):
            table = self._table_here(item.table_id)
            if table is None:
                link.send(Ended(item.n))
                self.wanted(item.table_id)
                return
            reader = link.readers[item.n] = FarReader(item, table, link.send)
            table.post(Joined(reader, item.since))
        elif isinstance(item, Goes):
            reader = link.readers.pop(item.n, None)
            if reader is not None:
                reader.table.post(Left(reader))
        else:
            found = self._out.get(item.n)
            if found is not None:
                self._forget(found[0])
                self._lost([found[0]])

    def _forget(self, reader: Reader) -> None:
        n = self._number_of.pop(reader, None)
        if n is not None:
            self._out.pop(n)

    def beat(self) -> None:
        """Say to everybody concerned that this process is there; give up those who have been silent for too long."""
        now = self._time.now()
        owners = {table.owner for _, table in self._out.values()}
        for link in list(self._links.values()):
            if not link.readers and link.peer not in owners:
                if now - link.heard_at > SILENT_MS:
                    del self._links[link.peer]
            elif now - link.heard_at > SILENT_MS:
                self._break(link).post()  # should they only have slept, they know at once when they wake up
            else:
                link.post()

    def break_with(self, peer: str) -> None:
        """It is dead."""
        if peer in self._links:
            self._break(self._links[peer])

    def break_all(self) -> None:
        for link in list(self._links.values()):
            self._break(link).post()

    def _break(self, link: Link) -> Link:
        """End this life of a link: everybody who looked through it comes again. The next one, with nobody on it."""
        for far in list(link.readers.values()):
            far.table.post(Left(far))
        link.readers.clear()
        here = [reader for reader, table in self._out.values() if table.owner == link.peer]
        for reader in here:
            self._forget(reader)
        self._links[link.peer] = anew = Link(self, link.peer, self._time.now())
        if here:
            log.info("%d people here have lost their tables at %s and come again", len(here), link.peer)
            self._lost(here)
        return anew
