"""In which round cards of Medieval Realms come into play, and whose they are; and its topics."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots import bot_named
from realms.bots.learned.inference import workspace_of
from realms.kernel.chance import branch, decision_seed
from realms.kernel.journal import new_journal
from realms.kernel.rule import rule
from realms.medieval.arena.inference import INFERENCE
from realms.medieval.bots.players import STEWARD, decide
from realms.medieval.bots.workspace import new_workspace
from realms.medieval.content.registry import rule_tables_row
from realms.medieval.content.rule_tables import MOST_LANDS
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules.lands import holder
from realms.medieval.rules.play import next_awaited, play
from realms.medieval.rules.setup import deal
from realms.medieval.rules.state import ENDED, PLACING, SEATS, STATE
from realms.medieval.scoring.scoring import rank
from tools.numbers.arrivals.arrivals import (
    LEARNED,
    TIMES,
    GameEnds,
    PlayAndCount,
    count_ended,
    count_noted,
    new_notes,
    note_came,
)
from tools.numbers.arrivals.medieval_topics import (
    TOPICS,
    note_end,
    note_opening,
    note_places,
    note_sales,
)

__all__ = ["TIME", "TOPICS", "player"]

TIME = "round"

choose_steps = INFERENCE.rules.choose_steps


@rule
def decide_or_see(
    bot: int, s: Any, tables: Any, seat: int, workspace: Any, network: Any, journal: Any
) -> None:
    """Decide as a bot that is a rule does or, where there is a network, as the learned player."""
    if network is None:
        decide(bot, s, tables, seat, workspace, journal)
        return
    network.tables[0] = s
    steps = choose_steps(network.tables[0], seat, network, 0.0, workspace.chance)
    for step in range(steps):
        play(s, tables, seat, network.steps[step], journal)


@rule
def count_games(
    laid_out: Any,
    tables_row: Any,
    rng_state: np.uint64,
    first: int,
    bot: int,
    w: Any,
    ends: Any,
    n: Any,
) -> None:
    """Play a game for each row of the ends, the same that a simulation plays, and count."""
    workspace, network, journal, notes = w
    came = np.zeros((SEATS, TIMES), np.int64)
    lands = np.zeros((SEATS, MOST_LANDS), np.int64)
    held, points = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    ranking = np.zeros(SEATS, np.int64)
    table = laid_out.copy()
    s, tables = table[0], tables_row[0]
    for row in range(len(ends.winners)):
        table[0] = laid_out[0]
        s.chance = branch(rng_state, first + row)
        bots_rng_state = branch(s.chance, 1)
        deal(s, tables)
        came[:, :] = 0
        lands[:, :] = 0
        held[:] = 0
        notes[0, 0] = 0
        note_places(s, notes)
        decisions = 0
        while s.phase != ENDED:
            seat, round_now, entered = next_awaited(s), int(s.round_now), int(s.entered)
            was_placing = s.phase == PLACING
            workspace.chance = decision_seed(bots_rng_state, decisions)
            journal[0, 0] = 0
            decide_or_see(bot, s, tables, seat, workspace, network, journal)
            decisions += 1
            for place in range(entered, s.entered):
                owner, card = int(s.owner[place]), 1 << int(s.played[place])
                note_came(came, owner, round_now, card)
                held[owner] |= card
            note_sales(notes, journal)
            if was_placing and s.phase != PLACING:  # all screens are down
                count_lands(s, tables, lands)
                if round_now == 1:
                    note_opening(s, tables, notes)
        rank(s, tables, points, ranking)
        winners = 1 << ranking[0]
        note_end(s, tables, lands, notes)
        count_noted(notes, winners, s.players, n)
        count_ended(came, held, points, winners, s.players, ends, row, n)


@rule
def count_lands(s: Any, tables: Any, lands: Any) -> None:
    """Count for each seat the lands that it controls this round. [MR-24]"""
    for land in range(MOST_LANDS):
        if tables.lands[land]:
            seat = holder(s, tables, land)
            if seat >= 0:
                lands[seat, land] += 1


def player(options: Any, bot: str) -> PlayAndCount:
    """What plays games of a table between bots, and counts."""
    laid_out = np.zeros(1, STATE)
    GAME.prepare(laid_out[0], options)
    tables_row = rule_tables_row(options)
    is_learned = bot == LEARNED
    number = STEWARD if is_learned else bot_named(bot).number(GAME.name)

    def count(rng_state: np.uint64, first: int, ends: GameEnds, counts: Any) -> None:
        network = workspace_of(GAME, laid_out[0]) if is_learned else None
        workspaces = (new_workspace(), network, new_journal(), new_notes())
        count_games(laid_out, tables_row, rng_state, first, number, workspaces, ends, counts[0])

    return count
