"""How tests are found and shared out: as little as possible is done once per process."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

LONG = (
    "browser", "kernel/test_cluster.py", "hosting", "test_wheel.py", "web", "tables", "examples",
    "test_documents.py", "attack", "bots", "benchmarks", "tools", "arena",
)  # fmt: skip
"""What of the tests takes longest, the longest first."""
Collecting = Generator[None, list[pytest.Collector], list[pytest.Collector]]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two processes more than there are cores: they often wait for a server or a browser."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is loaded for all tests stays: nobody need look there for garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Of the tests of one mark, only files that name it are loaded."""
    mark: str = config.option.markexpr
    if mark.isidentifier() and collection_path.suffix == ".py" and collection_path.is_file():
        return mark not in collection_path.read_text("utf-8") or None
    return None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Collecting:
    """A module without examples is not loaded to look for them."""
    found = yield
    if file_path.suffix != ".py" or ">>>" in file_path.read_text("utf-8"):
        return found
    return [one for one in found if not isinstance(one, DoctestModule)]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that take long come first, so that at the end nobody waits for one of them.

    A file is done by one process (`--dist loadfile`): what it shares is made once.
    """
    items.sort(key=lambda item: _place(item.path))


@cache
def _place(file: Path) -> tuple[int, int, str]:
    """Where a file stands in the order: by its folder, then by how much there is in it."""
    tests = Path(__file__).parent / "tests"
    folders = [number for number, name in enumerate(LONG) if file.is_relative_to(tests / name)]
    return (folders[0] if folders else len(LONG), -file.stat().st_size, str(file))
