"""Moves that are a word and plain values are written and read without a game's help."""

from __future__ import annotations

import pytest

from realms.kernel import plain_notation
from realms.kernel.errors import Unreadable
from realms.kernel.game import Move


class Bid(Move, frozen=True):
    """Bid a card."""

    card: int | None


class Swap(Move, frozen=True):
    """Swap a card for that of a seat."""

    card: str
    seat: int


class Pass(Move, frozen=True):
    """Do nothing."""


AnyMove = Bid | Swap | Pass


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Bid(7), "bid 7"),
        (Bid(None), "bid ?"),
        (Swap("king", 2), "swap king 2"),
        (Pass(), "pass"),
        (None, "…"),
    ],
)
def test_a_move_reads_back_as_it_is_written(move: Move | None, text: str) -> None:
    assert plain_notation.write_move(move) == text
    assert plain_notation.read_move(f" {text.upper()}  ".replace("KING", "king"), AnyMove) == move


def test_a_move_is_shown_as_it_is_written() -> None:
    assert str(Swap("king", 2)) == "swap king 2"


@pytest.mark.parametrize(
    "text", ["", "bid", "bid 7 8", "bid seven", "swap king", "swap king ?", "fold", "pass 1"]
)
def test_what_no_move_is_written_as_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        plain_notation.read_move(text, AnyMove)
