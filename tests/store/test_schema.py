"""The migrations lead to the schema that the statements use."""

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from hoofspiel.store.schema import metadata
from hoofspiel.store.sqlite import SqliteStore


async def test_no_migration_is_missing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "hoofspiel.db")
    await store.start()
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    await store.stop()


async def test_starting_twice_migrates_once(tmp_path: Path) -> None:
    for _ in range(2):
        store = SqliteStore(tmp_path / "hoofspiel.db")
        await store.start()
        with store.engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").all() == [("0006",)]
        await store.stop()
