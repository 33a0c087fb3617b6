"""What a move would do to a hand, line by line: what comes, what goes, the rest."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from realms.fantasy.content.card_text import name_of, signed
from realms.fantasy.scoring.sheet import CardSheet, ScoreSheet
from realms.fantasy.web.board.sheets import minus
from realms.kernel.text import listed, say

MOST_ROWS = 5
"""Lines before the rest is told in one."""
MOST_NAMED = 2
"""Cards that a line names, or one of them and how many more there are."""


class ChangeRow(Struct, frozen=True):
    """A line of a sum."""

    text: str
    points: int
    kind: str
    """`plain` for what comes, `up`, `down`, or `goes` for what leaves."""

    @property
    def shown(self) -> str:
        """The points: what comes is counted, all else is more or less."""
        if self.kind == "plain":
            return minus(self.points)
        return signed(self.points) if self.points else "±0"


def change_rows(
    before: ScoreSheet, after: ScoreSheet, language: str, dropped: str = ""
) -> tuple[ChangeRow, ...]:
    """How one hand becomes another; the points of all lines are the difference of the scores.

    A card that is `dropped` and still counts was raised from the discard area. [FR-20]
    """
    old = {sheet.card: sheet for sheet in before.cards}
    new = {sheet.card: sheet for sheet in after.cards}
    rows = [row for card in new if card not in old for row in _coming(new[card], language)]
    rows += [_going(old[card], language) for card in old if card not in new]
    moved = [(card, new[card].total - old[card].total) for card in new if card in old]
    rows += [_raised(card, points, language) for card, points in moved if card == dropped]
    moved = [(card, points) for card, points in moved if card != dropped]
    rest = [(card, points) for card, points in moved if points]
    rest.sort(key=lambda found: -abs(found[1]))
    room = max(MOST_ROWS - len(rows), 1)
    shown, more = (rest, []) if len(rest) <= room else (rest[: room - 1], rest[room - 1 :])
    rows += [_row(name_of(card, language), points) for card, points in shown]
    if more:
        rows.append(_row(say("web.fantasy.lens.rest", language), sum(points for _, points in more)))
    return tuple(rows)


def _row(text: str, points: int) -> ChangeRow:
    return ChangeRow(text, points, "up" if points >= 0 else "down")


def _coming(sheet: CardSheet, language: str) -> Iterator[ChangeRow]:
    name = name_of(sheet.card, language)
    if sheet.blanked:
        yield ChangeRow(say("web.fantasy.lens.blanked", language, card=name), 0, "plain")
        return
    yield ChangeRow(name, sheet.strength, "plain")
    for step, points in (("bonus", sheet.bonus), ("penalty", sheet.penalty)):
        if points:
            yield _row(_because(sheet, step, language), points)


def _because(sheet: CardSheet, step: str, language: str) -> str:
    """Which cards give or cost it points."""
    causes = [card for reason in sheet.reasons if reason.step == step for card in reason.by]
    names = [name_of(card, language) for card in dict.fromkeys(causes) if card != sheet.card]
    if not names:
        return say(f"web.fantasy.lens.{step}", language)
    if len(names) > MOST_NAMED:
        more = say("web.fantasy.lens.more", language, n=len(names) - MOST_NAMED + 1)
        names[MOST_NAMED - 1 :] = [more]
    return say("web.fantasy.lens.with_cards", language, cards=listed(names, language))


def _raised(card: str, points: int, language: str) -> ChangeRow:
    text = say("web.fantasy.lens.raised", language, card=name_of(card, language))
    return ChangeRow(text, points, "up" if points >= 0 else "down")


def _going(sheet: CardSheet, language: str) -> ChangeRow:
    text = say("web.fantasy.lens.goes", language, card=name_of(sheet.card, language))
    return ChangeRow(text, -sheet.total, "goes")
