"""The journal: how rules tell what happened, and only to those who listen.

A rule takes a `journal` and tells it things with `note`. People's games pass a journal and
read it back as rows; rollouts pass `None`, for which Numba compiles the rule a second time
with every `note` left out, so that a million games a second pay nothing for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.kernel.rule import rule

WIDTH = 5
CAPACITY = 512


def new_journal() -> Any:
    """An empty journal; its first row counts the others."""
    return np.zeros((CAPACITY, WIDTH), np.int64)


@rule
def note(journal: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Tell the journal one thing: its kind and up to four numbers."""
    if journal is not None:
        row = journal[0, 0] + 1
        if row < CAPACITY:
            journal[0, 0] = row
            journal[row, 0] = kind
            journal[row, 1] = a
            journal[row, 2] = b
            journal[row, 3] = c
            journal[row, 4] = d


def journal_rows(journal: Any) -> list[tuple[int, ...]]:
    """The rows of a journal, in the order they were told."""
    return [tuple(row) for row in journal[1 : int(journal[0, 0]) + 1].tolist()]
