"""The rules against the plain scorer of the tests, and against their own earlier results."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from benchmarks import fantasy_reference as reference
from realms.fantasy import hand
from realms.fantasy.content.cards import CARDS
from realms.fantasy.content.tables import NOBODY
from realms.fantasy.scoring.choices import read_choices
from realms.fantasy.scoring.plain import score_plain
from realms.fantasy.scoring.score import score_hand
from realms.fantasy.scoring.scoring_hand import new_scoring_hand, place_cards
from realms.fantasy.scoring.singles import run_points
from realms.fantasy.scoring.wilds import apply_choices
from realms.kernel.bits.sets import members
from tests.fantasy.positions import CARD_IDS, dealt, mask_of, some_choices
from tests.support.samples import amount

Scored = tuple[int, frozenset[str]]

PAIRS = list(itertools.combinations(CARD_IDS, 2))
TRIPLES = list(itertools.combinations(CARD_IDS, 3))


def blanked_of(h: Any) -> frozenset[str]:
    return frozenset(CARDS[int(h.card[place])].id for place in members(h.blanked))


def plainly(hands: Iterable[Sequence[str]]) -> list[Scored]:
    """Score and blanked cards of each hand, without any choice, by the rules."""
    h = new_scoring_hand()
    found = []
    for cards in hands:
        place_cards(h, mask_of(cards))
        found.append((int(score_hand(h, None)), blanked_of(h)))
    return found


def with_choices(cards: Sequence[str], choices: dict[str, Any]) -> Scored:
    h, mask = new_scoring_hand(), mask_of(cards)
    apply_choices(h, mask, read_choices(mask, NOBODY, choices))
    return int(score_hand(h, None)), blanked_of(h)


def by_reference(cards: Sequence[str], choices: dict[str, Any] | None = None) -> Scored:
    result = reference.score(cards, choices)
    return result.score, result.blanked


def in_a_batch(hands: Sequence[Sequence[str]]) -> list[int]:
    points = np.zeros(len(hands), np.int64)
    score_plain(np.array([mask_of(cards) for cards in hands], np.int64), points)
    return [int(value) for value in points]


def digest(hands: Iterable[Sequence[str]], scored: Iterable[Scored]) -> str:
    lines = (
        f"{' '.join(cards)} {score} {' '.join(sorted(blanked))}\n"
        for cards, (score, blanked) in zip(hands, scored, strict=True)
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


# --- Without choices ---


@pytest.mark.parametrize(
    ("hands", "size", "expected"),
    [
        (PAIRS, 1_431, "b69fa13cd053c22244b93f1d770c7296f0b96625a4ab74651c95ffa52d3df781"),
        (TRIPLES, 24_804, "8ea9b9cd07f01fe6aa28a1355bf8a99ee9f449563fba7266256639de82783375"),
    ],
    ids=["pairs", "triples"],
)
def test_every_small_hand_scores_as_the_reference_says(
    hands: list[tuple[str, ...]], size: int, expected: str
) -> None:
    """[FR-7] to [FR-13]; a changed digest means that the score of some hand has changed."""
    assert len(hands) == size
    ours = plainly(hands)
    assert ours == [by_reference(cards) for cards in hands]
    assert in_a_batch(hands) == [score for score, _ in ours]
    assert digest(hands, ours) == expected


@pytest.mark.parametrize("size", [7, 8])
def test_a_batch_scores_as_single_hands_and_as_the_reference(size: int) -> None:
    """[FR-12]"""
    chance = Random(size)
    hands = [dealt(chance, size) for _ in range(20_000)]
    ours = plainly(hands)
    assert in_a_batch(hands) == [score for score, _ in ours]
    assert ours == [by_reference(cards) for cards in hands]


def test_a_batch_may_be_empty_or_of_any_length() -> None:
    """Blocks end where hands do."""
    chance = Random(12)
    hands = [dealt(chance, 7) for _ in range(1_100)]
    whole = in_a_batch(hands)
    for length in (0, 1, 511, 512, 513, 1_024, 1_025):
        assert in_a_batch(hands[:length]) == whole[:length]


def test_the_gem_splits_any_strengths_as_the_reference_does() -> None:
    """[FR-17a]; every eight strengths out of 0 to 6, which is where runs meet and overlap."""
    for strengths in itertools.combinations_with_replacement(range(7), 8):
        once, twice = 0, 0
        for strength in strengths:
            twice |= once & (1 << strength)
            once |= 1 << strength
        assert run_points(once, twice) == reference._runs_total(list(strengths)), strengths


# --- With choices ---

CHOOSERS = ("doppelganger", "mirage", "shapeshifter", "book_of_changes", "island")


@pytest.mark.parametrize("size", [7, 8])
def test_any_legal_choices_score_as_the_reference_says(size: int) -> None:
    """[FR-14] to [FR-17]"""
    chance = Random(100 + size)
    for _ in range(1_500):
        certain = chance.sample((*CHOOSERS, "fountain_of_life"), chance.randint(1, 4))
        if size == 8:
            certain = ["necromancer", *certain]
        cards = dealt(chance, size, certain)
        choices = some_choices(chance, cards)
        sheet, expected = hand(cards, choices=choices).sheet, reference.score(cards, choices)
        given = (cards, choices)
        assert (sheet.score, sheet.strengths) == (expected.score, expected.strengths), given
        assert frozenset(sheet.blanked) == expected.blanked, given
        assert {card.card: card.total for card in sheet.cards} == expected.points, given
        assert {card.card: card.bonus for card in sheet.cards} == expected.bonus, given
        assert {card.card: card.penalty for card in sheet.cards} == expected.penalty, given


#: Cards that blank, or need and disturb one another: where order might be thought to matter.
TANGLED = {
    "needs": ["smoke", "warship", "war_dirigible", "rangers", "swamp", "candle", "knights"],
    "blanks": ["basilisk", "blizzard", "great_flood", "rainstorm", "wildfire", "lightning"],
    "both": ["smoke", "war_dirigible", "basilisk", "blizzard", "great_flood", "wildfire"],
}


@pytest.mark.parametrize("kind", TANGLED)
def test_every_tangle_of_blanking_is_settled_as_the_reference_says(kind: str) -> None:
    """[FR-13] [FR-13a] [FR-13b]; all four of a group, with every choice of two choosers."""
    for group in itertools.combinations(TANGLED[kind], 4):
        cards = [*group, "doppelganger", "book_of_changes"]
        for choices in reference.legal_choices(cards):
            assert with_choices(cards, choices) == by_reference(cards, choices), (cards, choices)


# --- The best choices ---


def same_best(cards: Sequence[str], discard: Sequence[str] = ()) -> None:
    sheet = hand(cards, discard).sheet
    expected, choices = reference.best(cards, discard)
    found = (sheet.score, sheet.strengths, len(sheet.choices))
    assert found == (expected.score, expected.strengths, len(choices)), (cards, discard, choices)


COSTLY = ("doppelganger", "mirage", "shapeshifter", "book_of_changes")


@pytest.mark.parametrize("costly", [*itertools.combinations(COSTLY, 1), ()], ids="+".join)
def test_the_best_of_one_choice_is_the_best_there_is(costly: tuple[str, ...]) -> None:
    """[FR-18]"""
    chance = Random("+".join(costly))
    for _ in range(80):
        lesser = chance.sample(["island", "fountain_of_life"], chance.randint(0, 2))
        same_best(dealt_without(chance, 7, [*costly, *lesser]))


@pytest.mark.soak
@pytest.mark.parametrize("costly", [*itertools.combinations(COSTLY, 2)], ids="+".join)
def test_the_best_of_two_choices_is_the_best_there_is(costly: tuple[str, ...]) -> None:
    """[FR-18]"""
    chance = Random("+".join(costly))
    for number in range(amount(8, 100)):
        lesser = ["island"] if number % 4 == 0 else ["fountain_of_life"] if number % 4 == 1 else []
        same_best(dealt_without(chance, 7, [*costly, *lesser]))


@pytest.mark.parametrize("costly", [*itertools.combinations(COSTLY, 1), ()], ids="+".join)
def test_the_best_raised_card_is_the_best_there_is(costly: tuple[str, ...]) -> None:
    """[FR-20]"""
    chance = Random("necromancer" + "+".join(costly))
    for _ in range(20):
        cards = dealt_without(chance, 17, ["necromancer", *costly])
        same_best(cards[:7], cards[7:])


def dealt_without(chance: Random, size: int, certain: Sequence[str]) -> list[str]:
    """A hand whose only costly choosers are the certain ones: the reference is slow."""
    while True:
        cards = dealt(chance, size, certain)
        if not set(cards) & (set(COSTLY) - set(certain)):
            return cards


@pytest.mark.parametrize(
    "cards",
    [
        # Every name of the Candle's sentence, and none of the suits, is missing.
        ["candle", "bell_tower", "book_of_changes", "doppelganger", "shapeshifter"],
        # The copied Smoke, the Dirigible and the Book: needs in a tangle.
        ["smoke", "war_dirigible", "book_of_changes", "doppelganger", "mirage"],
        # The Collector counts names, in every suit.
        ["collector", "king", "queen", "doppelganger", "mirage", "shapeshifter", "forest"],
        # The World Tree wants all suits to differ.
        ["world_tree", "king", "queen", "knights", "doppelganger", "mirage", "shapeshifter"],
        # Strengths of 0, blanked or not, before 1 and 2.
        ["gem_of_order", "magic_wand", "candle", "wildfire", "mirage", "shapeshifter"],
        # Whom the Wildfire burns is worth changing.
        ["wildfire", "basilisk", "dragon", "book_of_changes", "doppelganger", "island"],
    ],
    ids="+".join,
)
def test_the_best_of_three_choices_is_the_best_there_is(cards: list[str]) -> None:
    """[FR-18]"""
    same_best(cards)
