"""The table of Medieval Realms as a page shows it: board, realms, and what can be done."""

from __future__ import annotations

from realms.medieval.web.board.board import board
from realms.medieval.web.board.decision import decision_shown
from realms.medieval.web.board.final_cards import final_cards
from realms.medieval.web.board.forms import form_move
from realms.medieval.web.board.placement import refusal
from realms.medieval.web.board.prompt import headline
from realms.medieval.web.board.share import share_items

__all__ = [
    "board",
    "decision_shown",
    "final_cards",
    "form_move",
    "headline",
    "refusal",
    "share_items",
]
