"""Files of columns: Parquet by Arrow, CSV and lines of JSON without it.

A file is written beside its place and takes it when it is closed, so that readers find all
of it or nothing.
"""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from realms.arena.data.seat_rows import Column, Columns, NameLists
from realms.kernel.errors import Unreadable

KINDS = (".parquet", ".csv", ".jsonl")
"""How the names of such files end."""
BETWEEN = " "
"""What stands between the names of a list in CSV."""


class ColumnFormat(Protocol):
    """How columns are written into an open file."""

    def write(self, columns: Columns) -> None:
        """Write rows; every call has the same columns."""

    def close(self) -> None:
        """Write what ends the file."""


class ColumnWriter:
    """Writes columns into a file, some rows at a time; the ending of its name says how."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        kind = check_kind(self.path)
        number, self._written = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
        os.close(number)
        try:
            self._format = FORMATS[kind](self._written)
        except BaseException:
            os.unlink(self._written)
            raise
        self.rows = 0
        """How many were written."""

    def write(self, columns: Columns) -> None:
        """Write some rows; every call has the same columns."""
        self._format.write(columns)
        self.rows += len(next(iter(columns.values()))) if columns else 0

    def close(self) -> None:
        """Finish the file and move it to its path."""
        self._format.close()
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(self._written, 0o666 & ~mask)
        os.replace(self._written, self.path)

    def discard(self) -> None:
        """Drop what was written; a file of that name stays as it was."""
        self._format.close()
        os.unlink(self._written)

    def __enter__(self) -> ColumnWriter:
        return self

    def __exit__(self, kind: Any, *_fault: object) -> None:
        if kind is None:
            self.close()
        else:
            self.discard()


def check_kind(path: str | Path) -> str:
    """How a file's name ends, refused if no format is called so, or Arrow is missing."""
    kind = Path(path).suffix.casefold()
    if kind not in KINDS:
        raise Unreadable("data/kind", path=str(path), known=", ".join(KINDS))
    if kind == ".parquet":
        require_arrow()
    return kind


def require_arrow() -> Any:
    """Arrow, which comes with the extra `data`."""
    try:
        import pyarrow  # noqa: PLC0415  (an extra, and slow to load)
    except ImportError as error:
        raise Unreadable("data/arrow") from error
    return pyarrow


class ParquetFormat:
    """Columns as Parquet."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file: Any = None

    def write(self, columns: Columns) -> None:
        """Write rows as a row group of the file."""
        import pyarrow.parquet  # noqa: PLC0415

        table = arrow_table(columns)
        if self._file is None:
            self._file = pyarrow.parquet.ParquetWriter(self._path, table.schema)
        self._file.write_table(table)

    def close(self) -> None:
        """Write what the file tells of itself; without rows there is nothing to tell."""
        if self._file is None:
            import pyarrow.parquet  # noqa: PLC0415

            pyarrow.parquet.write_table(pyarrow.table({}), self._path)
        else:
            self._file.close()


class TextFormat:
    """Columns as lines of text."""

    def __init__(self, path: str) -> None:
        self._file: IO[str] = open(path, "w", encoding="utf-8", newline="")  # noqa: SIM115

    def close(self) -> None:
        """Let the file go."""
        self._file.close()


class CsvFormat(TextFormat):
    """Columns as CSV with a head; names of a list stand one behind another."""

    _begun = False

    def write(self, columns: Columns) -> None:
        """Write a line a row."""
        lines = csv.writer(self._file, lineterminator="\n")
        if not self._begun:
            lines.writerow(columns)
            self._begun = True
        lines.writerows(zip(*(map(_cell, cells_of(column)) for column in columns.values())))  # noqa: B905


class JsonLinesFormat(TextFormat):
    """Columns as JSON, an object a line."""

    def write(self, columns: Columns) -> None:
        """Write a line a row."""
        names, encode = tuple(columns), msgspec.json.encode
        for row in zip(*map(cells_of, columns.values()), strict=True):
            self._file.write(encode(dict(zip(names, row, strict=True))).decode() + "\n")


FORMATS: dict[str, Any] = {".parquet": ParquetFormat, ".csv": CsvFormat, ".jsonl": JsonLinesFormat}


def cells_of(column: Column) -> list[Any]:
    """The cells of a column as plain values."""
    return column.as_lists() if isinstance(column, NameLists) else column.tolist()


def _cell(value: Any) -> Any:
    """The text of a value in a CSV cell."""
    return BETWEEN.join(map(str, value)) if isinstance(value, list) else value


def arrow_table(columns: Columns) -> Any:
    """Columns as a table of Arrow; what libraries for data take without a copy."""
    pyarrow = require_arrow()
    return pyarrow.table({name: _arrow_array(column) for name, column in columns.items()})


def _arrow_array(column: Column) -> Any:
    pyarrow = require_arrow()
    if isinstance(column, NameLists):
        ends, bits = _bits(column.sets)
        names = pyarrow.array(list(column.names), pyarrow.string()).take(pyarrow.array(bits))
        return pyarrow.ListArray.from_arrays(pyarrow.array(ends), names)
    if isinstance(column, np.ma.MaskedArray):
        return pyarrow.array(column.data, mask=np.ma.getmaskarray(column))
    return pyarrow.array(column)


def _bits(sets: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Where the members of each set begin and end in a list of all members, and the list."""
    spread = (sets[:, None] >> np.arange(63)) & 1
    ends = np.concatenate([[0], spread.sum(axis=1).cumsum()]).astype(np.int32)
    return ends, np.nonzero(spread)[1].astype(np.int32)


def read_columns(path: str | Path) -> Columns:
    """The columns of a file."""
    kind = check_kind(path)
    if kind == ".parquet":
        import pyarrow.parquet  # noqa: PLC0415

        table = pyarrow.parquet.read_table(path)
        return {name: _object_array(table.column(name).to_pylist()) for name in table.schema.names}
    with open(path, encoding="utf-8", newline="") as source:
        if kind == ".jsonl":
            rows = [msgspec.json.decode(line) for line in source]
        else:
            rows = [
                {name: _plain_value(text) for name, text in row.items()}
                for row in csv.DictReader(source)
            ]
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: _object_array([row.get(name) for row in rows]) for name in names}


def _plain_value(text: str) -> Any:
    """What a cell of CSV stands for: nothing, a number, or text."""
    if not text:
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _object_array(values: Sequence[Any]) -> NDArray[Any]:
    array = np.empty(len(values), object)
    array[:] = values
    return array
