"""The tree search on a small game of its own, where the right answer is known.

Two seats draw from a hidden row of cards: a seat may stand, worth 5 points for certain, or
turn up the next hidden card, worth 0 to 9, each equally likely. The other seat always has 4.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from realms.bots.budget import Budget
from realms.bots.tree import MOST, NONE, new_settings, new_tree
from realms.bots.tree_search import TreeSearch, sample_place, specialise_search
from realms.kernel.chance import below, rng_state_from
from realms.kernel.rule import rule

STAND, TURN, PEEK = 10, 20, 30
POSITION = np.dtype(
    (
        np.record,
        [
            ("chance", np.uint64),
            ("card", np.int64),
            ("seen", np.int64),
            ("points", np.int64),
            ("over", np.int64),
        ],
    )
)


@rule
def awaited(s: Any, workspace: Any) -> int:
    return NONE if s.over else 0


@rule
def candidates(s: Any, seat: int, viewer: int, workspace: Any, moves: Any, priors: Any) -> int:
    n = 2 if s.seen else 3
    moves[0], moves[1], moves[2] = STAND, TURN, PEEK
    for i in range(n):
        priors[i] = 1.0 / n
    return n


@rule
def apply(s: Any, seat: int, move: int, workspace: Any) -> None:
    """Stand; turn the card; or peek at it, for one point, and decide then."""
    if move == PEEK:
        s.seen = 1
        s.points -= 1
        return
    s.points += 5 if move == STAND else s.card
    s.over = 1


@rule
def decide(s: Any, seat: int, viewer: int, workspace: Any) -> None:
    s.over = 1


@rule
def observation(s: Any, viewer: int, workspace: Any) -> int:
    return int(s.card) if s.seen else NONE


@rule
def redeal(s: Any, viewer: int, word: np.uint64, workspace: Any) -> None:
    s.chance = word
    if not s.seen:
        s.card = below(s, 10)


@rule
def playout(s: Any, viewer: int, workspace: Any, result: Any) -> None:
    if not s.over:
        s.points += 5
        s.over = 1
    result.score[0] = s.points
    result.score[1] = 4
    result.wins[0] = 1.0 if s.points > 4 else 0.0
    result.wins[1] = 1.0 - result.wins[0]
    for seat in range(2):
        result.value[seat] = result.score[seat] / 10


@pytest.fixture(scope="module")
def search() -> TreeSearch:
    return specialise_search(
        __name__,
        awaited=awaited,
        candidates=candidates,
        apply=apply,
        decide=decide,
        observation=observation,
        redeal=redeal,
        playout=playout,
    )


def position(card: int = 3) -> Any:
    made = np.zeros(1, POSITION)[0]
    made.card = card
    return made


def think(search: TreeSearch, playouts: int = 4000, card: int = 3, threads: int = 1) -> Any:
    settings = new_settings(exploration=1.0, widening=9.0)
    budget = Budget(playouts=playouts)
    asked = (position(card), 0, rng_state_from("tree"), budget)
    return search.think(*asked, tuple, settings, threads=threads)


def test_it_finds_what_each_move_is_worth(search: TreeSearch) -> None:
    """A peek keeps 5 where the card is lower: (6·5 + 6 + 7 + 8 + 9) / 10 − 1 = 5 points.

    That is as good as standing, and both are better than the 4.5 of turning blindly.
    """
    found = think(search, 20_000)
    values = dict(zip(found.moves.tolist(), (10 * found.values).tolist(), strict=True))
    assert values[STAND] == pytest.approx(5.0)
    assert values[TURN] == pytest.approx(4.5, abs=0.3)
    assert values[PEEK] == pytest.approx(5.0, abs=0.4)
    assert found.moves[found.best()] != TURN


def test_what_is_hidden_does_not_matter(search: TreeSearch) -> None:
    """The same words give the same findings in worlds that the viewer cannot tell apart."""
    one, other = think(search, card=0), think(search, card=9)
    assert (one.visits == other.visits).all()
    assert (one.wins == other.wins).all()


def test_the_same_words_give_the_same_findings(search: TreeSearch) -> None:
    assert (think(search).visits == think(search).visits).all()


def test_playouts_are_counted(search: TreeSearch) -> None:
    assert think(search, 137).playouts == 137
    assert think(search, 137, threads=3).playouts == 137


def test_wins_and_scores_of_all_seats_are_told(search: TreeSearch) -> None:
    found = think(search)
    stand = found.moves.tolist().index(STAND)
    assert found.wins[stand, :2].tolist() == [1.0, 0.0]
    assert found.scores[stand, :2].tolist() == [5.0, 4.0]
    assert 0 < found.errors[found.moves.tolist().index(TURN)] < 0.1


def test_seconds_are_kept(search: TreeSearch) -> None:
    settings = new_settings()
    think(search, 10)
    found = search.think(position(), 0, rng_state_from("s"), Budget(seconds=0.02), tuple, settings)
    assert found.playouts > 3


def test_memory_is_bounded(search: TreeSearch) -> None:
    """A pool that is full goes on counting."""
    settings, word = new_settings(widening=9.0), rng_state_from("full")
    budget = Budget(playouts=2000)
    found = search.think(position(), 0, word, budget, tuple, settings, nodes=3)
    assert found.playouts == 2000
    held = sum(part.nbytes for part in new_tree(1 << 17))
    assert held < 64 << 20
    assert MOST >= 512


def test_sampling_prefers_better_moves() -> None:
    values = np.array([0.5, 0.4, 0.1])
    words = [np.uint64(word) for word in range(2000)]
    drawn = np.bincount([sample_place(values, 0.1, word) for word in words], minlength=3) / 2000
    weights = np.exp((values - 0.5) / 0.1)
    assert drawn == pytest.approx(weights / weights.sum(), abs=0.04)


def test_a_search_needs_all_its_rules() -> None:
    with pytest.raises(TypeError, match="playout"):
        specialise_search(__name__, awaited=awaited)
