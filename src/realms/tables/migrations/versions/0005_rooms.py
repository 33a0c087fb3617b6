"""Rooms: one deal at several tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
    )
    op.create_index("ix_rooms_host", "rooms", ["host"])
    op.create_table(
        "room_tables",
        _reference("room_tables", "room_id", "rooms"),
        sa.Column("number", sa.Integer, nullable=False),
        _reference("room_tables", "table_id", "tables"),
        sa.PrimaryKeyConstraint("room_id", "number", name="pk_room_tables"),
    )
    op.create_index("ix_room_tables_table", "room_tables", ["table_id"])
    op.create_table(
        "room_players",
        _reference("room_players", "room_id", "rooms"),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("room_id", "secret", name="pk_room_players"),
    )
    op.create_index("ix_room_players_secret", "room_players", ["secret"])


def _reference(table: str, column: str, other: str) -> sa.Column[str]:
    name = f"fk_{table}_{column}_{other}"
    key = sa.ForeignKey(f"{other}.id", name=name, ondelete="CASCADE")
    return sa.Column(column, sa.String(32), key, nullable=False)


def downgrade() -> None:
    """Back from it."""
    op.drop_table("room_players")
    op.drop_table("room_tables")
    op.drop_table("rooms")
