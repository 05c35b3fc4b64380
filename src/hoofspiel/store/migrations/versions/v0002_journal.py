"""A journal of moves, for SQLite."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.create_table(
            "journal",
            sa.Column("n", sa.Integer, primary_key=True),
            sa.Column("moves", sa.LargeBinary, nullable=False),
        )


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.drop_table("journal")
