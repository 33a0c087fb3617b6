"""The page of a table: the room before the game, the board while it is played, its story."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.response import Redirect, Stream
from litestar.status_codes import HTTP_303_SEE_OTHER

from realms.kernel.errors import IllegalMove, RealmsError, Unreadable
from realms.tables import entries
from realms.tables.cache import CachedTable
from realms.tables.names import checked_name
from realms.tables.secrets import new_secret
from realms.tables.service import TableService
from realms.tables.table import Table
from realms.tables.terms import refuse
from realms.web.admission.cost import take_turn
from realms.web.api.seats import TableId
from realms.web.api.streams import STREAM_HEADERS, permitted_changes, proof_of
from realms.web.authentication import AnyRequest, Service, player_cookie, player_of
from realms.web.errors import STATUS, language_of
from realms.web.game_parts import FormTable, board_of, traits_of
from realms.web.pages.environment import PAGE_HEADERS, is_partial, render_aside, render_page
from realms.web.pages.error_page import refusal_text
from realms.web.pages.links import secret_for
from realms.web.pages.opening.opening import bot_entry, name_cookie
from realms.web.pages.table.story import last_moment
from realms.web.pages.table.viewers import (
    PageViewer,
    mark_of,
    prepare_page,
    render_body,
    table_page,
    viewer_of,
)

Answer = Response[Any]


# --- Looking ---


@get("/tables/{table:str}")
async def show(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """The table, as its reader may see it."""
    viewer = await viewer_of(service, request, table)
    cached = await service.load(table)
    answer = await render_table(service, request, cached, viewer)
    if cached.table.state is None and player_of(request) is None:
        # Before they sit down: a seat whose answer is lost on the way is theirs all the same.
        answer.set_cookie(player_cookie(request, new_secret()))
    return answer


async def render_table(
    service: TableService,
    request: AnyRequest,
    cached: CachedTable,
    viewer: PageViewer,
    status: int = 200,
    **told: Any,
) -> Answer:
    """A table's page."""
    if needs_curtain(cached, viewer):
        return render_curtain(request, cached, viewer)
    page, mark = table_page(service, cached, viewer, **told), mark_of(cached, viewer)
    is_kept = not told and not cached.table.time.banks  # a clock goes on, whatever is kept
    place = (viewer, mark, page.absent)
    kept: str | None = cached.pages.find(place) if is_kept else None
    inside = kept or await render_body(request, cached, page)
    if is_kept:
        cached.pages[place] = inside
    return await render_aside(
        request,
        "table/page.html",
        status=status,
        slim=page.table.view is not None,
        page=page,
        inside=inside,
        mark=mark,
        title=cached.table.game.title,
    )


def needs_curtain(cached: CachedTable, viewer: PageViewer) -> bool:
    """Whether a device that is passed around hides what the last one saw."""
    return viewer.is_shared and viewer.seat is None and cached.table.status == "playing"


def render_curtain(request: AnyRequest, cached: CachedTable, viewer: PageViewer) -> Answer:
    """Pass the device to whoever is to decide next."""
    awaited = [seat for seat in viewer.held if seat in cached.table.awaiting]
    names = cached.table.names
    people = [(seat, names[seat], seat in awaited) for seat in viewer.held]
    waiting = [names[seat] for seat in cached.table.awaiting]
    return render_page(
        request,
        "table/curtain.html",
        table=cached.table.id,
        people=people,
        to=awaited[0] if awaited else None,
        names=names,
        waiting=waiting,
        slim=True,
    )


@get("/tables/{table:str}/live")
async def live(service: Service, request: AnyRequest, table: TableId) -> Stream:
    """The inside of the page, now and after every change."""
    viewer = await viewer_of(service, request, table)
    cached = await service.load(table)
    known = request.headers.get("last-event-id") or str(request.query_params.get("known", ""))
    told = page_events(service, request, cached, viewer, known)
    return Stream(told, media_type="text/event-stream", headers=STREAM_HEADERS)


async def page_events(
    service: TableService, request: AnyRequest, cached: CachedTable, viewer: PageViewer, known: str
) -> AsyncGenerator[bytes]:
    """The inside of a page as server-sent events; what the page shows already is not sent."""
    is_first, proof = True, proof_of(cached, viewer.seat)
    async with aclosing(permitted_changes(service, cached, viewer.seat)) as changes:
        async for is_change in changes:
            mark = mark_of(cached, viewer)
            if not is_change or mark == known:
                if is_first or not is_change:
                    yield b": still here\n\n"
                is_first = False
                continue
            known, is_first = mark, False
            await take_turn(request.scope)
            await prepare_page(request, cached, viewer.seat, viewer.language)
            if proof_of(cached, viewer.seat) != proof:
                return  # whoever left meanwhile sees no more
            inside = await render_inside(service, request, cached, viewer)
            lines = inside.encode().splitlines()
            text = b"\n".join(b"data: " + line for line in lines)
            yield b"id: %b\n%b\n\n" % (mark.encode(), text)


async def render_inside(
    service: TableService, request: AnyRequest, cached: CachedTable, viewer: PageViewer
) -> str:
    """The inside of a page, made once for all who see the same."""
    page = table_page(service, cached, viewer)
    place = (viewer, mark_of(cached, viewer), page.absent)
    text: str | None = cached.pages.find(place)
    if text is None:
        text = cached.pages[place] = await render_body(request, cached, page)
    return text


@get("/tables/{table:str}/story")
async def story(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """The whole log of a table."""
    viewer = await viewer_of(service, request, table)
    page = table_page(service, await service.load(table), viewer)
    return await render_aside(request, "table/story.html", page=page, slim=True)


# --- Acting ---


async def perform(
    service: TableService,
    request: AnyRequest,
    table: str,
    act: Callable[[int, dict[str, str]], Awaitable[Any]],
) -> Answer:
    """Let a seat do something, and show what came of it."""
    fields = {name: str(value) for name, value in (await request.form()).items()}
    viewer = await viewer_of(service, request, table)
    wanted = fields.get("as", "")
    if wanted.isdecimal() and len(wanted) < 3 and int(wanted) in viewer.held:
        viewer = msgspec.structs.replace(viewer, seat=int(wanted))
    if viewer.seat is None:
        raise IllegalMove("table/not_yours")
    began = (await service.load(table)).table.state is not None
    try:
        await act(viewer.seat, fields)
    except RealmsError as error:
        told = {"problem": refusal_text(error, viewer.language), "typed": fields}
        status = STATUS.get(error.code, 422 if isinstance(error, IllegalMove) else 400)
        return await render_after(service, request, table, viewer, status, told)
    if not began and viewer.is_shared:  # whoever pressed the button, the first to decide is next
        viewer = msgspec.structs.replace(viewer, seat=None)
    return await render_after(service, request, table, viewer)


async def render_after(
    service: TableService,
    request: AnyRequest,
    table: str,
    viewer: PageViewer,
    status: int = 200,
    told: dict[str, Any] | None = None,
) -> Answer:
    """The table after an act: its inside for a page that is there, else the page anew."""
    cached = await service.load(table)
    playing, awaiting = cached.table.status == "playing", cached.table.awaiting
    others = playing and viewer.is_shared and viewer.seat not in awaiting
    held = await service.seats_of(table, player_of(request))
    mine = viewer.is_shared and viewer.seat is not None and not others
    to = f"/tables/{table}" + (f"?as={viewer.seat}" if mine else "")
    if viewer.seat is not None and viewer.seat not in held:  # they left
        to, others = f"/tables/{table}", True
    if others and not told:
        if is_partial(request):
            return Response("", headers={"hx-redirect": to}, media_type=MediaType.HTML)
        return Redirect(to, status_code=HTTP_303_SEE_OTHER)
    if is_partial(request):
        page = table_page(service, cached, viewer, **told or {})
        inside = await render_body(request, cached, page)
        return Response(inside, status_code=status, media_type=MediaType.HTML, headers=PAGE_HEADERS)
    if told:
        return await render_table(service, request, cached, viewer, status, **told)
    return Redirect(to, status_code=HTTP_303_SEE_OTHER)


@post("/tables/{table:str}/moves")
async def play(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Make a move."""
    cached = await service.load(table)

    async def act(seat: int, fields: dict[str, str]) -> None:
        game = cached.table.game.name
        move = board_of(game).form_move(fields, FormTable(game, cached.table.names))
        is_independent = move.get("type") in traits_of(game).independent_moves
        is_open = is_independent or is_same_decision(fields, cached.table, seat)
        seq = None if is_open else number(fields, "seq")
        await service.writer.write_to(cached, entries.MoveMade(seat, move), seq)

    return await perform(service, request, table, act)


def is_same_decision(fields: dict[str, str], table: Table, seat: int) -> bool:
    """Whether a seat still owes the decision of a form that was made for several at once.

    Such a form says when its seat moved last: if that is so still, it has not decided since.
    """
    return seat in table.awaiting and fields.get("decision") == str(last_moment(table, seat))


def number(fields: dict[str, str], name: str) -> int:
    """A whole number that a form was filled with."""
    text = fields.get(name, "")
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Unreadable("web/request")
    return int(text)


@post("/tables/{table:str}/start")
async def start(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Deal."""

    async def act(_seat: int, _fields: dict[str, str]) -> None:
        await service.write(table, entries.GameStarted())

    return await perform(service, request, table, act)


@post("/tables/{table:str}/undo")
async def undo(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Undo one's last move, or ask the others to agree."""

    async def act(seat: int, fields: dict[str, str]) -> None:
        moves, seq = number(fields, "moves"), number(fields, "seq")
        await service.undo(table, seat, moves, seq)

    return await perform(service, request, table, act)


@post("/tables/{table:str}/undo/answer")
async def answer_undo(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Agree to an undo, or not."""

    async def act(seat: int, fields: dict[str, str]) -> None:
        await service.answer_undo(table, seat, fields.get("agrees") == "yes")

    return await perform(service, request, table, act)


@post("/tables/{table:str}/proxy")
async def proxy(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Leave a highest bid, or take it back."""

    async def act(seat: int, fields: dict[str, str]) -> None:
        most = number(fields, "most") if fields.get("most") else None
        await service.write(table, entries.ProxyBidSet(seat, most))

    return await perform(service, request, table, act)


@post("/tables/{table:str}/lines")
async def talk(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Say something."""

    async def act(seat: int, fields: dict[str, str]) -> None:
        await service.say(table, seat, fields.get("text", ""))

    return await perform(service, request, table, act)


@post("/tables/{table:str}/leave")
async def leave(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Leave one's seat; a bot plays on."""

    async def act(seat: int, _fields: dict[str, str]) -> None:
        await service.write(table, entries.SeatLeft(seat))

    return await perform(service, request, table, act)


@post("/tables/{table:str}/return")
async def come_back(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Take one's seat back from the bot."""

    async def act(seat: int, _fields: dict[str, str]) -> None:
        await service.write(table, entries.PlayerReturned(seat))

    return await perform(service, request, table, act)


@post("/tables/{table:str}/bot")
async def seat_bot(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Put a bot on a free seat."""

    async def act(_seat: int, fields: dict[str, str]) -> None:
        bot, game = fields.get("bot", ""), (await service.load(table)).table.game.name
        entry = bot_entry(game, number(fields, "place"), bot, language_of(request))
        await service.seat_bot(table, entry, await service.seats_of(table, player_of(request)))

    return await perform(service, request, table, act)


@post("/tables/{table:str}/cover")
async def cover(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Let a bot play for somebody who has owed a decision for long."""

    async def act(seat: int, fields: dict[str, str]) -> None:
        await service.cover(table, number(fields, "place"), seat)

    return await perform(service, request, table, act)


@post("/tables/{table:str}/seats")
async def sit(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Sit down; a browser keeps one secret for all its seats."""
    fields = {name: str(value) for name, value in (await request.form()).items()}
    place = number(fields, "place") if fields.get("place") else None
    name, secret = fields.get("name", ""), secret_for(request)
    try:
        if not await holds_seat_as(service, table, secret, name):
            await service.sit(table, name, place, secret)
    except RealmsError as error:
        viewer = await viewer_of(service, request, table)
        told = {"problem": error.sentence(viewer.language), "typed": fields}
        return await render_table(service, request, await service.load(table), viewer, 422, **told)
    answer: Answer = Redirect(f"/tables/{table}", status_code=HTTP_303_SEE_OTHER)
    answer.set_cookie(player_cookie(request, secret))
    answer.set_cookie(name_cookie(request, checked_name(name)))
    return answer


async def holds_seat_as(service: TableService, table: str, secret: str, name: str) -> bool:
    """Whether somebody sits there under a name already: the answer that said so was lost."""
    held = await service.seats_of(table, secret)
    chairs = (await service.load(table)).table.chairs
    return any(chairs[seat].name == " ".join(name.split()) for seat in held)


@post("/tables/{table:str}/rematch")
async def rematch(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Another game for the same people, dealt as soon as nobody is missing."""
    if not await service.seats_of(table, player_of(request)):
        raise refuse("not_yours")
    following = await service.rematch(table)
    cached = await service.load(following)
    people = {chair.secret for chair in cached.table.chairs if chair.secret}
    if len(people) == 1 and cached.table.state is None:
        await service.write(following, entries.GameStarted())
    to = f"/tables/{following}"
    if is_partial(request):
        return Response("", headers={"hx-redirect": to}, media_type=MediaType.HTML)
    return Redirect(to, status_code=HTTP_303_SEE_OTHER)


HANDLERS: list[Any] = [
    show,
    live,
    story,
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
    sit,
    rematch,
]
