"""What pages show of a game that brings no board or words of its own."""

from __future__ import annotations

from realms.web.general.board import board, form_move, headline
from realms.web.general.texts import GeneralTexts

__all__ = ["GeneralTexts", "board", "form_move", "headline"]
