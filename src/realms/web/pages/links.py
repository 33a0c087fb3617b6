"""Links to send: to a table, and to one's own other device; with their pictures for a camera."""

from __future__ import annotations

import io
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from markupsafe import Markup
from msgspec import Struct

from realms.tables.secrets import is_secret, new_secret
from realms.web.authentication import AnyRequest, player_of

LOCAL = ("127.0.0.1", "localhost", "::1")
"""How a computer calls itself."""


class Invitation(Struct, frozen=True):
    """A link, and the picture of it that a camera reads."""

    link: str
    picture: Markup
    is_local: bool
    """Whether it leads anywhere on this computer only."""


def invitation_to(site: str, path: str) -> Invitation:
    """A link to a page of ours, and its picture."""
    link = f"{site}{path}"
    return Invitation(link, picture_of(link), urlsplit(site).hostname in LOCAL)


def site_of(request: AnyRequest) -> str:
    """Where whoever asks has found us."""
    return f"{request.url.scheme}://{request.url.netloc}"


@lru_cache(256)
def picture_of(link: str) -> Markup:
    """A link as a picture that a camera reads."""
    code, out = segno.make(link, error="m", micro=False), io.BytesIO()
    code.save(
        out, kind="svg", xmldecl=False, svgns=True, svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(out.getvalue().decode())


def secret_for(request: AnyRequest) -> str:
    """The secret of whoever asks; a new one for who comes for the first time."""
    kept = player_of(request)
    return kept if kept and is_secret(kept) else new_secret()
