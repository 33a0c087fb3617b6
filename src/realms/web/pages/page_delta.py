"""What changed between two renderings of a page, for a browser that has the older one.

Pages are rendered whole, and browsers morph what they show into them; only the way between is
shorter. A text is cut into pieces, after every tag and every line. A delta lists what the new
text is made of: a pair of numbers (from, count) stands for pieces of the old text, a string
for itself. Lines are compared first, which is quick; what is left, piece by piece.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

PIECE = re.compile(r"(?<=[>\n])")
"""Where pieces end; `live.js` has the same."""
LINE = re.compile(r"(?<=\n)")
FEWEST = 24
"""Characters that are worth naming instead of repeating."""
MOST_PLACES = 8
"""Places of a line that are looked at."""

Delta = list[int | str]
Run = tuple[int, int, int]
"""Where a run of equal things begins in the old and the new, and how long it is."""


def page_delta(old: str, new: str, start: int = 0) -> Delta:
    """A new text as pieces of an old one, counted from `start`, and the texts between them.

    >>> page_delta("<p>It is Ada's turn.</p><p>She draws.</p>", "<p>Bob</p><p>She draws.</p>")
    ['<p>Bob</p><p>She draws.</p>']
    """
    before, after = LINE.split(old), LINE.split(new)
    starts = [start]
    for line in before:
        starts.append(starts[-1] + piece_count(line))
    delta: Delta = []
    old_at = new_at = 0
    for old_start, new_start, length in [*_line_runs(before, after), (len(before), len(after), 0)]:
        end = old_start if old_start > old_at else old_at + new_start - new_at
        replaced = "".join(before[old_at:end])
        _add_pieces(delta, replaced, starts[old_at], "".join(after[new_at:new_start]))
        _add_copy(delta, starts[old_start], starts[old_start + length] - starts[old_start])
        old_at, new_at = old_start + length, new_start + length
    return delta


def piece_count(text: str) -> int:
    """How many pieces a text has: each ends with a tag or a line."""
    return text.count(">") + text.count("\n") + (text[-1:] not in (">", "\n", ""))


def _pieces(text: str) -> list[str]:
    """Split a text into the pieces that a delta refers to, without empty ones."""
    return [piece for piece in PIECE.split(text) if piece]


def _line_runs(before: Sequence[str], after: Sequence[str]) -> list[Run]:
    """Runs of lines that both have, in the order of the new text."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for number, line in enumerate(before):
        places[line].append(number)
    runs, at, expected = [], 0, 0
    while at < len(after):
        found = _longest(before, after, at, expected, places.get(after[at], ()))
        if found is None:
            at += 1
            continue
        runs.append(found)
        at += found[2]
        expected = found[0] + found[2]
    return runs


def _longest(
    before: Sequence[str], after: Sequence[str], at: int, expected: int, places: Sequence[int]
) -> Run | None:
    """The longest run that begins here; one that goes on from the last is good enough."""
    best: Run | None = None
    if expected < len(before) and before[expected] == after[at]:
        places = (expected,)
    for start in places[:MOST_PLACES]:
        length = 1
        while (
            at + length < len(after)
            and start + length < len(before)
            and before[start + length] == after[at + length]
        ):
            length += 1
        if best is None or length > best[2]:
            best = start, at, length
    if best is None or sum(map(len, after[at : at + best[2]])) < FEWEST:
        return None
    return best


def _add_pieces(delta: Delta, replaced: str, start: int, text: str) -> None:
    """Add lines that are new, but for the pieces of those they stand instead of."""
    if not text:
        return
    if not replaced:
        _add_text(delta, text)
        return
    old, new, expected = _pieces(replaced), _pieces(text), 0
    places: defaultdict[str, list[int]] = defaultdict(list)
    for number, piece in enumerate(old):
        places[piece].append(number)
    at = 0
    while at < len(new):
        found = _longest(old, new, at, expected, places.get(new[at], ()))
        if found is None:
            _add_text(delta, new[at])
            at += 1
        else:
            _add_copy(delta, start + found[0], found[2])
            at += found[2]
            expected = found[0] + found[2]


def _add_text(delta: Delta, text: str) -> None:
    if delta and isinstance(delta[-1], str):
        delta[-1] += text
    elif text:
        delta.append(text)


def _add_copy(delta: Delta, start: int, count: int) -> None:
    if not count:
        return
    if len(delta) > 1 and isinstance(delta[-1], int) and isinstance(delta[-2], int):
        if delta[-2] + delta[-1] == start:
            delta[-1] += count
            return
    delta += (start, count)
