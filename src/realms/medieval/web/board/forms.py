"""What was filled in and sent, as the move it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from realms.kernel.errors import IllegalMove, Unreadable
from realms.medieval.content.rule_tables import RESOURCES
from realms.web.pages.table.table_page import TablePage

LANDS = {"general": "generals", "admiral": "admirals", "decoy": "decoys"}
"""The fields of the map, and what a placement calls them."""
TOKENS = 2
"""Those that are drafted. [MR-15]"""
MOST_DIGITS = 3
MOST_THERE = 99
"""More leaders than that stand nowhere."""


def form_move(fields: dict[str, str], page: TablePage) -> dict[str, Any]:
    """The move of a form, as JSON has it; a number that is none is refused.

    `do` tells which form it was: `place`, `draft`, `bid`, or `open` with a square.
    """
    if "move" in fields:
        return _written(fields["move"])
    match fields.get("do", "").partition(" "):
        case ("place", _, ""):
            return placement(fields)
        case ("draft", _, ""):
            tokens = [id_ for id_ in RESOURCES if f"token.{id_}" in fields]
            if len(tokens) != TOKENS:
                raise IllegalMove("move/two_tokens", paragraph="MR-15")
            return {"type": "draft", "tokens": tokens}
        case ("bid", _, ""):
            return {"type": "bid", "amount": number(fields.get("bid", ""))}
        case ("open", _, square):
            return {
                "type": "activate",
                "square": number(square),
                "bid": number(fields.get("bid", "")),
            }
    raise Unreadable("move/unreadable", text=fields.get("do", "")[:80])


def _written(text: str) -> dict[str, Any]:
    """A move that a button carries."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise Unreadable("move/unreadable", text=text[:80]) from error


def placement(fields: Mapping[str, str]) -> dict[str, Any]:
    """Mayors by resource, all others by the lands they stand on. [MR-18]"""
    mayors: dict[str, int] = {}
    lands: dict[str, list[int]] = {name: [] for name in LANDS.values()}
    for name, value in fields.items():
        sort, _, where = name.partition(".")
        if sort == "mayors" and where in RESOURCES and number(value):
            mayors[where] = number(value)
        elif sort in LANDS:
            lands[LANDS[sort]] += [number(where)] * min(number(value), MOST_THERE)
    return {"type": "place", "mayors": mayors} | {n: sorted(there) for n, there in lands.items()}


def number(text: str) -> int:
    """A number that somebody typed; nothing is none."""
    told = text.strip()
    if not told:
        return 0
    if not (told.isascii() and told.isdecimal() and len(told) <= MOST_DIGITS):
        raise Unreadable("move/unreadable", text=text[:80])
    return int(told)
