"""Events of Medieval Realms in words for the pages, and what the game is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from realms.kernel.game import Event
from realms.kernel.text import say
from realms.medieval.content.registry import content_for
from realms.medieval.interface import events as e
from realms.medieval.interface import log

GIVEN = (e.Produced, e.CardProduced, e.LandFought)
"""What comes to a seat when the walls have fallen."""
SOUNDS: dict[type[Event], str] = {
    e.Drafted: "coins",
    e.RoundBegan: "wall-up",
    e.Placed: "piece-wood",
    e.Revealed: "wall-down",
    e.LandFought: "flag",
    e.Produced: "coins",
    e.CardProduced: "coin",
    e.GoodsGiven: "coin",
    e.TookCard: "card-lift",
    e.Activated: "coin",
    e.Received: "card-lift",
    e.Opened: "coin",
    e.Raised: "coin",
    e.LeftAuction: "card-drop",
    e.Won: "gavel",
    e.CardPlayed: "card-place",
    e.Gained: "star",
    e.Answered: "star",
    e.MilestonesReached: "chest",
    e.Chose: "coin",
    e.GotCard: "card-lift",
    e.Swept: "fan",
}


def event_sentence(event: Event, names: Sequence[str], options: Any, language: str) -> str:
    """An event as a sentence of the log."""
    return log.event_sentence(event, names, language, content_for(options))


def opening_line(view: Any, names: Sequence[str], options: Any, language: str) -> tuple[str, str]:
    """The first turn order, and the paragraph. [MR-12]"""
    return log.begun_sentence(view.order, names, language, content_for(options)), "MR-12"


def is_own_act(event: Event, seat: int) -> bool:
    """Whether a seat did itself what an event tells; another may have given it a card."""
    return getattr(event, "seat", None) == seat and not touches(event, seat)


def touches(event: Event, seat: int) -> bool:
    """Whether others, or the end of a placement, change what a seat holds. [MR-38]"""
    if isinstance(event, e.Received):
        return event.seat == seat != event.activator
    return isinstance(event, GIVEN) and event.seat == seat


def event_sound(event: Event) -> str:
    """What an event sounds like."""
    return SOUNDS.get(type(event), "")


def aim(options: Any, language: str) -> str:
    """What the game is about."""
    return say("web.medieval.aim", language)


def decision_idea(view: Any, language: str) -> str:
    """What to think of before a move, by what is being decided."""
    return say(f"web.medieval.idea.{view.phase}", language)
