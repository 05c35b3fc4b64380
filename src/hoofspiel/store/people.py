"""People, their devices, and what operators do about them, in SQLAlchemy Core."""

from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from . import schema
from .looks import folded, look_of
from .port import Act, Ban, ChatRow, Conflict, Person, Session
from .writer import Access

MOST_LOOK = 80


class SqlPeople(Access):
    """The part of the store that knows who somebody is."""

    # --- who somebody is ---

    async def add_person(self, person: Person, session: Session) -> None:
        def work(c: Connection) -> None:
            c.execute(insert(schema.people).values(id=person.id, name=person.name, created=session.created))
            c.execute(insert(schema.sessions).values(_columns(person.id, session)))

        await self.writer.write(work)

    async def rename(self, person_id: str, name: str) -> None:
        p = schema.people.c

        def work(c: Connection) -> None:
            c.execute(update(schema.people).where(p.id == person_id).values(name=name))
            known = update(schema.people).where(p.id == person_id, p.account.is_not(None))
            c.execute(known.values(look=look_of(name)[:MOST_LOOK]))

        await self.writer.write(work)

    async def claim(self, person: Person, password: str, session: Session) -> None:
        p = schema.people.c
        look = look_of(person.name)[:MOST_LOOK]

        def work(c: Connection) -> None:
            if c.execute(select(p.id).where(p.look == look, p.id != person.id).limit(1)).first() is not None:
                raise Conflict("an account looks like this one")
            change = update(schema.people).where(p.id == person.id, p.account.is_(None))
            values = {"account": person.account, "name": person.name, "password": password, "look": look}
            if c.execute(change.values(values)).rowcount != 1:
                raise Conflict("this person has an account already")
            _only(c, person.id, session)

        await self.writer.write(work)

    async def set_password(self, person_id: str, password: str, session: Session | None) -> None:
        def work(c: Connection) -> None:
            c.execute(update(schema.people).where(schema.people.c.id == person_id).values(password=password))
            _only(c, person_id, session)

        await self.writer.write(work)

    async def rehash(self, person_id: str, before: str, password: str) -> None:
        p = schema.people.c
        change = update(schema.people).where(p.id == person_id, p.password == before).values(password=password)
        await self.writer.write(lambda c: c.execute(change))

    async def account(self, account: str) -> tuple[Person, str] | None:
        wanted = select(schema.people).where(schema.people.c.account == account)
        row = await self._read(lambda c: c.execute(wanted).one_or_none())
        return None if row is None else (Person(row.id, row.name, row.account), row.password)

    async def looks_like(self, name: str) -> list[str]:
        p = schema.people.c
        wanted = select(p.id).where(or_(p.account == folded(name), p.look == look_of(name)[:MOST_LOOK]))
        return await self._read(lambda c: list(c.execute(wanted).scalars()))

    async def born(self, person_id: str) -> int | None:
        wanted = select(schema.people.c.created).where(schema.people.c.id == person_id)
        return await self._read(lambda c: c.execute(wanted).scalar_one_or_none())

    async def forget_person(self, person_id: str) -> None:
        def work(c: Connection) -> None:
            c.execute(delete(schema.sessions).where(schema.sessions.c.person == person_id))
            c.execute(delete(schema.sitters).where(schema.sitters.c.person == person_id))
            c.execute(delete(schema.chat).where(schema.chat.c.person == person_id))
            c.execute(delete(schema.people).where(schema.people.c.id == person_id))

        await self.writer.write(work)

    async def lines_of(self, person_id: str) -> list[tuple[str, ChatRow]]:
        t = schema.chat.c
        wanted = select(t.table_id, t.n, t.person, t.name, t.seat, t.text, t.at).where(t.person == person_id)
        rows = await self._read(lambda c: c.execute(wanted.order_by(t.at, t.n)).all())
        return [(row[0], ChatRow(*row[1:])) for row in rows]

    # --- their devices ---

    async def add_session(self, person_id: str, session: Session, instead_of: str | None) -> None:
        def work(c: Connection) -> None:
            if instead_of is not None:
                c.execute(delete(schema.sessions).where(schema.sessions.c.token_hash == instead_of))
            c.execute(insert(schema.sessions).values(_columns(person_id, session)))

        await self.writer.write(work)

    async def end_sessions(self, person_id: str) -> None:
        await self.writer.write(lambda c: _only(c, person_id, None))

    async def drop_session(self, token_hash: str) -> None:
        gone = delete(schema.sessions).where(schema.sessions.c.token_hash == token_hash)
        await self.writer.write(lambda c: c.execute(gone) and None)

    async def person_of(self, token_hash: str) -> Person | None:
        row = await self._read(lambda c: c.execute(_WHOSE, {"token": token_hash}).one_or_none())
        return None if row is None else Person(row.id, row.name, row.account)

    async def visitor(self, token_hash: str) -> tuple[Person, Session] | None:
        row = await self._read(lambda c: c.execute(_VISITOR, {"token": token_hash}).one_or_none())
        return None if row is None else (Person(row.id, row.name, row.account), _session(row))

    async def session(self, token_hash: str) -> Session | None:
        wanted = _SESSIONS.where(schema.sessions.c.token_hash == token_hash)
        row = await self._read(lambda c: c.execute(wanted).one_or_none())
        return None if row is None else _session(row)

    async def sessions_of(self, person_id: str) -> list[Session]:
        s = schema.sessions.c
        wanted = _SESSIONS.where(s.person == person_id).order_by(func.coalesce(s.seen, s.created).desc(), s.token_hash)
        return await self._read(lambda c: [_session(row) for row in c.execute(wanted)])

    async def saw_session(self, token_hash: str, at: int, device: str, *, host_only: bool) -> None:
        s = schema.sessions.c
        noted = {"seen": at, "device": device} | ({"host_only": True} if host_only else {})
        change = update(schema.sessions).where(s.token_hash == token_hash).values(noted)
        await self.writer.write(lambda c: c.execute(change) and None)

    async def idle_guests(self, before: int, limit: int) -> list[Person]:
        p, s = schema.people.c, schema.sessions.c
        here = select(s.token_hash).where(s.person == p.id, func.coalesce(s.seen, s.created) >= before).exists()
        wanted = select(p.id, p.name).where(p.account.is_(None), p.created < before, ~here).limit(limit)
        return await self._read(lambda c: [Person(*row) for row in c.execute(wanted)])

    async def end_idle_sessions(self, before: int, limit: int) -> int:
        s, ended = schema.sessions.c, list[int]()
        wanted = select(s.token_hash).where(func.coalesce(s.seen, s.created) < before).limit(limit)

        def work(c: Connection) -> None:
            ended[:] = [c.execute(delete(schema.sessions).where(s.token_hash.in_(wanted))).rowcount]

        await self.writer.write(work)
        return ended[0]

    # --- operators ---

    async def ban(self, ban: Ban) -> None:
        def work(c: Connection) -> None:
            c.execute(delete(schema.bans).where(schema.bans.c.whom == ban.whom))
            c.execute(insert(schema.bans).values(whom=ban.whom, reason=ban.reason, since=ban.since, until=ban.until))

        await self.writer.write(work)

    async def unban(self, whom: str) -> bool:
        gone = delete(schema.bans).where(schema.bans.c.whom == whom)
        return await self.counted(lambda c: c.execute(gone).rowcount)

    async def bans(self) -> list[Ban]:
        b = schema.bans.c
        wanted = select(b.whom, b.reason, b.since, b.until).order_by(b.since, b.whom)
        return await self._read(lambda c: [Ban(*row) for row in c.execute(wanted)])

    async def note_act(self, act: Act) -> None:
        new = insert(schema.acts).values(
            at=act.at, address=act.address, act=act.act, about=act.about, outcome=act.outcome
        )
        await self.writer.write(lambda c: c.execute(new) and None)

    async def acts(self, limit: int) -> list[Act]:
        a = schema.acts.c
        wanted = select(a.at, a.address, a.act, a.about, a.outcome).order_by(a.n.desc()).limit(limit)
        return await self._read(lambda c: [Act(*row) for row in c.execute(wanted)])


_S = schema.sessions.c
_SESSIONS = select(_S.token_hash, _S.created, _S.device, _S.seen, _S.host_only)
_P = schema.people.c
_THEIRS = _S.token_hash == bindparam("token")
_WHOSE = select(_P.id, _P.name, _P.account).join(schema.sessions, _S.person == _P.id).where(_THEIRS)
_VISITOR = _WHOSE.add_columns(_S.token_hash, _S.created, _S.device, _S.seen, _S.host_only)
"""made once: these are asked for every socket"""


def _session(row: Any) -> Session:
    return Session(row.token_hash, row.created, row.device or "", row.seen, row.host_only)


def _columns(person_id: str, session: Session) -> dict[str, Any]:
    return {
        "token_hash": session.token_hash,
        "person": person_id,
        "created": session.created,
        "seen": session.seen,
        "device": session.device,
        "host_only": session.host_only,
    }


def _only(c: Connection, person_id: str, session: Session | None) -> None:
    """Of all sessions of a person this one is left."""
    c.execute(delete(schema.sessions).where(schema.sessions.c.person == person_id))
    if session is not None:
        c.execute(insert(schema.sessions).values(_columns(person_id, session)))
