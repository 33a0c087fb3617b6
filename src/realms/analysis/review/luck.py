"""Luck apart from skill: how each seat came from an equal share to its part of the win.

A decision changes the chances of all seats by what it gives up: to its own seat that is
skill, to the others what others did. Between two decisions the chances change by themselves:
that is luck. It has three parts: the deal, as the seat saw it when it first decided; draws,
the cards that it saw come; and what was hidden: other hands, secret decisions, who stood where
at the end. All of it adds up to the whole, and the luck of all seats to nought, in every game.
"""

from __future__ import annotations

from collections.abc import Sequence

from realms.analysis.review.game_review import ReviewedDecision, ReviewedSeat

GOOD = ("best", "good")


def seats_of(
    decisions: Sequence[ReviewedDecision], ends: Sequence[float], draws: Sequence[float]
) -> list[ReviewedSeat]:
    """Every seat, from an equal share to its part of the win; `draws` is what draws did."""
    start = 1 / len(ends)
    return [_seat(decisions, seat, (start, end), draws[seat]) for seat, end in enumerate(ends)]


def _seat(
    decisions: Sequence[ReviewedDecision], seat: int, whole: tuple[float, float], draws: float
) -> ReviewedSeat:
    """A seat; `whole` is where it began and where it ended."""
    start, end = whole
    own = [one for one in decisions if one.seat == seat]
    skill = sum(_change(one, seat) for one in own)
    others = sum(_change(one, seat) for one in decisions if one.seat != seat)
    luck = end - start - skill - others
    deal = _deal(decisions, own, seat, start)
    good = sum(one.verdict in GOOD for one in own)
    return ReviewedSeat(
        seat=seat,
        start=start,
        end=end,
        luck=luck,
        skill=skill,
        others=others,
        accuracy=good / len(own) if own else 1.0,
        decisions=len(own),
        deal=deal,
        draws=draws,
        hidden=luck - deal - draws,
    )


def _deal(
    decisions: Sequence[ReviewedDecision], own: Sequence[ReviewedDecision], seat: int, start: float
) -> float:
    """What the deal did: the chances at the first decision, but for what others gave before."""
    if not own:
        return 0.0
    given = sum(_change(one, seat) for one in decisions if one.number < own[0].number)
    return own[0].before[seat] - start - given


def _change(one: ReviewedDecision, seat: int) -> float:
    """What a decision did to the chances of a seat."""
    return one.after[seat] - one.before[seat]
