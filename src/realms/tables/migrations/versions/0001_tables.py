"""Tables, their logs, what is said at them, and snapshots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_lobby", "tables", ["public", "status", "changed"])
    op.create_index("ix_tables_status", "tables", ["status", "changed"])
    op.create_table(
        "entries",
        _table_id("entries"),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_entries"),
    )
    op.create_index("uq_entries_key", "entries", ["table_id", "key"], unique=True)
    op.create_table(
        "lines",
        _table_id("lines"),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.String(500), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_lines"),
    )
    op.create_table(
        "snapshots",
        _table_id("snapshots"),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_snapshots"),
    )


def _table_id(table: str) -> sa.Column[str]:
    key = sa.ForeignKey("tables.id", name=f"fk_{table}_table_id_tables", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(32), key, nullable=False)


def downgrade() -> None:
    """Back from it."""
    for table in ("snapshots", "lines", "entries", "tables"):
        op.drop_table(table)
