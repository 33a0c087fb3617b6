"""Why a move of Medieval Realms was better than the one that was made.

Of all that tells two moves apart, what makes most points is said; what makes few is not worth
a sentence, and neither is what is true of both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from realms.bots.advice import AdviceReason
from realms.kernel.game import copy_state
from realms.medieval.bots.lands import WHOLE, judge_lands, own_strength
from realms.medieval.bots.reasons import Speaker
from realms.medieval.bots.wants import token_worth
from realms.medieval.bots.workspace import MOST_STRENGTH
from realms.medieval.content.rule_tables import GOODS, HOLE, RESOURCE_COUNT
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules import codes
from realms.medieval.rules.auction import purse
from realms.medieval.rules.majority import recipient
from realms.medieval.rules.state import PLACING, has
from realms.medieval.scoring.scoring import final_score

LEAST = 1.5
"""Points that a reason has to make."""
WORTHS = {
    "majority": 3.0,
    "denies": 3.0,
    "leader": 4.0,
    "pays_for": 4.0,
    "wanted_for": 3.0,
    "takes_lead": 2.5,
    "for_panel": 2.0,
    "for_actions": 1.5,
    "nothing_pays": 2.0,
}
"""What reasons without points of their own count for."""
POINTS = ("points", "end_points", "promises")
"""Reasons that say by themselves how many points they make."""
UNPLAYABLE = 4.0
GIVEN_AWAY = 5.0
UNBEATABLE = 3.0


class WeighedReason(Struct, frozen=True):
    """A reason, of which of two moves it is said, and the points that it makes."""

    which: str
    reason: AdviceReason
    points: float


def move_reasons(position: Any, seat: int, steps: Sequence[int]) -> list[AdviceReason]:
    """What speaks for a move, or against it, the weightiest first."""
    return list(Speaker(position, seat).reasons(steps))


def loss_reason(
    position: Any, seat: int, made: Sequence[int], better: Sequence[int]
) -> tuple[str, AdviceReason] | None:
    """Why one move was better than the one made: of which of the two, and what is said of it.

    `made` or `better` tells which; None where nothing of weight tells the two apart.
    """
    if position.phase == PLACING:
        found = list(_placements(position, seat, made, better))
    else:
        found = [*_of_made(position, seat, made, better), *_of_better(position, seat, made, better)]
    most = max(found, key=lambda why: why.points, default=None)
    return (most.which, most.reason) if most is not None and most.points >= LEAST else None


# --- Actions, bids, choices ---


def _of_better(
    position: Any, seat: int, made: Sequence[int], better: Sequence[int]
) -> Iterator[WeighedReason]:
    """What the better move has that the other has not."""
    own = _weights(move_reasons(position, seat, made))
    for reason, points in _weights(move_reasons(position, seat, better)).values():
        less = own[reason.key][1] if reason.key in own else 0.0
        same = reason.key in own and own[reason.key][0] == reason
        if not same and points > less:
            yield WeighedReason("better", reason, points - less)
    code = int(better[0])
    if codes.BID <= code < codes.PASS_BID and _is_unbeatable(position, seat, code - codes.BID):
        if not _is_bid(made) or not _is_unbeatable(position, seat, int(made[0]) - codes.BID):
            yield WeighedReason("better", AdviceReason("unbeatable"), UNBEATABLE)


def _of_made(
    position: Any, seat: int, made: Sequence[int], better: Sequence[int]
) -> Iterator[WeighedReason]:
    """What speaks against the move that was made, and not against the better one."""
    own = {reason.key: reason for reason in move_reasons(position, seat, made)}
    other = {reason.key: reason for reason in move_reasons(position, seat, better)}
    if "lacks" in own and "lacks" not in other:
        yield WeighedReason("made", own["lacks"], UNPLAYABLE)
    taker = _goes_to(position, seat, int(made[0]))
    if taker is not None and taker != seat and _goes_to(position, seat, int(better[0])) != taker:
        yield WeighedReason("made", AdviceReason("goes_to", {"seat": taker + 1}), GIVEN_AWAY)
    if int(better[0]) == codes.PASS_BID and "too_dear" in other:
        yield WeighedReason("made", other["too_dear"], WORTHS["nothing_pays"])
    if codes.ACTIVATE <= int(made[0]) < codes.PASS:
        lost = -_gain(position, seat, made)
        if lost >= 1 and _gain(position, seat, better) > -lost:
            yield WeighedReason("made", AdviceReason("costs_points", {"n": lost}), float(lost))


def _weights(reasons: Sequence[AdviceReason]) -> dict[str, tuple[AdviceReason, float]]:
    """The first reason of each kind, and what it counts for."""
    found: dict[str, tuple[AdviceReason, float]] = {}
    for reason in reasons:
        fields = reason.fields
        if reason.key in POINTS:
            points = float(fields["n"])
        elif reason.key == "income":
            points = 0.5 * fields["n"] * fields["rounds"]
        else:
            points = WORTHS.get(reason.key, 0.0)
        if points and reason.key not in found:
            found[reason.key] = (reason, points)
    return found


def _is_bid(steps: Sequence[int]) -> bool:
    return codes.BID <= int(steps[0]) < codes.PASS_BID


def _is_unbeatable(position: Any, seat: int, bid: int) -> bool:
    """Whether nobody else who is in can bid higher. [MR-45]"""
    tables, card = GAME.rule_tables(position), int(position.lot)
    inside = [r for r in range(position.players) if r != seat and has(position.inside, r)]
    return all(int(purse(position, tables, rival, card)) <= bid for rival in inside)


def _goes_to(position: Any, seat: int, code: int) -> int | None:
    """Who gets the card of a square that is activated; None for other moves, or for nobody."""
    if not codes.ACTIVATE <= code < codes.OPEN:
        return None
    tables, card = GAME.rule_tables(position), int(position.current[code - codes.ACTIVATE])
    if tables.type[card] == HOLE:
        return seat
    taker = int(recipient(position, tables, seat, card))
    return taker if 0 <= taker < int(position.players) else None


def _gain(position: Any, seat: int, steps: Sequence[int]) -> int:
    """The points more that a move brings if the game ended after it. [MR-75]"""
    after, tables = copy_state(position), GAME.rule_tables(position)
    GAME.make_steps(after, seat, steps)
    return int(final_score(after, tables, seat)) - int(final_score(position, tables, seat))


# --- Placements ---


class _Plan:
    """What a placement makes, and what it may win, as a steward reckons it. [MR-18]"""

    def __init__(self, position: Any, seat: int, steps: Sequence[int]) -> None:
        speaker = Speaker(position, seat)
        self.reasons = list(speaker.reasons(steps))
        s, workspace = position, speaker.workspace
        made = [0] * RESOURCE_COUNT
        for code in steps:
            if int(code) < codes.PLACE_GENERAL:
                resource = int(code) - codes.PLACE_MAYOR
                made[resource] += 1 + int(workspace.on_square[resource])
        self.made = made
        first = [int(speaker.tables.goods) if r == GOODS else 0 for r in range(RESOURCE_COUNT)]
        self.tokens = [
            sum(int(token_worth(s, seat, r, first[r] + n, workspace)) for n in range(made[r])) / 100
            for r in range(RESOURCE_COUNT)
        ]
        judge_lands(s, speaker.tables, seat, workspace)
        self.strengths = [
            min(int(own_strength(speaker.tables, land, workspace)), MOST_STRENGTH)
            for land in range(len(speaker.tables.lands))
        ]
        self.odds = [
            int(workspace.odds[land, strength]) / WHOLE
            for land, strength in enumerate(self.strengths)
        ]
        self.worths = [int(workspace.worth[land]) / 100 for land in range(len(self.odds))]

    def amount(self, resource: int) -> AdviceReason | None:
        """That so much of a resource is made."""
        named = [one for one in self.reasons if one.key == "makes"]
        order = [r for r, _n in sorted(enumerate(self.made), key=lambda item: -item[1])]
        place = order.index(resource)
        return named[place] if place < len(named) and self.made[resource] else None


def _placements(
    position: Any, seat: int, made: Sequence[int], better: Sequence[int]
) -> Iterator[WeighedReason]:
    """What tells two placements apart: tokens that pay for a card, lands, tokens that are made."""
    one, other = _Plan(position, seat, made), _Plan(position, seat, better)
    paid = [reason.fields for reason in one.reasons if reason.key == "pays_for"]
    for reason in other.reasons:
        if reason.key == "pays_for" and reason.fields not in paid:
            yield WeighedReason("better", reason, WORTHS["pays_for"])
    for land, (odds, less) in enumerate(zip(other.odds, one.odds, strict=True)):
        points = odds * other.worths[land] - less * one.worths[land]
        chances = {"land": land + 1, "chance": round(100 * odds), "less": round(100 * less)}
        if chances["chance"] > chances["less"]:
            yield WeighedReason("better", AdviceReason("land_more", chances), points)
    for resource, (worth, least) in enumerate(zip(other.tokens, one.tokens, strict=True)):
        amount = other.amount(resource)
        if amount is not None and other.made[resource] > one.made[resource]:
            yield WeighedReason("better", amount, worth - least)
