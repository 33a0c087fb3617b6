"""The database behind the tables: SQLite by default, PostgreSQL by its address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from platformdirs import user_data_path
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from realms.kernel.errors import Unreadable

MIGRATIONS = Path(__file__).parent / "migrations"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}


def default_url(folder: Path | None = None) -> str:
    """The embedded database, in the user's data directory unless told otherwise."""
    home = folder or user_data_path("realms")
    home.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{home / 'realms.sqlite'}"


def engine_for(address: str) -> AsyncEngine:
    """An engine for `sqlite:///FILE` or `postgresql://USER@HOST/NAME`."""
    try:
        url = make_url(address)
        driver = DRIVERS[url.get_backend_name()]
    except (ArgumentError, KeyError) as error:
        raise Unreadable("database/address") from error
    engine = create_async_engine(url.set(drivername=driver), pool_pre_ping=True)
    if url.get_backend_name() == "sqlite":
        event.listen(engine.sync_engine, "connect", _durable)
    return engine


def _durable(connection: Any, _record: Any) -> None:
    """Nothing that was acknowledged is lost: a log ahead of the data, synced at each commit."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def migrate(engine: AsyncEngine, revision: str = "head") -> None:
    """Bring the database to a revision of the schema, the newest unless told."""
    async with engine.connect() as connection:
        await connection.run_sync(_upgrade, revision)
        await connection.commit()


def _upgrade(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
