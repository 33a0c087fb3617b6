"""Finished games in the list: who played, how it went, the line of chances, what mattered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from datetime import UTC, datetime

from markupsafe import Markup
from msgspec import Struct

from realms.bots import title_of
from realms.kernel.text import listed, say
from realms.tables.results.result import GameResult
from realms.web.messages import say_or
from realms.web.pages.games.chances import draw_line
from realms.web.pages.games.filters import variant_of
from realms.web.pages.review.moments import MARKS


class MomentMark(Struct, frozen=True):
    """The decision that mattered most in a game."""

    path: str
    verdict: str
    mark: str
    text: str
    loss: int
    """In per cent."""


class ResultRowShown(Struct, frozen=True, kw_only=True):
    """A finished game in the list."""

    table: str
    is_there: bool
    """Whether its table is kept still."""
    variant: str
    place: int
    score: int
    margin: str
    others: str
    when: str
    """As an ISO date and time, for programs."""
    date: str
    is_daily: bool
    is_practice: bool
    rivals: tuple[int, ...]
    """The seats of the others."""
    line: Markup
    moment: MomentMark | None
    accuracy: int | None
    """In per cent, where it was reviewed."""


def row_shown(one: GameResult, language: str, there: Container[str] = ()) -> ResultRowShown:
    """The row of the list for a finished game."""
    variant = variant_of(one)
    when = datetime.fromtimestamp(one.at / 1000, UTC)
    return ResultRowShown(
        table=one.table,
        is_there=one.table in there,
        variant=""
        if variant == "standard"
        else say_or(f"web.{one.game}.variant.{variant}", language, variant),
        place=one.place,
        score=one.score,
        margin=margin_text(one, language),
        others=opponents_text(one, language),
        when=when.isoformat(timespec="minutes"),
        date=date_text(one.at, language),
        is_daily=bool(one.day),
        is_practice=one.practice,
        rivals=tuple(seat for seat in range(len(one.seats)) if seat != one.seat),
        line=draw_line(one.line or (), one.seat),
        moment=_moment(one, language),
        accuracy=None if one.accuracy is None else round(100 * one.accuracy),
    )


def _moment(one: GameResult, language: str) -> MomentMark | None:
    found = one.moment
    if found is None or found.verdict not in MARKS:
        return None
    return MomentMark(
        path=f"/tables/{one.table}/review?at={found.number}",
        verdict=found.verdict,
        mark=MARKS[found.verdict],
        text=found.texts.get(language, ""),
        loss=round(100 * found.loss),
    )


def opponents_text(one: GameResult, language: str) -> str:
    """Whom a player met: people by name, bots of a level counted."""
    others = [seat for n, seat in enumerate(one.seats) if n != one.seat]
    levels = Counter(title_of(one.game, seat.bot, language) for seat in others if seat.bot)
    names = [seat.name for seat in others if not seat.bot]
    counted = [
        name if number == 1 else say("web.games.several", language, n=number, name=name)
        for name, number in levels.items()
    ]
    return listed([*names, *counted], language)


def margin_text(one: GameResult, language: str) -> str:
    """How far before or behind a player ended."""
    if one.share and one.margin > 0:
        return say("web.games.ahead", language, n=one.margin)
    if one.share:
        return say("web.games.level", language)
    return say("web.games.behind", language, n=-one.margin)


def date_text(at: int, language: str) -> str:
    """A day in words."""
    when = datetime.fromtimestamp(at / 1000, UTC)
    month = say(f"web.games.month.m{when.month}", language)
    return say("web.games.date", language, day=when.day, month=month, year=when.year)


def day_text(day: str, language: str) -> str:
    """A day in words, from how it is written in addresses."""
    at = datetime.fromisoformat(day).replace(tzinfo=UTC)
    return date_text(int(at.timestamp() * 1000), language)
