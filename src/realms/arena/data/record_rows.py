"""Many records as columns, one row a seat: from what their heads tell, or replayed.

Heads are read without their moves, tens of thousands a second, and believed; a replay holds
each record to itself, and tells all that a simulation tells.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from realms.arena.data.column_files import cells_of
from realms.arena.data.seat_rows import Columns, NameLists, ranks_of
from realms.arena.game_parts import seat_columns
from realms.kernel.errors import RealmsError
from realms.kernel.game import State
from realms.kernel.games import all_games
from realms.kernel.notation import read
from realms.kernel.record import BrokenRecord, verified_end

SUFFIX = ".realms"
"""How the names of records end."""
HEAD = 4096
"""Bytes in which the head of nearly every record is."""
TAG = re.compile(rb'\[([A-Za-z]+) "([^"\\]*(?:\\.[^"\\]*)*)"\]')
AT_ONCE = 2000
"""Heads that are read at once."""
REPLAYED = 20
"""Records that a worker plays again before it reports."""


class ReadSeat(NamedTuple):
    """A row: what a record tells of one seat. What it does not tell is None."""

    game_id: str
    game: str
    seed: str
    seat: int
    bot: str
    score: int | None
    won: float | None
    rank: int | None
    decisions: int | None = None


class RecordRows(NamedTuple):
    """The rows of some records, and the records that could not be read, each with its fault."""

    columns: Columns
    broken: list[tuple[str, str]]


def find_records(paths: Iterable[str]) -> Iterator[str]:
    """The files of records: those named, and all in folders that are named, in order."""
    for path in paths:
        if os.path.isdir(path):
            for home, folders, names in os.walk(path):
                folders.sort()
                yield from (
                    os.path.join(home, name) for name in sorted(names) if name.endswith(SUFFIX)
                )
        else:
            yield path


def read_heads(paths: Sequence[str]) -> RecordRows:
    """The rows that the heads of records tell."""
    rows: list[ReadSeat] = []
    broken = []
    titles = {game.title: game.name for game in all_games()}
    for path in paths:
        try:
            rows += head_rows(_name_of(path), _head_of(path), titles)
        except (OSError, ValueError, RealmsError) as error:
            broken.append((path, str(error)))
    return RecordRows(columns_of_rows(rows), broken)


def _name_of(path: str) -> str:
    """The name of a file without its ending: quicker than a `Path`, of which many are made."""
    return os.path.basename(path).removesuffix(SUFFIX)


def _head_of(path: str) -> dict[bytes, bytes]:
    """The tags of a record's head; the rest of the file is not read if they come first."""
    number = os.open(path, os.O_RDONLY)
    try:
        text = os.read(number, HEAD)
        head, blank, _moves = text.partition(b"\n\n")
        while not blank and len(text) % HEAD == 0 and (more := os.read(number, HEAD)):
            text += more
            head, blank, _moves = text.partition(b"\n\n")
    finally:
        os.close(number)
    return dict(TAG.findall(head))


def head_rows(game_id: str, tags: dict[bytes, bytes], titles: dict[str, str]) -> list[ReadSeat]:
    """The rows of one record by its tags."""
    if b"Game" not in tags or b"Seats" not in tags:
        raise BrokenRecord("record/missing", 1, 1, tag="Seats" if b"Game" in tags else "Game")
    title = tags[b"Game"].decode()
    game, seed = titles.get(title, title), msgspec.json.decode(b'"%b"' % tags.get(b"Seed", b""))
    seats = [name.strip() for name in tags[b"Seats"].decode().split(";")]
    if b"Result" not in tags:
        return [
            ReadSeat(game_id, game, seed, n, name, None, None, None) for n, name in enumerate(seats)
        ]
    scores, winners = parse_result(tags[b"Result"].decode(), seats)
    share = 1 / max(1, sum(winners))
    order = [2 * score + won for score, won in zip(scores, winners, strict=True)]
    places = sorted(order, reverse=True)
    return [
        ReadSeat(
            *(game_id, game, seed, seat, name, scores[seat]),
            share if winners[seat] else 0.0,
            1 + places.index(order[seat]),
        )
        for seat, name in enumerate(seats)
    ]


def parse_result(text: str, seats: Sequence[str]) -> tuple[list[int], list[bool]]:
    """Points and winners as the head of a record tells them.

    >>> parse_result("Ada 224*, Bruno, the second 96", ["Ada", "Bruno, the second"])
    ([224, 96], [True, False])
    """
    scores, winners, at = [], [], 0
    for name in seats:
        if not text.startswith(name, at):
            raise BrokenRecord("record/result", actual=", ".join(seats), written=text)
        at += len(name) + 1
        end = text.find(", ", at)
        score = text[at:] if end < 0 else text[at:end]
        winners.append(score.endswith("*"))
        scores.append(int(score.rstrip("*")))
        at = len(text) if end < 0 else end + 2
    return scores, winners


def columns_of_rows(rows: Sequence[ReadSeat]) -> Columns:
    """Rows as columns; a number that is not known is masked."""
    columns = [*zip(*rows, strict=True)] if rows else [()] * len(ReadSeat._fields)
    texts = {"game_id", "game", "seed", "bot"}
    return {
        name: _texts(values) if name in texts else _numbers(values, name == "won")
        for name, values in zip(ReadSeat._fields, columns, strict=True)
    }


def _texts(values: Sequence[Any]) -> NDArray[Any]:
    array = np.empty(len(values), object)
    array[:] = values
    return array


def _numbers(values: Sequence[Any], whole: bool = False) -> NDArray[Any]:
    missing = [value is None for value in values]
    kind = np.float64 if whole else np.int64
    return np.ma.array([value or 0 for value in values], kind, mask=missing)


class ReplayedRecords(NamedTuple):
    """What replayed records tell, in a form that processes hand over."""

    first: int
    rows: list[ReadSeat]
    cells: list[dict[str, Any]]
    """For each row, what its game tells besides."""
    broken: list[tuple[str, str]]


def replay_records(_shared: Any, unit: tuple[int, Sequence[str]]) -> ReplayedRecords:
    """Play records again, each held to itself: the number of the first, and their files."""
    first, paths = unit
    done = ReplayedRecords(first, [], [], [])
    for path in paths:
        try:
            rows, cells = replayed_rows(path)
        except (OSError, ValueError, RealmsError) as error:
            done.broken.append((path, str(error)))
        else:
            done.rows.extend(rows)
            done.cells.extend(cells)
    return done


def join_replayed(parts: Iterable[ReplayedRecords]) -> Columns:
    """Columns of all that was replayed, in the order of the records."""
    ordered = sorted(parts, key=lambda part: part.first)
    cells = [cell for part in ordered for cell in part.cells]
    names = dict.fromkeys(name for cell in cells for name in cell)
    return columns_of_rows([row for part in ordered for row in part.rows]) | {
        name: _texts([cell.get(name) for cell in cells]) for name in names
    }


def replayed_rows(path: str) -> tuple[list[ReadSeat], list[dict[str, Any]]]:
    """The rows of one record, and what its game tells of each seat besides."""
    game, record = read(Path(path).read_text("utf-8"), all_games())
    end, players = verified_end(game, record), len(record.seats)
    outcome = game.outcome(end)
    moves = [sum(played.seat == seat for played in record.moves) for seat in range(players)]
    head = (_name_of(path), game.name, record.seed)
    named = [*enumerate(record.seats)]
    if outcome is None:
        rows = [ReadSeat(*head, n, name, None, None, None, moves[n]) for n, name in named]
        return rows, [{}] * players
    won = [outcome.share(seat) for seat in range(players)]
    ranks = ranks_of(np.array([outcome.scores]), np.array([won]) > 0)[0].tolist()
    rows = [
        ReadSeat(*head, n, name, outcome.scores[n], won[n], ranks[n], moves[n]) for n, name in named
    ]
    return rows, _cells_at_end(game.name, record.options, end, players)


def _cells_at_end(game: str, options: Any, state: State, players: int) -> list[dict[str, Any]]:
    """What a game tells of each seat of an ended state."""
    definition = seat_columns(game)
    if definition is None:
        return [{}] * players
    columns = definition.columns_of(options, np.frombuffer(bytearray(state.tobytes()), state.dtype))
    cells = {
        name: cells_of(
            NameLists(values[0], names) if (names := definition.NAMES.get(name)) else values[0]
        )
        for name, values in columns.items()
    }
    return [{name: values[seat] for name, values in cells.items()} for seat in range(players)]
