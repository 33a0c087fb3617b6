"""Events of any game in words: from its catalogue, else by their fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from realms.kernel.game import Event
from realms.kernel.presentation import plain_text
from realms.kernel.presentation import texts as presentation
from realms.web.messages import say_or


class GeneralTexts(Struct, frozen=True):
    """The words of a game that brings none in code, only messages."""

    game: str

    def event_sentence(
        self, event: Event, names: Sequence[str], options: Any, language: str
    ) -> str:
        """An event as a sentence of the log."""
        return plain_text.event_sentence(self.game, event, names, language)

    def opening_line(
        self, view: Any, names: Sequence[str], options: Any, language: str
    ) -> tuple[str, str]:
        """How a game begins, which rests on no paragraph."""
        return presentation.begun_sentence(self.game, language), ""

    def is_own_act(self, event: Event, seat: int) -> bool:
        """Whether a seat did itself what an event tells."""
        return getattr(event, "seat", None) == seat

    def aim(self, options: Any, language: str) -> str:
        """What the game is about: the message `web.<game>.aim`, where there is one."""
        return say_or(f"web.{self.game}.aim", language)
