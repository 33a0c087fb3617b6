"""What a seat, or a spectator, may know of a game: all but the deck and the screens. [MR-8]"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from realms.kernel.bits.sets import members
from realms.kernel.game import State, View, fields_of
from realms.medieval.content.rule_tables import LEADERS, NOTHING, RESOURCES
from realms.medieval.content.schema import MedievalContent
from realms.medieval.interface.journal_events import placement_of
from realms.medieval.interface.moves import Place
from realms.medieval.rules.auction import purse
from realms.medieval.rules.entering import MILESTONE
from realms.medieval.rules.play import awaited
from realms.medieval.rules.state import BIDDING, CHOOSING, DRAFTING, ENDED, PLACING
from realms.medieval.rules.turn import asks_for_card, is_excluded

PHASES = ("drafting", "placing", "acting", "bidding", "choosing", "ended")


class MedievalSeat(Struct, frozen=True):
    """What is known of one seat."""

    tokens: dict[str, int]
    points: int
    leaders: dict[str, int]
    decoys: int
    hand: tuple[str, ...]
    realm: tuple[str, ...]
    """The cards in play, in the order they entered."""
    ready: bool
    """Whether it has placed all its leaders this round."""
    passed: bool
    drafted: tuple[str, ...]
    placement: Place | None
    """Where its leaders stand, where the viewer may know it."""


class AuctionView(Struct, frozen=True):
    """An auction that is going on. [MR-45]"""

    card: str
    resource: str
    bid: int
    bidder: int
    asked: int
    inside: tuple[int, ...]
    purse: int
    """The most that the asked seat can bid."""


class ChoiceView(Struct, frozen=True):
    """A choice that a seat owes. [MR-55] [MR-68] [MR-71]"""

    seat: int
    what: str
    """`milestone`, `tithe`, or `get` for a card of the panel."""
    card: str
    """The card it comes from."""
    amount: int
    """Tokens of the chosen kind, or cards."""
    times: int
    """How often it is owed before anything else happens."""
    resources: tuple[str, ...]


class MedievalView(View, frozen=True):
    """A game of Medieval Realms through one pair of eyes."""

    players: int
    edition: str
    seat: int | None
    phase: str
    round: int
    rounds: int
    order: tuple[int, ...]
    turn: int | None
    awaiting: tuple[int, ...]
    current: tuple[str | None, ...]
    prices: tuple[int, ...]
    future: tuple[str | None, ...]
    deck: int
    discards: tuple[str, ...]
    lands: tuple[int, ...]
    seats: tuple[MedievalSeat, ...]
    auction: AuctionView | None
    choice: ChoiceView | None


def view_of(
    state: State, tables: Any, content: MedievalContent, viewer: int | None
) -> MedievalView:
    """The view of a seat, or of a spectator (None)."""
    s = fields_of(state)
    ids = [card.id for card in content.card]
    turn_known, decoys = s.phase not in (PLACING, ENDED), int(tables["decoys"])
    return MedievalView(
        players=s.players,
        edition="es" if s.edition else "en",
        seat=viewer,
        phase=PHASES[s.phase],
        round=s.round_now,
        rounds=int(tables["rounds"]),
        order=tuple(s.order[: s.players]),
        turn=s.turn if turn_known else None,
        awaiting=tuple(members(int(awaited(state)))),
        current=tuple(None if card == NOTHING else ids[card] for card in s.current),
        prices=tuple(tables["price"].tolist()),
        future=tuple(None if card == NOTHING else ids[card] for card in s.coming),
        deck=s.cards - s.dealt,
        discards=tuple(ids[card] for card in s.discards[: s.swept]),
        lands=tuple(land for land, there in enumerate(tables["lands"].tolist(), 1) if there),
        seats=tuple(_seat(s, decoys, seat, viewer, ids) for seat in range(s.players)),
        auction=_auction(state, tables, ids) if s.phase == BIDDING else None,
        choice=_choice(state, tables, ids) if s.phase == CHOOSING else None,
    )


def _seat(s: Any, decoys: int, seat: int, viewer: int | None, ids: list[str]) -> MedievalSeat:
    pair = s.drafted[seat]
    in_play = zip(s.played[: s.entered], s.owner[: s.entered], strict=True)
    return MedievalSeat(
        tokens=dict(zip(RESOURCES, s.tokens[seat], strict=True)),
        points=s.points[seat],
        leaders=dict(zip(LEADERS, s.leaders[seat], strict=True)),
        decoys=decoys,
        hand=tuple(ids[card] for card in s.hands[seat][: s.held[seat]]),
        realm=tuple(ids[card] for card, owner in in_play if owner == seat),
        ready=s.phase == PLACING and bool(s.ready >> seat & 1),
        passed=s.phase > PLACING and bool(s.passed >> seat & 1),
        drafted=() if pair < 0 else (RESOURCES[pair // 7], RESOURCES[pair % 7]),
        placement=_placement(s, seat, viewer),
    )


def _placement(s: Any, seat: int, viewer: int | None) -> Place | None:
    """Where leaders stand: one's own always, others' once the screens are down. [MR-8]"""
    if s.phase == DRAFTING or (s.phase == PLACING and seat != viewer):
        return None
    placement = placement_of(s.zone[seat], s.forces[seat])
    return None if placement == Place() else placement


def _auction(s: Any, tables: Any, ids: list[str]) -> AuctionView:
    return AuctionView(
        card=ids[s.lot],
        resource=RESOURCES[tables.asks_for[s.lot]],
        bid=int(s.bid),
        bidder=int(s.bidder),
        asked=int(s.asked),
        inside=tuple(members(int(s.inside))),
        purse=int(purse(s, tables, int(s.asked), int(s.lot))),
    )


def _choice(s: Any, tables: Any, ids: list[str]) -> ChoiceView:
    gets, owed = bool(asks_for_card(s, tables)), int(s.owed[0])
    amount = 1 if owed == MILESTONE or gets else int(tables.immediate[s.source, owed - 1, 2])
    return ChoiceView(
        seat=int(s.chooser),
        what="get" if gets else "milestone" if owed == MILESTONE else "tithe",
        card=ids[s.source],
        amount=amount,
        times=int(s.owed_left[0]),
        resources=()
        if gets
        else tuple(
            resource
            for number, resource in enumerate(RESOURCES)
            if not is_excluded(s, tables, number)
        ),
    )
