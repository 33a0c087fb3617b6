"""The table of Fantasy Realms: what its pages show, and how its forms are read."""

from __future__ import annotations

from realms.fantasy.web.board.board import board
from realms.fantasy.web.board.forms import form_move
from realms.fantasy.web.board.prompt import headline

__all__ = ["board", "form_move", "headline"]
