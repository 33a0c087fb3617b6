"""Messages that a game may have, and what is said where it has none."""

from __future__ import annotations

from typing import Any

from realms.kernel.text import catalogue, say


def has_message(key: str, language: str) -> bool:
    """Whether the catalogue of a language has a message."""
    return key in catalogue(language)


def say_or(key: str, language: str, default: str = "", /, **fields: Any) -> str:
    """A message with its fields filled in; the default where the catalogue has none."""
    return say(key, language, **fields) if has_message(key, language) else default
