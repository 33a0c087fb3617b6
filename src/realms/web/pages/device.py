"""`/device`: the link to one's other devices, and being on this one who a link says.

Whose tables a browser has is never changed without a question that names them: another site
can lead a browser here with a link of its own making, and whoever made the link has what is
played from then on. What is put away can be had again: the browser keeps it for a while.
"""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER
from msgspec import Struct

from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.text import listed
from realms.tables.secrets import hash_secret, is_secret
from realms.tables.service import TableService
from realms.web.authentication import AnyRequest, Service, cookie_for, player_cookie, player_of
from realms.web.errors import language_of
from realms.web.pages.environment import html_response, render_template, request_context
from realms.web.pages.home import TableRow, own_rows
from realms.web.pages.links import invitation_to, site_of

FORMER = "realms-former"
"""The cookie that keeps the secret that another one took the place of."""
KEPT_FOR = 30 * 24 * 3600
"""Seconds for which it is kept."""
LISTED = 5
"""Tables that the question lists; the others are counted."""


class IdentityShown(Struct, frozen=True):
    """Who somebody is to the server: the names they sit under, and their tables."""

    names: str
    tables: int
    rows: tuple[TableRow, ...]


async def identity_shown(
    service: TableService, secret: str | None, language: str
) -> IdentityShown | None:
    """The names and tables that a secret proves; None where it proves none."""
    listings = await service.tables_of(secret)
    if not listings:
        return None
    names: dict[str, None] = {}
    for listing in listings:
        chairs = (await service.load(listing.id)).table.chairs
        names |= dict.fromkeys(chairs[seat].name for seat in listing.mine)
    rows = await own_rows(service, secret, language)
    return IdentityShown(listed([*names], language), len(listings), tuple(rows[:LISTED]))


def former_of(request: AnyRequest) -> str | None:
    """The secret that this browser had before it became somebody else."""
    kept = request.cookies.get(FORMER, "")
    return kept if is_secret(kept) else None


def mark_of_player(request: AnyRequest) -> str:
    """What a question says of the player it was put to, so that no other one is replaced."""
    secret = player_of(request)
    return hash_secret(secret)[:16] if secret else ""


async def render_device(
    service: TableService,
    request: AnyRequest,
    status: int = 200,
    typed: str = "",
    problem: RealmsError | None = None,
) -> Response[str]:
    """The page; not compressed, since it has a secret in it and its address besides."""
    secret, language = player_of(request), language_of(request)
    carried = invitation_to(site_of(request), f"/device#{secret}") if secret else None
    text = render_template(
        "device.html",
        language,
        **request_context(request),
        carried=carried,
        present=await identity_shown(service, secret, language),
        former=await identity_shown(service, former_of(request), language),
        mark=mark_of_player(request),
        typed=typed,
        problem=problem.sentence(language) if problem else "",
    )
    return html_response(request, text, status, is_packed=False)


@get("/device")
async def device(service: Service, request: AnyRequest) -> Response[str]:
    """The link that takes a player, with all their seats, to another device; and the way in."""
    return await render_device(service, request)


@post("/device")
async def arrive(service: Service, request: AnyRequest) -> Response[Any]:
    """Be, on this device, whoever the secret belongs to, if that was asked of who is here."""
    form = await request.form()
    typed = str(form.get("secret", "")).strip()[:300]
    secret = typed.rpartition("#")[2]
    if not is_secret(secret):
        return await render_device(service, request, 422, typed, Unreadable("web/device"))
    present = player_of(request)
    if str(form.get("instead_of", "")) != mark_of_player(request):
        return await render_device(service, request, 409, typed)
    answer = Redirect("/", status_code=HTTP_303_SEE_OTHER)
    answer.set_cookie(player_cookie(request, secret))
    if present and present != secret and await service.tables_of(present):
        answer.set_cookie(cookie_for(request, FORMER, present, KEPT_FOR))
    return answer


@post("/device/back")
async def go_back(request: AnyRequest) -> Response[Any]:
    """Be again who this browser was before."""
    former = former_of(request)
    answer = Redirect("/", status_code=HTTP_303_SEE_OTHER)
    if former:
        answer.set_cookie(player_cookie(request, former))
        answer.set_cookie(cookie_for(request, FORMER, "", 0))
    return answer


HANDLERS: list[Any] = [device, arrive, go_back]
