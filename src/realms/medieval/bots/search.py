"""The search of Medieval Realms: what a steward would do, looked at more closely.

Inside a round everything lies open, so the tree holds the real decisions of all seats:
actions, bids and choices, the best first as a steward weighs them. Placements are made at
the same time and in the dark: the seat that thinks tries some of its own, sampled as a
steward places, and its rivals place anew by their own policy in every playout, so nothing
leaks. Beyond the round stewards play on, to the end of the round, where the final scores
are estimated, or to the end of the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots.tree import NONE
from realms.bots.tree_search import specialise_search
from realms.kernel.chance import branch
from realms.kernel.rule import rule
from realms.medieval.bots.candidates import list_moves
from realms.medieval.bots.estimate import FEATURES, describe
from realms.medieval.bots.lands import steward_plan
from realms.medieval.bots.steward import steward_code
from realms.medieval.content.rule_tables import MOST_LANDS
from realms.medieval.rules import redeal as dealing
from realms.medieval.rules.placement import take_back
from realms.medieval.rules.play import next_awaited, play, play_placement
from realms.medieval.rules.state import ENDED, PIECE_COUNT, PLACING, SEATS
from realms.medieval.scoring.scoring import rank

PLANS = 32
"""Placements tried at most."""
LEFT = 8
"""Rows of coefficients: one for each number of rounds left."""

TRAY = np.dtype(
    (
        np.record,
        [
            ("plans", np.int8, (PLANS, PIECE_COUNT, MOST_LANDS)),
            ("planned", np.int64),
            ("most", np.int64),  # placements to try
            ("begun", np.int64),  # the round of the root
            ("horizon", np.int64),  # rounds to play before the rest is estimated
            ("margin", np.float64),  # the part of points in what a seat strives for
            ("estimate", np.float64, (LEFT, FEATURES)),
            ("doubt", np.float64, LEFT),  # how far estimates go wrong, in points
            ("row", np.float64, FEATURES),
            ("points", np.int64, SEATS),
            ("ranking", np.int64, SEATS),
        ],
    )
)


@rule
def awaited(s: Any, w: Any) -> int:
    """The seat to decide; the tree ends where leaders are placed."""
    if s.phase == PLACING or s.phase == ENDED:
        return NONE
    return next_awaited(s)


@rule
def candidates(s: Any, seat: int, viewer: int, w: Any, moves: Any, priors: Any) -> int:
    """Placements as a steward may choose them, or what it weighs, the best first."""
    tables, workspace, tray = w
    if s.phase == PLACING:
        return sample_plans(s, tables, seat, workspace, tray, moves, priors)
    return list_moves(s, tables, seat, workspace, moves, priors)


@rule
def sample_plans(
    s: Any, tables: Any, seat: int, workspace: Any, tray: Any, moves: Any, priors: Any
) -> int:
    """Different placements, some of them bolder than a steward's. [MR-18]"""
    usual = workspace.weights.noise_mayor[0]
    n = 0
    for attempt in range(3 * tray.most):
        if n == tray.most:
            break
        workspace.weights.noise_mayor[0] = usual * (1 + attempt % 4)
        plan_anew(s, tables, seat, workspace)
        if not is_known(workspace.plan, tray.plans, n):
            for piece in range(PIECE_COUNT):
                for where in range(MOST_LANDS):
                    tray.plans[n, piece, where] = workspace.plan[piece, where]
            moves[n] = n
            n += 1
    workspace.weights.noise_mayor[0] = usual
    for number in range(n):
        priors[number] = 1.0 / n
    return n


@rule
def plan_anew(s: Any, tables: Any, seat: int, workspace: Any) -> None:
    """A steward's placement in the workspace."""
    for piece in range(PIECE_COUNT):
        for where in range(MOST_LANDS):
            workspace.plan[piece, where] = 0
    steward_plan(s, tables, seat, workspace)


@rule
def is_known(plan: Any, plans: Any, n: int) -> bool:
    """Whether a placement is among the first so many."""
    for number in range(n):
        same = True
        for piece in range(PIECE_COUNT):
            for where in range(MOST_LANDS):
                same = same and plan[piece, where] == plans[number, piece, where]
        if same:
            return True
    return False


@rule
def apply(s: Any, seat: int, move: int, w: Any) -> None:
    """Make a candidate move."""
    tables, workspace, tray = w
    if s.phase == PLACING:
        for piece in range(PIECE_COUNT):
            for where in range(MOST_LANDS):
                workspace.plan[piece, where] = tray.plans[move, piece, where]
        play_placement(s, tables, seat, workspace.plan, None)
    else:
        play(s, tables, seat, move, None)


@rule
def decide(s: Any, seat: int, viewer: int, w: Any) -> None:
    """A steward's decision."""
    tables, workspace, _tray = w
    if s.phase == PLACING:
        plan_anew(s, tables, seat, workspace)
        play_placement(s, tables, seat, workspace.plan, None)
    else:
        play(s, tables, seat, steward_code(s, tables, seat, workspace), None)


@rule
def observation(s: Any, viewer: int, w: Any) -> int:
    """Nothing is hidden inside a round."""
    return 0


@rule
def redeal(s: Any, viewer: int, rng_state: np.uint64, w: Any) -> None:
    """Deal the deck anew; rivals behind their screens have yet to place. [MR-8]"""
    tables, workspace, _tray = w
    dealing.redeal(s, tables, viewer, rng_state)
    workspace.chance = branch(rng_state, 1)
    if s.phase == PLACING:
        for seat in range(s.players):
            if seat != viewer:
                take_back(s, tables, seat)


@rule
def playout(s: Any, viewer: int, w: Any, result: Any) -> None:
    """Stewards play on to the end of a round, or of the game."""
    tables, workspace, tray = w
    while s.phase != ENDED:
        if s.phase == PLACING and int(s.round_now) - tray.begun >= tray.horizon:
            break
        decide(s, next_awaited(s), viewer, w)
    if s.phase == ENDED:
        judge(s, tables, tray, result)
    else:
        foresee(s, tables, workspace, tray, result)


@rule
def judge(s: Any, tables: Any, tray: Any, result: Any) -> None:
    """The result of a game that is over. [MR-75] [MR-76]"""
    rank(s, tables, tray.points, tray.ranking)
    for seat in range(s.players):
        result.score[seat] = tray.points[seat]
        result.wins[seat] = 0.0
    result.wins[tray.ranking[0]] = 1.0
    share_out(s.players, tray.doubt[0], result.score, result.value)
    for seat in range(s.players):
        won = (1.0 - tray.margin) * result.wins[seat]
        result.value[seat] = won + tray.margin * result.value[seat]


@rule
def foresee(s: Any, tables: Any, workspace: Any, tray: Any, result: Any) -> None:
    """Estimate what a game between two rounds will come to."""
    left = min(int(tables.rounds) - int(s.round_now) + 1, LEFT - 1)
    for seat in range(s.players):
        describe(s, tables, seat, workspace, tray.row)
        total = 0.0
        for feature in range(FEATURES):
            total += tray.estimate[left, feature] * tray.row[feature]
        result.score[seat] = total
    share_out(s.players, tray.doubt[left], result.score, result.wins)
    for seat in range(s.players):
        result.value[seat] = result.wins[seat]


@rule
def share_out(players: int, doubt: float, score: Any, share: Any) -> None:
    """The chances to win by scores that may be as far off as `doubt`."""
    highest = -1e9
    for seat in range(players):
        highest = max(highest, score[seat])
    total = 0.0
    for seat in range(players):
        share[seat] = np.exp((score[seat] - highest) / doubt)
        total += share[seat]
    for seat in range(players):
        share[seat] /= total


SEARCH = specialise_search(
    __name__,
    awaited=awaited,
    candidates=candidates,
    apply=apply,
    decide=decide,
    observation=observation,
    redeal=redeal,
    playout=playout,
)
