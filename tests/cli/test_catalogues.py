"""The two catalogues say the same things, with the same fields."""

from __future__ import annotations

import string
from typing import Any

import pytest

from realms.kernel.text import catalogue

ENGLISH, SPANISH = catalogue("en"), catalogue("es")


def fields(message: Any) -> set[str | None]:
    texts = message.values() if isinstance(message, dict) else [message]
    found = {name for text in texts for _, name, _, _ in string.Formatter().parse(text)}
    return found - {None}


def test_the_same_keys() -> None:
    assert list(ENGLISH) == list(SPANISH)


@pytest.mark.parametrize("key", ENGLISH)
def test_the_same_fields(key: str) -> None:
    assert fields(ENGLISH[key]) == fields(SPANISH[key])
