"""What wins is counted as it is, and kept with every game of ours."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from realms.analysis.what_wins import CardsTally, WinCounter, what_wins
from realms.kernel.games import pack_named
from realms.kernel.packs import packs

NAMES = ("ace", "king", "queen", "jack")


def test_cards_pairs_and_threes_are_counted_as_by_hand() -> None:
    dice = np.random.default_rng(7)
    sets = dice.integers(0, 16, (300, 3))
    scores = dice.integers(50, 200, (300, 3))
    best = scores.max(axis=1, keepdims=True) == scores
    won = best / best.sum(axis=1, keepdims=True)
    counter = WinCounter(NAMES)
    counter.add(sets[:100], won[:100], scores[:100])
    counter.add(sets[100:], won[100:], scores[100:])
    found = counter.result({"players": 3}, "greedy")
    assert (found.games, found.players) == (300, 3)
    assert found.score == pytest.approx(scores.mean(), abs=0.05)
    assert found.best == pytest.approx(scores.max(axis=1).mean(), abs=0.05)

    def by_hand(cards: tuple[int, ...]) -> tuple[int, float]:
        mask = sum(1 << card for card in cards)
        held = (sets & mask) == mask
        return int(held.sum()), float(won[held].sum())

    counts = {
        one.cards: (one.seats, one.won) for one in (*found.cards, *found.pairs, *found.threes)
    }
    for size in (1, 2, 3):
        for cards in combinations(range(4), size):
            names = tuple(NAMES[card] for card in cards)
            seats, share = by_hand(cards)
            assert counts[names][0] == seats
            assert counts[names][1] == pytest.approx(share, abs=0.001)
    assert [one.rate for one in found.cards] == sorted((o.rate for o in found.cards), reverse=True)
    held = (sets & 1) == 1
    ace = next(one for one in found.cards if one.cards == ("ace",))
    assert ace.score == pytest.approx(scores[held].mean(), abs=0.05)


def test_what_hardly_anybody_held_is_not_ranked() -> None:
    counter = WinCounter(NAMES)
    sets = np.full((200, 2), 1)
    sets[:5] = 3
    counter.add(sets, np.full((200, 2), 0.5), np.full((200, 2), 100))
    assert counter.result({}, "greedy").pairs == ()


def test_partners_are_those_that_add_most_to_the_better_of_two() -> None:
    """The queen wins with the king alone; the ace wins whatever lies beside it."""
    counter = WinCounter(NAMES, with_threes=False)
    ace, king, queen, jack = (1 << card for card in range(4))
    hands = {ace: 1.0, ace | jack: 1.0, king | queen: 1.0, king: 0.0, queen | jack: 0.0}
    for hand, won in hands.items():
        counter.add(np.full((50, 1), hand), np.full((50, 1), won), np.full((50, 1), 100))
    partners = {one.card: one.partners for one in counter.result({}, "greedy").partners}
    assert [one.card for one in partners["king"]] == ["queen"]
    assert partners["king"][0].rate == 1.0
    assert [one.card for one in partners["queen"]] == ["king", "jack"]
    assert [one.card for one in partners["jack"]] == ["ace", "queen"]


def test_an_interval_narrows_with_what_was_seen() -> None:
    assert CardsTally(("ace",), 100, 25.0, 0.0).error == pytest.approx(0.085, abs=0.001)
    assert CardsTally(("ace",), 0, 0.0, 0.0).error == 1.0


@pytest.mark.parametrize("game", [*packs()])
def test_our_games_bring_their_numbers(game: str) -> None:
    found = what_wins(game)
    if game not in ("fantasy", "medieval"):
        return
    assert found is not None
    names = getattr(pack_named(game), "card_name")  # noqa: B009
    for table in found.tables:
        shares = sum(one.won for one in table.cards) / sum(one.seats for one in table.cards)
        assert 0 < shares < 1
        assert table.players == table.options["players"]
        assert {one.card for one in table.times} == {one.cards[0] for one in table.cards}
        for came in table.times:
            assert all(
                0 <= kept <= seats for kept, seats in zip(came.kept, came.seats, strict=True)
            )
        for one in (*table.cards, *table.pairs, *table.threes):
            assert all(names(card, "es") != card for card in one.cards)
