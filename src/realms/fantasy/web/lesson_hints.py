"""Why a move of the lesson is not the best one: what a card does for the hand, in points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.interface.what_if import after_discarding, after_taking
from realms.kernel.text import say

AFTER = {"discard": after_discarding, "take": after_taking}


def lesson_hint(view: FantasyView, move: Mapping[str, Any], language: str) -> str:
    """What a card does for the hand, beside what the best one does; empty for other moves."""
    kind, card = str(move.get("type")), str(move.get("card"))
    worth = AFTER[kind](view) if kind in AFTER else {}
    if card not in worth:
        return ""
    best = max(after.score for after in worth.values())
    fields = {"card": name_of(card, language), "points": worth[card].score, "best": best}
    return say(f"web.fantasy.lesson_hint.{kind}", language, **fields)
