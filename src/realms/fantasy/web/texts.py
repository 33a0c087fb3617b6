"""Events of Fantasy Realms in words for the pages, and what the game is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from realms.fantasy.interface import log
from realms.fantasy.interface import moves as m
from realms.kernel.game import Event
from realms.kernel.text import say


def event_sentence(event: Event, names: Sequence[str], options: Any, language: str) -> str:
    """An event as a sentence of the log."""
    return log.event_sentence(event, names, language)


def opening_line(view: Any, names: Sequence[str], options: Any, language: str) -> tuple[str, str]:
    """Who begins, and the paragraph. [FR-3]"""
    dealt = m.Dealt(view.first)
    return log.event_sentence(dealt, names, language), dealt.paragraph


def is_own_act(event: Event, seat: int) -> bool:
    """Whether a seat did itself what an event tells; to a trade it offered, another agreed."""
    return getattr(event, "seat", None) == seat and not isinstance(event, m.Traded)


def aim(options: Any, language: str) -> str:
    """What the game is about; Chaos is another one."""
    return say(f"web.fantasy.aim.{'chaos' if options.variant == 'chaos' else 'turns'}", language)
