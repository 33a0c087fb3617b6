"""`/assets`: the files that pages load, kept by browsers for ever."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from realms.web.authentication import AnyRequest
from realms.web.pages.files import AssetFile, digest, files

FOR_EVER = "public, max-age=31536000, immutable"
"""An address never means another content."""


@get("/assets/{digested:str}/{name:path}")
async def asset_file(
    request: AnyRequest, digested: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    """A file of this state of them; another state is not here any more."""
    file = files().get(name.removeprefix("/"))
    if file is None or digested != digest():
        raise NotFoundException
    return file_response(request, file, FOR_EVER)


def file_response(request: AnyRequest, file: AssetFile, kept: str) -> Response[bytes]:
    """A file as an answer, compressed for who can read that."""
    headers = {"cache-control": kept, "vary": "accept-encoding"}
    if file.packed is None or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.content, media_type=file.kind, headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(file.packed, media_type=file.kind, headers=headers)


HANDLERS: list[Any] = [asset_file]
