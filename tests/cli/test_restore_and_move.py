"""Backups that are known to be good, and everything moved from one store to another."""

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import select

from hoofspiel.cli import main
from hoofspiel.kernel.match import Match
from hoofspiel.live.body import read_body
from hoofspiel.live.host import Host
from hoofspiel.live.testing import Paper
from hoofspiel.live.words import Pace
from hoofspiel.store import schema
from hoofspiel.store.moving import MOVED
from hoofspiel.store.port import Act, ChatRow, MoveRow, Person, Session
from hoofspiel.store.postgres import PostgresStore
from hoofspiel.store.sqlite import SqliteStore
from hoofspiel.store.tables import SqlStore

ADA = Person("ada", "Ada Löwe")


async def fill(store: SqliteStore | PostgresStore) -> str:
    """An open table, a match that is over, one that runs, and everything else a store keeps; the finished table."""
    await store.start()
    await store.add_person(ADA, Session("t" * 64, 5, device="a phone"))
    paper = Paper(store=store)
    host = paper.host
    over = ""
    for moves in (0, 4, 10_000):
        row = await make(host, start=moves > 0)
        if moves:
            over = await play(store, row, moves)
    await store.say(over, ChatRow(1, ADA.id, ADA.name, 0, "Well played! ¡Olé!", 9))
    await store.note_act(Act(1, "127.0.0.1", "ban", "address:192.0.2.0/24", "done"))
    await store.append("healthabc", [MoveRow(1, 0, "bid 1", 1, "")])
    await host.stop()
    return over


async def make(host: Host, *, start: bool) -> Any:
    return await host.make_table(
        ADA,
        "goats",
        2,
        options={"cards": 3, "rounds": 1, "bonus": False},
        pace=Pace(kind="none"),
        public=True,
        watch="all",
        delay_seconds=0,
        sit=True,
        bots="casual",
        start=start,
    )


async def play(store: SqlStore, row: Any, most: int) -> str:
    """Chance decides; the table is stored as over when the match is."""
    import msgspec

    chance = random.Random(3)
    match = Match(row.game, seats=2, seed=row.secret, options=read_body(row).options)
    entries: list[MoveRow] = []
    while match.actors and len(entries) < most:
        seat = match.actors[0]
        move = match.moves(seat)[chance.randrange(len(match.moves(seat)))]
        match.play(seat, move, len(entries))
        entries.append(MoveRow(len(entries) + 1, seat, move, len(entries), ""))
    changed = None
    if match.over:
        body = read_body(row)
        body.points, body.winners = match.points, match.winners
        changed = msgspec.structs.replace(
            row, state="over", revision=row.revision + 1, body=msgspec.json.encode(body), ended=99, code=None
        )
    await store.append(row.id, entries, changed)
    return str(row.id)


async def everything(store: SqlStore) -> dict[str, list[Any]]:
    found = {}
    with store.engine.connect() as connection:
        for table in MOVED:
            rows = [tuple(row) for row in connection.execute(select(table))]
            found[table.name] = sorted(row for row in rows if not str(row[0]).startswith("health"))
    store.engine.dispose()
    return found


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A data folder of a server that has stopped."""

    async def go() -> None:
        store = SqliteStore(tmp_path / "data/hoofspiel.db")
        await fill(store)
        await store.stop()

    asyncio.run(go())
    return tmp_path / "data"


def said(capsys: pytest.CaptureFixture[str]) -> str:
    told = capsys.readouterr()
    return told.out + told.err


def test_a_good_backup_passes_its_drill_and_is_put_back(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new"
    assert main(["backup", str(copy), "--data", str(kept)]) == 0
    before = copy.read_bytes()
    capsys.readouterr()
    assert main(["restore", "--check", str(copy), "--data", str(new)]) == 0
    told = said(capsys)
    assert "3 tables; 2 matches with" in told
    assert "All of it fits." in told
    assert not new.exists(), "a drill changes nothing"
    assert copy.read_bytes() == before
    assert main(["restore", str(copy), "--data", str(new)]) == 0
    assert (new / "hoofspiel.db").read_bytes() == before
    assert [path.name for path in new.iterdir()] == ["hoofspiel.db"]
    assert main(["restore", str(copy), "--data", str(new)]) == 2
    assert "exists already: move it away first" in said(capsys)


SPOILT = {
    "a move is missing": ("DELETE FROM moves WHERE seq = 2", "moves are missing"),
    "a move is not legal": ("UPDATE moves SET move = 'bid 77' WHERE seq = 1", "no 77 left"),
    "the end is missing": (
        "DELETE FROM moves WHERE seq = (SELECT max(seq) FROM moves) AND table_id IN "
        "(SELECT id FROM tables WHERE state = 'over')",
        "its last moves are missing",
    ),
    "another secret": ("UPDATE tables SET secret = '" + "0" * 64 + "' WHERE state = 'over'", "the result is|bid"),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_backup_fails_its_drill_and_is_not_put_back(
    how: str, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    statement, sentence = SPOILT[how]
    copy = tmp_path / "copy.db"
    shutil.copyfile(kept / "hoofspiel.db", copy)
    with closing(sqlite3.connect(copy)) as file:
        assert file.execute(statement).rowcount > 0
        file.commit()
    for words in (["--check"], []):
        assert main(["restore", *words, str(copy), "--data", str(tmp_path / "new")]) == 1
        told = said(capsys)
        assert any("NOT RIGHT" in told and part in told for part in sentence.split("|")), told
    assert not (tmp_path / "new/hoofspiel.db").exists()


def test_what_is_no_backup_is_said_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter").write_text("Dear Ada")
    (tmp_path / "torn").write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    (tmp_path / "dump").write_bytes(b"PGDMP and so on")
    for name, sentence in (
        ("letter", "is no backup: hoofspiel backup makes one"),
        ("none", "cannot be read: No such file"),
        ("torn", "cannot be restored: "),
        ("dump", "name a server for it with --store postgresql://"),
    ):
        assert main(["restore", "--check", str(tmp_path / name), "--data", str(tmp_path)]) == 2
        assert sentence in said(capsys)


def test_everything_moves_to_postgresql_and_back(
    kept: Path, tmp_path: Path, new_database: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    address = new_database()
    before = asyncio.run(everything(SqliteStore(kept / "hoofspiel.db")))
    assert main(["move", "--to", address, "--data", str(kept)]) == 0
    assert "Start the server with --store postgresql://..." in said(capsys)
    new = PostgresStore(address)
    moved = asyncio.run(everything(new))
    assert moved == before
    assert all(moved[name] for name in ("people", "sessions", "tables", "sitters", "moves", "chat", "acts"))

    async def goes_on() -> None:
        await new.start()
        await new.note_act(Act(2, "", "unban", "", "done"))  # PostgreSQL counts on where SQLite ended
        assert [act.act for act in await new.acts(5)] == ["unban", "ban"]
        with new.engine.connect() as connection:
            private = connection.execute(select(schema.moves).where(schema.moves.c.table_id.startswith("health")))
            assert private.all() == [], "a private match is nobody's"
        await new.stop()

    asyncio.run(goes_on())
    moved = asyncio.run(everything(PostgresStore(address)))
    assert main(["move", "--to", str(tmp_path / "back"), "--store", address]) == 0
    assert asyncio.run(everything(SqliteStore(tmp_path / "back/hoofspiel.db"))) == moved
    capsys.readouterr()
    assert main(["move", "--to", address, "--data", str(kept)]) == 2
    assert "Nothing was moved: the new store is not empty" in said(capsys)


def test_a_dump_of_postgresql_passes_its_drill_and_is_put_back(
    tmp_path: Path, new_database: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    address, empty = new_database(), new_database()
    dump = str(tmp_path / "copy.dump")

    async def go() -> None:
        store = PostgresStore(address)
        await fill(store)
        await store.stop()

    asyncio.run(go())
    assert main(["backup", dump, "--store", address]) == 0
    assert main(["restore", "--check", dump, "--store", address]) == 0
    assert "3 tables; 2 matches with" in said(capsys)
    assert main(["restore", dump, "--store", address]) == 2
    assert "the database is not empty" in said(capsys)
    assert main(["restore", dump, "--store", empty]) == 0
    assert asyncio.run(everything(PostgresStore(empty))) == asyncio.run(everything(PostgresStore(address)))
    with psycopg.connect(address) as connection:
        left = connection.execute("SELECT count(*) FROM pg_database WHERE datname LIKE 'hoofspiel_drill_%'").fetchone()
    assert left == (0,), "the scratch databases are gone"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["move", "--to", "mysql://host/base"], "--to is postgresql://user@host/base, or a folder for SQLite"),
        (["move", "--to", "SAME"], "That is where everything is already"),
        (["move", "--to", "x", "--data", "no-such-folder"], "There is no hoofspiel.db in no-such-folder"),
        (["move", "--to", "x", "--store", "memory:"], "A store in memory keeps nothing to move"),
    ],
)
def test_a_move_that_cannot_be_is_refused(
    words: list[str], sentence: str, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = [] if "--data" in words else ["--data", str(kept)]
    assert main([str(kept) if word == "SAME" else word for word in words] + data) == 2
    assert sentence in said(capsys)


def test_if_what_arrives_is_not_what_was_sent_nothing_is_moved(
    kept: Path, new_database: Callable[[], str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from hoofspiel.store import moving

    groups = moving._groups

    def lossy(connection: Any, table: Any) -> Any:
        for group in groups(connection, table):
            yield group[:-1] or group if table.name == "moves" else group

    monkeypatch.setattr(moving, "_groups", lossy)
    address = new_database()
    assert main(["move", "--to", address, "--data", str(kept)]) == 2
    assert "what arrived of moves is not what was sent" in said(capsys)
    assert not any(asyncio.run(everything(PostgresStore(address))).values())
