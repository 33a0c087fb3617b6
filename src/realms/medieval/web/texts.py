"""Events of Medieval Realms in words for the pages, and what the game is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from realms.kernel.game import Event
from realms.kernel.text import say
from realms.medieval.content.registry import content_for
from realms.medieval.interface import log


def event_sentence(event: Event, names: Sequence[str], options: Any, language: str) -> str:
    """An event as a sentence of the log."""
    return log.event_sentence(event, names, language, content_for(options))


def opening_line(view: Any, names: Sequence[str], options: Any, language: str) -> tuple[str, str]:
    """The first turn order, and the paragraph. [MR-12]"""
    return log.begun_sentence(view.order, names, language, content_for(options)), "MR-12"


def is_own_act(event: Event, seat: int) -> bool:
    """Whether a seat did itself what an event tells."""
    return getattr(event, "seat", None) == seat


def aim(options: Any, language: str) -> str:
    """What the game is about."""
    return say("web.medieval.aim", language)
