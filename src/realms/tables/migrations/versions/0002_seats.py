"""Who sits where, found by the secret that proves it; records that were brought along.

Snapshots go: nothing was ever kept in them.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.drop_table("snapshots")
    op.create_table(
        "seats",
        _table_id("seats"),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_secret", "seats", ["secret"])
    op.create_table(
        "records",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_records"),
    )
    _fill_seats()


def _fill_seats() -> None:
    """Whoever took a seat last has it."""
    connection = op.get_bind()
    names = ("table_id", "seq", "body")
    entries = sa.table("entries", *(sa.column(name) for name in names))
    sat = sa.select(entries).where(entries.c.body.like('%"kind":"sat"%'))
    taken: dict[tuple[str, int], str] = {}
    for row in connection.execute(sat.order_by(entries.c.table_id, entries.c.seq)):
        entry = json.loads(row.body)
        if entry["kind"] == "sat":
            taken[row.table_id, entry["seat"]] = entry["secret"]
    seats = sa.table("seats", *(sa.column(name) for name in ("table_id", "seat", "secret")))
    rows = [{"table_id": table, "seat": n, "secret": s} for (table, n), s in taken.items()]
    if rows:
        op.bulk_insert(seats, rows)


def _table_id(table: str) -> sa.Column[str]:
    key = sa.ForeignKey("tables.id", name=f"fk_{table}_table_id_tables", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(32), key, nullable=False)


def downgrade() -> None:
    """Back from it."""
    op.drop_table("records")
    op.drop_table("seats")
    op.create_table(
        "snapshots",
        _table_id("snapshots"),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_snapshots"),
    )
