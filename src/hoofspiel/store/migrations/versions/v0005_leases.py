"""Which process runs which table, for several servers that share one store."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "workers",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("heard", sa.Boolean, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("owner", sa.String(16)),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("handed", sa.LargeBinary),
    )
    op.create_index("ix_leases_owner", "leases", ["owner"])
    op.create_index("tables_by_due", "tables", ["due"])


def downgrade() -> None:
    op.drop_index("tables_by_due", "tables")
    op.drop_index("ix_leases_owner", "leases")
    op.drop_table("leases")
    op.drop_table("workers")
