"""Reviews as bytes, to be kept with the games that they are of."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from realms.analysis.review.game_review import GameReview
from realms.kernel.game import Game

VERSION = 2
"""Of reviews: raised when they tell more than before, or come out differently."""
LARGEST = 16 * 1024 * 1024
"""Bytes of a review at most, unpacked."""


def packed(review: GameReview) -> bytes:
    """A review as bytes."""
    return zlib.compress(msgspec.json.encode(review), 6)


def unpacked(game: Game, body: bytes) -> GameReview | None:
    """A review from its bytes; None for what is none of ours, or none any more."""
    try:
        plain = zlib.decompressobj().decompress(body, LARGEST)
        review = msgspec.json.decode(plain, type=GameReview)
        return _with_moves(game, review) if review.game == game.name else None
    except (zlib.error, msgspec.DecodeError, msgspec.ValidationError):
        return None


def _with_moves(game: Game, review: GameReview) -> GameReview:
    """The same with the moves of its game, where the file has plain data."""

    def move_of(data: Any) -> Any:
        return msgspec.convert(data, game.move_type)

    replace = msgspec.structs.replace
    decisions = tuple(
        replace(
            one,
            move=move_of(one.move),
            alternatives=tuple(
                replace(alternative, move=move_of(alternative.move))
                for alternative in one.alternatives
            ),
        )
        for one in review.decisions
    )
    return replace(review, decisions=decisions)
