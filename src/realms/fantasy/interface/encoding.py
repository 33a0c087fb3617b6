"""Typed moves as the steps the rules see, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from realms.fantasy.content.cards import CARDS, NUMBER, SUIT_NUMBER, SUITS
from realms.fantasy.content.tables import DECK
from realms.fantasy.interface import moves as m
from realms.fantasy.interface.view import wish_id
from realms.fantasy.rules import codes
from realms.fantasy.rules.codes import TO_ALL, WISHES
from realms.fantasy.rules.ending import CHOOSERS
from realms.fantasy.rules.state import DECLARED, DECLARING
from realms.kernel.game import State


def steps_of(state: State, seat: int | None, move: Any) -> tuple[int, ...]:
    """A typed move as the one step the rules see; none if it means nothing here."""
    code = _code(state, seat, move)
    return (code,) if code >= 0 else ()


def move_of(state: State, seat: int | None, steps: Sequence[int]) -> m.AnyMove:
    """A move of the rules as a typed value."""
    (code,) = steps
    if code == codes.DRAW:
        return m.Draw()
    if code == codes.PASS:
        return m.Pass()
    if code == codes.TIME_UP:
        return m.TimeUp()
    for start, kind in ((codes.TAKE, m.Take), (codes.DISCARD, m.Discard), (codes.KEEP, m.Keep)):
        if start <= code < start + DECK:
            return kind(CARDS[code - start].id)
    if code < codes.ACCEPT:
        number, wish = divmod(code - codes.OFFER, WISHES)
        to = None if number % 8 == TO_ALL else number % 8
        return m.Offer(CARDS[number // 8].id, to, wish_id(wish))
    if code < codes.WITHDRAW:
        number, card = divmod(code - codes.ACCEPT, DECK)
        return m.Accept(number // 7, number % 7 + 1, CARDS[card].id)
    if code < codes.DECLARE:
        offer = int(state.offers[seat, code - codes.WITHDRAW])
        return m.Withdraw(CARDS[int(codes.offered_card(offer))].id)
    return _declaration(state, seat, code - codes.DECLARE)


def _code(state: State, seat: int | None, move: Any) -> int:
    match move:
        case m.Draw():
            return codes.DRAW
        case m.Take(card):
            return _block(codes.TAKE, card)
        case m.Discard(card):
            return _block(codes.DISCARD, card)
        case m.Keep(card):
            return _block(codes.KEEP, card)
        case m.Pass():
            return codes.PASS
        case m.TimeUp():
            return codes.TIME_UP
        case m.Offer():
            return _offer_code(move)
        case m.Accept():
            return _accept_code(state, seat, move)
        case m.Withdraw(card):
            return withdraw_code(state, seat, card)
        case m.Declare():
            return _declare_code(state, seat, move)
    return -1


def _block(start: int, card: str) -> int:
    return start + NUMBER[card] if card in NUMBER else -1


def _offer_code(move: m.Offer) -> int:
    if move.card not in NUMBER or (move.to is not None and not 0 <= move.to < TO_ALL):
        return -1
    wish = 0
    if move.wish in NUMBER:
        wish = 1 + NUMBER[move.wish]
    elif move.wish in SUIT_NUMBER:
        wish = 1 + DECK + SUIT_NUMBER[move.wish]
    elif move.wish is not None:
        return -1
    return int(codes.offer_code(NUMBER[move.card], TO_ALL if move.to is None else move.to, wish))


def _accept_code(state: State, seat: int | None, move: m.Accept) -> int:
    if not 0 <= move.seat < int(state.players) or move.card not in NUMBER:
        return -1
    if seat is None or not 1 <= move.offer <= 7:  # no offer: as if one answered oneself
        return int(codes.accept_code(seat or 0, 0, NUMBER[move.card]))
    return int(codes.accept_code(move.seat, move.offer - 1, NUMBER[move.card]))


def withdraw_code(state: State, seat: int | None, card: str) -> int:
    """The code of taking back the open offer of a card. [FR-23a]"""
    if seat is None or card not in NUMBER:
        return -1
    for slot in range(7):
        offer = state.offers[seat, slot]
        if offer and codes.offered_card(offer) == NUMBER[card]:
            return codes.WITHDRAW + slot
    return int(codes.accept_code(seat, 0, NUMBER[card]))  # no offer: as if one's own answered


def _declare_code(state: State, seat: int | None, move: m.Declare) -> int:
    """A declaration's code; one for another card than is asked now means nothing. [FR-18]"""
    if move.choice == "best":
        return codes.DECLARE + codes.BEST
    if seat is None or state.phase != DECLARING or not 0 <= seat < int(state.players):
        return codes.DECLARE + codes.STAY
    step = int(state.pending[seat])
    if step >= DECLARED or CARDS[CHOOSERS[step]].id != move.choice:
        return -1
    if move.value is None:
        return codes.DECLARE + codes.STAY
    if move.value in NUMBER:
        return codes.DECLARE + codes.DECLARE_CARD + NUMBER[move.value]
    if move.value in SUIT_NUMBER:
        return codes.DECLARE + codes.DECLARE_SUIT + SUIT_NUMBER[move.value]
    return -1


def _declaration(state: State, seat: int | None, what: int) -> m.Declare:
    if what == codes.BEST or seat is None:
        return m.Declare("best")
    chooser = CARDS[CHOOSERS[int(state.pending[seat])]].id
    if what == codes.STAY:
        return m.Declare(chooser)
    if what >= codes.DECLARE_SUIT:
        return m.Declare(chooser, SUITS[what - codes.DECLARE_SUIT].id)
    return m.Declare(chooser, CARDS[what - codes.DECLARE_CARD].id)
