"""How the OpenAPI document describes errors, streams and proofs of a seat."""

from __future__ import annotations

import msgspec
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Components, Example, SecurityScheme

from realms.kernel.text import say
from realms.web.api.schemas import StaleSchema, TableSchema
from realms.web.errors import ErrorBody

EXAMPLES = {
    400: ("web/request", "What was sent cannot be read."),
    403: ("table/not_yours", "It is for those who sit at the table."),
    404: ("table/unknown", "There is no such table."),
    409: ("table/stale", "The table has moved on; the answer shows it as it is now."),
    413: ("web/too_large", "The body of a request has 64 KiB at most."),
    422: ("table/not_started", "It was read, and the table or the rules do not allow it."),
    429: ("web/busy", "Too many requests; `Retry-After` says for how many seconds to wait."),
    503: ("review/compiling", "What it takes is still compiled, for `Retry-After` seconds."),
}

SECURITY_COMPONENTS = Components(
    security_schemes={
        "seat": SecurityScheme(
            type="http",
            scheme="bearer",
            description="The secret of a seat; browsers may send it as the cookie `realms-player`.",
        )
    }
)
"""How a caller proves a seat."""
SEAT_OPTIONAL: list[dict[str, list[str]]] = [{}, {"seat": []}]
"""For routes that anybody may call, and a seat sees more of."""
SEAT_REQUIRED: list[dict[str, list[str]]] = [{"seat": []}]
"""For routes of those who sit at a table."""


def error_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """The answers of a route that say what is wrong.

    What names a table may name it unreadably; any request may be too large, or one too many.
    """
    named = (400,) if 404 in statuses else ()
    return {status: _error_response(status) for status in sorted({*named, *statuses, 413, 429})}


def _error_response(status: int) -> ResponseSpec:
    code, description = EXAMPLES[status]
    sentence = say(f"error.{code.replace('/', '.')}", "en", seq=7, n=7)
    body = ErrorBody(code, sentence, seq=7 if status == 409 else None)
    example = Example(summary=code, value=msgspec.to_builtins(body))
    return ResponseSpec(
        data_container=StaleSchema if status == 409 else ErrorBody,
        description=description,
        generate_examples=False,
        examples=None if status == 409 else [example],
    )


def stream_responses() -> dict[int, ResponseSpec]:
    """The answer of a stream."""
    return {
        200: ResponseSpec(
            data_container=TableSchema,
            description=(
                "Events named `table`, or with `as=lines` lines of JSON: the table now and "
                "after every change. A comment, or an empty line, is a heartbeat."
            ),
            generate_examples=False,
            media_type="text/event-stream",
        )
    }
