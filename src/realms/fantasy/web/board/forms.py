"""A form that was posted, as the move it stands for."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from realms.fantasy.interface.moves import AnyMove
from realms.kernel.errors import Unreadable
from realms.kernel.values import convert_checked, read_json_move
from realms.web.game_parts import FormTable

EVERYBODY = "all"
"""To whom an offer to everybody goes, as forms write it."""


class Button(Struct, frozen=True):
    """What a button carries: a move, whole or in part."""

    type: str


def form_move(fields: dict[str, str], table: FormTable) -> AnyMove:
    """The move of the button that was pressed, with what was chosen beside it. [FR-23a]"""
    text, chosen = fields.get("move", ""), dict[str, Any]()
    kind = read_json_move(text, Button).type
    if kind in ("offer", "accept"):
        chosen["card"] = fields.get("card", "")
    if kind == "offer":
        chosen["to"] = _partner(fields.get("to", EVERYBODY), len(table.names))
        chosen["wish"] = fields.get("wish") or None
    move: AnyMove = (
        convert_checked(chosen | read_json_move(text, dict), AnyMove, "move/unreadable")
        if chosen
        else read_json_move(text, AnyMove)
    )
    return move


def _partner(text: str, seats: int) -> int | None:
    if text == EVERYBODY:
        return None
    if text.isdecimal() and int(text) < seats:
        return int(text)
    raise Unreadable("move/no_such_seat", seat=text[:8])
