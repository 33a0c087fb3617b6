"""One word an idea: class names are unique, folders and parameter lists stay small."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from tests.test_layers import modules
from tools.import_map.document import SOURCE

MOST_ENTRIES = 26
"""Entries of a folder that a reader still takes in."""
MOST_PARAMETERS = 8
"""More than these are better said by a record."""


def test_no_public_class_name_is_defined_twice() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in modules():
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(str(path.relative_to(SOURCE)))
    environments = {"raw_env", "parallel_env"}  # names that PettingZoo asks for
    twice = {name: where for name, where in homes.items() if len(where) > 1}
    assert {name: twice[name] for name in twice if name not in environments} == {}


@pytest.mark.parametrize(
    "folder",
    sorted({path.parent for path in modules()}),
    ids=lambda folder: str(folder.relative_to(SOURCE)),
)
def test_no_folder_holds_more_than_one_can_take_in(folder: Path) -> None:
    made = {"__pycache__", "built", "built.lock"}  # not written by anybody
    entries = [path.name for path in folder.iterdir() if path.name not in made]
    assert len(entries) <= MOST_ENTRIES


def test_no_function_has_more_parameters_than_one_can_take_in() -> None:
    long = [
        f"{path.relative_to(SOURCE)}:{node.lineno} {node.name}"
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not _is_command(node)
        and _parameters(node) > MOST_PARAMETERS
    ]
    assert long == []


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Parameters without self; those after `*` are named where they are passed."""
    given = node.args.posonlyargs + node.args.args
    return len([one for one in given if one.arg not in ("self", "cls")])


def _is_command(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether the parameters are those of a command line, which has as many as it has."""
    return "typer." in ast.unparse(node.args) or "Lang" in ast.unparse(node.args)
