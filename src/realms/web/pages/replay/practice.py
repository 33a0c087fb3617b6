"""`/tables/{id}/practice` and `/replays/{id}/practice`: a moment tried again from here."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import Struct
from msgspec.structs import replace

from realms.bots import title_of
from realms.kernel.errors import RealmsError
from realms.kernel.text import say
from realms.tables.service import TableService
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service, player_cookie, player_of
from realms.web.errors import STATUS, language_of
from realms.web.pages.environment import render_page
from realms.web.pages.opening.open_table import house_opponents, is_own_name, name_cookie, name_of
from realms.web.pages.opening.routes import FormChoice, form_fields
from realms.web.pages.replay.practice_terms import (
    AS_SEATED,
    PracticeTerms,
    check_terms,
    level_against,
    open_practice_table,
    usual_seat,
)
from realms.web.pages.replay.record_quota import RecordQuota
from realms.web.pages.replay.replay import Replay
from realms.web.pages.replay.routes import moment_in
from realms.web.pages.replay.sources import replay_of_finished, replay_of_stored
from realms.web.pages.table.viewers import viewer_of

Answer = Response[Any]
PracticeQuota = NamedDependency[RecordQuota | None]
"""The quota of tables of practice that the application keeps; None for no limits."""
AS_WERE, ANEW = "same", "anew"


class PracticePage(Struct, frozen=True, kw_only=True):
    """The form to try a moment again, with what was chosen so far."""

    game: str
    title: str
    path: str
    """Where the form is sent to."""
    at: int
    last: int
    asked: str
    """Who is to decide at the moment, in words."""
    seats: tuple[FormChoice, ...]
    hidden: tuple[FormChoice, ...]
    others: tuple[FormChoice, ...]
    name: str
    replay: str
    """The moment in the replay, by the eyes of the seat."""
    problem: str = ""
    """Why it cannot be tried; empty where it can."""
    is_possible: bool = True


def asked_in(fields: dict[str, str], replay: Replay) -> PracticeTerms:
    """What the fields of a form or an address ask for."""
    at = moment_in(fields.get("at", ""), replay)
    seat = fields.get("seat", "")
    known = seat.isdecimal() and len(seat) < 3 and int(seat) < len(replay.seats)
    return PracticeTerms(
        at,
        int(seat) if known else usual_seat(replay, at),
        fields.get("hidden") == ANEW,
        fields.get("others") or AS_SEATED,
    )


async def page_of(
    service: TableService,
    request: AnyRequest,
    replay: Replay,
    asked: PracticeTerms,
    problem: RealmsError | None = None,
) -> Answer:
    """The page that asks how a moment is to be tried."""
    language, game = language_of(request), replay.game.name
    level = await level_against(service, player_of(request), game)
    is_possible = True
    try:
        check_terms(replay, replace(asked, others=AS_SEATED))
    except RealmsError as error:
        problem, is_possible = problem or error, False
    seen = urlencode({"at": asked.at, "as": asked.seat})
    awaited = replay.game.awaiting(replay.states[asked.at])
    shown = PracticePage(
        game=game,
        title=replay.game.title,
        path=replay.path_of("practice"),
        at=asked.at,
        last=replay.last,
        asked=", ".join(replay.names[seat] for seat in awaited),
        seats=tuple(
            FormChoice(str(seat), name, seat == asked.seat)
            for seat, name in enumerate(replay.names)
        ),
        hidden=tuple(
            FormChoice(
                value,
                say(f"web.practice.hidden.{value}", language),
                (value == ANEW) == asked.is_anew,
                say(f"web.practice.hidden.{value}_about", language),
            )
            for value in (AS_WERE, ANEW)
        ),
        others=_opponents(replay, asked, level, language),
        name=name_of(request),
        replay=f"{replay.path}?{seen}",
        problem=problem.sentence(language) if problem else "",
        is_possible=is_possible,
    )
    status = STATUS.get(problem.code, 422) if problem else 200
    return render_page(request, "replay/practice.html", status=status, shown=shown)


def _opponents(
    replay: Replay, asked: PracticeTerms, level: str, language: str
) -> tuple[FormChoice, ...]:
    """Whom one may play against: who sat there first."""
    game = replay.game.name
    bots = [
        title_of(game, status.bot or level, language)
        for place, status in enumerate(replay.seats)
        if place != asked.seat
    ]
    is_known = any(status.bot for status in replay.seats)
    key = "web.practice.seated" if is_known else "web.practice.usual"
    seated = say(key, language, names=", ".join(bots))
    levels = (
        FormChoice(bot, title_of(game, bot, language), asked.others == bot)
        for bot in house_opponents(game)
    )
    return (FormChoice(AS_SEATED, seated, asked.others == AS_SEATED), *levels)


async def _open(
    service: TableService, quota: RecordQuota | None, request: AnyRequest, replay: Replay
) -> Answer:
    """Open the table that a form asks for, and go there."""
    fields = form_fields(await request.form())
    asked = asked_in(fields, replay)
    name = fields.get("name", "") or name_of(request)
    try:
        table, secret = await open_practice_table(
            service, request, quota, replay, asked, name, player_of(request)
        )
    except RealmsError as error:
        return await page_of(service, request, replay, asked, error)
    cookies = [player_cookie(request, secret)]
    if is_own_name(name):
        cookies.append(name_cookie(request, name))
    return Redirect(f"/tables/{table}", status_code=303, cookies=cookies)


@get("/tables/{table:str}/practice")
async def ask_of_table(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """How a moment of a finished game is to be tried again."""
    cached = await service.load(table)
    await viewer_of(service, request, cached)
    replay = replay_of_finished(cached)
    return await page_of(
        service, request, replay, asked_in(form_fields(request.query_params), replay)
    )


@post("/tables/{table:str}/practice")
async def open_of_table(
    service: Service, practice_quota: PracticeQuota, request: AnyRequest, table: TableId
) -> Answer:
    """Try a moment of a finished game again."""
    cached = await service.load(table)
    await viewer_of(service, request, cached)
    replay = replay_of_finished(cached)
    return await _open(service, practice_quota, request, replay)


@get("/replays/{record:str}/practice")
async def ask_of_record(service: Service, request: AnyRequest, record: FromPath[str]) -> Answer:
    """How a moment of a record is to be tried again."""
    replay = await replay_of_stored(service, request, record)
    return await page_of(
        service, request, replay, asked_in(form_fields(request.query_params), replay)
    )


@post("/replays/{record:str}/practice")
async def open_of_record(
    service: Service, practice_quota: PracticeQuota, request: AnyRequest, record: FromPath[str]
) -> Answer:
    """Try a moment of a record again."""
    replay = await replay_of_stored(service, request, record)
    return await _open(service, practice_quota, request, replay)


HANDLERS: list[Any] = [ask_of_table, open_of_table, ask_of_record, open_of_record]
