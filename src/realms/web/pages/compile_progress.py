"""How far compiling the rules has come: a line on every page, and pages that wait for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from litestar import MediaType, Response, get

from realms.arena.prepare import all_parts
from realms.kernel.compiled.progress import CompileProgress
from realms.web.admission.missing_rules import missing_progress, send_for_rules
from realms.web.authentication import AnyRequest
from realms.web.pages.environment import render_fragment, render_page


@get("/compiling")
async def compiling(request: AnyRequest) -> Response[str]:
    """The line that tells it, empty when there is nothing more to tell."""
    return render_fragment(request, "compiling.html")


@get("/compiling/parts")
async def compiling_parts(request: AnyRequest) -> Response[Any]:
    """How far some parts are; has the page that waits for them loaded anew in the end."""
    asked = set(request.query_params.getall("part", []))
    parts = [part for part in all_parts() if part in asked]
    progress = missing_progress(parts)
    if progress is None:
        return Response("", headers={"hx-refresh": "true"}, media_type=MediaType.HTML)
    return render_fragment(request, "waiting_progress.html", **_progress_context(parts, progress))


def waiting_page(
    request: AnyRequest, parts: Sequence[str], progress: CompileProgress, title: str, away: str
) -> Response[str]:
    """What is shown while the rules that a page takes are compiled: it gives way by itself.

    `away` is a word and the address of where one can go meanwhile.
    """
    send_for_rules(parts)
    context = _progress_context(parts, progress)
    return render_page(request, "waiting.html", title=title, away=away, **context)


def _progress_context(parts: Sequence[str], progress: CompileProgress) -> dict[str, Any]:
    query = urlencode([("part", part) for part in parts])
    return {"asks": f"/compiling/parts?{query}", "progress": progress}


HANDLERS = [compiling, compiling_parts]
