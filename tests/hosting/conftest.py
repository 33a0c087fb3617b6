"""Machines to follow steps on; what takes long is done once for all of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hosting.steps import Machine, make_context

NewMachine = Callable[[str], Machine]


@pytest.fixture(scope="session")
def new_machine(tmp_path_factory: pytest.TempPathFactory) -> NewMachine:
    """Makes an empty machine by its name; all processes of a run of the tests share a wheel."""
    context = make_context(tmp_path_factory.mktemp("context"))
    base = tmp_path_factory.getbasetemp()
    wheels = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "wheel-of-all"

    def make(name: str) -> Machine:
        return Machine(tmp_path_factory.mktemp(name), context, wheels)

    return make


@pytest.fixture(scope="session")
def document() -> str:
    """The document of hosting."""
    return (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
