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
from realms.fantasy.rules.glance import ALONE, glance
from realms.fantasy.rules.redeal import SPECTATOR
from realms.fantasy.rules.state import BOOK_SUIT, CHAOS, DECLARED, DECLARING, NO_CHOICE, SLOTS
from realms.kernel.bits import members
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


@lru_cache(4096)
def ids(cards: int) -> tuple[str, ...]:
    """A set of cards as their ids, in catalogue order; the same sets are seen again and again."""
    return tuple(CARDS[number].id for number in members(cards))


def wish_written(wish: int) -> str | None:
    """A wish of the rules as the id of a card or a suit."""
    if wish == 0:
        return None
    return CARDS[wish - 1].id if wish <= DECK else SUITS[wish - 1 - DECK].id


def visible_slots(s: Any, owner: int, viewer: int | None) -> list[int]:
    """The slots of a seat's offers that a viewer sees: made to all, or to it. [FR-23a]"""
    offers = s.offers[owner]
    if owner == viewer:
        return [slot for slot in range(SLOTS) if offers[slot]]
    eyes = SPECTATOR if viewer is None else viewer
    return [slot for slot in range(SLOTS) if offers[slot] and is_shown(offers[slot], eyes)]


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
                    wish=wish_written(int(offered_wish(offer))),
                    card=CARDS[int(offered_card(offer))].id if seat == viewer else None,
                )
            )
    return tuple(shown)


def view_of(state: State, viewer: int | None) -> FantasyView:
    """The view of a seat, or of a spectator (None)."""
    told = glance(state, SPECTATOR if viewer is None else viewer)
    variant, players, phase, first, turn, awaited, hand, area, deck = told[:9]
    drawing, taken, one, other, trades, passes, rounds_left, pending, keeping = told[9:ALONE]
    of_seats = iter(told[ALONE:])
    return FantasyView(
        variant=VARIANTS[variant],
        players=players,
        seat=viewer,
        phase=PHASES[phase],
        first=first,
        turn=turn,
        awaiting=tuple(members(awaited)),
        hand=ids(hand),
        seats=tuple(
            SeatView(cards=next(of_seats), known=ids(next(of_seats)), ready=bool(next(of_seats)))
            for _ in range(players)
        ),
        area=ids(area),
        deck=deck,
        must_draw=bool(drawing),
        taken=None if taken == NOBODY else CARDS[taken].id,
        drawn=(CARDS[one].id, CARDS[other].id) if keeping else (),
        offers=_offers(fields_of(state), viewer) if variant == CHAOS else (),
        trades=trades,
        passes=passes,
        rounds_left=None if rounds_left < 0 else rounds_left,
        choice=None if pending in (DECLARED, NO_CHOICE, NOBODY) else CARDS[CHOOSERS[pending]].id,
        declared=_declared(state, viewer) if phase == DECLARING else {},
    )


def _declared(s: Any, viewer: int | None) -> dict[str, str]:
    if viewer is None:
        return {}
    hand = int(final_hand(s, viewer))
    return {
        CARDS[CHOOSERS[step]].id: CARDS[s.choice[step]].id
        for step in range(DECLARED)
        if step != BOOK_SUIT and (hand >> int(CHOOSERS[step])) & 1 and s.choice[step] != NOBODY
    }
