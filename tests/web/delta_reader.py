"""Reading what changed at a table, as the script of its page does (`live.js`)."""

from __future__ import annotations

from realms.web.pages.page_delta import PIECE, Delta


def apply_delta(old: str, delta: Delta) -> str:
    """The new text, from the old one and what changed."""
    pieces, result, at = PIECE.split(old), [], 0
    while at < len(delta):
        one = delta[at]
        if isinstance(one, str):
            result.append(one)
            at += 1
        else:
            count = delta[at + 1]
            assert isinstance(count, int)
            result.extend(pieces[one : one + count])
            at += 2
    return "".join(result)
