"""A ledger of finished work: lines of JSON that are only ever appended.

The first line says what is worked on. A run that is killed leaves whole lines and at most
one that breaks off, which is left out; the next run goes on behind it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from realms.kernel.errors import Unreadable


class Ledger:
    """A file of finished work, or none: then nothing is kept."""

    def __init__(self, path: str | Path | None, head: dict[str, Any]) -> None:
        self.path = Path(path) if path else None
        self.head = msgspec.json.decode(msgspec.json.encode(head))
        self.lines: list[Any] = []
        """What was finished when the ledger was opened."""
        self._file: IO[bytes] | None = None
        if self.path is not None:
            self._file = self._opened(self.path)

    def _opened(self, path: Path) -> IO[bytes]:
        """The file, read and ready to append; begun where there is none."""
        end = 0
        if path.exists():
            with path.open("rb") as source:
                head, *self.lines = [*_whole_lines(source, path)] or [None]
                end = _end(source)
            if head is not None and head != self.head:
                raise Unreadable("arena/other_ledger", path=str(path))
        file = path.open("r+b" if path.exists() else "x+b")
        file.truncate(end)
        file.seek(end)
        if not end:
            file.write(msgspec.json.encode(self.head) + b"\n")
            file.flush()
        return file

    def append(self, line: Any) -> None:
        """Write down what is finished; it is there even if we are killed next."""
        if self._file is not None:
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()

    def close(self) -> None:
        """Sync the file to disk and close it."""
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._file.close()
            self._file = None

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.close()


def _whole_lines(source: IO[bytes], path: Path) -> Iterator[Any]:
    for line in source:
        if line.endswith(b"\n"):
            try:
                yield msgspec.json.decode(line)
            except msgspec.DecodeError as error:
                raise Unreadable("arena/broken_ledger", path=str(path)) from error


def _end(source: IO[bytes]) -> int:
    """Where the last whole line ends."""
    source.seek(0)
    return sum(len(line) for line in source if line.endswith(b"\n"))
