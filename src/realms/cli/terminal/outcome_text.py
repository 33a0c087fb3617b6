"""Who won a game, and what ended it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from realms.kernel.presentation.texts import reason_text
from realms.kernel.text import listed, say

if TYPE_CHECKING:
    from realms.kernel.game import Outcome


def winner_line(game: str, outcome: Outcome, names: Sequence[str], language: str) -> Text:
    """Who won, and what ended the game."""
    winners = listed([names[seat] for seat in outcome.winners], language)
    won = say("cli.won", language, n=len(outcome.winners), winners=winners)
    ended = say("plain.ended", language, reason=reason_text(game, outcome.reason, language))
    return Text.assemble((won, "bold"), f" {ended} [{outcome.paragraph}]")
