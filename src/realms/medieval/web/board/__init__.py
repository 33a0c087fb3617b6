"""The table of Medieval Realms as a page shows it: board, realms, and what can be done."""

from __future__ import annotations

from realms.medieval.web.board.board import board
from realms.medieval.web.board.forms import form_move
from realms.medieval.web.board.prompt import headline

__all__ = ["board", "form_move", "headline"]
