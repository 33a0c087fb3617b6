"""Replays: `/tables/{id}/replay` of a table, `/replays/{id}` of a record brought along."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import Redirect

from realms.kernel.errors import RealmsError, Unreadable
from realms.tables.secrets import hash_secret
from realms.tables.terms import refuse
from realms.web.admission.executor import executor_of
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service, player_of
from realms.web.errors import STATUS, language_of
from realms.web.pages.environment import render_page
from realms.web.pages.replay.context import board_at, replay_shown, viewer_in
from realms.web.pages.replay.record_quota import Quota
from realms.web.pages.replay.replay import Replay, ReplayViewer, check_record, replay_of_table
from realms.web.pages.replay.sources import replay_of_stored
from realms.web.pages.table.viewers import viewer_of
from realms.web.security import LARGEST_RECORD, client_of, site_network

Answer = Response[Any]


@get("/tables/{table:str}/replay")
async def of_table(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """The game of a table so far: as all saw it when it is over, else as oneself."""
    cached = await service.load(table)
    viewer = await viewer_of(service, request, cached)
    now = cached.table
    if now.state is None:
        raise refuse("not_started")
    if now.outcome is None and viewer.is_shared and viewer.seat is None:
        return Redirect(f"/tables/{table}", status_code=303)
    seat = None if now.outcome else viewer.seat
    place = ("replay", seat, now.seq_for(seat))
    replay: Replay = cached.answers.find(place) or replay_of_table(now, seat)
    cached.answers[place] = replay
    through: ReplayViewer = viewer.seat
    if replay.is_over:
        through = viewer_in(request.query_params.get("as", ""), replay)
    return await render_moment(request, replay, through, f"/api/tables/{table}/record")


@get("/replays/{record:str}")
async def of_record(service: Service, request: AnyRequest, record: FromPath[str]) -> Answer:
    """The game of a record that somebody brought along."""
    replay = await replay_of_stored(service, request, record)
    viewer = viewer_in(request.query_params.get("as", ""), replay)
    return await render_moment(request, replay, viewer, f"/replays/{record}/record")


@get("/replays/{record:str}/record", media_type="text/plain; charset=utf-8")
async def text_of_record(service: Service, record: FromPath[str]) -> str:
    """The text of a record that was uploaded."""
    return await service.load_record(record)


async def render_moment(
    request: AnyRequest, replay: Replay, viewer: ReplayViewer, record: str
) -> Answer:
    """A moment, as a page or as the inside of one."""
    return await executor_of(request).run(
        request.scope, moment_page, request, replay, viewer, record
    )


def moment_page(request: AnyRequest, replay: Replay, viewer: ReplayViewer, record: str) -> Answer:
    """The page of a moment of a replay; run by the executor, since it takes long."""
    at = moment_in(request.query_params.get("at", ""), replay)
    helped = request.cookies.get("realms-help") != "off"
    page = replay.page(at, viewer, language_of(request), helped)
    is_part = request.headers.get("hx-request-type") == "partial"
    return render_page(
        request,
        "replay/inside.html" if is_part else "replay/page.html",
        slim=True,
        page=page,
        board=board_at(page),
        shown=replay_shown(replay, at, viewer, page, record),
    )


def moment_in(text: str, replay: Replay) -> int:
    """The moment that an address names: the deal if none, the last if there are fewer."""
    return min(int(text), replay.last) if text.isdecimal() and len(text) < 7 else 0


# --- Records that people bring along ---


@get("/replay")
async def bring(request: AnyRequest) -> Answer:
    """Where a record is brought along."""
    return render_page(request, "replay/bring.html", problem="", text="")


@post("/replays", request_max_body_size=LARGEST_RECORD)
async def keep(service: Service, quota: Quota, request: AnyRequest) -> Answer:
    """Keep a record that holds, and show it; one that does not is refused in a sentence."""
    form = await request.form()
    text = ""
    try:
        text = await _text_in(form)
        clients, size = clients_of(request), len(text.encode())
        if quota is not None:
            quota.check(clients, size)
        await executor_of(request).run(request.scope, check_record, text)
        record = await service.store_record(text)
    except RealmsError as error:
        problem, status = error.sentence(language_of(request)), STATUS.get(error.code, 422)
        return render_page(request, "replay/bring.html", status=status, problem=problem, text=text)
    if quota is not None:
        quota.count(clients, size)
    return Redirect(f"/replays/{record}", status_code=303)


def clients_of(request: AnyRequest) -> list[str]:
    """Whose records are counted: those of a site, and those of a player who has a secret."""
    player = player_of(request)
    site = site_network(client_of(request.scope))
    return [site, *([hash_secret(player)] if player else [])]


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
