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
from realms.tables import entries as act
from realms.tables.at_hand import Open
from realms.tables.house import House
from realms.tables.terms import checked_name, refuse
from realms.web.callers import Asked, Ours, player_cookie, player_of
from realms.web.faults import STATUS, language_of
from realms.web.game_parts import board_of, traits_of
from realms.web.pages.environment import PROMISES, is_partial, page
from realms.web.pages.error_page import told_beside
from realms.web.pages.opening.opening import name_cookie, seated
from realms.web.pages.table.viewers import Eyes, body, eyes_of, look_at, mark_of
from realms.web.seats import TableId
from realms.web.streams import LIVE, permitted

Answer = Response[Any]


# --- Looking ---


@get("/tables/{table:str}")
async def show(house: Ours, request: Asked, table: TableId) -> Answer:
    """The table, as its reader may see it."""
    eyes = await eyes_of(house, request, table)
    return whole(house, request, await house.at_hand(table), eyes)


def whole(
    house: House, request: Asked, opened: Open, eyes: Eyes, status: int = 200, **told: Any
) -> Answer:
    """A table's page."""
    if is_curtained(opened, eyes):
        return curtain(request, opened, eyes)
    look = look_at(house, opened, eyes, **told)
    return page(
        request,
        "table/page.html",
        status=status,
        slim=opened.table.state is not None,
        look=look,
        inside=body(opened, look),
        mark=mark_of(opened, eyes),
        title=opened.table.game.title,
    )


def is_curtained(opened: Open, eyes: Eyes) -> bool:
    """Whether a device that is passed around hides what the last one saw."""
    return eyes.is_shared and eyes.seat is None and opened.table.status == "playing"


def curtain(request: Asked, opened: Open, eyes: Eyes) -> Answer:
    """Pass the device to whoever is to decide next."""
    awaited = [seat for seat in eyes.held if seat in opened.table.awaiting]
    names = opened.table.names
    people = [(seat, names[seat], seat in awaited) for seat in eyes.held]
    waiting = [names[seat] for seat in opened.table.awaiting]
    return page(
        request,
        "table/curtain.html",
        table=opened.table.id,
        people=people,
        to=awaited[0] if awaited else None,
        names=names,
        waiting=waiting,
        slim=True,
    )


@get("/tables/{table:str}/live")
async def live(house: Ours, request: Asked, table: TableId) -> Stream:
    """The inside of the page, now and after every change."""
    eyes = await eyes_of(house, request, table)
    opened = await house.at_hand(table)
    known = request.headers.get("last-event-id") or str(request.query_params.get("known", ""))
    told = pages(house, opened, eyes, known)
    return Stream(told, media_type="text/event-stream", headers=LIVE)


async def pages(house: House, opened: Open, eyes: Eyes, known: str) -> AsyncGenerator[bytes]:
    """The inside of a page as server-sent events; what the page shows already is not sent."""
    frames = permitted(house, opened, eyes.seat)
    async with aclosing(frames):
        async for frame in frames:
            mark = mark_of(opened, eyes)
            if frame is None or mark == known:
                yield b": still here\n\n"
                continue
            known = mark
            lines = drawn(house, opened, eyes).encode().splitlines()
            text = b"\n".join(b"data: " + line for line in lines)
            yield b"id: %b\n%b\n\n" % (mark.encode(), text)


def drawn(house: House, opened: Open, eyes: Eyes) -> str:
    """The inside of a page, made once for all who see the same."""
    if eyes not in opened.pages:
        opened.pages[eyes] = body(opened, look_at(house, opened, eyes))
    text: str = opened.pages[eyes]
    return text


@get("/tables/{table:str}/story")
async def story(house: Ours, request: Asked, table: TableId) -> Answer:
    """The whole log of a table."""
    eyes = await eyes_of(house, request, table)
    opened = await house.at_hand(table)
    return page(request, "table/story.html", look=look_at(house, opened, eyes), slim=True)


# --- Acting ---


async def acted(
    house: House,
    request: Asked,
    table: str,
    deed: Callable[[int, dict[str, str]], Awaitable[Any]],
) -> Answer:
    """Let a seat do something, and show what came of it."""
    fields = {name: str(value) for name, value in (await request.form()).items()}
    eyes = await eyes_of(house, request, table)
    wanted = fields.get("as", "")
    if wanted.isdecimal() and len(wanted) < 3 and int(wanted) in eyes.held:
        eyes = msgspec.structs.replace(eyes, seat=int(wanted))
    if eyes.seat is None:
        raise IllegalMove("table/not_yours")
    began = (await house.at_hand(table)).table.state is not None
    try:
        await deed(eyes.seat, fields)
    except RealmsError as error:
        told = {"problem": told_beside(error, eyes.language), "typed": fields}
        status = STATUS.get(error.code, 422 if isinstance(error, IllegalMove) else 400)
        return await shown_again(house, request, table, eyes, status, told)
    if not began and eyes.is_shared:  # whoever pressed the button, the first to decide is next
        eyes = msgspec.structs.replace(eyes, seat=None)
    return await shown_again(house, request, table, eyes)


async def shown_again(
    house: House,
    request: Asked,
    table: str,
    eyes: Eyes,
    status: int = 200,
    told: dict[str, Any] | None = None,
) -> Answer:
    """The table after an act: its inside for a page that is there, else the page anew."""
    opened = await house.at_hand(table)
    playing, awaiting = opened.table.status == "playing", opened.table.awaiting
    others = playing and eyes.is_shared and eyes.seat not in awaiting
    held = await house.seats_of(table, player_of(request))
    mine = eyes.is_shared and eyes.seat is not None and not others
    to = f"/tables/{table}" + (f"?as={eyes.seat}" if mine else "")
    if eyes.seat is not None and eyes.seat not in held:  # they left
        to, others = f"/tables/{table}", True
    if others and not told:
        if is_partial(request):
            return Response("", headers={"hx-redirect": to}, media_type=MediaType.HTML)
        return Redirect(to, status_code=HTTP_303_SEE_OTHER)
    if is_partial(request):
        inside = body(opened, look_at(house, opened, eyes, **told or {}))
        return Response(inside, status_code=status, media_type=MediaType.HTML, headers=PROMISES)
    if told:
        return whole(house, request, opened, eyes, status, **told)
    return Redirect(to, status_code=HTTP_303_SEE_OTHER)


@post("/tables/{table:str}/moves")
async def play(house: Ours, request: Asked, table: TableId) -> Answer:
    """Make a move."""
    opened = await house.at_hand(table)

    async def deed(seat: int, fields: dict[str, str]) -> None:
        eyes = msgspec.structs.replace(await eyes_of(house, request, table), seat=seat)
        look = look_at(house, opened, eyes)
        game = opened.table.game.name
        move = board_of(game).form_move(fields, look)
        is_independent = move.get("type") in traits_of(game).independent_moves
        seq = None if is_independent else number(fields, "seq")
        await house.write(table, act.Moved(seat, move), seq)

    return await acted(house, request, table, deed)


def number(fields: dict[str, str], name: str) -> int:
    """A whole number that a form was filled with."""
    text = fields.get(name, "")
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Unreadable("web/request")
    return int(text)


@post("/tables/{table:str}/start")
async def start(house: Ours, request: Asked, table: TableId) -> Answer:
    """Deal."""

    async def deed(_seat: int, _fields: dict[str, str]) -> None:
        await house.write(table, act.Started())

    return await acted(house, request, table, deed)


@post("/tables/{table:str}/undo")
async def undo(house: Ours, request: Asked, table: TableId) -> Answer:
    """Undo one's last move, or ask the others to agree."""

    async def deed(seat: int, fields: dict[str, str]) -> None:
        moves, seq = number(fields, "moves"), number(fields, "seq")
        await house.undo(table, seat, moves, seq)

    return await acted(house, request, table, deed)


@post("/tables/{table:str}/undo/answer")
async def answer_undo(house: Ours, request: Asked, table: TableId) -> Answer:
    """Agree to an undo, or not."""

    async def deed(seat: int, fields: dict[str, str]) -> None:
        await house.answer_undo(table, seat, fields.get("agrees") == "yes")

    return await acted(house, request, table, deed)


@post("/tables/{table:str}/proxy")
async def proxy(house: Ours, request: Asked, table: TableId) -> Answer:
    """Leave a highest bid, or take it back."""

    async def deed(seat: int, fields: dict[str, str]) -> None:
        most = number(fields, "most") if fields.get("most") else None
        await house.write(table, act.Bade(seat, most))

    return await acted(house, request, table, deed)


@post("/tables/{table:str}/lines")
async def talk(house: Ours, request: Asked, table: TableId) -> Answer:
    """Say something."""

    async def deed(seat: int, fields: dict[str, str]) -> None:
        await house.say(table, seat, fields.get("text", ""))

    return await acted(house, request, table, deed)


@post("/tables/{table:str}/leave")
async def leave(house: Ours, request: Asked, table: TableId) -> Answer:
    """Leave one's seat; a bot plays on."""

    async def deed(seat: int, _fields: dict[str, str]) -> None:
        await house.write(table, act.Rose(seat))

    return await acted(house, request, table, deed)


@post("/tables/{table:str}/return")
async def come_back(house: Ours, request: Asked, table: TableId) -> Answer:
    """Take one's seat back from the bot."""

    async def deed(seat: int, _fields: dict[str, str]) -> None:
        await house.write(table, act.Returned(seat))

    return await acted(house, request, table, deed)


@post("/tables/{table:str}/bot")
async def seat_bot(house: Ours, request: Asked, table: TableId) -> Answer:
    """Put a bot on a free seat."""

    async def deed(_seat: int, fields: dict[str, str]) -> None:
        bot, game = fields.get("bot", ""), (await house.at_hand(table)).table.game.name
        place = number(fields, "place")
        await house.write(table, seated(game, place, bot, language_of(request)))

    return await acted(house, request, table, deed)


@post("/tables/{table:str}/seats")
async def sit(house: Ours, request: Asked, table: TableId) -> Answer:
    """Sit down; a browser keeps one secret for all its seats."""
    fields = {name: str(value) for name, value in (await request.form()).items()}
    place = number(fields, "place") if fields.get("place") else None
    name = fields.get("name", "")
    try:
        _seat, secret = await house.sit(table, name, place, player_of(request))
    except RealmsError as error:
        eyes = await eyes_of(house, request, table)
        told = {"problem": error.sentence(eyes.language), "typed": fields}
        return whole(house, request, await house.at_hand(table), eyes, 422, **told)
    answer: Answer = Redirect(f"/tables/{table}", status_code=HTTP_303_SEE_OTHER)
    answer.set_cookie(player_cookie(request, secret))
    answer.set_cookie(name_cookie(request, checked_name(name)))
    return answer


@post("/tables/{table:str}/rematch")
async def rematch(house: Ours, request: Asked, table: TableId) -> Answer:
    """Another game for the same people, dealt as soon as nobody is missing."""
    if not await house.seats_of(table, player_of(request)):
        raise refuse("not_yours")
    following = await house.rematch(table)
    opened = await house.at_hand(following)
    people = {chair.secret for chair in opened.table.chairs if chair.secret}
    if len(people) == 1 and opened.table.state is None:
        await house.write(following, act.Started())
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
    sit,
    rematch,
]
