"""What a seat of Fantasy Realms sees, as numbers: its view and no more. [FR-5] [FR-23b]

Seats are told from the viewer's place: itself first, the others clockwise.
"""

from __future__ import annotations

from typing import Any

from realms.arena.batches.arrays import spread
from realms.arena.batches.layout import ObservationField, fields_of
from realms.fantasy.arena.actions import ANSWERING, NEW, PARTNERED, seat_away
from realms.fantasy.content.tables import DECK, NOBODY
from realms.fantasy.interface.options import FantasyOptions
from realms.fantasy.rules.chaos import is_shown
from realms.fantasy.rules.codes import TO_ALL, WISHES, offered_card, offered_to, offered_wish
from realms.fantasy.rules.ending import CHOOSERS, final_hand
from realms.fantasy.rules.redeal import known_area, known_hand
from realms.fantasy.rules.state import (
    CHAOS,
    DECLARED,
    DECLARING,
    ENDED,
    HAND,
    KEEPING,
    NO_CHOICE,
    SEATS,
    SLOTS,
    bit,
    hand_size,
)
from realms.fantasy.rules.turn import must_draw
from realms.kernel.rule import rule

(O_PHASE, O_TURN, O_FIRST, O_HAND, O_AREA, O_KNOWN, O_HELD, O_DECK) = range(8)
(O_MUST_DRAW, O_TAKEN, O_DRAWN, O_OFFERS, O_GIVEN, O_TRADES, O_PASSES) = range(8, 15)
(O_ROUNDS, O_PATH, O_READY, O_CHOICE, O_DECLARED) = range(15, 20)
NAMES = (
    *("phase", "turn", "first", "hand", "area", "known", "held", "deck"),
    *("must_draw", "taken", "drawn", "offers", "given", "trades", "passes"),
    *("rounds_left", "path", "ready", "choice", "declared"),
)
MANY = 127
"""Counts stop here: it stands for itself and for more."""
OFFER_TOLD = 3
"""Numbers that tell an offer: its card (one's own), whom it is made to, its wish."""


def fields(options: FantasyOptions) -> tuple[ObservationField, ...]:
    """The fields of a table: what its variant and its options ask for."""
    chaos, duel = options.variant == "chaos", options.variant == "duel"
    seats, trade, declares = options.players, int(chaos), int(options.declare)
    turn = 1 - trade
    offers = trade * seats * SLOTS * OFFER_TOLD
    return fields_of(
        (
            ("phase", 6, 0, 1),
            ("turn", seats, 0, 1),
            ("first", seats, 0, 1),
            ("hand", DECK, 0, 1),
            ("area", max(turn, declares) * DECK, 0, 1),
            ("known", (seats - 1) * DECK, 0, 1),
            ("held", seats, 0, HAND + 1),
            ("deck", 1, 0, DECK),
            ("must_draw", turn, 0, 1),
            ("taken", turn * DECK, 0, 1),
            ("drawn", DECK if duel else 0, 0, 1),
            ("offers", offers, 0, max(DECK, WISHES - 1)),
            ("given", trade * DECK, 0, 1),
            ("trades", trade, 0, MANY),
            ("passes", trade, 0, seats),
            ("rounds_left", trade, 0, MANY),
            ("path", trade * 3, 0, DECK),
            ("ready", declares * seats, 0, 1),
            ("choice", declares * (NO_CHOICE + 1), 0, 1),
            ("declared", declares * DECLARED, 0, DECK),
        ),
        categories={
            "offers": (DECK + 1, SEATS + 1, WISHES),
            "path": (ANSWERING + 1, DECK + 1, DECK + 1),
            "declared": (DECK + 1,),
        },
    )


@rule
def write_observation(s: Any, path: Any, seat: int, spots: Any, seen: Any) -> None:
    """Write down what a seat sees."""
    for place in range(6):
        seen[spots[O_PHASE] + place] = s.phase == place
    spread(s.hands[seat], seen, spots[O_HAND], DECK)
    if spots[O_AREA] >= 0:
        spread(known_area(s, seat), seen, spots[O_AREA], DECK)
    for away in range(s.players):
        other = seat_away(s, seat, away)
        seen[spots[O_TURN] + away] = s.turn == other
        seen[spots[O_FIRST] + away] = s.first == other
        seen[spots[O_HELD] + away] = hand_size(s, other)
        if away:
            known = known_hand(s, other, seat)
            spread(known, seen, spots[O_KNOWN] + (away - 1) * DECK, DECK)
    seen[spots[O_DECK]] = visible_deck_size(s)
    if s.variant == CHAOS:
        write_trade(s, path, seat, spots, seen)
    else:
        seen[spots[O_MUST_DRAW]] = s.phase != ENDED and must_draw(s)
        spread(0 if s.taken == NOBODY else bit(s.taken), seen, spots[O_TAKEN], DECK)
        if spots[O_DRAWN] >= 0:
            own = s.phase == KEEPING and s.turn == seat
            pair = bit(s.pair[0]) | bit(s.pair[1]) if own else 0
            spread(pair, seen, spots[O_DRAWN], DECK)
    if s.declare:
        write_choices(s, seat, spots, seen)


@rule
def visible_deck_size(s: Any) -> int:
    """The deck's size; in Chaos without what was laid aside, which would tell. [FR-24]"""
    if s.variant == CHAOS and s.phase != ENDED:
        return int(s.cards) - HAND * int(s.players)
    return int(s.cards) - int(s.dealt)


@rule
def write_trade(s: Any, path: Any, seat: int, spots: Any, seen: Any) -> None:
    """Open offers that a seat sees, what it gave away, and how long trading lasts. [FR-23a]"""
    for place in range(int(s.players) * SLOTS * OFFER_TOLD):
        seen[spots[O_OFFERS] + place] = 0
    for away in range(s.players):
        owner = seat_away(s, seat, away)
        place = spots[O_OFFERS] + away * SLOTS * OFFER_TOLD
        for slot in range(SLOTS):
            offer = s.offers[owner, slot]
            if offer != 0 and (away == 0 or is_shown(offer, seat)):
                write_offer(s, offer, seat, away == 0, seen, place)
                place += OFFER_TOLD
    spread(s.seen[seat], seen, spots[O_GIVEN], DECK)
    seen[spots[O_TRADES]] = min(int(s.trades), MANY)
    seen[spots[O_PASSES]] = s.passes
    seen[spots[O_ROUNDS]] = min(int(s.rounds) - int(s.lap), MANY)
    write_path(s, path, seat, spots, seen)


@rule
def write_offer(s: Any, offer: int, seat: int, own: bool, seen: Any, place: int) -> None:
    """One's own offer with its card; another's without; whom it is made to, and its wish."""
    seen[place] = 1 + offered_card(offer) if own else 0
    seen[place + 1] = partner_number(s, seat, offered_to(offer))
    seen[place + 2] = offered_wish(offer)


@rule
def partner_number(s: Any, seat: int, to: int) -> int:
    """Whom an offer is made to: 1 all, else so many seats away, and one more."""
    return 1 if to == TO_ALL else 1 + (to - seat) % int(s.players)


@rule
def write_path(s: Any, path: Any, seat: int, spots: Any, seen: Any) -> None:
    """How far one's own move has come; nobody else hears of it."""
    place = spots[O_PATH]
    seen[place] = 0
    seen[place + 1] = 0
    seen[place + 2] = 0
    if s.turn == seat and path[0] != NEW:
        seen[place] = path[0]
        seen[place + 1] = 1 + path[1]
        if path[0] == ANSWERING:
            seen[place + 1] = 1 + (int(path[1]) - seat) % int(s.players)
            seen[place + 2] = 1 + path[2]
        elif path[0] == PARTNERED:
            seen[place + 2] = partner_number(s, seat, int(path[2]))


@rule
def write_choices(s: Any, seat: int, spots: Any, seen: Any) -> None:
    """Who is ready, and what a seat itself declares next and has declared. [FR-18]"""
    now = s.phase == DECLARING
    for away in range(s.players):
        ready = now and s.pending[seat_away(s, seat, away)] == DECLARED
        seen[spots[O_READY] + away] = ready
    for step in range(NO_CHOICE + 1):
        seen[spots[O_CHOICE] + step] = now and s.pending[seat] == step
    hand = final_hand(s, seat)
    for step in range(DECLARED):
        own = now and (hand >> CHOOSERS[step]) & 1 and s.choice[step] < NOBODY
        seen[spots[O_DECLARED] + step] = 1 + s.choice[step] if own else 0
