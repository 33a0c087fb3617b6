"""What went wrong, told as a page: for browsers that asked for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

from litestar import Request, Response
from markupsafe import Markup

from realms.kernel.errors import RealmsError
from realms.kernel.text import say
from realms.web.authentication import AnyRequest
from realms.web.errors import (
    LOG,
    STATUS,
    ErrorBody,
    error_sentence,
    language_of,
    scope_language,
    send_error,
)
from realms.web.pages.environment import (
    PAGE_HEADERS,
    cite,
    is_partial,
    render_fragment,
    render_page,
)
from realms.web.pages.settings import HOME, local
from realms.web.security import header

Error = TypeVar("Error", bound=Exception)
MACHINES = ("api", "assets", "health", "metrics")
"""Beginnings of addresses that no person looks at."""
TO_ALERT = {"hx-retarget": "#alert", "hx-reswap": "innerHTML"}
"""Puts a refusal where it is read out, whatever part of the page was asked for."""


def refusal_text(error: RealmsError, language: str) -> str:
    """A refusal as it is read beside what was done: the move itself need not be named.

    >>> from realms.kernel.errors import IllegalMove
    >>> refusal_text(IllegalMove("move/pair_taken", move="draft gold raw", paragraph="MR-15"), "en")
    'Someone has taken that pair already. [MR-15]'
    >>> refusal_text(IllegalMove("move/meaningless", move="draft"), "es")
    'Esta jugada no significa nada aquí.'
    """
    if "move" not in error.fields:
        return error.sentence(language)
    that = say("web.table.that_move", language)
    fields = {**error.fields, "move": that}
    text = type(error)(error.code, paragraph=error.paragraph, **fields).sentence(language)
    return text.replace(f": {that}.", ".").replace(f" ({that})", "")


def refusal_shown(error: RealmsError, language: str) -> Markup:
    """Why something was refused, for a page: the paragraph stands behind a "why?"."""
    return cite(refusal_text(error, language), language)


def wants_page(scope: Any) -> bool:
    """Whether a person will look at the answer.

    >>> wants_page({"path": "/rules", "headers": [(b"accept", b"text/html,*/*;q=0.8")]})
    True
    >>> wants_page({"path": "/api/tables", "headers": [(b"accept", b"text/html")]})
    False
    """
    first = scope["path"].lstrip("/").partition("/")[0]
    headers = scope["headers"]
    is_browser = "text/html" in header(headers, b"accept") or header(headers, b"hx-request")
    return first not in MACHINES and bool(is_browser)


def as_page(
    tell: Callable[[AnyRequest, Error], Response[ErrorBody]],
) -> Callable[[AnyRequest, Error], Response[Any]]:
    """A handler of errors that answers with a page where one is wanted, else as `tell` does."""

    def respond(request: AnyRequest, error: Error) -> Response[Any]:
        response = tell(request, error)
        if not wants_page(request.scope):
            return response
        status, headers = response.status_code or 500, response.headers
        wait = headers.get("retry-after", "")
        seconds = int(wait) if wait.isdecimal() else 0
        return render_error(request, response.content, status, seconds, headers)

    return respond


def render_error(
    request: AnyRequest, fault: ErrorBody, status: int, wait: int, headers: Any = None
) -> Response[Any]:
    """A page, or the part of one that is there, that says what is wrong and where to go on."""
    fields = {"fault": fault, "wait": wait, "back_to": _before(request), "http_status": status}
    try:
        if is_partial(request):
            made = render_fragment(request, "error_line.html", status=status, **fields)
            made.headers.update(TO_ALERT)
        else:
            made = render_page(request, "error.html", status=status, **fields)
    except Exception:  # whatever is wrong with our pages, the caller learns what they asked for
        LOG.exception("unexpected")
        return Response(fault, status_code=status, headers=headers)
    made.headers.update(headers or {})
    return made


def _before(request: AnyRequest) -> str:
    """The page of ours that somebody came from, or the home page."""
    try:
        came = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return HOME
    if came.netloc != request.headers.get("host") or came.path == request.url.path:
        return HOME
    return local(f"{came.path}?{came.query}" if came.query else came.path)


async def refuse(scope: Any, send: Any, code: str, wait: int) -> None:
    """Refuse a request that nobody has looked at."""
    if not wants_page(scope):
        await send_error(send, code, wait, scope_language(scope))
        return
    request: AnyRequest = Request(scope)
    fault = ErrorBody(code, error_sentence(code, language_of(request)))
    made = render_error(request, fault, STATUS[code], wait)
    headers = {**PAGE_HEADERS, **made.headers, "content-type": "text/html; charset=utf-8"}
    if wait:
        headers["retry-after"] = str(wait)
    body = made.content
    headers["content-length"] = str(len(body))
    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": STATUS[code], "headers": encoded})
    await send({"type": "http.response.body", "body": body})
