"""Variants and options of Fantasy Realms as the catalogue and the form of a table have them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import msgspec

from realms.fantasy.interface.options import PLAYERS, FantasyOptions
from realms.kernel.game import State
from realms.kernel.text import say
from realms.kernel.values import copy_state
from realms.web.api.catalogue import OptionShown, VariantShown
from realms.web.game_parts import PageLink, PageTraits, SharedClock

PARAGRAPHS = {
    "players": "FR-3",
    "jester": "FR-1",
    "stall_guard": "FR-4b",
    "declare": "FR-18",
    "rounds": "FR-25",
    "clock": "FR-23",
    "put_back": "FR-4a",
}


def unhurried(state: State, seat: int) -> State:
    """Chaos on a clock as if it were the seat's turn in rounds: where it may pass. [FR-25]"""
    made: State = copy_state(state)
    made["clock"], made["passes"], made["lap"], made["turn"] = False, 0, 0, seat
    return made


RANGES = {"players": (2, 7), "rounds": (1, 1000)}
TRAITS = PageTraits(
    usual_players=4,
    unasked=("clock",),
    shared_clock=SharedClock(
        variant="chaos",
        rounds="rounds",
        clock="clock",
        field="chaos_seconds",
        seconds=(180, 300, 600, 900),
        usual=300,
        paragraph="FR-23",
        unhurried=unhurried,
    ),
    turns_of_moves=True,
    independent_moves=("declare", "offer", "withdraw"),
    moves_with_forms=("offer",),
    links=(PageLink("/score", "score", "web.score.link"),),
)


def variants() -> list[VariantShown]:
    """Standard, duel, Chaos. [FR-3a] [FR-21] [FR-23]"""
    return [VariantShown(name, *players) for name, players in PLAYERS.items()]


def options(language: str) -> Iterator[OptionShown]:
    """The options, in order."""
    hints = get_type_hints(FantasyOptions)
    for field in msgspec.structs.fields(FantasyOptions):
        text = "fantasy_rounds" if field.name == "rounds" else field.name
        is_number = field.name in RANGES
        yield OptionShown(
            name=field.name,
            kind="number" if is_number else "choice",
            values=RANGES[field.name] if is_number else _values(hints[field.name]),
            default=field.default,
            about=say(f"option.{text}", language),
            paragraph=PARAGRAPHS.get(field.name),
        )


def _values(hint: Any) -> tuple[bool | str, ...]:
    """The values of a switch, or of a closed list."""
    return (False, True) if hint is bool else get_args(hint)
