"""Practice: a moment of a game that can be seen becomes a table of one's own, against bots.

The log of such a table begins with what was played before, so that it follows from its log
like any other: the deal, the moves up to the moment, what was dealt anew there, and a mark
after which it is somebody's own. It counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from realms.analysis.review.play_on import quick_bot
from realms.bots import bot_named, bots_of, offered_name
from realms.kernel.capabilities import HasSharedClock
from realms.kernel.chance import fresh_seed, rng_state_from
from realms.kernel.errors import RealmsError
from realms.kernel.game import Game, State
from realms.kernel.record import Record, Redeal
from realms.tables import entries
from realms.tables.secrets import hash_secret
from realms.tables.service import TableService
from realms.tables.table import Table
from realms.tables.terms import Terms, refuse, rules_of

MOST_MOVES = 1_500
"""Moves that a table of practice may begin with: the log has room for as many more."""
LONGEST_SEED = 64
"""Characters of a seed that the database keeps."""


class PracticePlan(Struct, frozen=True, kw_only=True):
    """The moment to go on from, in its record, and who sits where."""

    game: Game
    record: Record
    at: int
    """The moves before the moment."""
    seat: int
    """Whose eyes one looks through."""
    name: str
    secret: str
    bots: Mapping[int, tuple[str, str]]
    """By seat, the bots of the others and what bots of their kind are called."""
    is_anew: bool
    """Whether all that the seat cannot know is dealt anew."""
    source: str = ""
    """The address of the replay it is taken from."""


def check_practice(game: Game, record: Record, at: int) -> None:
    """Refuse a moment that nobody can go on from."""
    if isinstance(game, HasSharedClock) and game.needs_clock(record.options):
        raise refuse("practice_clock")
    if not 0 <= at <= len(record.moves):
        raise refuse("practice_moment", at=at)
    if at > MOST_MOVES:
        raise refuse("practice_long", n=MOST_MOVES)
    if len(record.seed) > LONGEST_SEED or not record.seed.isprintable():
        raise refuse("practice_seed", n=LONGEST_SEED)


def practice_log(plan: PracticePlan, at: int) -> tuple[Table, list[entries.AnyEntry]]:
    """The table of a plan as it begins, and its log; takes as long as the moves do.

    `at` is the time. Raises `RealmsError` where the plan cannot be followed.
    """
    check_practice(plan.game, plan.record, plan.at)
    options = msgspec.to_builtins(plan.record.options)
    terms = Terms(plan.game.name, options, watched=False)
    rules_of(terms)
    table = Table("", terms, plan.record.seed)
    log: list[entries.AnyEntry] = []
    for entry in _entries(plan, table):
        change = table.consider(entry, at, logged=isinstance(entry, entries.MoveMade))
        table.accept(change)
        assert change.entry is not None
        log.append(change.entry)
    return table, log


def _entries(plan: PracticePlan, table: Table) -> Iterator[entries.AnyEntry]:
    """The log of a plan; `table` is where it has led to so far."""
    yield entries.SeatTaken(plan.seat, plan.name, hash_secret(plan.secret))
    for seat, (bot, title) in plan.bots.items():
        yield entries.BotSeated(seat, _offered(bot, plan.game.name), title)
    yield entries.GameStarted()
    redeals = [one for one in plan.record.redeals if one.after <= plan.at]
    yield from _redealt(redeals, 0)
    for number, played in enumerate(plan.record.moves[: plan.at], 1):
        yield entries.MoveMade(played.seat, msgspec.to_builtins(played.move))
        yield from _redealt(redeals, number)
    if table.outcome is not None:
        raise refuse("practice_over")
    if plan.is_anew:
        yield entries.HiddenRedealt(plan.seat, fresh_seed())
        yield from _decided_anew(plan, table)
    yield entries.PracticeBegun(plan.seat, plan.source)


def _redealt(redeals: Sequence[Redeal], number: int) -> Iterator[entries.HiddenRedealt]:
    """What was dealt anew in the game that is gone on from, after so many moves."""
    for one in redeals:
        if one.after == number:
            yield entries.HiddenRedealt(one.seat, one.seed)


def _offered(bot: str, game: str) -> str:
    """A bot that may be seated; the strongest of the house for one that is gone."""
    try:
        return offered_name(bot, game)
    except RealmsError:
        return bots_of(game)[-1]


def _decided_anew(plan: PracticePlan, table: Table) -> Iterator[entries.MoveMade]:
    """What others had decided out of sight, decided anew by a bot: a re-deal has it at random."""
    game = plan.game
    for seat in game.may_change(_state_of(table)):
        if seat != plan.seat:
            yield entries.MoveMade(seat, _chosen(game, _state_of(table), seat), "bot")


def _state_of(table: Table) -> State:
    assert table.state is not None
    return table.state


def _chosen(game: Game, state: State, seat: int) -> Any:
    """What a quick bot would do instead, as data."""
    seed = fresh_seed()
    position = game.redeal(state, seat, seed)
    bot = bot_named(quick_bot(game.name) or "random", game.name)
    steps = bot.steps(game, position, seat, np.uint64(rng_state_from(seed)))
    return msgspec.to_builtins(game.decode(position, seat, steps))


async def open_practice(
    service: TableService, plan: PracticePlan, table: Table, log: Sequence[entries.AnyEntry]
) -> str:
    """Write down a table that `practice_log` made; returns its id."""
    holders = {plan.seat: hash_secret(plan.secret)}
    return await service.open_begun(table.terms, table.seed, log, holders)
