"""A review in a notebook: the curve as a picture, the seats, the moments and why they mattered."""

from __future__ import annotations

from html import escape

from msgspec import Struct

from realms.analysis.review.game_review import GameReview, ReviewedDecision
from realms.kernel.presentation.html import html_of

WIDTH, HEIGHT = 720, 180
"""The size of the curve."""
COLOURS = ("#c0432f", "#2f6fb3", "#3f8747", "#d19a2a", "#7a4fae", "#2a8a8c", "#6d6a66")
"""Of the seats."""


class SeatRow(Struct, frozen=True):
    """A seat in a line of a notebook, its chances in percent."""

    name: str
    good_moves: str
    start: str
    deal: str
    draws: str
    hidden: str
    others: str
    decisions: str
    end: str


class MomentRow(Struct, frozen=True):
    """A moment in a line of a notebook."""

    move: int
    name: str
    played: str
    verdict: str
    loss: str
    best: str
    why: str


def review_html(review: GameReview) -> str:
    """A review as HTML that stands by itself."""
    moments = [one for number in review.moments if (one := review.decision(number)) is not None]
    rows = [_moment(review, one) for one in moments]
    tables = html_of(_seats(review)) + (html_of(rows) if rows else "")
    return f"<div>{curve_svg(review)}{tables}</div>"


def name_of(review: GameReview, seat: int) -> str:
    """What a seat is called; its number where nobody said."""
    return review.names[seat] if review.names else f"{seat + 1}"


def curve_svg(review: GameReview) -> str:
    """The chances of all seats over the game, one above another."""
    points = review.curve
    across = [WIDTH * n / max(1, len(points) - 1) for n in range(len(points))]
    floor, bands = [0.0] * len(points), []
    for seat in range(review.players):
        top = [low + point.chances[seat] for low, point in zip(floor, points, strict=True)]
        there, back = (
            [f"{x:.1f},{HEIGHT * (1 - y):.1f}" for x, y in zip(across, side, strict=True)]
            for side in (top, floor)
        )
        title = f"<title>{escape(name_of(review, seat))}</title>"
        outline = " ".join(there + back[::-1])
        bands.append(
            f'<polygon points="{outline}" fill="{COLOURS[seat % len(COLOURS)]}">{title}</polygon>'
        )
        floor = top
    key = "".join(
        f'<tspan fill="{COLOURS[seat % len(COLOURS)]}">■</tspan> {escape(name_of(review, seat))}  '
        for seat in range(review.players)
    )
    size = f'width="{WIDTH}" height="{HEIGHT + 24}"'
    legend = f'<text y="{HEIGHT + 18}" font-size="14" fill="currentColor">{key}</text>'
    picture = "".join(bands)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{picture}{legend}</svg>'


def _seats(review: GameReview) -> list[SeatRow]:
    return [
        SeatRow(
            name=name_of(review, one.seat),
            good_moves=f"{100 * one.accuracy:.0f} %",
            start=f"{100 * one.start:.0f} %",
            deal=_change(one.deal),
            draws=_change(one.draws),
            hidden=_change(one.hidden),
            others=_change(one.others),
            decisions=_change(one.skill),
            end=f"{100 * one.end:.0f} %",
        )
        for one in review.seats
    ]


def _change(part: float) -> str:
    return f"{100 * part:+.0f} %".replace("-", "−")


def _moment(review: GameReview, one: ReviewedDecision) -> MomentRow:
    return MomentRow(
        move=one.number,
        name=name_of(review, one.seat),
        played=str(one.move),
        verdict=one.verdict,
        loss=_change(-one.loss) if one.loss else "",
        best=str(one.alternatives[0].move) if one.alternatives else "",
        why=one.reason["en"] if one.reason else "",
    )
