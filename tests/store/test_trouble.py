"""Disks that are full, files that cannot be written, and what a backup holds."""

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Connection, event

from hoofspiel.store import writer
from hoofspiel.store.port import MoveRow, Unavailable
from hoofspiel.store.postgres import PostgresStore
from hoofspiel.store.sqlite import SqliteStore


def bounded(store: SqliteStore, pages: int) -> None:
    """Stand in for a disk: the database may not grow beyond so many pages."""

    @event.listens_for(store.engine, "connect")
    def limit(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")


async def test_a_full_disk_refuses_and_spoils_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "hoofspiel.db")
    bounded(store, 40)
    await store.start()
    kept = 0

    async def fill() -> None:
        nonlocal kept
        for seq in range(1, 10_000):
            await store.append("t", [MoveRow(seq, 0, "x" * 900, 0, "")])
            kept = seq

    with pytest.raises(Unavailable, match="full"):
        await fill()
    assert kept > 3
    assert len(await store.moves("t")) == kept
    await store.stop()
    with sqlite3.connect(tmp_path / "hoofspiel.db") as again:
        assert again.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert again.execute("SELECT count(*) FROM moves").fetchone() == (kept,)
    again.close()


async def test_when_there_is_room_again_writing_goes_on(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "hoofspiel.db")
    await store.start()
    with store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    await store.stop()
    tight = SqliteStore(tmp_path / "hoofspiel.db")
    bounded(tight, pages + 2)
    await tight.start()
    with pytest.raises(Unavailable):
        await tight.append("t", [MoveRow(1, 0, "x" * 60_000, 0, "")])
    await tight.append("t", [MoveRow(1, 0, "short", 0, "")])
    assert [m.move for m in await tight.moves("t")] == ["short"]
    await tight.stop()


async def test_a_read_only_database_refuses_with_a_sentence(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "hoofspiel.db")
    await store.start()
    await store.append("t", [MoveRow(1, 0, "before", 0, "")])

    def lock(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only=ON")

    event.listen(store.engine, "begin", lock)
    with pytest.raises(Unavailable, match="readonly"):
        await store.append("t", [MoveRow(2, 0, "after", 0, "")])
    assert [m.move for m in await store.moves("t")] == ["before"]
    await store.stop()


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Unavailable, match="file"):
        SqliteStore(tmp_path / "file" / "sub" / "hoofspiel.db")


async def test_a_store_that_is_closed_says_so(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "hoofspiel.db")
    await store.start()
    await store.stop()
    with pytest.raises(Unavailable, match="closed"):
        await store.append("t", [MoveRow(1, 0, "late", 0, "")])


async def test_what_waits_while_a_commit_runs_shares_the_next_one(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "hoofspiel.db")
    await store.start()
    await asyncio.gather(*(store.append(f"t{n}", [MoveRow(1, 0, "m", 0, "")]) for n in range(200)))
    assert store.writer.orders == 200
    assert store.writer.groups < 100
    await store.stop()


async def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "hoofspiel.db")
    await store.start()
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
    await store.stop()


async def test_a_backup_made_while_the_server_writes_is_whole(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "hoofspiel.db")
    await store.start()

    async def write() -> None:
        for seq in range(1, 101):
            await store.append("t", [MoveRow(seq, 0, "m", 0, "")])

    writing = asyncio.ensure_future(write())
    await store.append("u", [MoveRow(1, 0, "before the copy", 0, "")])
    await store.backup(str(tmp_path / "copy.db"))
    await writing
    await store.stop()
    copy = SqliteStore(tmp_path / "copy.db")
    await copy.start()
    assert [m.move for m in await copy.moves("u")] == ["before the copy"]
    numbers = [m.seq for m in await copy.moves("t")]
    assert numbers == list(range(1, len(numbers) + 1))
    await copy.stop()


async def test_a_lone_order_is_never_made_to_wait_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SqliteStore(tmp_path / "hoofspiel.db")
    await store.start()
    await asyncio.gather(*(store.append(f"t{n}", [MoveRow(1, 0, "m", 0, "")]) for n in range(50)))
    monkeypatch.setattr(writer, "GATHER_SECONDS", 1e9)  # a wait would never end
    for seq in range(2, 6):
        await store.append("t0", [MoveRow(seq, 0, "m", 0, "")])
    await store.stop()


async def test_what_was_ordered_before_the_end_is_written(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "hoofspiel.db")
    await store.start()
    ordered = [asyncio.ensure_future(store.append(f"t{n}", [MoveRow(1, 0, "m", 0, "")])) for n in range(300)]
    await asyncio.sleep(0)
    await store.stop()
    await asyncio.gather(*ordered)
    with sqlite3.connect(tmp_path / "hoofspiel.db") as again:
        assert again.execute("SELECT count(*) FROM moves").fetchone() == (300,)
    again.close()


async def test_a_copy_that_cannot_be_made_says_why_and_leaves_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "hoofspiel.db")
    await store.start()
    await store.stop()
    with pytest.raises(OSError, match="unable to open"):
        await store.backup(str(tmp_path / "no folder" / "copy.db"))
    (tmp_path / "hoofspiel.db").write_text("no database " * 100)
    with pytest.raises(OSError, match="not a database"):
        await store.backup(str(tmp_path / "copy.db"))
    assert not (tmp_path / "copy.db").exists()


async def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "why?not=#1 100%" / "hoofspiel.db")
    await store.start()
    await store.append("t", [MoveRow(1, 0, "here", 0, "")])
    await store.stop()
    assert store.file.exists()


async def test_the_password_of_the_database_is_not_shown_to_who_lists_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody on a machine can read the words a program was started with; what it was handed besides, nobody."""
    script = f'#!/bin/sh\necho "$@" > {tmp_path}/words\necho "$PGPASSWORD" > {tmp_path}/handed\n'
    (tmp_path / "pg_dump").write_text(script)
    (tmp_path / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    await PostgresStore("postgresql://ada:s%40cret@db.example/base").backup(str(tmp_path / "copy"))
    assert "cret" not in (tmp_path / "words").read_text()
    assert "postgresql://ada@db.example/base" in (tmp_path / "words").read_text()
    assert (tmp_path / "handed").read_text() == "s@cret\n"
