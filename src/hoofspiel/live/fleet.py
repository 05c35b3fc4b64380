"""This process among others that share its store: which tables it runs, and the way to those it does not.

Every table has one owner (docs/decisions/0010). People may be connected to any process: what they ask for goes to the
owner of their table. When an owner is silent for longer than its lease, whoever is asked for one of its tables next
becomes the owner.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable
from itertools import count

from hoofspiel.store.port import Lost, StoreError, Unavailable

from .body import read_body
from .far import FarTable
from .host import Host
from .links import Links
from .owner import Owner
from .ports import Reader
from .room import Room

log = logging.getLogger("hoofspiel.fleet")
LOOK_AGAIN_SECONDS = 0.1
MOST_WAIT_SECONDS = 2.5
"""for a dead owner's lease to end; then whoever waits is told to come again, perhaps elsewhere"""
BEAT_SECONDS = 1
GLANCE_SECONDS = 0.25
"""between two looks at whether our own lease is over"""
MOST_AT_ONCE = 200
DEAF_SHARE = 2 / 3
"""of a lease: whoever alone does not hear the bus for longer gives its tables up"""
COMPARE_EVERY = 10
"""ticks between two looks at whether the store knows more than the rooms here"""
Place = Room | FarTable


class Fleet:
    """What a host needs beyond its own rooms when it is not alone."""

    def __init__(self, host: Host, owner: Owner, lost: Callable[[Iterable[Reader]], None]) -> None:
        self.host = host
        self.owner = owner
        self._lost = lost
        """told of connections here that have to be made again, to whichever process"""
        self.links = Links(host.bus, host.time, host.rooms.get, lost)
        self.links.wanted = self._wanted
        self.leaving = False
        self._deaf = False
        self._heard_at = host.time.now()
        self._ticks = 0
        self._looking = False
        host.dismissed = self._dismissed
        host.bus.when_back(self._compare_soon)

    async def start(self) -> None:
        await self._enter()

    async def _enter(self) -> None:
        await self.owner.enter()
        await self.links.enter(self.owner.name)

    def _dismissed(self, readers: list[Reader]) -> None:
        """A room that these looked at is not here any more."""
        self.links.dismiss(readers)
        self._lost(readers)

    def _wanted(self, table_id: str) -> None:
        """Others believe that it is run here, and they have asked the store: if it is ours, it has to be."""
        if not self.leaving and not self._apart():
            self.host.around.background.run(self._open(table_id))

    async def _open(self, table_id: str) -> None:
        with contextlib.suppress(StoreError):
            await self.host.room(table_id)

    # --- the way to a table ---

    async def place(self, table_id: str) -> Place | None:
        """Where to post what somebody wants of a table: its room here, or the way to its owner; None: no such table.

        Unavailable where neither can be had in time: whoever asks should come again.
        """
        room = self.host.rooms.get(table_id)
        if room is not None:
            return room
        until = self.host.time.now() + round(min(self.owner.seconds * 2, MOST_WAIT_SECONDS) * 1000)
        while self.host.time.now() < until and not self.leaving and not self._apart():
            row, owner = await self.owner.look(table_id)
            if row is None or row.state == "closed" or self.host.cannot_play(row):
                return None
            if owner in (None, self.owner.name):  # taking it locks and writes, which those who find it taken need not
                room = await self.host.room(table_id)
                if room is not None:
                    return room
            elif self._hears(owner):
                return FarTable(row, owner, self.links)
            await asyncio.sleep(LOOK_AGAIN_SECONDS)  # its owner is dead or deaf, and its lease not over yet
        raise Unavailable("the table's owner does not answer")

    def _hears(self, owner: str) -> bool:
        """Would it hear of what is asked for here? One that others have ceased to reach is about to step aside."""
        return owner in self.owner.peers and (self.owner.peers[owner] or self._deaf)

    # --- once in a while ---

    async def keep(self) -> None:
        """For as long as this process runs."""
        loop, pace = asyncio.get_running_loop(), self.owner.seconds / 3
        due = loop.time() + pace
        while True:
            await asyncio.sleep(max(0.0, due - loop.time()))
            due = max(loop.time(), due + pace)  # a slow one does not make the next one late
            await self.renew()
            if not self._looking:  # by itself: a store that is busy with others must not make the lease late
                self.host.around.background.run(self.look_after())

    async def beat(self) -> None:
        """Apart from that: a slow store is no reason to be silent."""
        for n in count(1):
            await asyncio.sleep(GLANCE_SECONDS)
            self.give_up_if_late()
            if n % round(BEAT_SECONDS / GLANCE_SECONDS) == 0:
                self.links.beat()

    def give_up_if_late(self) -> None:
        """Once the lease is over, others may own what was ours: nobody waits here until the store answers again."""
        if not self.owner.valid() and self.host.rooms:
            log.warning("the lease could not be renewed, all tables are given up")
            self._step_down()

    async def tick(self) -> None:
        """All that is done once in a while."""
        await self.renew()
        await self.look_after()

    async def renew(self) -> None:
        """Renew the lease; notice who is dead."""
        heard = await self.host.bus.reached(self.owner.seconds / 4)
        self._note_hearing(heard)
        try:
            async with asyncio.timeout(self.owner.seconds * 0.7):
                before = set(self.owner.peers)
                await self.owner.renew(heard=heard)
                for dead in before - set(self.owner.peers):
                    self.links.break_with(dead)
                await self._step_aside_if_deaf()
        except Lost as error:
            log.warning("this process steps down: %s", error)
            self._step_down()
            with contextlib.suppress(StoreError):
                await self._enter()
        except (StoreError, TimeoutError) as error:
            log.info("the lease is not renewed: %s", error or type(error).__name__)
            self.give_up_if_late()

    def _note_hearing(self, heard: bool) -> None:  # noqa: FBT001
        self._deaf = not heard
        if heard:
            self._heard_at = self.host.time.now()

    def _deaf_for_long(self) -> bool:
        return self._deaf and self.host.time.now() - self._heard_at > self.owner.seconds * DEAF_SHARE * 1000

    def _others_hear(self) -> bool:
        return any(heard for name, heard in self.owner.peers.items() if name != self.owner.name)

    def _apart(self) -> bool:
        """Just now: no moment to send anybody from here to another process."""
        return self._deaf and self._others_hear()

    def cut_off(self) -> bool:
        """For some time others have heard each other and not us: what we own nobody else can reach."""
        return self._deaf_for_long() and self._others_hear()

    async def _step_aside_if_deaf(self) -> None:
        """Where nobody hears anything, it is the bus that is gone: then every process keeps what it has."""
        if self.cut_off() and self.owner.epochs:
            log.warning("this process does not hear the bus, which others do: all its tables are given up")
            self._step_down()
            await self.owner.leases.leave(self.owner.name)
            await self._enter()

    def _step_down(self) -> None:
        """Stop all rooms at once: whoever owns their tables now goes on with what is stored."""
        self.owner.epochs.clear()
        self.host.lose(list(self.host.rooms))

    async def look_after(self) -> None:
        """What nobody owns, and what others know better."""
        self._ticks += 1
        self._looking = True
        try:
            with contextlib.suppress(StoreError):  # there is a next time
                await self._look_after()
        finally:
            self._looking = False

    async def _look_after(self) -> None:
        """Matches by mail go on although nobody looks: those of the dead, and those for which something is due."""
        if self.leaving or self._apart():
            return
        leases, now = self.owner.leases, self.host.time.now()
        orphans = await leases.orphans(self.owner.name, MOST_AT_ONCE)
        left: list[str] = []
        rows = await asyncio.gather(*(self.host.store.table(table_id) for table_id in orphans))
        for table_id, row in zip(orphans, rows, strict=True):
            if row is not None and read_body(row).pace.kind == "mail":
                await self.host.room(table_id)
            else:
                left.append(table_id)
        if left:
            await leases.forget(self.owner.name, left)
        for table_id in await leases.due(now, MOST_AT_ONCE):
            await self.host.room(table_id)
        if self._ticks % COMPARE_EVERY == 0:
            await self.host.compare()

    def _compare_soon(self) -> None:
        """The bus was gone: whatever was said meanwhile is in the store."""
        self.host.around.background.run(self._compare())

    async def _compare(self) -> None:
        with contextlib.suppress(StoreError):
            await self.host.compare()

    # --- leaving ---

    async def hand_over(self, seconds: float) -> None:
        """Give every table up, one after the other, each with its clocks; spread over this time."""
        self.leaving = True
        tables = list(self.host.rooms)
        for n, table_id in enumerate(tables):
            with contextlib.suppress(StoreError):
                await self.host.hand_over(table_id)
            if n + 1 < len(tables):
                await asyncio.sleep(seconds / len(tables))

    async def stop(self) -> None:
        self.leaving = True
        with contextlib.suppress(StoreError, TimeoutError):
            async with asyncio.timeout(self.owner.seconds):
                await self.owner.leases.leave(self.owner.name)
