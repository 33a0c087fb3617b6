"""What is shown at once of a review that is being worked out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from realms.analysis.review import CurvePoint
from realms.web.pages.replay.replay import Replay
from realms.web.pages.review.address import CLOSE, ReviewAddress
from realms.web.pages.review.context import SeatShown
from realms.web.pages.review.curve import Curve, draw_curve
from realms.web.pages.review.headline import headline_of


class FirstPictureShown(Struct, frozen=True, kw_only=True):
    """A game whose review is under way."""

    title: str
    game: str
    headline: str
    players: str
    seats: tuple[SeatShown, ...]
    chosen: int | None
    everybody: str
    curve: Curve | None
    """As the players' own eyes have it; None where no network can tell."""
    closer: str
    """Where the review will be."""
    progress: str
    """Where it can be asked how far it has come."""
    replay: str
    last: int


def first_picture_shown(
    replay: Replay,
    points: Sequence[CurvePoint],
    address: ReviewAddress,
    seat: int | None,
    own: int | None,
    language: str,
) -> FirstPictureShown:
    """The first picture of a game, as a seat or everybody sees it."""
    outcome: Any = replay.game.outcome(replay.states[-1])
    return FirstPictureShown(
        title=replay.game.title,
        game=replay.game.name,
        headline=headline_of(replay, seat, own, language),
        players=", ".join(replay.names),
        seats=tuple(
            SeatShown(
                one,
                name,
                outcome.scores[one],
                one in outcome.winners,
                one == seat,
                address.other(seat=str(one), at=None),
            )
            for one, name in enumerate(replay.names)
        ),
        chosen=seat,
        everybody=address.other(seat="all"),
        curve=draw_curve(points, seat or 0, {}, (), replay.rounds) if len(points) > 1 else None,
        closer=address.other(depth=CLOSE),
        progress=f"{replay.path_of('review')}/progress",
        replay=replay.path,
        last=replay.last,
    )
