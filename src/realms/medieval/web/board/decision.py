"""A position of Medieval Realms in a review: what its player saw, two moves marked in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from realms.medieval.interface.moves import (
    Activate,
    Bid,
    Choose,
    Draft,
    Get,
    PassBid,
    PassRound,
    Place,
    Play,
)
from realms.medieval.web.board.board import MedievalBoard, board
from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.board.last_round import last_round
from realms.medieval.web.board.lexicon import ResourceWords
from realms.medieval.web.board.placement import SORTS
from realms.web.pages.table.table_page import TablePage

MOST_RUNGS = 9
"""Bids that are drawn at most."""


class MarkedPieces(Struct, frozen=True):
    """Leaders of one sort at a place: those that both moves put there, and those of one."""

    sort: str
    both: int
    made: int
    better: int


class MarkedSquare(Struct, frozen=True):
    """A square of the town, and the mayors there."""

    resource: ResourceWords
    pieces: MarkedPieces


class MarkedLand(Struct, frozen=True):
    """A land of the map: its reward, leaders of both moves, and who else stood there."""

    number: int
    reward: tuple[tuple[ResourceWords, int], ...]
    pieces: tuple[MarkedPieces, ...]
    stood: tuple[tuple[int, str], ...]
    """Seat and sort: of the round before, or behind the screens where those are shown."""
    was: int | None
    """Who held it in the round before."""


class MarkedToken(Struct, frozen=True):
    """A resource that could be chosen."""

    resource: ResourceWords
    held: int
    mark: str


class MarkedBid(Struct, frozen=True):
    """A bid that could be made; none for leaving."""

    amount: int | None
    mark: str


class MarkedBoard(Struct, frozen=True, kw_only=True):
    """What a player saw when deciding; marks are `made`, `better`, `both`, or nothing."""

    board: MedievalBoard
    seat: int
    kind: str
    """What was to be decided: `placing`, `bidding`, `choosing`, or `acting`."""
    squares: dict[int, str]
    """By the number of a square of the panel."""
    notes: dict[int, str]
    """The bids with which squares are activated."""
    held: dict[str, str]
    """By the card of the hand."""
    passing: str
    town: tuple[MarkedSquare, ...] = ()
    lands: tuple[MarkedLand, ...] = ()
    tokens: tuple[MarkedToken, ...] = ()
    bids: tuple[MarkedBid, ...] = ()
    hides: bool = False
    """Whether something was hidden that can be shown: other placements."""


def decision_shown(page: TablePage, made: Any, better: Any) -> MarkedBoard:
    """A position as its seat saw it, with the move that was made and a better one.

    Where the page has the views of all, what stood behind their screens is shown.
    """
    reading, moves = BoardReader(page), (made, better)
    squares: dict[int, str] = {}
    notes: dict[int, str] = {}
    held: dict[str, str] = {}
    for move in moves:
        if isinstance(move, Activate | Get):
            squares[move.square] = _mark(
                moves, lambda one, here=move: _square(one) == _square(here)
            )
            bids = [str(one.bid) for one in moves if _square(one) == move.square and _bid(one)]
            notes[move.square] = " / ".join(dict.fromkeys(bids))
        elif isinstance(move, Play):
            held[move.card] = _mark(moves, lambda one, here=move: one == here)
    return MarkedBoard(
        board=board(page),
        seat=reading.me or 0,
        kind=_kind(made),
        squares=squares,
        notes=notes,
        held=held,
        passing=_mark(moves, lambda one: isinstance(one, PassRound)),
        town=tuple(_town(reading, made, better)) if isinstance(made, Place) else (),
        lands=tuple(_lands(reading, made, better)) if isinstance(made, Place) else (),
        tokens=tuple(_tokens(reading, moves)) if isinstance(made, Draft | Choose) else (),
        bids=tuple(_bids(reading, moves)) if isinstance(made, Bid | PassBid) else (),
        hides=isinstance(made, Place),
    )


def _kind(made: Any) -> str:
    if isinstance(made, Place):
        return "placing"
    if isinstance(made, Bid | PassBid):
        return "bidding"
    return "choosing" if isinstance(made, Draft | Choose) else "acting"


def _mark(moves: tuple[Any, Any], is_about: Any) -> str:
    """Which of the two moves something is about."""
    made, better = moves
    is_made, is_better = is_about(made), better is not None and is_about(better)
    if is_made:
        return "both" if better is None or is_better else "made"
    return "better" if is_better else ""


def _square(move: Any) -> int | None:
    return move.square if isinstance(move, Activate | Get) else None


def _bid(move: Any) -> int | None:
    return move.bid if isinstance(move, Activate) else None


# --- Placements ---


def _pieces(sort: str, made: int, better: int) -> MarkedPieces:
    both = min(made, better)
    return MarkedPieces(sort, both, made - both, better - both)


def _town(reading: BoardReader, made: Place, better: Place | None) -> Iterator[MarkedSquare]:
    other = made if better is None else better
    for resource in reading.lexicon.resources.values():
        if resource.zone:
            counts = [(one.mayors or {}).get(resource.id, 0) for one in (made, other)]
            yield MarkedSquare(resource, _pieces("mayor", *counts))


def _lands(reading: BoardReader, made: Place, better: Place | None) -> Iterator[MarkedLand]:
    other, before = made if better is None else better, last_round(reading)
    words, views = reading.lexicon, reading.page.views
    hidden = [view.seats[seat].placement for seat, view in enumerate(views)] if views else []
    for land in reading.view.lands:
        pieces = (
            _pieces(sort, _number(made, sort, land), _number(other, sort, land)) for sort in SORTS
        )
        yield MarkedLand(
            number=land,
            reward=tuple((words.resources[id_], n) for id_, n in words.rewards[land].items()),
            pieces=tuple(one for one in pieces if one.both or one.made or one.better),
            stood=(
                tuple(_standing(hidden, land, reading.me))
                if views
                else tuple(one for one in before.stood(land) if one[0] != reading.me)
            ),
            was=before.holders.get(land),
        )


def _number(placement: Place, sort: str, land: int) -> int:
    there: tuple[int, ...] = getattr(placement, f"{sort}s")
    return Counter(there)[land]


def _standing(
    placements: list[Place | None], land: int, me: int | None
) -> Iterator[tuple[int, str]]:
    """Who else stands on a land behind the screens, as far as they have placed."""
    for seat, placement in enumerate(placements):
        if placement is not None and seat != me:
            for sort in SORTS:
                yield from [(seat, sort)] * _number(placement, sort, land)


# --- Tokens and bids ---


def _tokens(reading: BoardReader, moves: tuple[Any, Any]) -> Iterator[MarkedToken]:
    mine = reading.mine

    def chooses(move: Any, id_: str) -> bool:
        return id_ in (move.tokens if isinstance(move, Draft) else (move.resource,))

    for id_, resource in reading.lexicon.resources.items():
        mark = _mark(moves, lambda move, id_=id_: chooses(move, id_))
        yield MarkedToken(resource, mine.tokens[id_] if mine is not None else 0, mark)


def _bids(reading: BoardReader, moves: tuple[Any, Any]) -> Iterator[MarkedBid]:
    """The bids from the least on, and leaving."""
    lot = reading.view.auction
    least = lot.bid + 1 if lot is not None else 1
    most = max([one.amount for one in moves if isinstance(one, Bid)], default=least)
    first = max(least, most - MOST_RUNGS + 1)
    for amount in range(first, max(most, first) + 1):
        yield MarkedBid(amount, _mark(moves, lambda move, n=amount: move == Bid(n)))
    yield MarkedBid(None, _mark(moves, lambda move: isinstance(move, PassBid)))
