"""Events of Fantasy Realms in words for the pages, and what the game is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from realms.fantasy.interface import log
from realms.fantasy.interface import moves as m
from realms.kernel.game import Event
from realms.kernel.text import say

SOUNDS: dict[type[Event], str] = {
    m.Dealt: "fan",
    m.Drew: "card-draw",
    m.Took: "card-take",
    m.Discarded: "card-drop",
    m.Kept: "card-drop",
    m.Offered: "card-lift",
    m.Traded: "card-take",
    m.TradeMade: "card-take",
    m.Withdrew: "card-drop",
    m.LaidAside: "card-drop",
    m.TimeCalled: "bell",
}


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


def touches(event: Event, seat: int) -> bool:
    """Whether an event changes what a seat holds: a trade it is part of."""
    return isinstance(event, m.Traded) and seat in (event.seat, event.other)


def event_sound(event: Event) -> str:
    """What an event sounds like."""
    return SOUNDS.get(type(event), "")


def aim(options: Any, language: str) -> str:
    """What the game is about; the duel and Chaos are other ones."""
    aims = {"chaos": "chaos", "duel": "duel"}
    return say(f"web.fantasy.aim.{aims.get(options.variant, 'turns')}", language)


def decision_idea(view: Any, language: str) -> str:
    """What to think of before a move, by what is being decided."""
    return say(f"web.fantasy.idea.{view.phase}", language)
