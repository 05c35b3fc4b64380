"""A store that forgets everything on exit: for tests and for trying out a server."""

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from hoofspiel.figures import Figure, Times

from .looks import folded, look_of
from .port import HEALTH, Act, Ban, ChatRow, Conflict, MoveRow, Person, Session, TableRow, store_figures


class MemoryStore:
    """Keeps everything in dictionaries, with the same promises about conflicts as a database."""

    def __init__(self) -> None:
        self._people: dict[str, Person] = {}
        self._born: dict[str, int] = {}
        self._sessions: dict[str, tuple[str, Session]] = {}
        self._bans: dict[str, Ban] = {}
        self._acts: list[Act] = []
        self._passwords: dict[str, str] = {}
        self._tables: dict[str, TableRow] = {}
        self._moves: dict[str, list[MoveRow]] = defaultdict(list)
        self._chat: dict[str, list[ChatRow]] = defaultdict(list)
        self._reviews: dict[str, dict[tuple[int, str], bytes]] = defaultdict(dict)

    async def start(self) -> None:
        """Nothing to open."""

    async def stop(self) -> None:
        """Nothing to close."""

    async def add_person(self, person: Person, session: Session) -> None:
        if person.id in self._people or session.token_hash in self._sessions:
            raise Conflict("somebody else was first")
        self._people[person.id] = person
        self._born[person.id] = session.created
        self._sessions[session.token_hash] = (person.id, session)

    async def add_session(self, person_id: str, session: Session, instead_of: str | None) -> None:
        if instead_of is not None:
            self._sessions.pop(instead_of, None)
        self._sessions[session.token_hash] = (person_id, session)

    async def end_sessions(self, person_id: str) -> None:
        self._sessions = {token: kept for token, kept in self._sessions.items() if kept[0] != person_id}

    async def drop_session(self, token_hash: str) -> None:
        self._sessions.pop(token_hash, None)

    async def session(self, token_hash: str) -> Session | None:
        kept = self._sessions.get(token_hash)
        return None if kept is None else kept[1]

    async def sessions_of(self, person_id: str) -> list[Session]:
        own = [session for person, session in self._sessions.values() if person == person_id]
        return sorted(own, key=lambda session: (-(session.seen or session.created), session.token_hash))

    async def saw_session(self, token_hash: str, at: int, device: str, *, host_only: bool) -> None:
        if token_hash in self._sessions:
            person, kept = self._sessions[token_hash]
            only = host_only or kept.host_only
            self._sessions[token_hash] = (
                person,
                msgspec.structs.replace(kept, seen=at, device=device, host_only=only),
            )

    async def person_of(self, token_hash: str) -> Person | None:
        kept = self._sessions.get(token_hash)
        return None if kept is None else self._people.get(kept[0])

    async def visitor(self, token_hash: str) -> tuple[Person, Session] | None:
        kept = self._sessions.get(token_hash)
        person = None if kept is None else self._people.get(kept[0])
        return None if kept is None or person is None else (person, kept[1])

    async def rename(self, person_id: str, name: str) -> None:
        if person_id in self._people:
            self._people[person_id] = msgspec.structs.replace(self._people[person_id], name=name)

    async def claim(self, person: Person, password: str, session: Session) -> None:
        alike = [other for other in await self.looks_like(person.name) if other != person.id]
        if self._people[person.id].account is not None or alike:
            raise Conflict("this person has an account already, or somebody has that name")
        self._people[person.id] = person
        await self.set_password(person.id, password, session)

    async def set_password(self, person_id: str, password: str, session: Session | None) -> None:
        self._passwords[person_id] = password
        await self.end_sessions(person_id)
        if session is not None:
            self._sessions[session.token_hash] = (person_id, session)

    async def rehash(self, person_id: str, before: str, password: str) -> None:
        if self._passwords.get(person_id) == before:
            self._passwords[person_id] = password

    async def looks_like(self, name: str) -> list[str]:
        known = [person for person in self._people.values() if person.account is not None]
        account, look = folded(name), look_of(name)
        return [person.id for person in known if person.account == account or look_of(person.name) == look]

    async def born(self, person_id: str) -> int | None:
        return self._born.get(person_id)

    async def account(self, account: str) -> tuple[Person, str] | None:
        found = [person for person in self._people.values() if person.account == account]
        return (found[0], self._passwords[found[0].id]) if found else None

    async def forget_person(self, person_id: str) -> None:
        self._people.pop(person_id, None)
        self._born.pop(person_id, None)
        await self.end_sessions(person_id)
        for row in self._tables.values():
            row.sitters = [place for place in row.sitters if place[0] != person_id]
        for table_id, lines in self._chat.items():
            self._chat[table_id] = [line for line in lines if line.person != person_id]

    async def lines_of(self, person_id: str) -> list[tuple[str, ChatRow]]:
        said = [(table, line) for table, lines in self._chat.items() for line in lines if line.person == person_id]
        return sorted(said, key=lambda told: (told[1].at, told[1].n))

    async def ban(self, ban: Ban) -> None:
        self._bans[ban.whom] = ban

    async def unban(self, whom: str) -> bool:
        return self._bans.pop(whom, None) is not None

    async def bans(self) -> list[Ban]:
        return sorted(self._bans.values(), key=lambda ban: (ban.since, ban.whom))

    async def note_act(self, act: Act) -> None:
        self._acts.append(act)

    async def acts(self, limit: int) -> list[Act]:
        return self._acts[::-1][:limit]

    async def close_table(self, table_id: str, at: int) -> bool:
        row = self._tables.get(table_id)
        if row is None or row.state == "closed":
            return False
        change = {"state": "closed", "changed": at, "revision": row.revision + 1, "due": None, "code": None}
        self._tables[table_id] = msgspec.structs.replace(row, **change)
        return True

    async def delete_table(self, table_id: str) -> bool:
        self._moves.pop(table_id, None)
        self._chat.pop(table_id, None)
        self._reviews.pop(table_id, None)
        return self._tables.pop(table_id, None) is not None

    async def idle_tables(self, state: str, before: int, limit: int) -> list[TableRow]:
        rows = await self.tables((state,))
        return [row for row in reversed(rows) if row.changed < before][:limit]

    async def idle_guests(self, before: int, limit: int) -> list[Person]:
        here = {person for person, session in self._sessions.values() if (session.seen or session.created) >= before}
        guests = [person for person in self._people.values() if person.account is None and person.id not in here]
        return [person for person in guests if self._born[person.id] < before][:limit]

    async def end_idle_sessions(self, before: int, limit: int) -> int:
        old = [token for token, (_, kept) in self._sessions.items() if (kept.seen or kept.created) < before][:limit]
        for token in old:
            del self._sessions[token]
        return len(old)

    async def add_table(self, row: TableRow) -> None:
        if row.id in self._tables or (row.code is not None and await self.table_with(row.code) is not None):
            raise Conflict("somebody else was first")
        self._tables[row.id] = _copy(row)

    async def save_table(self, row: TableRow) -> None:
        if row.id not in self._tables or self._tables[row.id].revision != row.revision - 1:
            raise Conflict("the table was changed by somebody else")
        self._tables[row.id] = _copy(row)

    async def table(self, table_id: str) -> TableRow | None:
        row = self._tables.get(table_id)
        return None if row is None else _copy(row)

    async def table_with(self, code: str) -> str | None:
        return next((row.id for row in self._tables.values() if row.code == code), None)

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

    async def versions(self, table_ids: Sequence[str]) -> list[tuple[str, int, int]]:
        known = [table_id for table_id in table_ids if table_id in self._tables]
        return [(table_id, len(self._moves[table_id]), self._tables[table_id].revision) for table_id in known]

    async def forget_match(self, table_id: str) -> None:
        self._moves.pop(table_id, None)
        self._reviews.pop(table_id, None)

    async def forget_health(self, own: str, before: int) -> None:
        for name in [name for name in self._moves if name.startswith(HEALTH)]:
            if name == own or all(move.at < before for move in self._moves[name]):
                del self._moves[name]

    async def add_review(self, table_id: str, seat: int, value: str, body: bytes) -> None:
        if (seat, value) in self._reviews[table_id]:
            raise Conflict("somebody else was first")
        self._reviews[table_id][seat, value] = body

    async def review(self, table_id: str, seat: int, value: str) -> bytes | None:
        return self._reviews[table_id].get((seat, value))

    async def say(self, table_id: str, line: ChatRow) -> None:
        if any(other.n == line.n for other in self._chat[table_id]):
            raise Conflict("somebody else was first")
        self._chat[table_id].append(line)

    async def chat(self, table_id: str, limit: int) -> list[ChatRow]:
        return self._chat[table_id][-limit:]

    def figures(self) -> list[Figure]:
        return store_figures(orders=0, commits=0, failures=0, waiting=0, took=Times())

    async def backup(self, target: str) -> None:
        raise OSError("a store in memory keeps nothing to copy")


def _copy(row: TableRow) -> TableRow:
    return msgspec.structs.replace(row, sitters=list(row.sitters))
