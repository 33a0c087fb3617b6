"""The local network: whoever sits at this machine lets phones play along, or no longer."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect
from msgspec import Struct

from realms.web.authentication import AnyRequest
from realms.web.pages.links import Invitation, Site, invitation_to, network_of
from realms.web.pages.opening.routes import form_fields


class NetworkShown(Struct, frozen=True):
    """Whether other devices can play along, and where they find the app."""

    is_possible: bool
    way: Invitation | None
    """The link for them; None while they are not let in."""


def network_shown(request: AnyRequest) -> NetworkShown | None:
    """What who sits at this machine is shown of the network; None for everybody else."""
    network = network_of(request)
    if network is None:
        return None
    site = network.site
    return NetworkShown(network.is_possible, invitation_to(Site(site), "/") if site else None)


@post("/network")
async def switch_network(request: AnyRequest) -> Response[Any]:
    """Let other devices of the local network in, or no longer."""
    network = network_of(request)
    if network is None:
        raise NotFoundException
    fields = form_fields(await request.form())
    if fields.get("open") == "yes":
        await network.open()
    else:
        network.close()
    return Redirect("/#phone", status_code=303)


HANDLERS = [switch_network]
