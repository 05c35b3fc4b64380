"""Devices that are signed in, what accounts' names look like, bans, and what operators did."""

import sqlalchemy as sa
from alembic import op

from hoofspiel.store.looks import look_of

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("seen", sa.BigInteger))
    op.add_column("sessions", sa.Column("device", sa.String(80)))
    op.add_column("sessions", sa.Column("host_only", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("look", sa.String(80)))
    op.create_index("ix_people_look", "people", ["look"])
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("account"), sa.column("look"))
    known = op.get_bind().execute(sa.select(people.c.id, people.c.name).where(people.c.account.is_not(None))).all()
    for person, name in known:
        op.execute(people.update().where(people.c.id == person).values(look=look_of(name)[:80]))
    op.create_table(
        "bans",
        sa.Column("whom", sa.String(60), primary_key=True),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )
    op.create_table(
        "acts",
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("act", sa.String(20), nullable=False),
        sa.Column("about", sa.String(200), nullable=False),
        sa.Column("outcome", sa.String(200), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("acts")
    op.drop_table("bans")
    op.drop_index("ix_people_look", "people")
    op.drop_column("people", "look")
    for name in ("host_only", "device", "seen"):
        op.drop_column("sessions", name)
