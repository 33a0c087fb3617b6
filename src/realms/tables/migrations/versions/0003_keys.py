"""Entries without a key are left out of the index of keys: fewer pages are written."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.drop_index("uq_entries_key", "entries")
    has_key = sa.text("key IS NOT NULL")
    op.create_index(
        "uq_entries_key",
        "entries",
        ["table_id", "key"],
        unique=True,
        sqlite_where=has_key,
        postgresql_where=has_key,
    )


def downgrade() -> None:
    """Back from it."""
    op.drop_index("uq_entries_key", "entries")
    op.create_index("uq_entries_key", "entries", ["table_id", "key"], unique=True)
