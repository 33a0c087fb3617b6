"""One installation of the example for the tests of this folder in a process."""

from __future__ import annotations

import pytest

from tests.examples.installation import Environment, install

collect_ignore = ["inside.py"]
"""It runs where the example is installed; `test_goofspiel.py` sees to it."""


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The environment in which the example is installed."""
    return install(tmp_path_factory.mktemp("goofspiel"))
