"""`/settings`: the language and the appearance that a browser keeps."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.params import Body
from msgspec import Struct

from realms.kernel.text import LANGUAGES
from realms.web.authentication import YEAR, AnyRequest
from realms.web.pages.environment import PACES, SWITCH, THEMES, VOLUMES

HOME = "/"


class VisitorSettings(Struct, frozen=True):
    """What somebody chose, and the page they were on."""

    lang: str = ""
    theme: str = ""
    help: str = ""
    """Whether tables show what a hand is worth and what a card would change: on, or off."""
    pace: str = ""
    """How fast moves of others are shown: slow, normal, or all at once."""
    motion: str = ""
    """Whether cards and tokens fly: on, or off."""
    volume: str = ""
    """How loud sounds are, in percent; 0 for none."""
    back: str = HOME


@post("/settings", status_code=303)
async def keep_settings(
    request: AnyRequest,
    data: Annotated[VisitorSettings, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Response[None]:
    """Keep what was chosen, and go back."""
    offered = {
        "lang": LANGUAGES,
        "theme": THEMES,
        "help": SWITCH,
        "pace": PACES,
        "motion": SWITCH,
        "volume": VOLUMES,
    }
    values = msgspec.structs.asdict(data)
    chosen = {f"realms-{name}": values[name] for name in offered if values[name] in offered[name]}
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
