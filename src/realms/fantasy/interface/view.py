"""What a seat, or a spectator, may know of a game. [FR-5] [FR-23b]"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from realms.fantasy.content.cards import CARDS, SUITS
from realms.fantasy.content.tables import DECK, NOBODY
from realms.fantasy.rules.chaos import is_shown
from realms.fantasy.rules.codes import TO_ALL, offered_card, offered_to, offered_wish
from realms.fantasy.rules.ending import CHOOSERS, final_hand
from realms.fantasy.rules.redeal import SPECTATOR
from realms.fantasy.rules.state import BOOK_SUIT, CHAOS, DECLARED, DECLARING, NO_CHOICE, SLOTS
from realms.fantasy.rules.view_numbers import view_numbers
from realms.kernel.bits.sets import members
from realms.kernel.game import State, View, fields_of

VARIANTS = ("standard", "duel", "chaos")
PHASES = ("taking", "keeping", "discarding", "trading", "declaring", "ended")


class SeatView(Struct, frozen=True, gc=False):
    """What is known of one seat: how many cards it holds, and which of them."""

    cards: int
    known: tuple[str, ...]
    ready: bool = False
    """Whether it has declared its choices at scoring."""


class OfferView(Struct, frozen=True, gc=False):
    """An open offer as the viewer sees it; `offer` counts those of a seat it sees, from 1."""

    seat: int
    offer: int
    to: int | None
    wish: str | None
    card: str | None = None


class FantasyView(View, frozen=True):
    """A game of Fantasy Realms through one pair of eyes."""

    variant: str
    players: int
    seat: int | None
    phase: str
    first: int
    turn: int
    awaiting: tuple[int, ...]
    hand: tuple[str, ...]
    seats: tuple[SeatView, ...]
    area: tuple[str, ...]
    deck: int
    must_draw: bool
    taken: str | None
    drawn: tuple[str, ...]
    offers: tuple[OfferView, ...]
    trades: int
    passes: int
    rounds_left: int | None
    choice: str | None
    """The card whose choice the viewer declares next."""
    declared: dict[str, str]
    """What the viewer has declared so far: by which card, and what."""


PART = 14
"""Cards in a part of the catalogue: hands differ, what they hold of a part seldom does."""
PARTS = range(0, DECK, PART)
WHOLE_PART = (1 << PART) - 1


@lru_cache(4096)
def ids(cards: int) -> tuple[str, ...]:
    """A set of cards as their ids, in catalogue order; the same sets are seen again and again."""
    cards, found = int(cards), tuple[str, ...]()
    for first in PARTS:
        part = cards >> first & WHOLE_PART
        if part:
            found += _ids_of_part(first, part)
    return found


@lru_cache(8192)
def _ids_of_part(first: int, part: int) -> tuple[str, ...]:
    """The ids of a set of cards that are counted from one of them."""
    return tuple([CARDS[first + number].id for number in members(part)])


@lru_cache(4096)
def _seat_view(cards: int, known: int, declared: int) -> SeatView:
    """What is known of a seat."""
    return SeatView(cards, ids(known), bool(declared))


@lru_cache(256)
def seat_numbers(seats: int) -> tuple[int, ...]:
    """A set of seats as their numbers."""
    return tuple(members(seats))


def wish_id(wish: int) -> str | None:
    """A wish of the rules as the id of a card or a suit."""
    if wish == 0:
        return None
    return CARDS[wish - 1].id if wish <= DECK else SUITS[wish - 1 - DECK].id


def visible_slots(s: Any, owner: int, viewer: int | None) -> list[int]:
    """The slots of a seat's offers that a viewer sees: made to all, or to it. [FR-23a]"""
    offers = s.offers[owner]
    if owner == viewer:
        return [slot for slot in range(SLOTS) if offers[slot]]
    seat = SPECTATOR if viewer is None else viewer
    return [slot for slot in range(SLOTS) if offers[slot] and is_shown(offers[slot], seat)]


def _offers(s: Any, viewer: int | None) -> tuple[OfferView, ...]:
    shown = []
    for seat in range(s.players):
        for number, slot in enumerate(visible_slots(s, seat, viewer), 1):
            offer = s.offers[seat][slot]
            to = int(offered_to(offer))
            shown.append(
                OfferView(
                    seat=seat,
                    offer=number,
                    to=None if to == TO_ALL else to,
                    wish=wish_id(int(offered_wish(offer))),
                    card=CARDS[int(offered_card(offer))].id if seat == viewer else None,
                )
            )
    return tuple(shown)


def view_of(state: State, viewer: int | None) -> FantasyView:
    """The view of a seat, or of a spectator (None)."""
    v = view_numbers(state, SPECTATOR if viewer is None else viewer)
    return FantasyView(
        variant=VARIANTS[v.variant],
        players=v.players,
        seat=viewer,
        phase=PHASES[v.phase],
        first=v.first,
        turn=v.turn,
        awaiting=seat_numbers(v.awaited),
        hand=ids(v.hand),
        seats=tuple(map(_seat_view, v.cards_held[: v.players], v.known, v.declared)),
        area=ids(v.area),
        deck=v.deck,
        must_draw=bool(v.must_draw),
        taken=None if v.taken == NOBODY else CARDS[v.taken].id,
        drawn=(CARDS[v.one_drawn].id, CARDS[v.other_drawn].id) if v.is_keeping else (),
        offers=_offers(fields_of(state), viewer) if v.variant == CHAOS else (),
        trades=v.trades,
        passes=v.passes,
        rounds_left=None if v.rounds_left < 0 else v.rounds_left,
        choice=_choice(v.pending),
        declared=_declared(state, viewer) if v.phase == DECLARING else {},
    )


def _choice(pending: int) -> str | None:
    """The card whose choice is declared next, if there is one. [FR-18]"""
    return None if pending in (DECLARED, NO_CHOICE, NOBODY) else CARDS[CHOOSERS[pending]].id


def _declared(s: Any, viewer: int | None) -> dict[str, str]:
    if viewer is None:
        return {}
    hand = int(final_hand(s, viewer))
    return {
        CARDS[CHOOSERS[step]].id: CARDS[s.choice[step]].id
        for step in range(DECLARED)
        if step != BOOK_SUIT and (hand >> int(CHOOSERS[step])) & 1 and s.choice[step] < NOBODY
    }
