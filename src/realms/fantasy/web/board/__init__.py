"""The table of Fantasy Realms: what its pages show, and how its forms are read."""

from __future__ import annotations

from realms.fantasy.web.board.board import board
from realms.fantasy.web.board.decision import decision_shown
from realms.fantasy.web.board.final_cards import final_cards
from realms.fantasy.web.board.forms import form_move
from realms.fantasy.web.board.prompt import headline
from realms.fantasy.web.board.share import share_items

__all__ = ["board", "decision_shown", "final_cards", "form_move", "headline", "share_items"]
