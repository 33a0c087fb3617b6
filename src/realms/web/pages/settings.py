"""`/settings`: the language and the appearance that a browser keeps."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlsplit

from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.params import Body
from msgspec import Struct

from realms.kernel.text import LANGUAGES
from realms.web.authentication import YEAR, AnyRequest
from realms.web.pages.environment import THEMES

HOME = "/"


class VisitorSettings(Struct, frozen=True):
    """What somebody chose, and the page they were on."""

    lang: str = ""
    theme: str = ""
    help: str = ""
    """Whether tables show what a hand is worth and what a card would change: on, or off."""
    back: str = HOME


@post("/settings", status_code=303)
async def keep_settings(
    request: AnyRequest,
    data: Annotated[VisitorSettings, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Response[None]:
    """Keep what was chosen, and go back."""
    chosen = {}
    if data.lang in LANGUAGES:
        chosen["realms-lang"] = data.lang
    if data.theme in THEMES:
        chosen["realms-theme"] = data.theme
    if data.help in ("on", "off"):
        chosen["realms-help"] = data.help
    return Response(
        None,
        status_code=303,
        headers={"location": local(data.back)},
        cookies=[_kept(request, name, value) for name, value in chosen.items()],
    )


def _kept(request: AnyRequest, name: str, value: str) -> Cookie:
    is_secure = request.url.scheme == "https"
    return Cookie(key=name, value=value, max_age=YEAR, samesite="lax", secure=is_secure)


def local(address: str) -> str:
    """An address of ours, or else the home page: nobody is sent to another site by us.

    >>> local("/tables/b4?at=3"), local("//elsewhere.example"), local("https://elsewhere.example")
    ('/tables/b4?at=3', '/', '/')
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return HOME
    is_ours = not parts.scheme and not parts.netloc and address.startswith("/")
    is_plain = "\\" not in address and address.isascii() and address.isprintable()
    return address if is_ours and is_plain and not address.startswith("//") else HOME


HANDLERS: list[Any] = [keep_settings]
