"""Reviews of finished games, kept with them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    table = sa.ForeignKey("tables.id", name="fk_reviews_table_id_tables", ondelete="CASCADE")
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), table, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_reviews"),
    )
    op.create_index("ix_reviews_at", "reviews", ["at"])


def downgrade() -> None:
    """Back from it."""
    op.drop_table("reviews")
