"""The database: tables, their logs, and what is kept beside them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("terms", Text, nullable=False),
    Column("rules", String(32), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", String(16), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("ix_tables_lobby", "public", "status", "changed"),
    Index("ix_tables_status", "status", "changed"),
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("key", String(64)),
    Index(
        "uq_entries_key",
        "table_id",
        "key",
        unique=True,
        sqlite_where=text("key IS NOT NULL"),  # most entries have none, and cost nothing here
        postgresql_where=text("key IS NOT NULL"),
    ),
)
"""The log: `(table_id, seq)` is the lock; two writers cannot both have the same place."""

LINES = Table(
    "lines",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("text", String(500), nullable=False),
)
"""What people say to each other at a table."""

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("secret", String(64), nullable=False, index=True),
)
"""Who sat down last on a seat, by the hash of their secret: somebody's tables are found so."""

RECORDS = Table(
    "records",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""Records that people brought along to look at."""
