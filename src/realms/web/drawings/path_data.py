"""Outlines of icons on whole numbers: nobody sees it on 512 of them, and they weigh much less.

Every point is put on the nearest whole number where it lies, and told from where the one before
was put, so that what is cut off never adds up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

PATH = re.compile(r' d="([^"]+)"')
COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_ARC_PARTS = [NUMBER.pattern] * 3 + ["[01]"] * 2 + [NUMBER.pattern] * 2
ARC = re.compile(r"[\s,]*".join(f"({part})" for part in _ARC_PARTS))
"""The commands of a drawing: with their numbers, those of an arc with its two flags."""
TAKEN = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7}
"""How many numbers each command takes at a time."""


def whole_paths(body: str) -> str:
    """Drawings whose points lie on whole numbers.

    >>> whole_paths('<path d="M1.234,5.678c-.04.5 3 4.96 1 1l.4.4.4.4a2 2 0 01.26 3z"/>')
    '<path d="M1 6c0 0 3 5 1 1l1 0 0 0a2 2 0 0 1 0 3z"/>'
    """
    return PATH.sub(lambda found: f' d="{_whole(found[1])}"', body)


def _whole(path: str) -> str:
    """The commands of one path, all of them relative but the first."""
    written, last = "", ""
    for command, numbers in _steps(path):
        text = " ".join(map(str, numbers)).replace(" -", "-")
        if command != last:
            written += command + text
        else:
            written += text if text.startswith("-") else f" {text}"
        last = command if command != "z" else ""
    return written


def _steps(path: str) -> Iterator[tuple[str, list[int]]]:
    """Command by command, each with its whole numbers."""
    here, start, put = (0.0, 0.0), (0.0, 0.0), (0, 0)
    is_first = True
    for command, text in COMMAND.findall(path):
        kind = command.lower()
        if kind == "z":
            here, put = start, (round(start[0]), round(start[1]))
            yield "z", []
            continue
        spaced = ARC.sub(r"\1 \2 \3 \4 \5 \6 \7 ", text) if kind == "a" else text
        numbers = [float(number) for number in NUMBER.findall(spaced)]
        for at in range(0, len(numbers), TAKEN[kind]):
            points, rest = _points(kind, numbers[at : at + TAKEN[kind]], here, command.isupper())
            here = points[-1]
            whole = [(round(x), round(y)) for x, y in points]
            if kind == "m" and at == 0:
                start = here
            step = "l" if kind == "m" and at else kind
            if is_first:
                yield "M", [*whole[-1]]
            else:
                yield step, rest + _relative(step, whole, put)
            is_first, put = False, whole[-1]


def _points(
    kind: str, numbers: list[float], here: tuple[float, float], is_absolute: bool
) -> tuple[list[tuple[float, float]], list[int]]:
    """The points of a step where they lie, and the other numbers: of an arc its shape."""
    x, y = (0.0, 0.0) if is_absolute else here
    if kind == "h":
        return [(x + numbers[0], here[1])], []
    if kind == "v":
        return [(here[0], y + numbers[0])], []
    if kind == "a":
        shape = [max(round(numbers[0]), 1), max(round(numbers[1]), 1), *map(round, numbers[2:5])]
        return [(x + numbers[5], y + numbers[6])], shape
    return [(x + dx, y + dy) for dx, dy in zip(numbers[::2], numbers[1::2], strict=True)], []


def _relative(kind: str, points: list[tuple[int, int]], put: tuple[int, int]) -> list[int]:
    """Points as they are told from the one before the step."""
    if kind == "h":
        return [points[0][0] - put[0]]
    if kind == "v":
        return [points[0][1] - put[1]]
    return [number for x, y in points for number in (x - put[0], y - put[1])]
