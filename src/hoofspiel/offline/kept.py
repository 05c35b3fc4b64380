"""A store on one device: everything in memory, and kept by whoever can keep a few words, such as a browser's database.

Where nobody keeps anything (the device is full, or storage is not allowed) the tables go on in memory; what could not
be kept is tried again with the next change, and `trouble` says so meanwhile.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import ChatRow, MoveRow, Person, TableRow

log = logging.getLogger("hoofspiel.offline")
Changes = dict[str, str | None]
Keep = Callable[[Changes], Awaitable[None]]
"""writes all of these entries or none, and returns when they are written; None deletes one. OSError where it cannot"""

PERSON = "person"
MINE = "mine"
MOST_OVER = 100
"""finished matches that stay on the device"""
T = TypeVar("T")


class KeptStore(MemoryStore):
    """Tables, moves and chat of one person on one device."""

    def __init__(self, keep: Keep, trouble: Callable[[bool], None] = lambda on: None) -> None:
        super().__init__()
        self._keep = keep
        self._trouble = trouble
        self._waiting: Changes = {}
        """what has changed and is not kept yet"""
        self._failed = False
        self._beyond: dict[str, list[str]] = {}
        """by table, entries behind one that cannot be read: the match goes on from before it, and then they go"""
        self.person: Person | None = None

    async def read(self, entries: Mapping[str, str]) -> None:
        """Begin with what was kept; an entry that cannot be read is left alone.

        Where moves of a match cannot be read, it goes on from what was played before them.
        """
        for key in sorted(entries):
            kind, _, rest = key.partition("/")
            table_id = rest.partition("/")[0]
            if kind == PERSON:
                self.person = _read(entries[key], Person)
            elif kind == "table" and (row := _read(entries[key], TableRow)) is not None:
                self._tables[table_id] = row
            elif kind == "moves":
                moves = _read(entries[key], list[MoveRow]) or []
                if moves and moves[0].seq == len(self._moves[table_id]) + 1:
                    self._moves[table_id].extend(moves)
                else:
                    self._beyond.setdefault(table_id, []).append(key)
            elif kind == "chat" and (line := _read(entries[key], ChatRow)) is not None:
                self._chat[table_id].append(line)
        for row in (await self.tables(("over",)))[MOST_OVER:]:
            await self.delete_table(row.id)

    async def note(self, key: str, text: str) -> None:
        """Keep one more thing beside the tables."""
        await self._kept({key: text})

    async def be(self, person: Person) -> None:
        self.person = person
        await self._kept({PERSON: _text(person)})

    async def add_table(self, row: TableRow) -> None:
        await super().add_table(row)
        await self._kept({f"table/{row.id}": _text(row)})

    async def save_table(self, row: TableRow) -> None:
        await super().save_table(row)
        await self._kept({f"table/{row.id}": _text(row)})

    async def append(self, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None) -> None:
        await MemoryStore.append(self, table_id, moves)
        if row is not None:
            await MemoryStore.save_table(self, row)
        changed: Changes = {} if row is None else {f"table/{row.id}": _text(row)}
        if moves:
            changed |= dict.fromkeys(self._beyond.pop(table_id, ()))
            changed[f"moves/{table_id}/{moves[0].seq:06}"] = _text(list(moves))
        await self._kept(changed)

    async def say(self, table_id: str, line: ChatRow) -> None:
        await super().say(table_id, line)
        await self._kept({f"chat/{table_id}/{line.n:06}": _text(line)})

    async def delete_table(self, table_id: str) -> bool:
        starts = [move.seq for move in self._moves.get(table_id, ())]
        gone: Changes = {f"table/{table_id}": None}
        gone |= {f"moves/{table_id}/{seq:06}": None for seq in starts}
        gone |= dict.fromkeys(self._beyond.pop(table_id, ()))
        gone |= {f"chat/{table_id}/{line.n:06}": None for line in self._chat.get(table_id, ())}
        found = await super().delete_table(table_id)
        await self._kept(gone)
        return found

    async def _kept(self, changes: Changes) -> None:
        self._waiting |= changes
        trying, self._waiting = self._waiting, {}
        try:
            await self._keep(trying)
        except OSError as error:
            self._waiting = trying | self._waiting
            log.warning("nothing is kept on this device for now: %s", error)
        if self._failed != bool(self._waiting):
            self._failed = bool(self._waiting)
            self._trouble(self._failed)


def _text(thing: object) -> str:
    return msgspec.json.encode(thing).decode()


def _read(text: str, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeError):
        log.warning("something that was kept on this device cannot be read: %s", kind)
        return None
