"""Alembic's entry: migrate the connection that the program hands over."""

from __future__ import annotations

from alembic import context

from realms.tables.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
