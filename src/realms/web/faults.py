"""What went wrong, in one shape: a stable code, a sentence in the caller's language."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from msgspec import Struct

from realms.kernel.errors import IllegalMove, RealmsError
from realms.kernel.text import LANGUAGES, say
from realms.tables.house import Stale

STATUS = {"table/unknown": 404, "table/stale": 409, "table/not_yours": 403, "web/busy": 429}


class Fault(Struct, frozen=True):
    """An answer that says what is wrong."""

    code: str
    sentence: str
    paragraph: str | None = None
    seq: int | None = None
    """Where the table is now, when the caller was behind."""


def language_of(request: Request[Any, Any, Any]) -> str:
    """The caller's language: asked for with `lang`, else what the client accepts."""
    asked = request.query_params.get("lang") or request.headers.get("accept-language", "")
    for part in asked.split(","):
        code = part.split(";")[0].strip()[:2].casefold()
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]


def refused(request: Request[Any, Any, Any], error: RealmsError) -> Response[Fault]:
    """A refusal of the tables or of the rules."""
    language = language_of(request)
    status = STATUS.get(error.code, 422 if isinstance(error, IllegalMove) else 400)
    seq = error.fields.get("seq") if isinstance(error, Stale) else None
    fault = Fault(error.code, error.sentence(language), error.paragraph or None, seq)
    return Response(fault, status_code=status, media_type=MediaType.JSON)


def broken(request: Request[Any, Any, Any], error: HTTPException) -> Response[Fault]:
    """A request that could not be understood, or an address that is nothing."""
    code = {404: "web/not_found", 405: "web/method", 429: "web/busy"}.get(
        error.status_code, "web/request" if error.status_code < 500 else "web/broken"
    )
    sentence = say(f"error.{code.replace('/', '.')}", language_of(request))
    headers = {k: v for k, v in (error.headers or {}).items() if k.casefold() == "retry-after"}
    return Response(
        Fault(code, sentence),
        status_code=error.status_code,
        headers=headers,
        media_type=MediaType.JSON,
    )


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[Fault]:
    """Something that should not happen; the caller learns nothing of its inside."""
    request.logger.error("unexpected %s", type(error).__name__)
    sentence = say("error.web.broken", language_of(request))
    return Response(Fault("web/broken", sentence), status_code=500, media_type=MediaType.JSON)
