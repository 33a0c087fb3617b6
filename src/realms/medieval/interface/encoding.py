"""Typed moves as the steps the rules see, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from realms.medieval.content.rule_tables import (
    ADMIRAL,
    GENERAL,
    MOST_LANDS,
    RESOURCE_COUNT,
    RESOURCES,
    SQUARES,
)
from realms.medieval.content.schema import MedievalContent
from realms.medieval.interface import moves as m
from realms.medieval.rules import codes
from realms.medieval.rules.entering import MILESTONE
from realms.medieval.rules.placement import first_code
from realms.medieval.rules.state import CHOOSING, DECOYS, HAND, PLACING

MOST = 99
"""No placement has more leaders of one kind, or on one square, than this."""


def steps_of(s: Any, content: MedievalContent, seat: int | None, move: Any) -> tuple[int, ...]:
    """A typed move as the steps the rules see; none if it means nothing here."""
    match move:
        case m.Place():
            return _placement_steps(s, seat, move)
        case m.Draft(tokens):
            if len(tokens) == 2 and all(token in RESOURCES for token in tokens):
                return (int(codes.draft_code(*map(RESOURCES.index, tokens))),)
        case m.Activate(square, None):
            return _numbered(codes.ACTIVATE, square - 1, SQUARES)
        case m.Activate(square, bid) if 1 <= square <= SQUARES:
            return _numbered(codes.OPEN + (square - 1) * codes.BIDS, bid, codes.BIDS)
        case m.Bid(amount):
            return _numbered(codes.BID, amount, codes.BIDS)
        case m.PassBid():
            return (codes.PASS_BID,)
        case m.PassRound():
            return (codes.PASS,)
        case m.Play(card):
            return _play_steps(s, content, seat, card)
        case m.Choose(what, resource) if resource in RESOURCES:
            return _choice_steps(s, what, RESOURCES.index(resource))
        case m.Get(square):
            return _numbered(codes.GET, square - 1, SQUARES)
    return ()


def _numbered(block: int, number: int | None, most: int) -> tuple[int, ...]:
    """A step of a block; none where the number is out of it."""
    return (block + number,) if number is not None and 0 <= number < most else ()


def _placement_steps(s: Any, seat: int | None, move: m.Place) -> tuple[int, ...]:
    """The one path of steps to a placement; one made before is taken back first. [MR-18]"""
    mayors = move.mayors
    if mayors is None or any(resource not in RESOURCES for resource in mayors):
        return ()
    if any(not 0 <= number <= MOST for number in mayors.values()):
        return ()
    steps: list[int] = []
    if seat is not None and s["phase"] == PLACING and int(s["ready"]) >> seat & 1:
        steps.append(codes.TAKE_BACK)
    for number, resource in enumerate(RESOURCES):
        steps += [codes.PLACE_MAYOR + number] * mayors.get(resource, 0)
    for piece, lands in (
        (GENERAL, move.generals),
        (ADMIRAL, move.admirals),
        (DECOYS, move.decoys),
    ):
        if any(not 1 <= land <= MOST_LANDS for land in lands) or len(lands) > MOST:
            return ()
        steps += [int(first_code(piece)) + land - 1 for land in sorted(lands)]
    return tuple(steps) or (codes.TAKE_BACK,)  # nobody placed: refused as such [MR-21]


def _play_steps(s: Any, content: MedievalContent, seat: int | None, card: str) -> tuple[int, ...]:
    """The place of a card in the hand; one that the hand lacks is refused as such. [MR-48]"""
    if seat is None:
        return ()
    ids, held = [known.id for known in content.card], int(s["held"][seat])
    hand = [ids[held_card] for held_card in s["hands"][seat].tolist()[:held]]
    if card in hand:
        return (codes.PLAY + hand.index(card),)
    return (codes.PLAY + HAND,) if card in ids else ()


def _choice_steps(s: Any, what: str, resource: int) -> tuple[int, ...]:
    """A choice for something that is not due now means nothing. [MR-55]"""
    if s["phase"] == CHOOSING and (s["owed"][0] == MILESTONE) != (what == "milestone"):
        return ()
    return (codes.CHOOSE + resource,)


def move_of(s: Any, content: MedievalContent, seat: int | None, steps: Sequence[int]) -> m.AnyMove:
    """The steps of a whole move as a typed value."""
    code = int(steps[0])
    if code < codes.TAKE_BACK:
        return m.Draft((RESOURCES[code // RESOURCE_COUNT], RESOURCES[code % RESOURCE_COUNT]))
    if code < codes.ACTIVATE:
        return _placement(steps)
    if code < codes.OPEN:
        return m.Activate(code - codes.ACTIVATE + 1)
    if code < codes.PLAY:
        square, bid = divmod(code - codes.OPEN, codes.BIDS)
        return m.Activate(square + 1, bid)
    if code < codes.PASS:
        return m.Play(content.card[int(s["hands"][seat, code - codes.PLAY])].id)
    if code == codes.PASS:
        return m.PassRound()
    if code < codes.PASS_BID:
        return m.Bid(code - codes.BID)
    if code == codes.PASS_BID:
        return m.PassBid()
    if code < codes.GET:
        is_milestone = s["phase"] != CHOOSING or s["owed"][0] == MILESTONE
        what: Any = "milestone" if is_milestone else "tithe"
        return m.Choose(what, RESOURCES[code - codes.CHOOSE])
    return m.Get(code - codes.GET + 1)


def _placement(steps: Sequence[int]) -> m.Place:
    mayors: dict[str, int] = {}
    lands: dict[int, list[int]] = {
        codes.PLACE_GENERAL: [],
        codes.PLACE_ADMIRAL: [],
        codes.PLACE_DECOY: [],
    }
    for code in steps:
        if codes.PLACE_MAYOR <= code < codes.PLACE_GENERAL:
            resource = RESOURCES[code - codes.PLACE_MAYOR]
            mayors[resource] = mayors.get(resource, 0) + 1
        elif code >= codes.PLACE_GENERAL:
            block = max(start for start in lands if start <= code)
            lands[block].append(int(code) - block + 1)
    return m.Place(
        mayors,
        generals=tuple(lands[codes.PLACE_GENERAL]),
        admirals=tuple(lands[codes.PLACE_ADMIRAL]),
        decoys=tuple(lands[codes.PLACE_DECOY]),
    )
