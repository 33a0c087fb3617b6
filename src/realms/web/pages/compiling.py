"""How far compiling the rules has come: a line on every page, for as long as it goes on."""

from __future__ import annotations

from litestar import Response, get

from realms.web.authentication import AnyRequest
from realms.web.pages.environment import render_fragment


@get("/compiling")
async def compiling(request: AnyRequest) -> Response[str]:
    """The line that tells it, empty when there is nothing more to tell."""
    return render_fragment(request, "compiling.html")


HANDLERS = [compiling]
