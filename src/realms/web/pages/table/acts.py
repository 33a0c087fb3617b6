"""What a seat does at a table, posted as forms: moves, undo, bids, talk, leaving, bots."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import post

from realms.kernel.errors import IllegalMove, RealmsError, Unreadable
from realms.kernel.values import Move
from realms.tables import entries
from realms.tables.caching.cached_table import CachedTable
from realms.tables.service import TableService
from realms.tables.table import Table
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service, player_of
from realms.web.errors import STATUS, language_of
from realms.web.game_lookup import board_of, traits_of
from realms.web.game_parts import FormTable
from realms.web.pages.opening.open_table import bot_entry
from realms.web.pages.table.answers import Answer, explain, render_after
from realms.web.pages.table.story import last_moment
from realms.web.pages.table.viewers import viewer_of

Act = Callable[[CachedTable, int, dict[str, str]], Awaitable[CachedTable | None]]
"""What a seat does with the fields of a form; returns the table after it, where it was written."""


async def perform(service: TableService, request: AnyRequest, table: str, act: Act) -> Answer:
    """Run an act of a seat and answer with the page as it is then."""
    fields = {name: str(value) for name, value in (await request.form()).items()}
    cached = await service.load(table)
    viewer = await viewer_of(service, request, cached)
    wanted = fields.get("as", "")
    if wanted.isdecimal() and len(wanted) < 3 and int(wanted) in viewer.held:
        viewer = msgspec.structs.replace(viewer, seat=int(wanted))
    if viewer.seat is None:
        raise IllegalMove("table/not_yours")
    began = cached.table.state is not None
    try:
        cached = await act(cached, viewer.seat, fields) or cached
    except RealmsError as error:
        problem = await explain(service, request, cached, viewer, error, fields)
        status = STATUS.get(error.code, 422 if isinstance(error, IllegalMove) else 400)
        extra = {"problem": problem, "typed": fields}
        return await render_after(service, request, cached, viewer, status, extra)
    if not began and viewer.is_shared:  # whoever pressed the button, the first to decide is next
        viewer = msgspec.structs.replace(viewer, seat=None)
    return await render_after(service, request, cached, viewer)


def form_number(fields: dict[str, str], name: str) -> int:
    """A whole number that a form was filled with."""
    text = fields.get(name, "")
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Unreadable("web/request")
    return int(text)


@post("/tables/{table:str}/moves")
async def play(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Make a move."""

    async def act(cached: CachedTable, seat: int, fields: dict[str, str]) -> CachedTable:
        game = cached.table.game.name
        move = board_of(game).form_move(fields, FormTable(game, cached.table.names))
        is_independent = tag_of(move) in traits_of(game).independent_moves
        is_open = is_independent or is_same_decision(fields, cached.table, seat)
        seq = None if is_open else form_number(fields, "seq")
        return await service.writer.write_to(cached, entries.MoveMade(seat, move), seq)

    return await perform(service, request, table, act)


def tag_of(move: Move) -> str:
    """What the type of a move is called in data."""
    return str(move.__struct_config__.tag)


def is_same_decision(fields: dict[str, str], table: Table, seat: int) -> bool:
    """Whether a seat still owes the decision of a form that was made for several at once.

    Such a form says when its seat moved last: if that is so still, it has not decided since.
    """
    return seat in table.awaiting and fields.get("decision") == str(last_moment(table, seat))


@post("/tables/{table:str}/start")
async def start(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Deal."""

    async def act(cached: CachedTable, _seat: int, _fields: dict[str, str]) -> CachedTable:
        return await service.writer.write_to(cached, entries.GameStarted())

    return await perform(service, request, table, act)


@post("/tables/{table:str}/undo")
async def undo(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Undo one's last move, or ask the others to agree."""

    async def act(_cached: CachedTable, seat: int, fields: dict[str, str]) -> CachedTable:
        moves, seq = form_number(fields, "moves"), form_number(fields, "seq")
        return await service.undo(table, seat, moves, seq)

    return await perform(service, request, table, act)


@post("/tables/{table:str}/undo/answer")
async def answer_undo(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Agree to an undo, or not."""

    async def act(_cached: CachedTable, seat: int, fields: dict[str, str]) -> CachedTable:
        return await service.answer_undo(table, seat, fields.get("agrees") == "yes")

    return await perform(service, request, table, act)


@post("/tables/{table:str}/proxy")
async def proxy(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Set or clear the proxy bid of a seat."""

    async def act(cached: CachedTable, seat: int, fields: dict[str, str]) -> CachedTable:
        most = form_number(fields, "most") if fields.get("most") else None
        return await service.writer.write_to(cached, entries.ProxyBidSet(seat, most))

    return await perform(service, request, table, act)


@post("/tables/{table:str}/lines")
async def talk(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Say something."""

    async def act(_cached: CachedTable, seat: int, fields: dict[str, str]) -> None:
        await service.say(table, seat, fields.get("text", ""))

    return await perform(service, request, table, act)


@post("/tables/{table:str}/leave")
async def leave(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Leave one's seat; a bot plays on."""

    async def act(cached: CachedTable, seat: int, _fields: dict[str, str]) -> CachedTable:
        return await service.writer.write_to(cached, entries.SeatLeft(seat))

    return await perform(service, request, table, act)


@post("/tables/{table:str}/return")
async def come_back(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Take one's seat back from the bot."""

    async def act(cached: CachedTable, seat: int, _fields: dict[str, str]) -> CachedTable:
        return await service.writer.write_to(cached, entries.PlayerReturned(seat))

    return await perform(service, request, table, act)


@post("/tables/{table:str}/bot")
async def seat_bot(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Put a bot on a free seat."""

    async def act(cached: CachedTable, _seat: int, fields: dict[str, str]) -> CachedTable:
        bot, game = fields.get("bot", ""), cached.table.game.name
        entry = bot_entry(game, form_number(fields, "place"), bot, language_of(request))
        held = await service.held_seats(cached, player_of(request))
        return await service.seat_bot(table, entry, held)

    return await perform(service, request, table, act)


@post("/tables/{table:str}/cover")
async def cover(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Let a bot play for somebody who has owed a decision for long."""

    async def act(_cached: CachedTable, seat: int, fields: dict[str, str]) -> CachedTable:
        return await service.cover(table, form_number(fields, "place"), seat)

    return await perform(service, request, table, act)


HANDLERS: list[Any] = [
    play,
    start,
    undo,
    answer_undo,
    proxy,
    talk,
    leave,
    come_back,
    seat_bot,
    cover,
]
