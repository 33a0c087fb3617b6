"""The application on a clean database, inside the process of the test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from realms.web.app import Application, create_app


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Application]:
    """The application with one worker, and no limits."""
    built = create_app(f"sqlite:///{tmp_path / 'realms.sqlite'}", 1, limits=None)
    async with built.lifespan():
        yield built
