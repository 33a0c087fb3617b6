"""When somebody last looked at a record that was brought along."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    with op.batch_alter_table("records") as records:
        records.add_column(sa.Column("looked", sa.BigInteger, nullable=False, server_default="0"))
        records.create_index("ix_records_looked", ["looked"])
    op.execute("UPDATE records SET looked = created")


def downgrade() -> None:
    """Back from it."""
    with op.batch_alter_table("records") as records:
        records.drop_index("ix_records_looked")
        records.drop_column("looked")
