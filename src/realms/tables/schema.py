"""The database: tables, their logs, and what is kept beside them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
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
    Column("looked", BigInteger, nullable=False, server_default="0"),
    Index("ix_records_looked", "looked"),
)
"""Records that people brought along to look at, and when somebody last did."""

RESULTS = Table(
    "results",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("secret", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("day", String(10), nullable=False),
    Column("score", Integer, nullable=False),
    Column("name", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Index("ix_results_secret", "secret", "at"),
    Index("ix_results_day", "day", "game", "score"),
)
"""Finished games, for who played them; they outlast the tables, which are pruned one day."""

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("ix_reviews_at", "at"),
)
"""Reviews of finished games; they go with their tables."""

TRIES = Table(
    "tries",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("secret", String(64), primary_key=True),
    Column("table_id", String(32), nullable=False),
)
"""Who plays the deal of a day at which table: the key allows one try each."""

SERVER_SECRETS = Table(
    "server_secrets",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", String(64), nullable=False),
)
"""What the server alone knows, made once: the deals of all days follow from it."""

ROOMS = Table(
    "rooms",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("terms", Text, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("host", String(64), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("closed", Boolean, nullable=False),
)
"""Rooms: one deal at several tables. The host is known by the hash of their secret."""

ROOM_TABLES = Table(
    "room_tables",
    METADATA,
    Column("room_id", String(32), ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Index("ix_room_tables_table", "table_id"),
)
"""The tables of rooms; the key allows one n-th table each."""

ROOM_PLAYERS = Table(
    "room_players",
    METADATA,
    Column("room_id", String(32), ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("secret", String(64), primary_key=True),
    Column("table_id", String(32), nullable=False),
    Index("ix_room_players_secret", "secret"),
)
"""Who plays at which table of a room: the key allows one each."""
