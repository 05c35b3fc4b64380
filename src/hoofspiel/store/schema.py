"""The tables of the database, as SQLAlchemy Core knows them; migrations/ holds how they came about."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("account", String(80), unique=True),
    Column("password", Text),
    Column("created", BigInteger, nullable=False),
    Column("look", String(80), index=True),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger),
    Column("device", String(80)),
    Column("host_only", Boolean, nullable=False, server_default=false()),
)

bans = Table(
    "bans",
    metadata,
    Column("whom", String(60), primary_key=True),
    Column("reason", String(200), nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger),
)

acts = Table(
    "acts",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("address", String(64), nullable=False),
    Column("act", String(20), nullable=False),
    Column("about", String(200), nullable=False),
    Column("outcome", String(200), nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("state", String(8), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("due", BigInteger),
    Column("ended", BigInteger),
    Column("secret", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("code", String(8)),
    Index("tables_by_code", "code", unique=True),
    Index("tables_by_state", "state", "changed"),
    Index("tables_by_due", "due"),
)

workers = Table(
    "workers",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("until", BigInteger, nullable=False),
    Column("heard", Boolean, nullable=False),
    Column("ended", Boolean, nullable=False),
)
"""Several servers only: the processes that run tables; see leases.py."""

leases = Table(
    "leases",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("owner", String(16), index=True),
    Column("epoch", BigInteger, nullable=False),
    Column("handed", LargeBinary),
)

sitters = Table(
    "sitters",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("seat", Integer, nullable=False),
)

moves = Table(
    "moves",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("move", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("key", String(60), nullable=False),
    sqlite_with_rowid=False,
)

journal = Table(
    "journal",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("moves", LargeBinary, nullable=False),
)
"""SQLite only: see journal.py."""

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("value", String(40), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
"""What finished matches taught, as JSON, by the name and hash of the value function."""

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("person", String(16), nullable=False, index=True),
    Column("name", String(80), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
