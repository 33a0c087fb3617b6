"""Threads between the cards of a hand: what helps runs above them, what costs or blanks below."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, structs

from realms.fantasy.content.card_text import name_of, signed
from realms.fantasy.scoring.sheet import CardSheet, ScoreSheet, SheetReason
from realms.kernel.text import listed, say

WIDTH = 830
"""Of the drawing; its cards fill it from end to end."""
GAP = 10
ABOVE, BELOW = 166, 124
"""The heights of the two parts of the drawing."""
LETTER, ENDS = 8.6, 14
"""About how wide a letter of a label is, and its two ends together."""

ORDER = ("blank", "clear", "penalty", "bonus")
"""In which order it is told what the cards do to each other."""
TALL, APART = 24, 6
"""The height of a label, with some room, and how far labels side by side stand apart."""
SHARES = (0.5, 0.38, 0.62, 0.28, 0.72, 0.2, 0.8)
"""How far along its thread a label may lie, the best place first."""


class Thread(Struct, frozen=True):
    """A curve from a card to another, with what it does."""

    path: str
    kind: str
    """`help` or `harm`."""
    step: int
    """In which step of the count it is drawn, from 1."""
    first: str
    second: str
    """The ids of the cards it joins."""
    label: str = ""
    x: float = 0
    y: float = 0
    """Where the label is."""

    @property
    def width(self) -> float:
        """How wide the label is."""
        return ENDS + LETTER * len(self.label)


class CountStep(Struct, frozen=True, kw_only=True):
    """Something that happens while a hand is counted, in a sentence."""

    number: int
    """From 1: blanks first, then penalties that are cleared or count, the best bonus last."""
    card: str
    """The card it happens to."""
    kind: str
    """`blank`, `clear`, `penalty` or `bonus`."""
    points: int
    text: str


class Woven(Struct, frozen=True):
    """All threads of a hand, and what happens while it is counted."""

    above: tuple[Thread, ...]
    below: tuple[Thread, ...]
    steps: tuple[CountStep, ...] = ()


class Link(Struct, frozen=True):
    """That a card does something to another."""

    source: int
    target: int
    kind: str
    label: str
    step: int


def weave(sheet: ScoreSheet, language: str) -> Woven:
    """The threads of a sheet, its cards side by side in the order of their rows."""
    found = _counted(sheet)
    links = [
        link
        for at, (row, why) in enumerate(found)
        for link in _links(sheet, row, why, at, language)
    ]
    cards = [row.card for row in sheet.cards]
    sides = {kind: [link for link in links if link.kind == kind] for kind in ("harm", "help")}
    for side in sides.values():
        side.sort(key=lambda link: abs(link.source - link.target))
    steps = tuple(_step(row, why, at, language) for at, (row, why) in enumerate(found))
    above, below = _drawn(sides["help"], cards, ABOVE), _drawn(sides["harm"], cards, BELOW)
    return Woven(above, below, steps)


def _counted(sheet: ScoreSheet) -> list[tuple[CardSheet, SheetReason]]:
    """What changes the worth of a card, in the order it is told."""
    found = [
        (row, why)
        for row in sheet.cards
        for why in row.reasons
        if why.step in ("blank", "clear") or (why.step in ORDER and why.points and not row.blanked)
    ]
    return sorted(found, key=lambda one: (ORDER.index(one[1].step), one[1].points))


def _step(row: CardSheet, why: SheetReason, at: int, language: str) -> CountStep:
    others = [name_of(card, language) for card in dict.fromkeys(why.by) if card != row.card]
    key = why.step if others else f"{why.step}_alone"
    names = {"card": name_of(row.card, language), "cards": listed(others, language)}
    text = say(f"web.fantasy.finale.step.{key}", language, points=signed(why.points), **names)
    return CountStep(number=at + 1, card=row.card, kind=why.step, points=why.points, text=text)


def _links(
    sheet: ScoreSheet, row: CardSheet, why: SheetReason, at: int, language: str
) -> Iterator[Link]:
    place = {row.card: number for number, row in enumerate(sheet.cards)}
    sources = [place[card] for card in why.by if card in place and card != row.card]
    if why.step in ("clear", "blank"):
        label = say(f"web.fantasy.finale.{why.step}s", language)
    else:
        label = signed(why.points)
    kind = "help" if why.step == "clear" or why.points > 0 else "harm"
    for number, source in enumerate(dict.fromkeys(sources)):
        yield Link(source, place[row.card], kind, label if number == 0 else "", at + 1)


def _drawn(links: list[Link], cards: list[str], height: int) -> tuple[Thread, ...]:
    """Curves that leave and reach cards side by side, the longer the higher."""
    wide = (WIDTH - GAP * (len(cards) - 1)) / max(len(cards), 1)
    ends: dict[int, list[tuple[int, int]]] = {}
    for number, link in enumerate(links):
        ends.setdefault(link.source, []).append((link.target, number))
        ends.setdefault(link.target, []).append((link.source, number))
    lanes = {place: sorted(met) for place, met in ends.items()}

    def across(place: int, other: int, number: int) -> float:
        met = lanes[place]
        share = (met.index((other, number)) + 1) / (len(met) + 1)
        return place * (wide + GAP) + wide * (0.12 + 0.76 * share)

    is_above = height == ABOVE
    longest = max((abs(link.source - link.target) for link in links), default=1)
    threads: list[Thread] = []
    for number, link in enumerate(links):
        start = across(link.source, link.target, number)
        stop = across(link.target, link.source, number)
        span = abs(link.source - link.target)
        top = (height - 14) / 0.75 * min(1, 0.7 + 0.1 * longest)
        rise = min(46 + (top - 46) * (span - 1) / max(longest - 1, 1) + 7 * (number % 3), top)
        edge, bend = (height, height - rise) if is_above else (0, rise)
        tip = edge - 7 if is_above else edge + 8
        path = f"M{start:.1f} {edge}C{start:.1f} {bend:.1f} {stop:.1f} {bend:.1f} {stop:.1f} {tip}"
        thread = Thread(
            path=path,
            kind=link.kind,
            step=link.step,
            first=cards[link.source],
            second=cards[link.target],
            label=link.label,
        )
        places = [
            structs.replace(
                thread,
                x=round(_at(share, start, start, stop, stop), 1),
                y=round(_at(share, edge, bend, bend, tip), 1),
            )
            for share in SHARES
        ]
        threads.append(next((one for one in places if not _hides(one, threads)), places[0]))
    return tuple(threads)


def _hides(thread: Thread, others: list[Thread]) -> bool:
    """Whether its label would lie on that of another."""
    return any(
        abs(thread.x - one.x) < (thread.width + one.width) / 2 + APART
        and abs(thread.y - one.y) < TALL
        for one in others
        if thread.label and one.label
    )


def _at(share: float, one: float, two: float, three: float, four: float) -> float:
    """A coordinate of a curve, so far along it."""
    rest = 1 - share
    return rest**3 * one + 3 * rest**2 * share * two + 3 * rest * share**2 * three + share**3 * four
