"""Tables of Fantasy Realms for tests of its pages, and what each pair of eyes sees of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from realms.fantasy import Options
from realms.fantasy.web.board.board import board
from realms.fantasy.web.board.prompt import headline
from realms.kernel.conformance import random_move, seat_names
from realms.tables import entries
from realms.tables.table import Table
from realms.tables.table_view import view_table
from realms.tables.terms import Terms
from realms.web.pages.environment import render_template
from realms.web.pages.table.table_page import TablePage
from realms.web.pages.table.viewers import legal_moves, open_views

VARIANTS = {
    "standard": Options(players=3),
    "six": Options(players=6, declare=True),
    "duel": Options(players=2, variant="duel"),
    "duel without the Jester": Options(players=2, variant="duel", jester=False, declare=True),
    "chaos": Options(players=4, variant="chaos", rounds=3),
    "chaos, declared": Options(players=3, variant="chaos", rounds=2, declare=True),
    "chaos on a clock": Options(players=3, variant="chaos", clock=True),
}


def new_table(options: Any, seed: str = "a seed") -> Table:
    """A table where the cards have been dealt."""
    clock = {"kind": "bank", "seconds": 300} if options.clock else None
    body = {"game": "fantasy", "options": msgspec.to_builtins(options), "clock": clock}
    table = Table("tableid", msgspec.convert(body, Terms), seed)
    for seat, name in enumerate(seat_names(options.players)):
        table.accept(table.consider(entries.SeatTaken(seat, name, f"secret of {seat}"), 0))
    table.accept(table.consider(entries.GameStarted(), 1000))
    return table


def play(table: Table, seat: int | None, move: Any) -> None:
    """Make a move, told as a value or as JSON."""
    table.accept(table.consider(entries.MoveMade(seat, msgspec.to_builtins(move)), 2000))


def positions(options: Any, seed: str = "a seed") -> Iterator[Table]:
    """A game of dice, at each of its positions."""
    table, dice = new_table(options, seed), random.Random(seed)
    yield table
    while table.outcome is None:
        assert table.state is not None
        play(table, *random_move(table.game, table.state, dice))
        yield table


def table_page(table: Table, seat: int | None, language: str = "en", **more: Any) -> TablePage:
    """What a seat, or a spectator, sees."""
    fields = {
        "moves": legal_moves(table, seat),
        "views": open_views(table),
        "held": () if seat is None else (seat,),
        "now": 61_000 if table.time.banks else 0,
    }
    return TablePage(table=view_table(table, seat), language=language, **fields | more)


def page_of(page: TablePage) -> str:
    """The board of the page, as HTML, under its headline."""
    inside = render_template("fantasy/table.html", page.language, page=page, board=board(page))
    return f"<h1>{headline(page)}</h1>{inside}"
