"""What was filled in and sent, as the move it stands for."""

from __future__ import annotations

from collections.abc import Mapping

from realms.kernel.errors import IllegalMove, Unreadable
from realms.kernel.values import read_json_move
from realms.medieval.content.rule_tables import RESOURCES
from realms.medieval.interface.moves import Activate, AnyMove, Bid, Draft, Place
from realms.web.game_parts import FormTable

LANDS = {"general": "generals", "admiral": "admirals", "decoy": "decoys"}
"""The fields of the map, and what a placement calls them."""
TOKENS = 2
"""Those that are drafted. [MR-15]"""
MOST_DIGITS = 3
MOST_THERE = 99
"""More leaders than that stand nowhere."""


def form_move(fields: dict[str, str], _table: FormTable) -> AnyMove:
    """The move of a form; a number that is none is refused.

    `do` tells which form it was: `place`, `draft`, `bid`, or `open` with a square.
    """
    if "move" in fields:
        move: AnyMove = read_json_move(fields["move"], AnyMove)
        return move
    match fields.get("do", "").partition(" "):
        case ("place", _, ""):
            return placement(fields)
        case ("draft", _, ""):
            tokens = [id_ for id_ in RESOURCES if f"token.{id_}" in fields]
            if len(tokens) != TOKENS:
                raise IllegalMove("move/two_tokens", paragraph="MR-15")
            return Draft(tuple(tokens))
        case ("bid", _, ""):
            return Bid(number(fields.get("bid", "")))
        case ("open", _, square):
            return Activate(number(square), number(fields.get("bid", "")))
    raise Unreadable("move/unreadable", text=fields.get("do", "")[:80])


def placement(fields: Mapping[str, str]) -> Place:
    """Mayors by resource, all others by the lands they stand on. [MR-18]"""
    mayors: dict[str, int] = {}
    lands: dict[str, list[int]] = {name: [] for name in LANDS.values()}
    for name, value in fields.items():
        sort, _, where = name.partition(".")
        if sort == "mayors" and where in RESOURCES and number(value):
            mayors[where] = number(value)
        elif sort in LANDS:
            lands[LANDS[sort]] += [number(where)] * min(number(value), MOST_THERE)
    return Place(mayors, **{name: tuple(sorted(there)) for name, there in lands.items()})


def number(text: str) -> int:
    """A number that somebody typed; nothing is none."""
    digits = text.strip()
    if not digits:
        return 0
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS):
        raise Unreadable("move/unreadable", text=text[:80])
    return int(digits)
