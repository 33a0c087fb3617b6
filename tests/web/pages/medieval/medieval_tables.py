"""Looks at games of Medieval Realms, without a service: each seat's, after every move."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from realms.bots import bot_named
from realms.kernel.conformance import random_move, seat_names
from realms.kernel.game import Event, State
from realms.medieval import Options, game
from realms.medieval.web.board.board import board
from realms.tables.table_view import SeatStatus, TableView
from realms.web.pages.environment import render_template
from realms.web.pages.table.table_page import TablePage


class Moment(Struct):
    """A moment of a game: how it stands, and what just happened."""

    state: State
    events: Sequence[Event]


def played(options: Options, seed: str, bot: str = "") -> Iterator[Moment]:
    """A game, moment by moment: at random, or as a bot plays it."""
    dice, state = random.Random(seed), game.start(options, seed)
    yield Moment(state, ())
    number = 0
    while game.awaiting(state):
        if bot:
            seat: Any = dice.choice(game.awaiting(state))
            move = bot_named(bot).choose(game, state, seat, f"{seed} {number}")
        else:
            seat, move = random_move(game, state, dice)
        state, events = game.play(state, seat, move)
        number += 1
        yield Moment(state, events)


def table_page(moment: Moment, seat: int | None, language: str = "en", **more: Any) -> TablePage:
    """A moment through one pair of eyes."""
    state, options = moment.state, game.options(moment.state)
    awaiting, outcome = game.awaiting(state), game.outcome(state)
    events = (event.seen_by(seat) for event in moment.events)
    seen = TableView(
        id="t", seq=7, game="medieval", rules=game.rules, options=options, public=False,
        watched=True, status="playing" if outcome is None else "finished", seat=seat,
        seats=tuple(SeatStatus(name, "person") for name in seat_names(options.players)),
        awaiting=awaiting, commitment="", seed=None, view=game.view(state, seat),
        events=tuple(event for event in events if event is not None), outcome=outcome,
        undo=None, free_undo=0, most=more.pop("most", None), clock=None, next=None, lines=(),
    )  # fmt: skip
    moves: tuple[Any, ...] = ()
    if seat is not None and seat in awaiting:
        legal = game.legal(state, seat)
        moves = tuple(legal) if legal.are_steps else ()
    return TablePage(table=seen, language=language, moves=moves, **more)


def drawn(page: TablePage) -> str:
    """The inside of a table as HTML."""
    return render_template("medieval/table.html", page.language, page=page, board=board(page))
