"""No field of a record has a name that NumPy's records have already.

`record.base` is NumPy's own attribute and hides a field of that name as long as rules run as
plain Python; compiled, the same line reads the field. So the two would tell different things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import realms

ROOT = Path(realms.__file__).parent
HIDDEN = frozenset(dir(np.record))
MODULES = sorted(
    ".".join(("realms", *path.relative_to(ROOT).with_suffix("").parts))
    for path in ROOT.rglob("*.py")
    if re.search(r"np\.record,|\w+State,\n", path.read_text("utf-8"))
)


def fields(dtype: np.dtype) -> Iterator[str]:
    """The fields of a record, and of the records inside it."""
    for name in dtype.names or ():
        yield name
        yield from fields(dtype[name].base)


def records(module: str) -> dict[str, np.dtype]:
    """The records that a module defines or works on."""
    found = vars(import_module(module)).items()
    return {name: value for name, value in found if isinstance(value, np.dtype) and value.names}


def test_the_states_of_both_games_are_among_them() -> None:
    assert {"realms.fantasy.rules.state", "realms.medieval.rules.state"} <= set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_numpy_hides_no_field_of_a_record(module: str) -> None:
    named = {name: HIDDEN.intersection(fields(dtype)) for name, dtype in records(module).items()}
    assert {name: hidden for name, hidden in named.items() if hidden} == {}
