"""The command line, run inside the tests."""

from __future__ import annotations

from tests.cli.conftest import realms as realms  # noqa: PLC0414  (a fixture)
