"""Dumps of PostgreSQL: put back into an empty database, or for a while into one of their own."""

import os
import secrets
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, create_engine, inspect, make_url, text
from sqlalchemy.exc import DBAPIError

from .port import Conflict
from .writer import translated

DUMP = b"PGDMP"
"""how pg_dump's own format begins"""


def restore(url: str, file: str) -> None:
    """Conflict if there is something in the database already, OSError if pg_restore cannot do it."""
    place = make_url(url)
    engine = create_engine(place.set(drivername="postgresql+psycopg"))
    try:
        full = inspect(engine).get_table_names()
    except DBAPIError as error:
        raise translated(error) from error
    finally:
        engine.dispose()
    if full:
        raise Conflict("the database is not empty")
    shown = place.set(drivername="postgresql", password=None).render_as_string()
    words = ["pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", f"--dbname={shown}", file]
    secret = {} if place.password is None else {"PGPASSWORD": str(place.password)}
    try:
        ended = subprocess.run(words, env={**os.environ, **secret}, check=False)
    except FileNotFoundError:
        raise OSError("pg_restore is not installed here: it comes with PostgreSQL's client programs") from None
    if ended.returncode != 0:
        raise OSError("pg_restore failed; its message is above")


@contextmanager
def scratch(url: str) -> Iterator[str]:
    """The address of a database that is there for a while, beside the one that is named."""
    place = make_url(url)
    name = f"hoofspiel_drill_{secrets.token_hex(4)}"
    engine = create_engine(place.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        try:
            yield _as_text(place.set(database=name))
        finally:
            with engine.connect() as connection:
                connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
    except DBAPIError as error:
        raise translated(error) from error
    finally:
        engine.dispose()


def _as_text(url: URL) -> str:
    return url.render_as_string(hide_password=False)
