"""The bounds are sound: never below what the rules give, whatever is chosen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import fantasy_reference as reference
from realms.fantasy.content.cards import NUMBER
from realms.fantasy.content.tables import BOOK, DECK, NOBODY
from realms.fantasy.scoring.bounds import at_most, list_turned, most_entered, most_unchosen
from realms.fantasy.scoring.choices import read_choices
from realms.fantasy.scoring.pairs import (
    BOTH,
    MOST,
    NAMES_OF_MIRAGE,
    NAMES_OF_SHAPESHIFTER,
    PAIR,
    WILDS,
)
from realms.fantasy.scoring.plain import score_plain
from realms.fantasy.scoring.score import score_hand
from realms.fantasy.scoring.scoring_hand import new_scoring_hand, place_of
from realms.fantasy.scoring.singles import run_points
from realms.fantasy.scoring.wilds import apply_choices, best_choices, new_choices
from realms.fantasy.solve.workspace import new_search_workspace
from realms.kernel.bits.sets import bits_of, members
from tests.fantasy.positions import dealt, mask_of
from tests.fantasy.solve.decks import SPECIAL
from tests.support.samples import amount


def hands(seed: str, how_many: int) -> list[int]:
    """Hands of one to eight cards, half of their cards special on average."""
    chance, special = Random(seed), list(members(SPECIAL))
    drawn = []
    for _ in range(how_many):
        size = chance.randint(1, 8)
        cards = set(chance.sample(special, chance.randint(0, min(size, 6))))
        while len(cards) < size:
            cards.add(chance.randrange(DECK))
        drawn.append(bits_of(cards))
    return drawn


def test_no_hand_is_worth_more_than_its_bound() -> None:
    scratch, h, best = new_search_workspace(), new_scoring_hand(), new_choices()
    for hand in hands("bounds", 20_000):
        assert at_most(scratch, hand) >= best_choices(h, best, hand, 0, False), hex(hand)


def reach(h: Any, made: Any) -> int:
    """What the search for the best choices takes a hand, as it stands, to be worth at most."""
    list_turned(h, place_of(h, BOOK))
    turned = int(h.turned[made.book_suit]) if made.book_card != NOBODY else 0
    entered = [most_entered(h, place_of(h, wild)) for wild in members(WILDS)]
    assert h.most_turned == h.turned.max()
    return int(most_unchosen(h, int(h.hand), int(h.held))) + sum(entered) + turned


@pytest.mark.soak
@pytest.mark.parametrize("wild", ["doppelganger", "mirage", "shapeshifter"])
def test_no_choice_is_worth_more_than_its_bound(wild: str) -> None:
    """[FR-14] to [FR-17]; every single choice, which the search is not asked for."""
    chance, h, scratch = Random(wild), new_scoring_hand(), new_search_workspace()
    for number in range(amount(6, 24)):
        own = chance.choice(["gem_of_order", "collector", "jester", "world_tree", "warlord"])
        cards = dealt(chance, 7 + number % 2, [wild, "book_of_changes", own])
        mask = mask_of(cards)
        for choices in reference.legal_choices(cards):
            made = read_choices(mask, NOBODY, choices)
            apply_choices(h, mask, made)
            points = score_hand(h, None)
            assert points <= reach(h, made), (cards, choices)
            assert points <= at_most(scratch, mask), (cards, choices)


def test_no_hand_is_worth_less_than_as_printed() -> None:
    import numpy as np

    drawn = np.array(hands("printed", 20_000), np.int64)
    printed = np.zeros(len(drawn), np.int64)
    score_plain(drawn, printed)
    h, best = new_scoring_hand(), new_choices()
    for hand, points in zip(drawn, printed, strict=True):
        assert best_choices(h, best, hand, 0, False) >= points, hex(hand)


@given(st.lists(st.integers(0, 12), max_size=7), st.integers(0, 12))
def test_one_more_strength_never_makes_runs_worse(strengths: list[int], more: int) -> None:
    """The bound of the Gem of Order takes all strengths there are. [FR-17a]"""

    def points(held: list[int]) -> int:
        once = bits_of(set(held))
        return run_points(once, bits_of({s for s in held if held.count(s) > 1}))

    assert points([*strengths, more]) >= points(strengths)


@pytest.mark.parametrize(
    ("card", "other", "points"),
    [
        ("bell_tower", "jester", 15),
        ("king", "knights", 20),  # as if the Queen were there
        ("king", "dragon", 0),
        ("mountain", "smoke", 25),  # half of what Smoke and Wildfire give
        ("earth_elemental", "forest", 15),
        ("earth_elemental", "earth_elemental", 15),  # a second of its name
        ("warlord", "knights", 20),
        ("sword_of_keth", "shield_of_keth", 40),
        ("sword_of_keth", "queen", 10),
    ],
)
def test_what_a_card_gains_from_another(card: str, other: str, points: int) -> None:
    assert PAIR[NUMBER[card], NUMBER[other]] == points


def test_the_tables_hold_together() -> None:
    assert (BOTH == BOTH.T).all()
    assert not BOTH[list(members(WILDS))].any(), "wild cards gain only as what they become"
    assert (PAIR.max(axis=1) <= MOST).all()
    for names in (NAMES_OF_MIRAGE, NAMES_OF_SHAPESHIFTER):
        best = PAIR[:, names].max(axis=1)
        assert best.shape == (DECK,)
        assert len(names) < 25, "names that never gain more than another are left out"
