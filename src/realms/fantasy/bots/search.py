"""The search of Fantasy Realms: re-deal Monte-Carlo tree search over one's own turns.

Of the seats only the viewer's own moves are in the tree, the best by the value of the hand
first; the others play the quick policy over hands dealt anew with every playout, with the
cards they were seen to take among them. So the search knows what a discard gives away, what
others will hardly leave lying, and how long the game goes on, all in what it is after: the
win, and a little of the margin.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots.levels import data_of
from realms.bots.tree import NONE, SEATS, new_settings
from realms.bots.tree_search import specialise_search
from realms.fantasy.bots.hand_value import estimate_values
from realms.fantasy.bots.planner import best_ends, unseen_cards
from realms.fantasy.bots.playouts import light_code, quick_code
from realms.fantasy.bots.trades import weigh_trades
from realms.fantasy.bots.workspace import new_workspace
from realms.fantasy.rules.chaos import time_up
from realms.fantasy.rules.codes import DRAW
from realms.fantasy.rules.ending import compare, to_raise
from realms.fantasy.rules.play import next_awaited, play
from realms.fantasy.rules.redeal import redeal as deal_anew
from realms.fantasy.rules.state import CHAOS, DECLARING, DISCARDING, ENDED, KEEPING, TRADING
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import best_choices, new_choices
from realms.kernel.bits.sets import count
from realms.kernel.rule import rule

_FIGURES = data_of("fantasy")["search"]
PATIENCE = float(_FIGURES["patience"])
"""What the deck promises, in points, when moves are put in order."""
SPREAD = float(_FIGURES["spread"])
"""Points by which a move must be behind to have a prior e times smaller."""
MARGIN = float(_FIGURES["margin"])
"""Points ahead that count as a clear lead."""
MARGIN_PART = float(_FIGURES["margin_part"])
"""The part of the value that the margin has; the win has the rest."""

CLOCKED_MOVES = 4
"""Moves a seat that a playout gives a Chaos with a clock before time is called."""


def new_search_workspace() -> Any:
    """A workspace, room for scoring, and points and strengths by seat."""
    return (new_workspace(), new_scoring_hand(), new_choices(), np.zeros((2, SEATS), np.int64))


def settings() -> Any:
    """The settings of the search, as `bots/bots.toml` has them."""
    names = ("exploration", "urgency", "widening", "power", "deepest")
    return new_settings(**{name: _FIGURES[name] for name in names})


@rule
def awaited(s: Any, w: Any) -> int:
    """The seat whose move is next; nobody once only choices are left, or time is up."""
    if s.phase == ENDED or s.phase == DECLARING:
        return NONE
    if s.phase == TRADING and s.clock:
        workspace = w[0]
        workspace.moved += 1
        if workspace.moved > CLOCKED_MOVES * s.players:
            return NONE
        return int(workspace.moved + s.first) % int(s.players)
    return next_awaited(s)


@rule
def candidates(s: Any, seat: int, viewer: int, w: Any, moves: Any, priors: Any) -> int:
    """The viewer's moves by the value of the hand they lead to; none for others."""
    if seat != viewer:
        return 0
    workspace, h, made, _points = w
    if s.phase == TRADING:
        n = weigh_trades(s, seat, workspace, unseen_cards(s, seat))
    else:
        n = best_ends(s, seat, workspace, h, made)
    for i in range(n):
        moves[i] = workspace.codes[i]
        priors[i] = workspace.values[i] + (PATIENCE if moves[i] == DRAW else 0.0)
    put_in_order(moves, priors, n)
    return n


@rule
def is_surely_listed(s: Any, seat: int, viewer: int, w: Any) -> bool:
    """The viewer's own decisions are those of the tree."""
    return seat == viewer


@rule
def put_in_order(moves: Any, priors: Any, n: int) -> None:
    """The best first; points become priors that add up to one."""
    for i in range(1, n):
        move, points, place = moves[i], priors[i], i
        while place > 0 and priors[place - 1] < points:
            moves[place], priors[place] = moves[place - 1], priors[place - 1]
            place -= 1
        moves[place], priors[place] = move, points
    total, highest = 0.0, priors[0]
    for i in range(n):
        priors[i] = np.exp((priors[i] - highest) / SPREAD)
        total += priors[i]
    for i in range(n):
        priors[i] /= total


@rule
def apply(s: Any, seat: int, move: int, w: Any) -> None:
    """Make a move."""
    play(s, seat, move, None)


@rule
def decide(s: Any, seat: int, viewer: int, w: Any) -> None:
    """Others play the quick policy."""
    play(s, seat, policy_code(s, seat, w[0]), None)


@rule
def policy_code(s: Any, seat: int, workspace: Any) -> int:
    """The move of a playout: by the quick policy, or by the light one where that is set."""
    return light_code(s, seat, workspace) if workspace.light else quick_code(s, seat, workspace)


@rule
def observation(s: Any, viewer: int, w: Any) -> int:
    """What the viewer drew; what others do is not told apart."""
    if s.phase == DISCARDING:
        return int(s.hands[viewer])
    if s.phase == KEEPING:
        return (int(s.pair[0]) << 6) | int(s.pair[1])
    return 0


@rule
def redeal(s: Any, viewer: int, rng_state: np.uint64, w: Any) -> None:
    """Deal anew what the viewer cannot know. [FR-5]"""
    deal_anew(s, viewer, rng_state)
    w[0].chance = rng_state
    w[0].moved = viewer - s.first
    w[0].inside = 1


@rule
def playout(s: Any, viewer: int, w: Any, result: Any) -> None:
    """Everybody plays the policy to the end; hands are scored."""
    seat = awaited(s, w)
    while seat != NONE:
        play(s, seat, policy_code(s, seat, w[0]), None)
        seat = awaited(s, w)
    if s.phase == TRADING:
        time_up(s, None)
    settle(s, w, result)


@rule
def score_all(s: Any, w: Any) -> None:
    """The points and strengths of all hands; at a glance where playouts are light. [FR-18]"""
    workspace, h, made, points = w
    if workspace.light:
        for seat in range(s.players):
            workspace.hands[seat] = s.hands[seat]
        estimate_values(workspace, s.players)
    for seat in range(s.players):
        if workspace.light:
            points[0, seat] = workspace.points[seat]
            continue
        area = to_raise(s, seat)
        points[0, seat] = best_choices(h, made, s.hands[seat], area, s.variant == CHAOS)
        points[1, seat] = made.strengths


@rule
def settle(s: Any, w: Any, result: Any) -> None:
    """Score all hands, and say what that is worth to whom. [FR-6]"""
    score_all(s, w)
    points = w[3]
    winners = compare(points[0], points[1], s.players)
    share = 1.0 / count(winners)
    for seat in range(s.players):
        rival = -10000
        for other in range(s.players):
            if other != seat:
                rival = max(rival, points[0, other])
        won = share if (winners >> seat) & 1 else 0.0
        lead = 1.0 / (1.0 + np.exp((rival - points[0, seat]) / MARGIN))
        result.wins[seat] = won
        result.score[seat] = points[0, seat]
        result.value[seat] = (1.0 - MARGIN_PART) * won + MARGIN_PART * lead


SEARCH = specialise_search(
    __name__,
    awaited=awaited,
    candidates=candidates,
    apply=apply,
    decide=decide,
    observation=observation,
    redeal=redeal,
    playout=playout,
    is_surely_listed=is_surely_listed,
)
