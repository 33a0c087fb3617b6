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
    picture: Markup | None
    """None for a link that no camera is any good for: it works on this computer only."""

    @property
    def is_local(self) -> bool:
        """Whether it leads anywhere on this computer only."""
        return self.picture is None


def invitation_to(site: str, path: str) -> Invitation:
    """A link to a page of ours, and its picture."""
    link = f"{site}{path}"
    return Invitation(link, None if is_local(site) else picture_of(link))


def is_local(site: str) -> bool:
    """Whether a site is found on this computer only."""
    return urlsplit(site).hostname in LOCAL


def site_of(request: AnyRequest) -> str:
    """Where others find us: where whoever asks has, or, for who sits here, in the network."""
    here = f"{request.url.scheme}://{request.url.netloc}"
    return (is_local(here) and network_site(request)) or here


def network_site(request: AnyRequest) -> str | None:
    """Where other devices of the local network find us; empty where they might, None if not."""
    site: str | None = request.app.state.get("network_site")
    return site


def way_for_phones(request: AnyRequest) -> Invitation | None:
    """For who plays on this computer, the link for other devices; None for everybody else."""
    is_here = is_local(f"{request.url.scheme}://{request.url.netloc}")
    if network_site(request) is None or not is_here:
        return None
    return invitation_to(site_of(request), "/")


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
