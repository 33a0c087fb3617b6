"""What a seat, or a spectator, may know of a game. [FR-5] [FR-23b]"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from realms.fantasy.cards import CARDS, SUITS
from realms.fantasy.chaos import is_shown
from realms.fantasy.codes import TO_ALL, offered_card, offered_to, offered_wish
from realms.fantasy.ending import CHOOSERS, final_hand
from realms.fantasy.play import is_awaited
from realms.fantasy.redeal import SPECTATOR, known_area, known_hand
from realms.fantasy.state import (
    BOOK_SUIT,
    CHAOS,
    DECLARED,
    DECLARING,
    ENDED,
    KEEPING,
    NO_CHOICE,
    SLOTS,
)
from realms.fantasy.tables import DECK, NOBODY
from realms.fantasy.turn import must_draw
from realms.kernel.bits import count, members
from realms.kernel.game import State, View, opened
from realms.kernel.rule import plain

VARIANTS = ("standard", "duel", "chaos")
PHASES = ("taking", "keeping", "discarding", "trading", "declaring", "ended")


class SeatView(Struct, frozen=True):
    """What is known of one seat: how many cards it holds, and which of them."""

    cards: int
    known: tuple[str, ...]
    ready: bool = False
    """Whether it has declared its choices at scoring."""


class OfferView(Struct, frozen=True):
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


known_hand_plain, known_area_plain = plain(known_hand), plain(known_area)
is_awaited_plain = plain(is_awaited)


def view_of(state: State, viewer: int | None) -> FantasyView:
    """The view of a seat, or of a spectator (None)."""
    s = opened(state)
    eyes = SPECTATOR if viewer is None else viewer
    keeping = s.phase == KEEPING and s.turn == eyes
    chaos = s.variant == CHAOS
    return FantasyView(
        variant=VARIANTS[s.variant],
        players=s.players,
        seat=viewer,
        phase=PHASES[s.phase],
        first=s.first,
        turn=s.turn,
        awaiting=tuple(seat for seat in range(s.players) if is_awaited_plain(s, seat)),
        hand=() if viewer is None else ids(s.hands[viewer]),
        seats=tuple(
            SeatView(
                cards=count(s.hands[seat]),
                known=ids(known_hand_plain(s, seat, eyes)),
                ready=s.phase == DECLARING and s.pending[seat] == DECLARED,
            )
            for seat in range(s.players)
        ),
        area=ids(known_area_plain(s, eyes)),
        deck=_deck(s),
        must_draw=s.phase != ENDED and bool(must_draw(state)),
        taken=None if s.taken == NOBODY else CARDS[s.taken].id,
        drawn=tuple(CARDS[card].id for card in s.pair) if keeping else (),
        offers=_offers(s, viewer) if chaos else (),
        trades=s.trades,
        passes=s.passes,
        rounds_left=s.rounds - s.lap if chaos and not s.clock else None,
        choice=_choice(s, viewer),
        declared=_declared(state, viewer) if s.phase == DECLARING else {},
    )


def _deck(s: Any) -> int:
    """The deck's size; in Chaos without what was laid aside, which would tell. [FR-24]"""
    if s.variant == CHAOS and s.phase != ENDED:
        return int(s.cards - 7 * s.players)
    return int(s.cards - s.dealt)


def _choice(s: Any, viewer: int | None) -> str | None:
    if viewer is None or s.phase != DECLARING:
        return None
    step = int(s.pending[viewer])
    return None if step in (DECLARED, NO_CHOICE) else CARDS[CHOOSERS[step]].id


def _declared(s: Any, viewer: int | None) -> dict[str, str]:
    if viewer is None:
        return {}
    hand = int(final_hand(s, viewer))
    return {
        CARDS[CHOOSERS[step]].id: CARDS[s.choice[step]].id
        for step in range(DECLARED)
        if step != BOOK_SUIT and (hand >> int(CHOOSERS[step])) & 1 and s.choice[step] != NOBODY
    }
