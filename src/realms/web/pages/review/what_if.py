"""`/tables/{id}/what-if` and `/replays/{id}/what-if`: other moves of a moment, played out."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from realms.analysis.what_if import MOST_MOVES, MoveSpread, WhatIf
from realms.kernel.errors import RealmsError
from realms.kernel.presentation.texts import Reader, move_text
from realms.kernel.text import say
from realms.tables.caching.byte_cache import CachePart
from realms.web.admission.executor import executor_of
from realms.web.admission.missing_rules import check_review_rules
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service
from realms.web.errors import STATUS, language_of
from realms.web.pages.environment import render_page
from realms.web.pages.replay.context import practice_path
from realms.web.pages.replay.replay import Replay
from realms.web.pages.replay.routes import moment_in
from realms.web.pages.replay.sources import replay_of_finished, replay_of_stored
from realms.web.pages.review.alternatives import (
    AlternativesAsked,
    asked_moment,
    offered_moves,
    read_alternative,
    work_out_alternatives,
    written_alternative,
)
from realms.web.pages.review.reviews import REVIEWS
from realms.web.pages.review.spread import SpreadPicture, draw_spread
from realms.web.pages.review.wait import waits_for_rules
from realms.web.pages.table.viewers import viewer_of

Answer = Response[Any]
CLOSE = "close"


class OfferedMove(Struct, frozen=True):
    """A move of the list."""

    value: str
    text: str
    is_made: bool
    is_chosen: bool


class SpreadShown(Struct, frozen=True, kw_only=True):
    """A move, and what became of it."""

    text: str
    is_made: bool
    chance: int
    error: int
    low: int
    high: int
    points: int
    margin: str
    half: str
    gain: str
    """How it compares with the first, in words; empty for the first."""
    picture: SpreadPicture


class WhatIfShown(Struct, frozen=True, kw_only=True):
    """What the template of the page *What if* gets."""

    game: str
    title: str
    path: str
    at: int
    last: int
    name: str
    made: str
    """The move that was made, in words; empty where the game goes no further."""
    offered: tuple[OfferedMove, ...]
    written: str
    is_close: bool
    games: int
    spreads: tuple[SpreadShown, ...]
    table: str
    """The table of that moment."""
    review: str
    practice: str
    data: str
    problem: str


@get("/tables/{table:str}/what-if")
async def of_table(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Other moves of a moment of a finished game."""
    cached = await service.load(table)
    await viewer_of(service, request, cached)
    replay = replay_of_finished(cached)
    return await render_what_if(request, replay, cached.reviews)


@get("/replays/{record:str}/what-if")
async def of_record(service: Service, request: AnyRequest, record: FromPath[str]) -> Answer:
    """Other moves of a moment of a record that somebody brought along."""
    return await render_what_if(request, await replay_of_stored(service, request, record), REVIEWS)


async def find_what_if(
    request: AnyRequest, replay: Replay, kept: CachePart[Any, Any], asked: AlternativesAsked
) -> WhatIf:
    """Moves played out beside the event loop, and kept; raises what is wrong with them."""
    check_review_rules(replay.game.name)
    written = tuple(written_alternative(replay, move) for move in asked.moves)
    place = ("what-if", replay.id, asked.at, written, asked.is_close, replay.last)
    work = partial(work_out_alternatives, replay, asked)
    found: Any = await executor_of(request).run_once(request.scope, kept, place, work)
    if isinstance(found, RealmsError):
        raise found
    return found  # type: ignore[no-any-return]


async def render_what_if(request: AnyRequest, replay: Replay, kept: CachePart[Any, Any]) -> Answer:
    """The page: a form, and below it what became of the moves that were asked for."""
    if (waiting := waits_for_rules(request, replay, is_long=True)) is not None:
        return waiting
    language, fields = language_of(request), request.query_params
    at = moment_in(fields.get("at", ""), replay)
    asked_moment(replay, at)
    texts = [*fields.getall("move", []), fields.get("written", "")]
    texts = [text for text in texts if text.strip()][: MOST_MOVES - 1]
    is_close = fields.get("depth", "") == CLOSE
    problem: RealmsError | None = None
    found: WhatIf | None = None
    asked = AlternativesAsked(at, (), is_close)
    try:
        moves = tuple(read_alternative(replay, text) for text in texts)
        asked = AlternativesAsked(at, moves, is_close)
        found = await find_what_if(request, replay, kept, asked) if moves else None
    except RealmsError as error:
        problem = error
    page = WhatIfPage(replay, language, asked, found)
    written = fields.get("written", "")[:200]
    refusal = problem.sentence(language) if problem else ""
    shown = await executor_of(request).run(request.scope, page.shown, written, refusal)
    status = STATUS.get(problem.code, 422) if problem else 200
    return render_page(request, "review/what_if.html", status=status, shown=shown)


class WhatIfPage(Struct, frozen=True):
    """Builds what the page *What if* shows of a replay and what was found."""

    replay: Replay
    language: str
    asked: AlternativesAsked
    found: WhatIf | None

    def shown(self, written: str, problem: str) -> WhatIfShown:
        """The page."""
        replay, at = self.replay, self.asked.at
        moment = asked_moment(replay, at)
        reader = self._reader(moment.seat)
        made = replay.moves[at].move if at < replay.last else None
        seen = urlencode({"at": at, "as": moment.seat})
        path = replay.path_of("what-if")
        return WhatIfShown(
            game=replay.game.name,
            title=replay.game.title,
            path=path,
            at=at,
            last=replay.last,
            name=replay.names[moment.seat],
            made=_begun(move_text(made, reader)) if made is not None else "",
            offered=tuple(
                OfferedMove(
                    written_alternative(replay, move),
                    _begun(move_text(move, reader)),
                    move == made,
                    move in self.asked.moves,
                )
                for move in offered_moves(replay, moment)
            ),
            written=written,
            is_close=self.asked.is_close,
            games=self.found.games if self.found else 0,
            spreads=self._spreads(reader, made),
            table=f"{replay.path}?{seen}",
            review=self._review() if replay.is_over else "",
            practice=practice_path(replay, at, moment.seat),
            data=f"/api{path}?{self._query()}" if self.found else "",
            problem=problem,
        )

    def _query(self) -> str:
        written = [written_alternative(self.replay, move) for move in self.asked.moves]
        asked: dict[str, Any] = {"at": self.asked.at, "move": written}
        return urlencode(asked | ({"depth": CLOSE} if self.asked.is_close else {}), doseq=True)

    def _review(self) -> str:
        return f"{self.replay.path_of('review')}?{urlencode({'at': self.asked.at + 1})}"

    def _reader(self, seat: int) -> Reader:
        replay = self.replay
        view = replay.game.view(replay.states[self.asked.at], seat)
        return Reader(replay.game.name, replay.options, view, replay.names, self.language)

    def _spreads(self, reader: Reader, made: Any) -> tuple[SpreadShown, ...]:
        found = self.found
        if found is None:
            return ()
        order = sorted(range(len(found.moves)), key=lambda n: (-found.moves[n].chance, n))
        return tuple(self._spread(found.moves[n], n, reader, made) for n in order)

    def _spread(self, one: MoveSpread, place: int, reader: Reader, made: Any) -> SpreadShown:
        found, language = self.found, self.language
        assert found is not None
        half = {"low": signed(one.quarter), "high": signed(one.three_quarters)}
        return SpreadShown(
            text=_begun(move_text(one.move, reader)),
            is_made=one.move == made,
            chance=round(100 * one.chance),
            error=max(1, round(50 * (one.high - one.low))),
            low=round(1000 * one.low),
            high=round(1000 * one.high),
            points=round(one.points),
            margin=signed(round(one.margin)),
            half=say("web.what_if.half", language, **half),
            gain=gain_text(found, place, language) if place else "",
            picture=draw_spread(one, found),
        )


def gain_text(found: WhatIf, place: int, language: str) -> str:
    """How a move compares with the first, in words."""
    gain, error = found.gains[place], found.errors[place]
    if abs(gain) <= error:
        return say("web.what_if.level", language, n=found.games)
    key = "web.what_if.more" if gain > 0 else "web.what_if.less"
    percent, about = round(100 * abs(gain)), max(1, round(100 * error))
    return say(key, language, n=percent, error=about)


def signed(points: int) -> str:
    """Points before or behind, with their sign.

    >>> signed(12), signed(-3), signed(0)
    ('+12', '−3', '0')
    """
    return f"{points:+d}".replace("-", "−") if points else "0"


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


HANDLERS: list[Any] = [of_table, of_record]
