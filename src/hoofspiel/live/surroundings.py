"""What all rooms of a process share: the ports, and whom to tell when something shows."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from hoofspiel.background import Background
from hoofspiel.bus.port import Bus
from hoofspiel.store.port import Person, Store

from .mailbox import Rest
from .ports import Lease, Players, Time
from .state import TableState

Took = Callable[[int, str, str], None]


class Surroundings(NamedTuple):
    store: Store
    bus: Bus
    time: Time
    players: Players
    lease: Lease
    rest: Rest
    background: Background
    worker: str
    """this process, in notes on the bus"""
    changed: Callable[[TableState], None]
    """called when what lists say of the table has changed"""
    took: Took
    """called with the milliseconds from the arrival of a request until its room was done with it, its table and kind"""
    rematch: Callable[[TableState, Person, Callable[[str], bool]], Awaitable[str]]
    """makes a table for the same people once more, and newcomers who are here; its id"""
    lost: Callable[[str], None]
    """called by a room that may no longer write to its table: it is closed, and its readers reconnect"""
