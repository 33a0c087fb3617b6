"""Replays: `/tables/{id}/replay` of a table, `/replays/{id}` of a record brought along."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import Redirect

from realms.kernel.errors import RealmsError, Unreadable
from realms.tables.terms import refuse
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service
from realms.web.errors import language_of
from realms.web.pages.environment import page
from realms.web.pages.replay.context import board_at, eyes_in, replay_shown
from realms.web.pages.replay.replay import Eyes, Reel, reel_in, reel_of_table, verified
from realms.web.pages.table.viewers import eyes_of

Answer = Response[Any]


@get("/tables/{table:str}/replay")
async def of_table(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """The game of a table so far: through all eyes when it is over, else through one's own."""
    eyes = await eyes_of(service, request, table)
    opened = await service.load(table)
    now = opened.table
    if now.state is None:
        raise refuse("not_started")
    if now.outcome is None and eyes.is_shared and eyes.seat is None:
        return Redirect(f"/tables/{table}", status_code=303)
    viewer = None if now.outcome else eyes.seat
    reel: Reel = opened.pages.get(("reel", viewer)) or reel_of_table(now, viewer)
    opened.pages["reel", viewer] = reel
    seen: Eyes = eyes_in(request.query_params.get("as", ""), reel) if reel.is_over else eyes.seat
    return shown(request, reel, seen, f"/api/tables/{table}/record")


@get("/replays/{record:str}")
async def of_record(service: Service, request: AnyRequest, record: FromPath[str]) -> Answer:
    """The game of a record that somebody brought along."""
    text = await service.kept_record(record)
    reel = await asyncio.to_thread(reel_in, record, text)
    eyes = eyes_in(request.query_params.get("as", ""), reel)
    return shown(request, reel, eyes, f"/replays/{record}/record")


@get("/replays/{record:str}/record", media_type="text/plain; charset=utf-8")
async def text_of_record(service: Service, record: FromPath[str]) -> str:
    """A record that was kept, as it was."""
    return await service.kept_record(record)


def shown(request: AnyRequest, reel: Reel, eyes: Eyes, record: FromPath[str]) -> Answer:
    """A moment, as a page or as the inside of one."""
    at = moment_in(request.query_params.get("at", ""), reel)
    helped = request.cookies.get("realms-help") != "off"
    look = reel.look(at, eyes, language_of(request), helped)
    is_part = request.headers.get("hx-request-type") == "partial"
    return page(
        request,
        "replay/inside.html" if is_part else "replay.html",
        slim=True,
        look=look,
        board=board_at(look),
        shown=replay_shown(reel, at, eyes, look, record),
    )


def moment_in(text: str, reel: Reel) -> int:
    """The moment that an address names: the deal if none, the last if there are fewer."""
    return min(int(text), reel.last) if text.isdecimal() and len(text) < 7 else 0


# --- Records that people bring along ---


@get("/replay")
async def bring(request: AnyRequest) -> Answer:
    """Where a record is brought along."""
    return page(request, "replay/bring.html", problem="", text="")


@post("/replays")
async def keep(service: Service, request: AnyRequest) -> Answer:
    """Keep a record that holds, and show it; one that does not is refused in a sentence."""
    form = await request.form()
    text = ""
    try:
        text = await _text_in(form)
        await asyncio.to_thread(verified, text)
    except RealmsError as error:
        problem = error.sentence(language_of(request))
        return page(request, "replay/bring.html", status=422, problem=problem, text=text)
    return Redirect(f"/replays/{await service.keep_record(text)}", status_code=303)


async def _text_in(form: Any) -> str:
    """The text of a record: of the file that was sent, or as it was pasted."""
    file = form.get("file")
    if isinstance(file, UploadFile) and file.filename:
        try:
            return (await file.read()).decode("utf-8")
        except UnicodeDecodeError as error:
            raise Unreadable("file/not_text", path=file.filename[:80]) from error
    return str(form.get("text") or "").replace("\r\n", "\n")


HANDLERS: list[Any] = [of_table, of_record, text_of_record, bring, keep]
