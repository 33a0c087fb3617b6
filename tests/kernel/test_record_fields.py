"""No field of a record has a name that NumPy's records have already.

`record.base` is NumPy's own attribute and hides a field of that name as long as rules run as
plain Python; compiled, the same line reads the field. So the two would tell different things.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import realms
from realms.fantasy.device.games import device_workspace
from realms.kernel.games import all_games

ROOT = Path(realms.__file__).parent
HIDDEN = frozenset(dir(np.record))


def defines_record(source: str) -> bool:
    """Whether a module makes a dtype."""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("dtype", "device_layout")
        and isinstance(node.func.value, ast.Name)
        for node in ast.walk(ast.parse(source))
    )


MODULES = sorted(
    ".".join(("realms", *path.relative_to(ROOT).with_suffix("").parts))
    for path in ROOT.rglob("*.py")
    if defines_record(path.read_text("utf-8"))
)
"""All modules in which some dtype is made, records of states and workspaces among them."""


def fields(dtype: np.dtype) -> Iterator[str]:
    """The fields of a record, and of the records inside it."""
    for name in dtype.names or ():
        yield name
        yield from fields(dtype[name].base)


def all_records() -> dict[str, np.dtype]:
    """The records of all modules that are loaded once those that make some are."""
    for module in MODULES:
        import_module(module)
    for game in all_games():
        assert game.state_type.names
    return {
        f"{module}.{name}": value
        for module, loaded in [*sys.modules.items()]
        if module.partition(".")[0] == "realms"
        for name, value in [*vars(loaded).items()]
        if isinstance(value, np.dtype) and value.names
    }


def test_states_and_workspaces_are_among_them() -> None:
    assert {
        "realms.fantasy.rules.state.STATE",
        "realms.medieval.rules.state.STATE",
        "realms.fantasy.scoring.scoring_hand.SCORING_HAND",
        "realms.medieval.content.rule_tables.RULE_TABLES",
        "realms.medieval.bots.weights.WEIGHTS",
    } <= set(all_records())


def test_every_module_that_makes_a_record_shows_one() -> None:
    """But for two that make them of what they are given, or to try how they lie in memory."""
    shown = {name.rpartition(".")[0] for name in all_records()}
    assert set(MODULES) - shown == {
        "realms.kernel.compiled.record_arguments",
        "realms.kernel.gpu.device",
    }


def test_numpy_hides_no_field_of_a_workspace_that_is_made_to_measure() -> None:
    workspace = device_workspace(2, 3)
    assert not HIDDEN.intersection(fields(workspace))


@pytest.mark.parametrize("place", sorted(all_records()))
def test_numpy_hides_no_field_of_a_record(place: str) -> None:
    assert not HIDDEN.intersection(fields(all_records()[place]))
