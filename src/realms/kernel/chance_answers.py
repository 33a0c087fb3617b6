"""Moves of a record with what chance answered to them, which stands in parentheses."""

from __future__ import annotations

from realms.kernel.errors import Unreadable


def split_answer(text: str, start: int, end: int) -> tuple[int, str, str | None]:
    """A piece of a line as its place, the move, and what stands behind it in parentheses.

    >>> split_answer("  +deck (Swamp)", 0, 15)
    (2, '+deck', 'Swamp')
    """
    piece = text[start:end]
    move, opened, rest = piece.partition("(")
    answer, _, behind = rest.partition(")")
    if not move.strip() or behind.strip():
        raise Unreadable("record/move", text=piece.strip()[:80])
    return start + len(move) - len(move.lstrip()), move.strip(), answer if opened else None
