"""Which store and which bus a server runs on, by its settings."""

from pathlib import Path

from hoofspiel.bus.memory import MemoryBus
from hoofspiel.bus.port import Bus
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import Leases, Store
from hoofspiel.store.sqlite import SqliteStore

from .settings import Settings


def store_for(settings: Settings) -> Store:
    if settings.store.startswith(("postgresql:", "postgres:")):
        from hoofspiel.store.postgres import PostgresStore

        return PostgresStore(settings.store)
    return MemoryStore() if settings.store == "memory:" else SqliteStore(Path(settings.data) / "hoofspiel.db")


def leases_for(settings: Settings, store: Store) -> Leases | None:
    """Who owns which table, where several servers may share the store; None where this one has it to itself."""
    if settings.store.startswith(("postgresql:", "postgres:")):
        from hoofspiel.store.leases import SqlLeases
        from hoofspiel.store.postgres import PostgresStore

        assert isinstance(store, PostgresStore)
        return SqlLeases(store, settings.lease)
    return None


def bus_for(settings: Settings) -> Bus:
    if settings.bus:
        from hoofspiel.bus.nats import NatsBus

        return NatsBus(settings.bus)
    return MemoryBus()
