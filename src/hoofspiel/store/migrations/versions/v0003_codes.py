"""Short codes to join open tables with."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("code", sa.String(8)))
    op.create_index("tables_by_code", "tables", ["code"], unique=True)


def downgrade() -> None:
    op.drop_index("tables_by_code", "tables")
    op.drop_column("tables", "code")
