"""Why a move of Fantasy Realms was better than the one that was made, and when it was not.

Every reason rests on what the seat knew: its own hand, the cards lying open, and those the
next player was seen to take. Of all that tells two moves apart, what makes most points is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from realms.bots.advice import AdviceReason
from realms.fantasy.bots.advice import Adviser
from realms.fantasy.bots.planner import expected_gain
from realms.fantasy.rules.codes import DISCARD, DRAW, KEEP, TAKE
from realms.fantasy.rules.state import DECLARING, DISCARDING, KEEPING, TAKING
from realms.fantasy.rules.turn import is_building

LEAST = 1.0
"""Points that two moves have to be apart in something for it to be the reason."""
PARTNERS = ("completes", "brings")
"""What a card does in a hand, which says more than what the hand is worth then."""


class MovePoints(Struct, frozen=True):
    """What a move comes to, in points."""

    now: int
    """The hand after it; for a draw, the hand as it is."""
    next: float
    """What a card from the deck adds to that on average."""
    gives: float
    """What the next player can make of the card that goes."""
    denies: float
    """What the next player could have made of the card that is taken."""
    is_draw: bool


def move_reasons(position: Any, seat: int, steps: Sequence[int]) -> list[AdviceReason]:
    """What speaks for a move, or against it."""
    if position.phase == DECLARING:
        return []
    return list(Adviser(position, seat, np.uint64(1)).reasons(int(steps[0])))


def loss_reason(
    position: Any, seat: int, made: Sequence[int], better: Sequence[int]
) -> tuple[str, AdviceReason] | None:
    """Why one move was better than the one made: of which of the two, and what is said of it.

    `made` or `better` tells which; None where nothing tells the two apart.
    """
    if tuple(made) == tuple(better):
        return None
    if position.phase not in (TAKING, KEEPING, DISCARDING) or is_building(position, seat):
        return _ending(position, seat, made, better)
    adviser = Adviser(position, seat, np.uint64(1))
    one, other = int(made[0]), int(better[0])
    if one not in adviser.ends or other not in adviser.ends:
        return _ending(position, seat, made, better)
    weighed = list(_weighed(adviser, one, other))
    points, which, reason = max(weighed, key=lambda found: found[0], default=(0.0, "", None))
    if reason is None or points < LEAST:
        return _ending(position, seat, made, better)
    return which, reason


def _weighed(adviser: Adviser, made: int, better: int) -> Iterator[tuple[float, str, AdviceReason]]:
    """What tells two moves apart: by how many points, of which of them, and what is said."""
    one, other = (move_points(adviser, code) for code in (made, better))
    said = {
        code: {reason.key: reason for reason in adviser.reasons(code)} for code in (made, better)
    }
    if round(one.gives) > round(other.gives) and "gives" in said[made]:
        yield one.gives - other.gives, "made", said[made]["gives"]
    if round(other.denies) > round(one.denies) and "denies" in said[better]:
        yield other.denies - one.denies, "better", said[better]["denies"]
    if other.is_draw:
        yield other.now + other.next - one.now, "better", said[better]["chances"]
    elif one.is_draw:
        partners = [said[better][key] for key in PARTNERS if key in said[better]]
        reason = next(iter(partners), said[better]["now"])
        yield other.now - one.now - one.next, "better", reason
    else:
        if other.now > one.now:
            fields = {"points": other.now, "less": one.now}
            yield float(other.now - one.now), "better", AdviceReason("now_more", fields)
        if round(other.next) > round(one.next):
            fields = {"points": round(other.next), "less": round(one.next)}
            gained = other.now + other.next - one.now - one.next
            yield (
                min(other.next - one.next, gained + LEAST),
                "better",
                AdviceReason("grows", fields),
            )


def move_points(adviser: Adviser, code: int) -> MovePoints:
    """What a move comes to."""
    hand, is_draw = adviser.ends[code], code == DRAW
    card = code - (TAKE if TAKE <= code < DISCARD else DISCARD)
    threat = adviser.threats.get(card, 0.0) if not is_draw and code < KEEP else 0.0
    return MovePoints(
        now=adviser.value(int(adviser.s.hands[adviser.seat]) if is_draw else hand),
        next=float(expected_gain(adviser.workspace, hand, adviser.unseen)),
        gives=threat if DISCARD <= code < KEEP else 0.0,
        denies=threat if TAKE <= code < DISCARD else 0.0,
        is_draw=is_draw,
    )


def _ending(
    position: Any, seat: int, made: Sequence[int], better: Sequence[int]
) -> tuple[str, AdviceReason] | None:
    """That one of two moves ends the game, or builds a hand, where nothing else is known."""
    one, other = (
        {reason.key: reason for reason in move_reasons(position, seat, steps)}
        for steps in (made, better)
    )
    for key in ("builds", "ends"):
        if key in other and key not in one:
            return "better", other[key]
    return ("made", one["ends"]) if "ends" in one and "ends" not in other else None
