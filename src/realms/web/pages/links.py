"""Links to send: to a table, and to one's own other device; with their pictures for a camera."""

from __future__ import annotations

import io
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from markupsafe import Markup
from msgspec import Struct

from realms.tables.secrets import is_secret, new_secret
from realms.web.admission.local_network import LocalNetwork
from realms.web.authentication import AnyRequest, player_of
from realms.web.security import client_of

LOCAL = "localhost"
"""How a computer calls itself."""


PASSED_ON = ("x-forwarded-for", "forwarded", "via")
"""Headers by which a proxy says that somebody else asks."""


class Site(Struct, frozen=True):
    """Where others find us: what a link to send begins with."""

    address: str = ""
    may_open: bool = False
    """Whether who looks can open it to their network, where nobody else finds it."""


class Invitation(Struct, frozen=True):
    """A link, and the picture of it that a camera reads."""

    link: str
    picture: Markup | None
    """None for a link that no camera is any good for: it works on this computer only."""
    may_open: bool = False
    """Whether who looks can have it work for others."""

    @property
    def is_local(self) -> bool:
        """Whether an address can be opened on this computer only."""
        return self.picture is None


def invitation_to(site: Site, path: str) -> Invitation:
    """A link to a page of ours, and its picture."""
    link = f"{site.address}{path}"
    picture = None if is_local(site.address) else picture_of(link)
    return Invitation(link, picture, site.may_open)


def is_local(address: str) -> bool:
    """Whether an address is found on this computer only.

    >>> is_local("http://127.0.0.1:8000"), is_local("http://192.168.1.20:8000")
    (True, False)
    """
    host = urlsplit(address).hostname or ""
    try:
        parsed = ip_address(host)
    except ValueError:
        return host == LOCAL or host.endswith(f".{LOCAL}")
    return parsed.is_loopback or parsed.is_unspecified


def site_of(request: AnyRequest) -> Site:
    """Where others find us: where whoever asks has, or, for who sits here, in the network."""
    here = f"{request.url.scheme}://{request.url.netloc}"
    network = network_of(request)
    if network is None:
        return Site(here)
    near = network.site
    return Site(near) if near else Site(here, network.is_possible)


def network_of(request: AnyRequest) -> LocalNetwork | None:
    """The local network that other devices may come by; only for who sits at this machine.

    Such a person asks from here and by a name that only this machine has: by another one, a
    site elsewhere may have led their browser here.
    """
    network: LocalNetwork | None = request.app.state.get("network")
    is_here = is_local(f"{request.url.scheme}://{request.url.netloc}")
    is_passed_on = any(name in request.headers for name in PASSED_ON)
    return network if is_here and not is_passed_on and not client_of(request.scope) else None


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
