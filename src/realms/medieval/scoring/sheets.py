"""Score sheets: every point of a seat, from which card, by which effect, how often. [MR-75]

The same sheet serves a running game: it tells what the seat would have if it ended now.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from realms.kernel.presentation.html import html_of
from realms.medieval.content.rule_tables import MOST_EFFECTS, POINTS
from realms.medieval.content.schema import MedievalContent
from realms.medieval.rules.realm import cards_in_play, great_persons, kind_in_play
from realms.medieval.scoring.scoring import (
    ending_points,
    final_milestones,
    leaders_in_all,
    leftover_points,
    set_points,
    times,
    tokens_left,
)

PARAGRAPHS = {"entering": "MR-49", "answers": "MR-61", "end": "MR-75"}
Why = Literal["entering", "answers", "end", "tokens", "great_persons"]


class ScoreLine(Struct, frozen=True):
    """One line: `times` times `each` make `points`."""

    why: Why
    points: int
    paragraph: str
    card: str | None = None
    effect: int = 0
    """Which of the card's effects of that time, from 0."""
    times: int = 1
    each: int = 1


class MedievalSheet(Struct, frozen=True):
    """The score of one seat, line by line, and what would break a tie. [MR-75] [MR-76]"""

    seat: int
    lines: tuple[ScoreLine, ...]
    track: int
    """Points on the track: what cards gave on entering and in answer to others."""
    score: int
    cards: int
    castles: int
    leaders: int

    _repr_html_ = html_of


def score_sheet(s: Any, tables: Any, content: MedievalContent, seat: int) -> MedievalSheet:
    """The sheet of a seat, as if the game ended now."""
    mine = [
        int(card)
        for card, owner in zip(s.played[: s.entered], s.owner[: s.entered], strict=True)
        if owner == seat
    ]
    lines = [line for card in mine for line in _entering(tables, content, card)]
    answers = int(s.points[seat]) - sum(line.points for line in lines)
    if answers:
        lines.append(ScoreLine("answers", answers, "MR-61", times=answers))
    for card in mine:
        lines += _ending(s, tables, content, seat, card)
    tokens = int(tokens_left(s, seat))
    tokens += int(final_milestones(s, tables, seat, ending_points(s, tables, seat)))
    lines.append(ScoreLine("tokens", int(leftover_points(tokens)), "MR-75", times=tokens))
    persons = int(great_persons(s, tables, seat))
    if persons:
        points = int(set_points(tables, persons))
        lines.append(ScoreLine("great_persons", points, "MR-75", times=persons))
    return MedievalSheet(
        seat=seat,
        lines=tuple(lines),
        track=int(s.points[seat]),
        score=sum(line.points for line in lines),
        cards=int(cards_in_play(s, seat)),
        castles=int(kind_in_play(s, tables, seat, int(tables.castle))),
        leaders=int(leaders_in_all(s, tables, seat)),
    )


def _entering(tables: Any, content: MedievalContent, card: int) -> list[ScoreLine]:
    """What a card scored when it entered play. [MR-49]"""
    rows = [(effect, tables.immediate[card, effect]) for effect in range(MOST_EFFECTS)]
    return [
        ScoreLine("entering", int(row[2]), "MR-49", content.card[card].id, effect, 1, int(row[2]))
        for effect, row in rows
        if row[0] == POINTS
    ]


def _ending(s: Any, tables: Any, content: MedievalContent, seat: int, card: int) -> list[ScoreLine]:
    """What a card scores at the end. [MR-75]"""
    lines = []
    for effect in range(MOST_EFFECTS):
        if tables.ending[card, effect, 0]:
            each = int(tables.ending[card, effect, 1])
            often = int(times(s, tables, seat, card, effect))
            id_ = content.card[card].id
            lines.append(ScoreLine("end", each * often, "MR-75", id_, effect, often, each))
    return lines
