"""Why a database cannot be used, in one sentence: what drivers and files say, put plainly."""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from alembic.util.exc import CommandError
from asyncpg import (  # type: ignore[import-untyped]
    InsufficientPrivilegeError,
    InterfaceError,
    InvalidAuthorizationSpecificationError,
    InvalidCatalogNameError,
    PostgresError,
    TooManyConnectionsError,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from realms.kernel.errors import RealmsError, Unreadable

KINDS: dict[type[BaseException], str] = {
    InvalidAuthorizationSpecificationError: "password",  # a wrong password is one of these
    InvalidCatalogNameError: "missing",
    InsufficientPrivilegeError: "privilege",
    TooManyConnectionsError: "connections",
    socket.gaierror: "host",
    ConnectionRefusedError: "refused",
    TimeoutError: "silent",
    FileNotFoundError: "no_folder",
    PermissionError: "read_only",
    CommandError: "revision",
}
"""The code of what is wrong, by the kind of error; the first that fits."""
SQLITE = {
    "SQLITE_READONLY": "read_only",
    "SQLITE_CANTOPEN": "not_opened",
    "SQLITE_NOTADB": "not_sqlite",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_FULL": "full",
    "SQLITE_BUSY": "locked",
    "SQLITE_PERM": "read_only",
}
"""The same, by what SQLite calls it, whatever stands behind that name."""
FAULTS = (OSError, SQLAlchemyError, PostgresError, InterfaceError, CommandError)


@contextmanager
def readable_errors(address: str) -> Iterator[None]:
    """Turn what a database that cannot be used says into one sentence."""
    try:
        yield
    except RealmsError:
        raise
    except FAULTS as error:
        raise why_unusable(error, address) from error


def why_unusable(error: BaseException, address: str) -> Unreadable:
    """What is wrong with a database; its password is left out."""
    url = make_url(address)
    told = {"where": url.render_as_string(), "name": url.database or "", "host": url.host or ""}
    codes = (code for cause in _causes(error) if (code := _code(cause)))
    return Unreadable(f"database/{next(codes, 'unreachable')}", **told)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error, and those that it came from."""
    while error is not None:
        yield error
        error = getattr(error, "orig", None) or error.__cause__ or error.__context__


def _code(error: BaseException) -> str:
    """The code of what is wrong; empty where an error does not tell."""
    if isinstance(error, sqlite3.Error):
        name = getattr(error, "sqlite_errorname", "")
        return next((code for known, code in SQLITE.items() if name.startswith(known)), "")
    return next((code for kind, code in KINDS.items() if isinstance(error, kind)), "")
