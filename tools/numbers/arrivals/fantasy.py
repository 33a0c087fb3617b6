"""In which turn cards come to hands of Fantasy Realms; in turn nought those that were dealt."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots import bot_named
from realms.bots.learned.inference import workspace_of
from realms.fantasy.arena.inference import INFERENCE
from realms.fantasy.bots.players import PLANNER, code_chosen, new_workspace
from realms.fantasy.fantasy_realms import GAME
from realms.fantasy.rules.ending import compare, score_seat
from realms.fantasy.rules.play import next_awaited, play
from realms.fantasy.rules.state import DECLARING, ENDED, STATE, deal
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import new_choices
from realms.kernel.chance import branch, decision_seed
from realms.kernel.rule import rule
from tools.numbers.arrivals.arrivals import (
    LEARNED,
    TIMES,
    GameEnds,
    PlayAndCount,
    Topic,
    count_ended,
    count_noted,
    new_notes,
    note_came,
    note_had,
)

SEATS = 8
TIME = "turn"
PLACE = 0
TOPICS = (Topic("place", tuple(str(place + 1) for place in range(SEATS))),)
"""Who has which place in the order of turns, from the seat that begins."""

choose_steps = INFERENCE.rules.choose_steps


@rule
def code_of(bot: int, s: Any, seat: int, workspace: Any, h: Any, made: Any, network: Any) -> int:
    """The move of a bot that is a rule, or, where there is a network, of the learned player."""
    if network is not None and s.phase != DECLARING:
        network.tables[0] = s
        choose_steps(network.tables[0], seat, network, 0.0, workspace.chance)
        return int(network.steps[0])
    return code_chosen(bot, s, seat, workspace, h, made)


@rule
def count_games(
    laid_out: Any,
    rng_state: np.uint64,
    first: int,
    bot: int,
    w: Any,
    network: Any,
    ends: Any,
    n: Any,
) -> None:
    """Play a game for each row of the ends, the same that a simulation plays, and count.

    A card that is drawn and laid down in one turn never came to stay, and is not counted.
    """
    workspace, hand, choices, notes = w
    came = np.zeros((SEATS, TIMES), np.int64)
    turns, held = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    points, strengths = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    table = laid_out.copy()
    s = table[0]
    for row in range(len(ends.winners)):
        table[0] = laid_out[0]
        s.chance = branch(rng_state, first + row)
        bots_rng_state = branch(s.chance, 1)
        deal(s)
        came[:, :] = 0
        for seat in range(s.players):
            turns[seat] = 0
            held[seat] = s.hands[seat]
            note_came(came, seat, 0, held[seat])
        decisions = 0
        while s.phase != ENDED:
            seat = next_awaited(s)
            workspace.chance = decision_seed(bots_rng_state, decisions)
            play(s, seat, code_of(bot, s, seat, workspace, hand, choices, network), None)
            decisions += 1
            if next_awaited(s) != seat:  # its turn is over
                turns[seat] += 1
                note_came(came, seat, turns[seat], s.hands[seat] & ~held[seat])
                held[seat] = s.hands[seat]
        for seat in range(s.players):
            points[seat] = score_seat(s, seat, hand, choices)
            strengths[seat] = choices.strengths
        winners = compare(points, strengths, s.players)
        notes[0, 0] = 0
        for seat in range(s.players):
            note_had(notes, PLACE, seat, (seat - s.first) % s.players, 1)
        count_noted(notes, winners, s.players, n)
        count_ended(came, held, points, winners, s.players, ends, row, n)


def player(options: Any, bot: str) -> PlayAndCount:
    """What plays games of a table between bots, and counts."""
    laid_out = np.zeros(1, STATE)
    GAME.prepare(laid_out[0], options)
    is_learned = bot == LEARNED
    number = PLANNER if is_learned else bot_named(bot).number(GAME.name)

    def count(rng_state: np.uint64, first: int, ends: GameEnds, counts: Any) -> None:
        workspaces = (new_workspace(), new_scoring_hand(), new_choices(), new_notes())
        network = workspace_of(GAME, laid_out[0]) if is_learned else None
        count_games(laid_out, rng_state, first, number, workspaces, network, ends, counts[0])

    return count
