"""Home: the games, one's own tables, and those that everybody may join or watch."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect
from msgspec import Struct, structs

from realms.bots import title_of
from realms.kernel.errors import RealmsError
from realms.kernel.games import full_name, game_named
from realms.kernel.packs import game_names
from realms.kernel.text import listed, say
from realms.tables.names import checked_name
from realms.tables.service import TableService
from realms.tables.table_view import TableListing
from realms.web.api.catalogue import variants_of
from realms.web.authentication import AnyRequest, Service, player_of
from realms.web.errors import language_of
from realms.web.game_lookup import card_list_of
from realms.web.messages import say_or
from realms.web.pages.environment import is_partial, render_aside, render_fragment
from realms.web.pages.learn.lessons import has_lesson
from realms.web.pages.network import network_shown
from realms.web.pages.opening.open_table import (
    against_bots,
    name_cookie,
    name_of,
    open_and_redirect,
    usual_players,
)
from realms.web.pages.opening.progress import level_reached
from realms.web.pages.opening.routes import form_fields


class GameOffered(Struct, frozen=True):
    """A game that can be played at once."""

    name: str
    title: str
    bots: int
    """How many bots one plays against who just wants to play."""
    line: str
    """What it is, in a sentence; may be empty."""
    players: str
    """For how many it is, in words."""
    links: tuple[tuple[str, str], ...]
    """Where to read more of it: a key of the catalogue, and an address."""
    next_level: str = ""
    """The level that is offered after games won in a row; empty while none is due."""
    next_title: str = ""
    """What it is called."""


class TableRow(Struct, frozen=True, kw_only=True):
    """A table of a list: what is played there, who plays, and how it stands."""

    id: str
    game: str
    title: str
    variant: str
    names: str
    """Who else is there."""
    state: str
    """`turn` where one is asked, `waiting`, `open`, `playing` or `finished`."""
    standing: str
    """The state in words."""
    action: str
    path: str
    is_shared: bool = False
    """Whether several sit there with this device."""


class TablesShown(Struct, frozen=True):
    """The lists of tables on the first page."""

    going_on: tuple[TableRow, ...]
    finished: tuple[TableRow, ...]
    public: tuple[TableRow, ...]


def offer_games(language: str) -> tuple[GameOffered, ...]:
    """All games."""
    return tuple(_offer_game(name, language) for name in game_names())


def _offer_game(name: str, language: str) -> GameOffered:
    game = game_named(name)
    variant = variants_of(game)[0]
    numbers = say("web.home.players", language, least=variant.least, most=variant.most)
    links = (
        ("learn", f"/learn/{name}" if has_lesson(name) else ""),
        ("rules", f"/rules/{name}"),
        ("cards", f"/rules/{name}/cards" if card_list_of(name) else ""),
        ("more_ways", f"/new/{name}"),
    )
    return GameOffered(
        name=name,
        title=game.title,
        bots=usual_players(name) - 1,
        line=say_or(f"web.{name}.home.line", language),
        players=say_or(f"web.{name}.home.players", language, numbers),
        links=tuple((key, path) for key, path in links if path),
    )


async def offer_levels(
    service: TableService, secret: str | None, games: tuple[GameOffered, ...], language: str
) -> tuple[GameOffered, ...]:
    """The same games, with the next level where a player has won enough in a row."""
    offered: list[GameOffered] = []
    for game in games:
        reached = await level_reached(service, secret, game.name) if secret else None
        level = reached.next if reached else ""
        title = title_of(game.name, level, language) if level else ""
        offered.append(structs.replace(game, next_level=level, next_title=title))
    return tuple(offered)


async def tables_shown(service: TableService, secret: str | None, language: str) -> TablesShown:
    """One's own tables, those where one is asked first; then the public ones of others."""
    mine = await own_rows(service, secret, language)
    own = {row.id for row in mine}
    lobby = [table for table in await service.lobby() if table.id not in own]
    return TablesShown(
        going_on=tuple(sorted((row for row in mine if row.state != "finished"), key=_order)),
        finished=tuple(row for row in mine if row.state == "finished"),
        public=tuple(public_row(table, language) for table in lobby if _is_of_use(table)),
    )


async def own_rows(service: TableService, secret: str | None, language: str) -> list[TableRow]:
    """One's own tables, the latest first."""
    return [await _mine(service, table, language) for table in await service.tables_of(secret)]


def _order(row: TableRow) -> bool:
    return row.state != "turn"


def _is_of_use(table: TableListing) -> bool:
    """Whether a stranger can join a table or watch it."""
    return bool(table.free) if table.status == "open" else table.watched


async def _mine(service: TableService, table: TableListing, language: str) -> TableRow:
    now = (await service.load(table.id)).table
    own = {now.chairs[seat].name for seat in table.mine}
    awaited = [now.chairs[seat].name for seat in now.awaiting]
    return own_row(table, [name for name in table.names if name not in own], awaited, language)


def own_row(table: TableListing, others: list[str], awaited: list[str], language: str) -> TableRow:
    """A table of one's own: with whom, and whose turn it is."""
    state, standing = own_standing(table, awaited, language)
    action = {"finished": "look", "open": "look"}.get(state, "go_on")
    if table.next:
        action = "again"
    return TableRow(
        id=table.id,
        game=table.game,
        title=game_named(table.game).title,
        variant=variant_name(table, language),
        names=_company(others, language),
        state=state,
        standing=standing,
        action=say(f"web.home.mine.{action}", language),
        path=f"/tables/{table.next or table.id}",
        is_shared=len(table.mine) > 1,
    )


def own_standing(table: TableListing, awaited: list[str], language: str) -> tuple[str, str]:
    """How a table of one's own stands, as a word and as a sentence."""
    if table.status == "finished":
        return "finished", say("web.home.mine.finished", language)
    if table.status == "open" and table.free:
        return "open", say("web.home.mine.waiting", language, n=table.free)
    if table.status == "open":
        return "open", say("web.home.mine.ready", language)
    if table.asked and len(table.mine) == 1:
        return "turn", say("web.home.mine.your_turn", language)
    names = listed(awaited, language)
    return "turn" if table.asked else "waiting", say("web.home.mine.turn_of", language, names=names)


def _company(others: list[str], language: str) -> str:
    if not others:
        return ""
    return say("web.home.mine.with", language, names=listed(others, language))


def public_row(table: TableListing, language: str) -> TableRow:
    """A table of others: to join while a seat is free, else to watch."""
    is_open = table.status == "open"
    key = "free" if is_open else "playing"
    return TableRow(
        id=table.id,
        game=table.game,
        title=game_named(table.game).title,
        variant=variant_name(table, language),
        names=listed(table.names, language),
        state=table.status,
        standing=say(f"web.home.lobby.{key}", language, n=table.free),
        action=say(f"web.home.lobby.{'join' if is_open else 'watch'}", language),
        path=f"/tables/{table.id}",
    )


def variant_name(table: TableListing, language: str) -> str:
    """The variant, where it is not the usual game."""
    variant = table.options.get("variant", "standard")
    return (
        ""
        if variant == "standard"
        else say_or(f"web.{table.game}.variant.{variant}", language, variant)
    )


# --- Handlers ---


async def _home(
    service: TableService, request: AnyRequest, name: str = "", problem: RealmsError | None = None
) -> Response[str]:
    language = language_of(request)
    tables = await tables_shown(service, player_of(request), language)
    if is_partial(request):
        return render_fragment(request, "home/tables.html", tables=tables)
    return await render_aside(
        request,
        "home/page.html",
        status=422 if problem else 200,
        games=await offer_levels(service, player_of(request), offer_games(language), language),
        tables=tables,
        has_former="realms-former" in request.cookies,
        network=network_shown(request),
        name=name or name_of(request),
        problem=problem.sentence(language) if problem else "",
    )


@get("/")
async def home(service: Service, request: AnyRequest) -> Response[str]:
    """The first page; asked by a page that is there, only its lists."""
    return await _home(service, request)


@post("/play")
async def play_now(service: Service, request: AnyRequest) -> Response[Any]:
    """A game against bots, dealt at once; without a game, only the name is kept.

    Newcomers meet the friendliest level, others the one they played last, or one they name.
    """
    fields = form_fields(await request.form())
    name = fields.get("name", "") or name_of(request)
    try:
        name = checked_name(name)
        if not fields.get("game"):
            return Redirect("/", status_code=303, cookies=[name_cookie(request, name)])
        game = full_name(fields["game"])
        bot = fields.get("bot", "")
        if not bot and (level := await level_reached(service, player_of(request), game)):
            bot = level.level
        return await open_and_redirect(
            service, request, *against_bots(game, name, language_of(request), bot)
        )
    except RealmsError as error:
        return await _home(service, request, name, error)


HANDLERS: list[Any] = [home, play_now]
