"""What the rules say of the open part of a table: what is refused, and what would score.

All of that follows from what everybody sees. The rules are asked on a record that holds
this much and nothing else, so that no secret can be in the answer.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import structs

from realms.kernel.game import State
from realms.medieval.content.registry import content_for, rule_tables_for
from realms.medieval.content.rule_tables import LEADERS, NOTHING, RESOURCES
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.interface.view import MedievalSeat, MedievalView
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules.codes import ACTIVATE, PLAY, open_code
from realms.medieval.rules.state import ACTING, HAND
from realms.medieval.scoring.sheets import MedievalSheet, score_sheet

KEPT = 4096
"""Score sheets kept: a move changes that of one seat, and all see the same."""


@lru_cache(maxsize=64)
def _laid_out(options: MedievalOptions) -> tuple[bytes, dict[str, int]]:
    """A record with nothing on it but the options, and the numbers of the cards."""
    state = GAME.new_state()
    GAME.prepare(state, options)
    return state.tobytes(), {card.id: n for n, card in enumerate(content_for(options).card)}


def _empty(options: MedievalOptions) -> tuple[Any, dict[str, int]]:
    laid_out, numbers = _laid_out(options)
    return np.frombuffer(bytearray(laid_out), GAME.state_type)[0], numbers


def _write_seat(state: Any, place: int, seat: MedievalSeat, numbers: dict[str, int]) -> None:
    """One's manor, leaders, hand and cards in play. [MR-8]"""
    state.points[place] = seat.points
    state.tokens[place] = [seat.tokens[resource] for resource in RESOURCES]
    state.leaders[place] = [seat.leaders[leader] for leader in LEADERS]
    state.held[place] = len(seat.hand)
    hand = [numbers[card] for card in seat.hand]
    state.hands[place] = [*hand, *[NOTHING] * (HAND - len(hand))]
    first, last = int(state.entered), int(state.entered) + len(seat.realm)
    state.played[first:last] = [numbers[card] for card in seat.realm]
    state.owner[first:last] = place
    state.entered = last


# --- Actions ---


def acting(view: MedievalView, options: MedievalOptions, seat: int) -> State:
    """The table as it would be if it were this seat's turn to act. [MR-31]"""
    state, numbers = _empty(options)
    state.phase, state.round_now, state.turn = ACTING, view.round, seat
    state.order[: view.players] = view.order
    state.current[:] = [NOTHING if card is None else numbers[card] for card in view.current]
    for place, shown in enumerate(view.seats):
        _write_seat(state, place, shown, numbers)
    return state


class Refusals:
    """Why a seat cannot do what it cannot do, as codes with their paragraphs. [MR-31]"""

    def __init__(self, view: MedievalView, options: MedievalOptions, seat: int) -> None:
        self._state, self._seat = acting(view, options, seat), seat
        self._least = int(rule_tables_for(options).least_bid)

    def square(self, square: int, auction: bool) -> tuple[str, str] | None:
        """Why the card of a square, counted from 1, cannot be activated. [MR-34] [MR-44]"""
        code = open_code(square - 1, self._least) if auction else ACTIVATE + square - 1
        return GAME.refusal(self._state, self._seat, int(code))

    def slot(self, slot: int) -> tuple[str, str] | None:
        """Why a card of the hand cannot be played. [MR-48]"""
        return GAME.refusal(self._state, self._seat, PLAY + slot)


# --- Scores ---


def sheets(view: MedievalView, options: MedievalOptions) -> list[MedievalSheet]:
    """The score sheets: final, or as if the game ended now. [MR-75]"""
    return [
        structs.replace(
            _sheet(
                options,
                seat.points,
                tuple(seat.tokens.items()),
                tuple(seat.leaders.items()),
                seat.realm,
            ),
            seat=place,
        )
        for place, seat in enumerate(view.seats)
    ]


def worth_of(seat: MedievalSeat, options: MedievalOptions) -> int:
    """What a realm would score if the game ended now. [MR-75]"""
    tokens, leaders = tuple(seat.tokens.items()), tuple(seat.leaders.items())
    return _sheet(options, seat.points, tokens, leaders, seat.realm).score


@lru_cache(maxsize=KEPT)
def _sheet(
    options: MedievalOptions,
    points: int,
    tokens: tuple[tuple[str, int], ...],
    leaders: tuple[tuple[str, int], ...],
    realm: tuple[str, ...],
) -> MedievalSheet:
    """The sheet of a seat that has all this."""
    state, numbers = _empty(options)
    shown = MedievalSeat(
        tokens=dict(tokens), points=points, leaders=dict(leaders), decoys=0, hand=(), realm=realm,
        ready=False, passed=False, drafted=(), placement=None,
    )  # fmt: skip
    _write_seat(state, 0, shown, numbers)
    return score_sheet(state, rule_tables_for(options), content_for(options), 0)


def ranking(sheets: list[MedievalSheet], order: tuple[int, ...]) -> list[int]:
    """The seats by their scores; ties as the rules break them. [MR-76]"""

    def standing(seat: int) -> tuple[int, ...]:
        sheet = sheets[seat]
        return -sheet.score, -sheet.cards, -sheet.castles, -sheet.leaders, order.index(seat)

    return sorted(range(len(sheets)), key=standing)
