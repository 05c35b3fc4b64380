"""Which tables this process owns, as far as it knows; the store knows for certain."""

import secrets

from hoofspiel.store.port import Grant, Leases, Pen, TableRow

from .ports import Time

LEASE_SECONDS = 3.0


class Owner:
    """The `Lease` of a process that shares its tables with others."""

    def __init__(self, leases: Leases, time: Time, seconds: float = LEASE_SECONDS) -> None:
        self.leases = leases
        self.seconds = seconds
        self.name = ""
        """of this process among the others; another one each time it was given up for dead"""
        self.epochs: dict[str, int] = {}
        self.peers: dict[str, bool] = {}
        """the processes that live, and whether each of them hears the bus"""
        self._time = time
        self._until = 0

    def mine(self, table_id: str) -> bool:
        return table_id in self.epochs

    def valid(self) -> bool:
        """Certainly still the owner of everything it owns: nobody else can be before that."""
        return self._time.now() < self._until

    async def enter(self) -> None:
        """Begin to own tables, under a new name."""
        began, name = self._time.now(), secrets.token_hex(5)
        self.epochs.clear()
        await self.leases.enter(name)
        self.name, self._until = name, began + round(self.seconds * 1000)

    async def renew(self, *, heard: bool) -> None:
        """For all tables at once. Lost, where somebody has given this process up for dead."""
        began = self._time.now()
        peers = await self.leases.renew(self.name, heard=heard)
        self.peers = {peer.id: peer.heard for peer in peers}
        self._until = began + round(self.seconds * 1000)

    async def look(self, table_id: str) -> tuple[TableRow | None, str | None]:
        """A table and who owns it, if anybody does who lives."""
        row, owner = await self.leases.look(table_id)
        if owner not in (None, self.name):
            self.peers.setdefault(owner, True)  # renewing tells the rest
        return row, owner

    async def take(self, table_id: str) -> Grant:
        """Become the owner of a table, if it has none that lives; who owns it now."""
        name = self.name
        grant = await self.leases.take(name, table_id)
        if grant.owner == name == self.name:
            self.epochs[table_id] = grant.epoch
        elif grant.owner != name:
            self.peers.setdefault(grant.owner, True)  # it lives, or the table would be ours; renewing tells the rest
        return grant

    async def release(self, table_id: str, handed: bytes | None = None) -> None:
        epoch = self.epochs.pop(table_id, None)
        if epoch is not None:
            await self.leases.release(self.name, table_id, epoch, handed)

    def pen(self, epoch: int) -> Pen:
        return self.leases.pen(self.name, epoch)
