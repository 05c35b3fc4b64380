"""A store that forgets: for tests and for servers that are only tried out."""

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from .port import ChatRow, Conflict, MoveRow, Person, TableRow


class MemoryStore:
    """Keeps everything in dictionaries, with the same promises about conflicts as a database."""

    def __init__(self) -> None:
        self._people: dict[str, Person] = {}
        self._sessions: dict[str, str] = {}
        self._passwords: dict[str, str] = {}
        self._tables: dict[str, TableRow] = {}
        self._moves: dict[str, list[MoveRow]] = defaultdict(list)
        self._chat: dict[str, list[ChatRow]] = defaultdict(list)

    async def start(self) -> None:
        """There is nothing to open."""

    async def stop(self) -> None:
        """There is nothing to close."""

    async def add_person(self, person: Person, token_hash: str, at: int) -> None:
        if person.id in self._people or token_hash in self._sessions:
            raise Conflict("somebody else was first")
        self._people[person.id] = person
        self._sessions[token_hash] = person.id

    async def add_session(self, person_id: str, token_hash: str, at: int, instead_of: str | None) -> None:
        if instead_of is not None:
            self._sessions.pop(instead_of, None)
        self._sessions[token_hash] = person_id

    async def drop_session(self, token_hash: str) -> None:
        self._sessions.pop(token_hash, None)

    async def person_of(self, token_hash: str) -> Person | None:
        return self._people.get(self._sessions.get(token_hash, ""))

    async def rename(self, person_id: str, name: str) -> None:
        if person_id in self._people:
            self._people[person_id] = msgspec.structs.replace(self._people[person_id], name=name)

    async def claim(self, person_id: str, account: str, password: str) -> None:
        person = self._people[person_id]
        if person.account is not None or any(other.account == account for other in self._people.values()):
            raise Conflict("this person has an account already, or somebody has that name")
        self._people[person_id] = msgspec.structs.replace(person, account=account)
        self._passwords[person_id] = password

    async def account(self, account: str) -> tuple[Person, str] | None:
        found = [person for person in self._people.values() if person.account == account]
        return (found[0], self._passwords[found[0].id]) if found else None

    async def forget_person(self, person_id: str) -> None:
        self._people.pop(person_id, None)
        self._sessions = {token: person for token, person in self._sessions.items() if person != person_id}
        for row in self._tables.values():
            row.sitters = [place for place in row.sitters if place[0] != person_id]
        for table_id, lines in self._chat.items():
            self._chat[table_id] = [line for line in lines if line.person != person_id]

    async def add_table(self, row: TableRow) -> None:
        if row.id in self._tables:
            raise Conflict("somebody else was first")
        self._tables[row.id] = _copy(row)

    async def save_table(self, row: TableRow) -> None:
        if row.id not in self._tables or self._tables[row.id].revision != row.revision - 1:
            raise Conflict("the table was changed by somebody else")
        self._tables[row.id] = _copy(row)

    async def table(self, table_id: str) -> TableRow | None:
        row = self._tables.get(table_id)
        return None if row is None else _copy(row)

    async def tables(self, states: Sequence[str]) -> list[TableRow]:
        found = [_copy(row) for row in self._tables.values() if row.state in states]
        return sorted(found, key=lambda row: -row.changed)

    async def tables_of(self, person_id: str, states: Sequence[str], limit: int) -> list[TableRow]:
        rows = await self.tables(states)
        return [row for row in rows if any(person == person_id for person, _ in row.sitters)][:limit]

    async def append(self, table_id: str, moves: Sequence[MoveRow], row: TableRow | None = None) -> None:
        kept = self._moves[table_id]
        if any(move.seq <= len(kept) for move in moves):
            raise Conflict("somebody else was first")
        if row is not None:
            await self.save_table(row)
        kept.extend(moves)

    async def moves(self, table_id: str, after: int = 0) -> list[MoveRow]:
        return self._moves[table_id][after:]

    async def whole(self, table_id: str) -> tuple[TableRow, list[MoveRow], int] | None:
        row = await self.table(table_id)
        lines = self._chat[table_id]
        return None if row is None else (row, list(self._moves[table_id]), lines[-1].n if lines else 0)

    async def forget_match(self, table_id: str) -> None:
        self._moves.pop(table_id, None)

    async def say(self, table_id: str, line: ChatRow) -> None:
        if any(other.n == line.n for other in self._chat[table_id]):
            raise Conflict("somebody else was first")
        self._chat[table_id].append(line)

    async def chat(self, table_id: str, limit: int) -> list[ChatRow]:
        return self._chat[table_id][-limit:]

    async def backup(self, target: str) -> None:
        raise OSError("a store in memory keeps nothing to copy")


def _copy(row: TableRow) -> TableRow:
    return msgspec.structs.replace(row, sitters=list(row.sitters))
