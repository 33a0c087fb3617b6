"""Errors as answers, in one shape: a stable code, a sentence in the caller's language."""

from __future__ import annotations

import logging
import re
from typing import Any
from urllib.parse import parse_qs

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from msgspec import Struct

from realms.kernel.errors import IllegalMove, RealmsError
from realms.kernel.text import LANGUAGES, say
from realms.tables.thinking.bot_jobs import QueueFull
from realms.tables.writer import Stale
from realms.web.admission.executor import Overloaded
from realms.web.security import header

LOG = logging.getLogger("realms.web")

STATUS = {
    "database/replaced": 503,
    "table/unknown": 404,
    "table/no_room": 404,
    "table/stale": 409,
    "table/not_yours": 403,
    "table/hint_quota": 429,
    "table/hint_pending": 429,
    "table/thinking_full": 429,
    "table/records_full": 503,
    "web/busy": 429,
    "web/quota": 429,
    "web/records": 429,
    "web/foreign": 403,
    "web/host": 400,
    "web/overloaded": 503,
    "review/compiling": 503,
    "web/picture": 503,
    "table/hurried": 429,
    "web/not_found": 404,
    "web/too_large": 413,
}
"""The status of a code; else 422 for what the rules refuse, 400 for what cannot be read."""
CODES = {404: "web/not_found", 405: "web/method", 413: "web/too_large", 429: "web/busy"}
"""The code of a status that the framework answers with."""


class ErrorBody(Struct, frozen=True):
    """An answer that says what is wrong."""

    code: str
    sentence: str
    paragraph: str | None = None
    seq: int | None = None
    """Where the table is now, when the caller was behind."""


COOKIE = re.compile(r"(?:^|; )realms-lang=(\w\w)(?:;|$)")
"""The language that somebody chose on a page, where they sent it along."""


def language_of(request: Request[Any, Any, Any]) -> str:
    """The caller's language: asked for with `lang`, else chosen once, else accepted."""
    return scope_language(request.scope)


def scope_language(scope: Any) -> str:
    """The language that a request asks for, the first that we speak."""
    query = scope.get("query_string", b"")
    asked = parse_qs(query.decode("latin-1")).get("lang", [""])[0] if b"lang=" in query else ""
    kept = COOKIE.search(header(scope["headers"], b"cookie")) if not asked else None
    asked = kept[1] if kept else asked
    for part in (asked or header(scope["headers"], b"accept-language")).split(","):
        code = part.split(";")[0].strip()[:2].casefold()
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]


def error_sentence(code: str, language: str) -> str:
    """The sentence for an error code, in a language."""
    return say(f"error.{code.replace('/', '.')}", language)


def refusal_body(error: RealmsError, language: str) -> tuple[int, ErrorBody]:
    """A refusal of the tables or of the rules: its status, and its body."""
    status = STATUS.get(error.code, 422 if isinstance(error, IllegalMove) else 400)
    seq = error.fields.get("seq") if isinstance(error, Stale) else None
    return status, ErrorBody(error.code, error.sentence(language), error.paragraph or None, seq)


def status_body(status: int, language: str) -> ErrorBody:
    """The body of a refusal that has a status below 500 and no code of its own."""
    code = CODES.get(status, "web/request")
    return ErrorBody(code, error_sentence(code, language))


def unexpected_body(error: Exception, language: str) -> ErrorBody:
    """Log something that should not happen; the caller learns nothing of its inside."""
    LOG.error("unexpected", exc_info=error)
    return ErrorBody("web/broken", error_sentence("web/broken", language))


def handle_refusal(request: Request[Any, Any, Any], error: RealmsError) -> Response[ErrorBody]:
    """Answer a refusal of the tables or of the rules."""
    status, body = refusal_body(error, language_of(request))
    wait = error.fields.get("n") if isinstance(error, QueueFull | Overloaded) else None
    headers = {"retry-after": str(wait)} if wait else {}
    return Response(body, status_code=status, headers=headers, media_type=MediaType.JSON)


FORWARDED_HEADERS = ("retry-after", "allow")
"""Headers of the framework's refusals that callers need."""


def handle_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorBody]:
    """Answer a request that could not be understood, or whose address is nothing."""
    status = error.status_code
    if status >= 500:
        return handle_unexpected(request, error)
    body = status_body(status, language_of(request))
    headers = {k: v for k, v in (error.headers or {}).items() if k.casefold() in FORWARDED_HEADERS}
    return Response(body, status_code=status, headers=headers, media_type=MediaType.JSON)


def handle_recursion(
    request: Request[Any, Any, Any], _error: RecursionError
) -> Response[ErrorBody]:
    """Answer a body that is nested deeper than anybody needs."""
    return handle_http_error(request, HTTPException(status_code=400))


def handle_unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """Answer something that should not happen."""
    body = unexpected_body(error, language_of(request))
    return Response(body, status_code=500, media_type=MediaType.JSON)


async def send_error(send: Any, code: str, wait: int, language: str) -> None:
    """Refuse a request that nobody has looked at."""
    body = msgspec.json.encode(ErrorBody(code, error_sentence(code, language)))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if wait:
        headers.append((b"retry-after", str(wait).encode()))
    await send({"type": "http.response.start", "status": STATUS[code], "headers": headers})
    await send({"type": "http.response.body", "body": body})
