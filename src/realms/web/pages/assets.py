"""`/assets`: the files that pages load, kept by browsers for ever."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from realms.web.authentication import AnyRequest
from realms.web.pages.files import AssetFile, brotli_packed, digest, files

FOR_EVER = "public, max-age=31536000, immutable"
"""An address never means another content."""


@get("/assets/{digested:str}/{name:path}")
async def asset_file(
    request: AnyRequest, digested: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    """A file of this state of them; another state is not here any more."""
    path = name.removeprefix("/")
    file = files().get(path)
    if file is None or digested != digest():
        raise NotFoundException
    if file.packed is not None and "br" in _encodings(request):
        packed = await asyncio.to_thread(brotli_packed, path)
        headers = {"cache-control": FOR_EVER, "vary": "accept-encoding", "content-encoding": "br"}
        return Response(packed, media_type=file.kind, headers=headers)
    return file_response(request, file, FOR_EVER)


def _encodings(request: AnyRequest) -> set[str]:
    """How an answer may be compressed."""
    accepted = request.headers.get("accept-encoding", "").split(",")
    return {one.strip() for one in accepted}


def file_response(request: AnyRequest, file: AssetFile, kept: str) -> Response[bytes]:
    """A file as an answer, compressed for who can read that."""
    headers = {"cache-control": kept, "vary": "accept-encoding"}
    if file.packed is None or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.content, media_type=file.kind, headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(file.packed, media_type=file.kind, headers=headers)


HANDLERS: list[Any] = [asset_file]
