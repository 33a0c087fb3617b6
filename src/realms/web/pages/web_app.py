"""The app as a device keeps it: its manifest, its worker, and the page for when it is offline."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get

from realms.kernel.packs import packs
from realms.kernel.text import listed, say
from realms.web.authentication import AnyRequest
from realms.web.drawings.emblem import SIZES
from realms.web.errors import language_of
from realms.web.pages.assets import file_response
from realms.web.pages.environment import PAGE_HEADERS, render_page
from realms.web.pages.files import asset, files

BRIEFLY = "public, max-age=3600"
ALWAYS_ASKED = "no-cache"
STRICT = "content-security-policy"
PAPER = "#f3ead9"
"""The background of the light theme, which a device shows while the app starts."""


@get("/manifest.webmanifest")
async def manifest(request: AnyRequest) -> Response[bytes]:
    """What a device needs to know to keep the app, in a language."""
    content = msgspec.json.encode(manifest_in(language_of(request)))
    headers = {"cache-control": BRIEFLY}
    return Response(content, media_type="application/manifest+json", headers=headers)


def manifest_in(language: str) -> dict[str, Any]:
    """The app's name, pictures and colours."""
    drawn = [
        {"src": asset("built/emblem.svg"), "sizes": "any", "type": "image/svg+xml"},
        {
            "src": asset("built/emblem-maskable.svg"),
            "sizes": "any",
            "type": "image/svg+xml",
            "purpose": "maskable",
        },
    ]
    painted = [
        {"src": asset(f"built/emblem-{n}.png"), "sizes": f"{n}x{n}", "type": "image/png"}
        for n in SIZES
    ]
    titles = listed([pack.title for pack in packs().values()], language)
    return {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "lang": language,
        "name": say("web.shell.name", language),
        "short_name": say("web.shell.name", language),
        "description": say("web.shell.description", language, games=titles),
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [*drawn, *painted],
    }


@get("/sw.js")
async def worker(request: AnyRequest) -> Response[bytes]:
    """The worker; at the root, since it serves the whole site."""
    made = file_response(request, files()["js/worker.js"], ALWAYS_ASKED)
    made.headers[STRICT] = PAGE_HEADERS[STRICT]  # what it may fetch itself
    return made


@get("/offline")
async def offline(request: AnyRequest) -> Response[str]:
    """What the worker shows when nothing can be reached."""
    return render_page(request, "offline.html")


HANDLERS: list[Any] = [manifest, worker, offline]
