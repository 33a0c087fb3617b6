"""Where one's own line of a day's deal parts from the best that was found, and what each promised.

The deal, the bots and their dice are the same, so both lines are one until the player first
chose otherwise. There both moves are played out many times, by what the player could know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from realms.analysis.what_if import WhatIf
from realms.kernel.compiled.progress import rules_now
from realms.kernel.errors import RealmsError
from realms.kernel.games import full_name
from realms.kernel.presentation.texts import Reader, move_text
from realms.kernel.record import Played
from realms.tables.results.daily import day_of, read_day
from realms.tables.service import TableService
from realms.tables.terms import refuse
from realms.web.admission.executor import executor_of
from realms.web.authentication import AnyRequest, Service, player_of
from realms.web.errors import language_of
from realms.web.pages.environment import is_partial, render_page
from realms.web.pages.games.daily_deal import DayShown, day_shown
from realms.web.pages.games.rows import day_text
from realms.web.pages.replay.replay import Replay
from realms.web.pages.replay.sources import replay_of_finished
from realms.web.pages.review.alternatives import AlternativesAsked, written_alternative
from realms.web.pages.review.what_if import find_what_if, gain_text

Answer = Response[Any]
SEAT = 0
"""Where the player of a day's deal sits."""


class LineShown(Struct, frozen=True):
    """What somebody did where the lines part."""

    name: str
    """Empty for the reader."""
    move: str
    chance: int | None
    """In per cent; None where it was not worked out."""
    error: int
    score: int
    """What the line came to."""


class PartingShown(Struct, frozen=True, kw_only=True):
    """Where two lines of one deal part."""

    game: str
    day: str
    date: str
    same: int
    """Moves that the player made in both."""
    lines: tuple[LineShown, ...]
    """One's own, and the best; none where both are one."""
    gain: str
    """How the best one's move compares, in words."""
    review: str
    what_if: str


def parting_of(own: Sequence[Played], best: Sequence[Played], seat: int) -> tuple[int, int] | None:
    """The moves before a seat first did otherwise, in each of two lines; None for one line."""
    mine, theirs = (
        [number for number, played in enumerate(line) if played.seat == seat]
        for line in (own, best)
    )
    for here, there in zip(mine, theirs, strict=False):
        if own[here].move != best[there].move:
            return here, there
    return None


@get("/daily/{day:str}/parting")
async def parting(service: Service, request: AnyRequest, day: FromPath[str]) -> Answer:
    """Where one's own line parts from the best; for who has played the deal of that day."""
    known = read_day(day, day_of(service.clock()))
    game = full_name(request.query_params.get("game", ""))
    shown = await day_shown(service, game, known, player_of(request), language_of(request))
    if not shown.is_over or shown.best is None or shown.best.is_own:
        raise refuse("not_yours")
    found = await _parting(service, request, shown, known)
    template = "games/parting.html" if is_partial(request) else "games/parting_page.html"
    return render_page(request, template, parting=found)


async def _parting(
    service: TableService, request: AnyRequest, shown: DayShown, day: str
) -> PartingShown:
    language, best, result = language_of(request), shown.best, shown.results.own
    assert best is not None
    assert result is not None
    cached = await service.load(shown.table)
    own = replay_of_finished(cached)
    other = replay_of_finished(await service.load(best.table))
    where = parting_of(own.moves, other.moves, SEAT)
    fields: dict[str, Any] = {"game": shown.game, "day": day, "date": day_text(day, language)}
    if where is None:
        return PartingShown(**fields, same=len(own.moves), lines=(), gain="", review="", what_if="")
    here, there = where
    made, better = own.moves[here].move, other.moves[there].move
    found: WhatIf | None = None
    if rules_now() == "compiled":
        try:
            asked = AlternativesAsked(here, (better,))
            found = await find_what_if(request, own, cached.reviews, asked)
        except RealmsError:  # a table that nobody can play on
            found = None

    def lines() -> tuple[LineShown, ...]:
        return tuple(
            _line(own, here, move, name, found, score, language)
            for move, name, score in (
                (made, "", result.score),
                (better, best.name, best.score),
            )
        )

    asked_move = urlencode({"at": here, "move": written_alternative(own, better)})
    return PartingShown(
        **fields,
        same=sum(played.seat == SEAT for played in own.moves[:here]),
        lines=await executor_of(request).run(request.scope, lines),
        gain=gain_text(found, 1, language) if found else "",
        review=f"/tables/{shown.table}/review?at={here + 1}",
        what_if=f"/tables/{shown.table}/what-if?{asked_move}",
    )


def _line(
    own: Replay, at: int, move: Any, name: str, found: WhatIf | None, score: int, language: str
) -> LineShown:
    view = own.game.view(own.states[at], SEAT)
    reader = Reader(own.game.name, own.options, view, own.names, language)
    text = move_text(move, reader)
    spread = next((one for one in found.moves if one.move == move), None) if found else None
    return LineShown(
        name=name,
        move=text[:1].upper() + text[1:],
        chance=None if spread is None else round(100 * spread.chance),
        error=0 if spread is None else max(1, round(50 * (spread.high - spread.low))),
        score=score,
    )


HANDLERS: list[Any] = [parting]
