"""Logs of tables that are kept, so that tomorrow's tables can still read today's.

A file has the table first, then its entries, then what each pair of eyes saw at the end.
`python -m tests.tables.corpus_logs NAME…` writes some anew, all if none is named; do so only for a
change that old logs may see. What is new at tables gets a file more.
"""

from __future__ import annotations

import hashlib
import random
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from realms.kernel.conformance import seat_names
from realms.kernel.errors import RealmsError
from realms.tables import entries
from realms.tables.table import Table
from realms.tables.table_view import view_table
from realms.tables.terms import Clock, Terms
from tests.tables.table_play import VARIANTS, a_move, terms_of

CORPUS = Path(__file__).parent / "corpus"
KEPT = ("standard", "duel", "chaos on a clock", "medieval", "medieval for two", "declared")
PRACTICE = "practice"
"""A standard game that goes on from another, with the hidden cards dealt anew."""
BROUGHT = 24
"""The moves of the other game."""


class Kept(Struct):
    """A table that was kept."""

    table: dict[str, Any]
    entries: list[dict[str, Any]]
    seen: dict[str, str]


def digests(table: Table) -> dict[str, str]:
    """What each pair of eyes sees, in short: the game and the people, not the form."""
    views = {}
    for eye in (None, *range(len(table.chairs))):
        seen = view_table(table, eye)
        kept = (seen.status, seen.seats, seen.awaiting, seen.view, seen.outcome, seen.most)
        views[str(eye)] = hashlib.sha256(msgspec.json.encode(kept)).hexdigest()[:16]
    return views


def replayed(kept: Kept) -> Table:
    """The table that follows from a log."""
    terms = msgspec.json.decode(kept.table["terms"], type=Terms)
    table = Table(kept.table["id"], terms, kept.table["seed"])
    for row in kept.entries:
        table.accept(table.consider(entries.decode_entry(row["body"]), row["at"]))
    return table


def read(path: Path) -> Kept:
    lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    return Kept(lines[0], lines[1:-1], lines[-1])


def all_kept() -> list[Path]:
    return sorted(CORPUS.glob("*.jsonl"))


# --- Writing ---


def aside(table: Table, dice: random.Random) -> entries.AnyEntry:
    """Something that people do besides playing; often it is not allowed."""
    seat, other = (dice.randrange(len(table.chairs)) for _ in range(2))
    undone = entries.MovesUndone(seat, 1)
    if table.undo.request:
        undone = entries.MovesUndone(table.undo.request.seat, table.undo.request.moves)
    acts: list[entries.AnyEntry] = [
        entries.SeatRenamed(seat, f"{seat_names(7)[seat]} {dice.choice('IVX')}"),
        entries.SeatLeft(seat),
        entries.BotSeated(seat, dice.choice(["random", "greedy"])),
        entries.PlayerReturned(seat),
        entries.SeatCovered(seat, other),
        entries.UndoRequested(seat, dice.randint(1, 3)),
        entries.UndoVoted(other, dice.random() < 0.9),
        entries.UndoVoted(seat, True),
        undone,
        entries.ProxyBidSet(seat, dice.randint(0, 9)),
    ]
    return dice.choice(acts)


def play(variant: str) -> Kept:
    """A game with all that happens at tables."""
    options = VARIANTS["standard" if variant == PRACTICE else variant]
    terms = msgspec.structs.replace(terms_of(options), clock=Clock("bank", 600, 5))
    table, dice, rows = Table(variant, terms, f"kept {variant}"), random.Random(variant), []
    at = 1_800_000_000_000

    def write(entry: entries.AnyEntry) -> None:
        text = entries.encode_entry(entry)
        table.accept(table.consider(entries.decode_entry(text), at))
        rows.append({"seq": table.seq, "at": at, "body": text.decode(), "key": None})

    for seat, name in enumerate(seat_names(len(table.chairs))):
        write(entries.SeatTaken(seat, name, hashlib.sha256(name.encode()).hexdigest()))
    write(entries.GameStarted())
    if variant == PRACTICE:
        while len(table.turns) < BROUGHT:
            write(a_move(table, dice))
        write(entries.HiddenRedealt(1, "kept"))
        write(entries.PracticeBegun(1, "/replays/kept"))
    while table.outcome is None:
        at += dice.randrange(20_000)
        try:
            write(aside(table, dice) if dice.random() < 0.3 else a_move(table, dice))
        except RealmsError:
            continue
    row = {
        "id": table.id,
        "terms": msgspec.json.encode(terms).decode(),
        "rules": table.game.rules,
        "seed": table.seed,
    }
    return Kept(row, rows, digests(table))


def main() -> None:
    CORPUS.mkdir(exist_ok=True)
    for variant in sys.argv[1:] or (*KEPT, PRACTICE):
        kept = play(variant)
        lines = [msgspec.json.encode(line) for line in (kept.table, *kept.entries, kept.seen)]
        (CORPUS / f"{variant.replace(' ', '-')}.jsonl").write_bytes(b"\n".join(lines) + b"\n")


if __name__ == "__main__":
    main()
