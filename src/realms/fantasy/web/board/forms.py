"""A form that was posted, as the move it stands for."""

from __future__ import annotations

from typing import Any

import msgspec

from realms.kernel.errors import Unreadable
from realms.web.game_parts import FormTable

EVERYBODY = "all"
"""To whom an offer to everybody goes, as forms write it."""


def form_move(fields: dict[str, str], table: FormTable) -> dict[str, Any]:
    """The move of the button that was pressed, with what was chosen beside it. [FR-23a]"""
    move = _read_button(fields.get("move", ""))
    kind = move.get("type")
    if kind in ("offer", "accept") and "card" not in move:
        move["card"] = fields.get("card", "")
    if kind == "offer" and "to" not in move:
        move["to"] = _partner(fields.get("to", EVERYBODY), len(table.names))
    if kind == "offer" and "wish" not in move:
        move["wish"] = fields.get("wish") or None
    return move


def _read_button(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unreadable("move/unreadable", text=text[:80]) from error


def _partner(text: str, seats: int) -> int | None:
    if text == EVERYBODY:
        return None
    if text.isdecimal() and int(text) < seats:
        return int(text)
    raise Unreadable("move/no_such_seat", seat=text[:8])
