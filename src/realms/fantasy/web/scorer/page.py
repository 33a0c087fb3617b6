"""`/score`: what a hand is worth, for a real table; the address holds everything."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.response import Redirect

from realms.fantasy.web.scorer.context import score_shown
from realms.fantasy.web.scorer.query import address, fields_of, moved_field, read_query
from realms.web.admission.executor import run_aside
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.pages.environment import render_fragment, render_page


@get("/score")
@run_aside
def score(request: AnyRequest) -> Response[str] | Redirect:
    """The page; what a form sent is told again as a short address."""
    language = language_of(request)
    fields = [(name, str(value)) for name, value in request.query_params.multi_items()]
    query = read_query(fields, language)
    if request.headers.get("hx-request-type") == "partial":
        return render_fragment(request, "scorer/tool.html", shown=score_shown(query, language))
    if not query.problems and sorted(fields_of(query)) != sorted(_hand_fields(fields)):
        kept = f"&lang={lang}" if (lang := request.query_params.get("lang")) else ""
        if query.moved:
            kept += f"&moved={moved_field(query)}"
        return Redirect(address(query) + kept, status_code=303)
    return render_page(request, "scorer/page.html", shown=score_shown(query, language))


def _hand_fields(fields: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The fields that were sent, but for what is no part of the hands."""
    return [(name, value) for name, value in fields if name not in ("lang", "moved")]


HANDLERS: list[Any] = [score]
