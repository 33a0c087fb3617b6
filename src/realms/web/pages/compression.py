"""Compressed answers, in which what people wrote shares nothing with what is secret.

Who can make a text appear beside a secret and sees how long the compressed answer is could
guess at the secret: a guess that is right is shorter. So an answer is compressed in parts, each
as if nothing had come before it, and one that people wrote (talk, what an address repeats) is
a part of its own. Templates put `APART` before and behind it; nothing that people write can
hold it, because text is escaped.

Parts are joined to one gzip stream. No compressor outlives its part, so that a stream that is
held open costs no memory for it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

from realms.web.authentication import AnyRequest

APART = "<!--apart-->"
"""Stands before and behind what people wrote."""
SECTION = re.compile(f"(?<={APART})")
LEVEL = 4
"""How hard it is tried: a third of the time of the best, and a twentieth larger."""
HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
RAW = -15
"""Blocks alone, without head and sum."""
END = b"\x03\x00"
"""The last block, empty."""
WORD = 0xFFFFFFFF


def reads_gzip(request: AnyRequest) -> bool:
    """Whether who asks can read a compressed answer."""
    return "gzip" in request.headers.get("accept-encoding", "")


def sections(text: str) -> list[str]:
    """A text cut where something begins or ends that people wrote: every second part is such.

    >>> sections("Talk:<!--apart-->Hello!<!--apart-->.")
    ['Talk:<!--apart-->', 'Hello!<!--apart-->', '.']
    """
    return SECTION.split(text)


def pack_text(text: str) -> bytes:
    """A whole text, compressed."""
    writer = GzipWriter()
    return writer.add(part.encode() for part in sections(text)) + writer.end()


class GzipWriter:
    """Writes one gzip stream, part by part; whoever reads it has each part at once."""

    __slots__ = ("_head", "_size", "_sum")

    def __init__(self) -> None:
        self._head, self._sum, self._size = HEAD, 0, 0

    def add(self, parts: Iterable[bytes]) -> bytes:
        """Some parts, compressed apart from each other and from all before."""
        written, self._head = [self._head], b""
        for part in parts:
            self._sum = zlib.crc32(part, self._sum)
            self._size += len(part)
            packer = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW)
            written += packer.compress(part), packer.flush(zlib.Z_SYNC_FLUSH)
        return b"".join(written)

    def end(self) -> bytes:
        """The bytes that close the stream."""
        size = self._size & WORD
        return self._head + END + self._sum.to_bytes(4, "little") + size.to_bytes(4, "little")
