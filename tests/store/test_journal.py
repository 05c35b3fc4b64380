"""The journal of a busy moment: what is in it is as safe, as visible and as unique as what is in its table."""

import asyncio
import json
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, event

from hoofspiel.store import journal
from hoofspiel.store.port import Conflict, MoveRow, Unavailable
from hoofspiel.store.sqlite import SqliteStore
from tests.store.test_store import a_table

TABLES = 4 * journal.BUSY


async def busy(store: SqliteStore, seq: int, move: str = "m", tables: int = TABLES) -> list[None | BaseException]:
    """One move at each of many tables, ordered at once."""
    orders = [store.append(f"t{n}", [MoveRow(seq, 0, move, 0, "")]) for n in range(tables)]
    return await asyncio.gather(*orders, return_exceptions=True)


def counts(file: Path) -> tuple[int, int]:
    """Moves in their table, and in the journal."""
    with closing(sqlite3.connect(file)) as base:
        (settled,) = base.execute("SELECT count(*) FROM moves").fetchone()
        groups = base.execute("SELECT moves FROM journal").fetchall()
    return settled, sum(len(json.loads(moves)) for (moves,) in groups)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hoofspiel.db"


async def test_a_busy_moment_is_one_row_and_everybody_reads_it_at_once(file: Path) -> None:
    store = SqliteStore(file)
    await store.start()
    await store.add_table(a_table("t3"))
    await busy(store, 1, "first")
    await busy(store, 2, "second")
    assert counts(file) == (0, 2 * TABLES)
    assert [(m.seq, m.move) for m in await store.moves("t3")] == [(1, "first"), (2, "second")]
    assert [m.seq for m in await store.moves("t3", after=1)] == [2]
    whole = await store.whole("t3")
    assert whole is not None
    assert [m.seq for m in whole[1]] == [1, 2]
    await store.stop()
    assert counts(file) == (2 * TABLES, 0)


async def test_a_server_that_is_not_busy_has_no_journal(file: Path) -> None:
    store = SqliteStore(file)
    await store.start()
    for seq in range(1, 5):
        await store.append("t", [MoveRow(seq, 0, "m", 0, "")])
    assert counts(file) == (4, 0)
    await store.stop()


async def test_a_journal_that_is_full_is_folded_and_nothing_is_lost_or_doubled(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "FULL", 5 * TABLES)
    store = SqliteStore(file)
    await store.start()
    for seq in range(1, 13):
        assert await busy(store, seq) == [None] * TABLES
    assert counts(file) == (10 * TABLES, 2 * TABLES)
    for n in range(TABLES):
        assert [m.seq for m in await store.moves(f"t{n}")] == list(range(1, 13))
    await store.stop()


async def test_when_it_is_calm_again_the_journal_is_folded(file: Path) -> None:
    store = SqliteStore(file)
    await store.start()
    await busy(store, 1)
    for seq in range(2, 2 + journal.CALM):
        assert counts(file)[1] > 0
        await store.append("t0", [MoveRow(seq, 0, "m", 0, "")])
    assert counts(file) == (TABLES + journal.CALM, 0)
    await store.append("t0", [MoveRow(2 + journal.CALM, 0, "straight", 0, "")])
    assert counts(file) == (TABLES + journal.CALM + 1, 0)
    await store.stop()


async def test_a_number_is_given_once_wherever_the_first_is_kept(file: Path) -> None:
    store = SqliteStore(file)
    await store.start()
    await store.append("t0", [MoveRow(1, 0, "alone", 0, "")])
    outcomes = await busy(store, 1, "together")
    assert isinstance(outcomes[0], Conflict), "the first is in its table"
    assert outcomes[1:] == [None] * (TABLES - 1)
    await busy(store, 2, "together")
    outcomes = await busy(store, 2, "again")
    assert all(isinstance(outcome, Conflict) for outcome in outcomes), "the first is in the journal"
    with pytest.raises(Conflict):
        await store.append("t1", [MoveRow(2, 0, "alone", 0, "")])
    await store.add_table(a_table("t2"))
    with pytest.raises(Conflict):
        await store.append("t2", [MoveRow(2, 0, "with its table", 0, "")], a_table("t2", revision=2))
    assert [m.move for m in await store.moves("t1")] == ["together", "together"]
    await store.stop()


async def test_a_match_that_is_forgotten_is_gone_from_the_journal_too(file: Path) -> None:
    store = SqliteStore(file)
    await store.start()
    await busy(store, 1)
    await store.forget_match("t5")
    assert await store.moves("t5") == []
    assert len(await store.moves("t6")) == 1
    outcomes = await busy(store, 1, "anew", tables=6)
    assert [isinstance(outcome, Conflict) for outcome in outcomes] == [True] * 5 + [False]
    await store.stop()


async def test_two_processes_on_one_file_are_as_safe(file: Path) -> None:
    """They should not, but what one has journalled the other knows, whichever comes first."""
    one, two = SqliteStore(file), SqliteStore(file)
    await one.start()
    await two.start()
    for seq in range(1, 7):
        first, second = (one, two) if seq % 2 else (two, one)
        assert await busy(first, seq) == [None] * TABLES
        assert [m.seq for m in await second.moves("t9")] == list(range(1, seq + 1))
        outcomes = await busy(second, seq, "too late", tables=(3, TABLES)[seq % 2])
        assert all(isinstance(outcome, Conflict) for outcome in outcomes)
    await one.stop()
    await two.stop()
    assert counts(file) == (6 * TABLES, 0)


async def test_who_reads_while_the_journal_is_folded_misses_nothing(file: Path) -> None:
    store, other = SqliteStore(file), SqliteStore(file)
    await store.start()
    await other.start()
    await busy(store, 1)
    folds = 0

    @event.listens_for(store.engine, "after_cursor_execute")
    def meddle(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        nonlocal folds
        if "FROM moves" in statement and not folds:
            folds += 1
            with other.engine.execution_options(writes=True).begin() as connection:
                other.settle(connection)

    assert [m.seq for m in await store.moves("t4")] == [1]
    assert folds == 1
    assert counts(file) == (TABLES, 0)
    await store.stop()
    await other.stop()


async def test_nobody_writes_between_looking_and_writing(file: Path) -> None:
    store = SqliteStore(file)
    await store.start()
    tried = []

    @event.listens_for(store.engine, "after_cursor_execute")
    def meddle(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement == "PRAGMA data_version":
            with closing(sqlite3.connect(file, timeout=0)) as other:
                try:
                    other.execute("INSERT INTO moves VALUES ('t1', 1, 0, 'meddled', 0, '')")
                except sqlite3.OperationalError as error:
                    tried.append(str(error))
                else:
                    other.commit()

    assert await busy(store, 1) == [None] * TABLES
    assert tried == ["database is locked"]
    await store.stop()


async def test_a_disk_that_is_full_loses_nothing_of_the_journal_and_refuses_the_rest(file: Path) -> None:
    store = SqliteStore(file)

    @event.listens_for(store.engine, "connect")
    def limit(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA max_page_count=60")

    await store.start()
    kept: dict[int, int] = {}
    for seq in range(1, 400):
        outcomes = await busy(store, seq, "x" * 90)
        for n, outcome in enumerate(outcomes):
            if outcome is None:
                kept[n] = seq
            else:
                assert isinstance(outcome, Unavailable)
        if outcomes != [None] * TABLES:
            break
    assert kept[0] > 2
    assert min(kept.values()) < seq
    for n, last in kept.items():
        assert [m.seq for m in await store.moves(f"t{n}")] == list(range(1, last + 1))
    await store.stop()
    again = SqliteStore(file)
    await again.start()
    for n, last in kept.items():
        assert [m.seq for m in await again.moves(f"t{n}")] == list(range(1, last + 1))
    await again.append("t0", [MoveRow(kept[0] + 1, 0, "m", 0, "")])
    await again.stop()


async def test_what_a_failed_commit_held_did_not_happen(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = SqliteStore(file)
    await store.start()
    await busy(store, 1)
    failing = True

    @event.listens_for(store.engine, "commit")
    def fail(_connection: Connection) -> None:
        if failing:
            raise OSError("the disk is gone")

    assert all(isinstance(outcome, OSError) for outcome in await busy(store, 2, "lost"))
    failing = False
    assert [record.getMessage() for record in caplog.records] == [f"{TABLES} orders could not be written together"]
    assert await busy(store, 2, "kept") == [None] * TABLES
    assert [m.move for m in await store.moves("t7")] == ["m", "kept"]
    await store.stop()


async def test_a_journal_that_cannot_be_folded_can_be_read(file: Path) -> None:
    store = SqliteStore(file)
    await store.start()
    await busy(store, 1)
    await store.writer.stop()  # without the fold, as if it was killed
    again = SqliteStore(file)
    event.listen(again.engine, "begin", lambda connection: connection.exec_driver_sql("PRAGMA query_only=ON"))
    await again.start()
    assert counts(file) == (0, TABLES)
    assert len(await again.moves("t8")) == 1
    await again.stop()


async def test_a_start_finds_the_journal_of_a_server_that_was_killed_and_folds_it(file: Path) -> None:
    store = SqliteStore(file)
    await store.start()
    await busy(store, 1)
    await store.writer.stop()
    again = SqliteStore(file)
    await again.start()
    assert counts(file) == (TABLES, 0)
    await again.stop()


PLAYING = """
import asyncio, sys
from pathlib import Path
from hoofspiel.store import journal
from hoofspiel.store.port import MoveRow
from hoofspiel.store.sqlite import SqliteStore

async def table(store, name, seq):
    while True:
        seq += 1
        await store.append(name, [MoveRow(seq, 0, "m", 0, "")])
        sys.stdout.write(f"{name} {seq}\\n")

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.start()
    begun = [(f"t{n}", len(await store.moves(f"t{n}"))) for n in range(40)]
    print("go", flush=True)
    await asyncio.gather(*(table(store, *one) for one in begun))

journal.FULL = 500
asyncio.run(main())
"""


def test_whoever_is_killed_while_it_journals_and_folds_has_lost_nothing(file: Path) -> None:
    chance = Random(7)
    told: dict[str, int] = {}
    journalled = kills = 0
    # A busy machine gets little done before the kill: then there are more of them.
    while kills < 8 or (kills < 80 and not (journalled and sum(told.values()) > 1000)):
        kills += 1
        words = [sys.executable, "-u", "-c", PLAYING, str(file)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            assert server.stdout.readline() == "go\n"
            time.sleep(chance.uniform(0.02, 0.3))
            server.kill()
            for line in server.stdout.read().splitlines(keepends=True):
                if line.endswith("\n"):
                    name, seq = line.split()
                    told[name] = int(seq)
        with closing(sqlite3.connect(file)) as base:
            rows = base.execute("SELECT table_id, seq FROM moves").fetchall()
            groups = base.execute("SELECT moves FROM journal").fetchall()
            left = [tuple(row[:2]) for (moves,) in groups for row in json.loads(moves)]
            assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        journalled += len(left)
        stored = rows + left
        assert len(set(stored)) == len(stored), "a move is in two places"
        for name, last in told.items():
            assert sorted(n for t, n in stored if t == name)[:last] == list(range(1, last + 1))
    assert journalled > 0
    assert sum(told.values()) > 1000
