"""`/rooms`: opening a room for friends, joining one, and comparing what became of its deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import Struct

from realms.bots import title_of
from realms.kernel.errors import RealmsError
from realms.kernel.games import full_name, game_named
from realms.kernel.packs import game_names
from realms.kernel.text import say
from realms.tables.results.room_store import MOST_TABLES, RoomTerms, rooms_of
from realms.tables.results.rooms import close_room, join_room, load_room, open_room
from realms.tables.secrets import hash_secret
from realms.tables.service import TableService
from realms.web.api.catalogue import game_shown, variants_of
from realms.web.authentication import AnyRequest, Service, player_cookie, player_of
from realms.web.errors import STATUS, language_of
from realms.web.pages.environment import is_partial, render_aside, render_page
from realms.web.pages.games.room_context import room_shown
from realms.web.pages.links import invitation_to, secret_for, site_of
from realms.web.pages.opening import draft as drafting
from realms.web.pages.opening.open_table import (
    house_opponents,
    is_own_name,
    name_cookie,
    name_of,
    opponent,
)
from realms.web.pages.opening.routes import FormChoice, form_fields, usual_names

Answer = Response[Any]
USUAL_TABLES = 4
MOST_LISTED = 8
"""Rooms of one's own that are listed."""


class RoomDraft(Struct, frozen=True, kw_only=True):
    """A room that is about to be opened, as its form has it."""

    game: str
    title: str
    games: tuple[tuple[str, str], ...]
    variants: tuple[FormChoice, ...]
    players: tuple[FormChoice, ...]
    people: tuple[FormChoice, ...]
    tables: tuple[FormChoice, ...]
    levels: tuple[FormChoice, ...]
    name: str
    terms: RoomTerms
    problem: str = ""


def room_draft(
    request: AnyRequest, fields: Mapping[str, str], problem: RealmsError | None = None
) -> RoomDraft:
    """The form, filled with what is asked for; what makes no sense is as usual."""
    language = language_of(request)
    game = fields.get("game", "")
    game = game if game in game_names() else game_names()[0]
    options = game_shown(game_named(game), language).options
    named = {key: fields[key] for key in ("variant", "players") if key in fields}
    draft = drafting.read_draft(game, named, options, usual_names("", language), language)
    people = _number(fields.get("people", ""), 1, draft.players, 1)
    tables = _number(fields.get("tables", ""), 2, MOST_TABLES, USUAL_TABLES)
    levels = house_opponents(game)
    bot = fields.get("bot", "") if fields.get("bot") in levels else opponent(game)
    name = fields.get("name", "") or name_of(request)
    variants = variants_of(game_named(game))
    least, most = min(one.least for one in variants), max(one.most for one in variants)
    return RoomDraft(
        game=game,
        title=game_named(game).title,
        games=tuple((one, game_named(one).title) for one in game_names()),
        variants=tuple(
            FormChoice(
                one.name, say(f"web.{game}.variant.{one.name}", language), one == draft.variant
            )
            for one in variants
        )
        if len(variants) > 1
        else (),
        players=_numbers(range(least, most + 1), draft.players),
        people=_numbers(range(1, most + 1), people),
        tables=_numbers(range(2, MOST_TABLES + 1), tables),
        levels=tuple(FormChoice(one, title_of(game, one, language), one == bot) for one in levels),
        name=name,
        terms=RoomTerms(game, drafting.terms_of(draft).options, people, bot, tables, name),
        problem=problem.sentence(language) if problem else "",
    )


def _numbers(numbers: range, chosen: int) -> tuple[FormChoice, ...]:
    return tuple(FormChoice(str(n), str(n), n == chosen) for n in numbers)


def _number(text: str, least: int, most: int, usual: int) -> int:
    """A whole number in some bounds."""
    if not text.isdecimal() or len(text) > 4:
        return usual
    return min(max(int(text), least), most)


@get("/rooms")
async def rooms(service: Service, request: AnyRequest) -> Answer:
    """The form that opens a room, and one's own rooms."""
    return await _form(service, request, form_fields(request.query_params))


async def _form(
    service: TableService,
    request: AnyRequest,
    fields: Mapping[str, str],
    problem: RealmsError | None = None,
) -> Answer:
    secret, language = player_of(request), language_of(request)
    own = await rooms_of(service.log, hash_secret(secret), MOST_LISTED) if secret else []
    listed = [
        await room_shown(service, await load_room(service, one), secret, language) for one in own
    ]
    status = STATUS.get(problem.code, 422) if problem else 200
    draft = room_draft(request, fields, problem)
    return await render_aside(request, "rooms/new.html", status=status, draft=draft, own=listed)


@post("/rooms")
async def open_one(service: Service, request: AnyRequest) -> Answer:
    """Open a room."""
    fields = form_fields(await request.form())
    try:
        full_name(fields.get("game", ""))
        terms = room_draft(request, fields).terms
        room, secret = await open_room(service, terms, secret_for(request))
    except RealmsError as error:
        return await _form(service, request, fields, error)
    return _to(request, room, secret, terms.name)


def _to(request: AnyRequest, room: str, secret: str, name: str, table: str = "") -> Answer:
    cookies = [player_cookie(request, secret)]
    if is_own_name(name):
        cookies.append(name_cookie(request, name))
    to = f"/tables/{table}" if table else f"/rooms/{room}"
    return Redirect(to, status_code=303, cookies=cookies)


@get("/rooms/{room:str}")
async def show(service: Service, request: AnyRequest, room: FromPath[str]) -> Answer:
    """A room: who plays where, and, when one has finished, how it went at every table."""
    return await _page(service, request, room)


async def _page(
    service: TableService, request: AnyRequest, id_: str, problem: RealmsError | None = None
) -> Answer:
    room, language = await load_room(service, id_), language_of(request)
    shown = await room_shown(service, room, player_of(request), language)
    if is_partial(request):
        return render_page(request, "rooms/tables.html", shown=shown)
    return await render_aside(
        request,
        "rooms/room.html",
        status=STATUS.get(problem.code, 422) if problem else 200,
        shown=shown,
        invitation=invitation_to(site_of(request), f"/rooms/{id_}"),
        name=name_of(request),
        problem=problem.sentence(language) if problem else "",
    )


@post("/rooms/{room:str}/join")
async def join(service: Service, request: AnyRequest, room: FromPath[str]) -> Answer:
    """Take a seat at a table of a room, at a new one unless one is named."""
    fields = form_fields(await request.form())
    name, number = fields.get("name", "") or name_of(request), fields.get("table", "")
    wanted = int(number) if number.isdecimal() and len(number) < 4 else None
    try:
        found = await load_room(service, room)
        table, secret = await join_room(
            service, found, name, secret_for(request), wanted, language_of(request)
        )
    except RealmsError as error:
        if error.code == "table/no_room":
            raise
        return await _page(service, request, room, error)
    return _to(request, room, secret, name, table)


@post("/rooms/{room:str}/close")
async def close(service: Service, request: AnyRequest, room: FromPath[str]) -> Answer:
    """Let nobody join any more; for who opened the room."""
    await close_room(service, await load_room(service, room), player_of(request))
    return Redirect(f"/rooms/{room}", status_code=303)


HANDLERS: list[Any] = [rooms, open_one, show, join, close]
