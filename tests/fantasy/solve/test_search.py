"""The search finds what plain enumeration finds, in any order, also after a stop."""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest
from msgspec.structs import replace

from realms.arena.ledger import Ledger
from realms.fantasy.solve import search as solving
from realms.fantasy.solve.question import (
    Question,
    SearchPlan,
    parse_cards_and_suits,
    parse_suit,
    raisable,
)
from realms.fantasy.solve.search import HandSearch, Solution, Unit, head_of, order, solve, work
from realms.kernel.errors import RealmsError
from tests.fantasy.solve.decks import enumerated, small_deck, without

SIZE = 14
"""Cards of the smallest decks: 3,432 hands of seven, most with several choices."""


def asked(seed: str, more: int = SIZE - 11, **fields: object) -> Question:
    return replace(Question(without=without(small_deck(seed, more))), **fields)


@pytest.mark.parametrize("seed", ["one", "two", "three"])
@pytest.mark.parametrize("worst", [False, True], ids=["best", "worst"])
@pytest.mark.parametrize("cards", [7, 8])
def test_with_and_without_bounds_the_same_hands_are_found(
    seed: str, worst: bool, cards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = asked(seed, worst=worst, cards=cards)
    everything = enumerated(question)
    for top in (1, 7, 100):
        solved = solve(replace(question, top=top), jobs=1)
        assert solved.found == everything[:top]
        assert solved.hands == len(everything)
    monkeypatch.setattr(solving, "WORTH_CLIMBING", 0)
    assert solve(replace(question, top=10), jobs=1).found == everything[:10]


def test_every_hand_is_counted_once() -> None:
    question = asked("every", every=True, top=5)
    everything = enumerated(question)
    solved = solve(question, jobs=1)
    assert solved.found == everything[:5]
    assert sum(hands for _, hands in solved.counts) == comb(SIZE, 7) == solved.hands
    scores = [points for points, _, _ in everything]
    assert dict(solved.counts) == {score: scores.count(score) for score in set(scores)}


@pytest.mark.parametrize(
    ("names", "cards"),
    [
        ("Dragon, Unicorn, Princess, Queen, Warhorse", 7),
        ("Book, Mirage, Shapeshifter, Doppelgänger, Candle", 7),
        ("Collector, Gem of Order, Jester, World Tree, Island", 7),
        ("Wildfire, Smoke, Mountain, Fountain of Life, Great Flood, Basilisk", 7),
        ("Necromancer, Book, Candle, Bell Tower, Gem of Order, Warhorse", 8),
        ("Necromancer, Beastmaster, Basilisk, Dragon, Hydra, Swamp", 8),
    ],
)
def test_of_all_cards_the_best_with_some_are_those_of_enumeration(names: str, cards: int) -> None:
    question = Question(cards=cards, top=20, having=parse_cards_and_suits(names))
    assert solve(question, jobs=1).found == enumerated(question)[:20]
    worst = replace(question, worst=True)
    assert solve(worst, jobs=1).found == enumerated(worst)[:20]


def test_hands_of_a_suit_have_four_of_its_cards() -> None:
    question = asked("suit", top=30, suit=parse_suit("Artefacto"))
    mask = parse_cards_and_suits("artifact")
    plain = enumerated(replace(question, suit=""))
    fitting = [found for found in plain if (found[2] & mask).bit_count() >= 4]
    assert solve(question, jobs=1).found == fitting[:30]
    assert solve(question, jobs=1).hands == len(fitting)


def test_an_eighth_card_may_be_taken() -> None:
    """An Army, Leader, Wizard or Beast beside the Necromancer. [FR-20]"""
    question = asked("eighth", cards=8, top=10_000)
    found = solve(question, jobs=1).found
    assert all(hand & raisable() for _, _, hand in found)
    assert len(found) == len(enumerated(question))


def test_units_may_be_done_in_any_order_by_anybody() -> None:
    question = asked("order", top=12)
    one, many = HandSearch(question), HandSearch(question)
    one.run(jobs=1)
    many.run(jobs=3)
    assert without_times(one.result()) == without_times(many.result())
    backwards = HandSearch(question)
    for number in reversed(range(backwards.units)):
        backwards.finished[number] = work(SearchPlan(question), number)
    assert without_times(backwards.result()) == without_times(one.result())
    assert sum(one.size(number) for number in range(one.units)) == one.plan.at_most


def without_times(solved: Solution) -> Solution:
    """An answer without its times."""
    return replace(solved, seconds=0, core_seconds=0)


def test_a_search_goes_on_from_its_ledger(tmp_path: Path) -> None:
    question = asked("ledger", top=4)
    path = tmp_path / "search.jsonl"
    seen: list[int] = []

    def stop_soon(hands: int) -> None:
        seen.append(hands)
        if len(seen) > 9:
            raise KeyboardInterrupt

    with Ledger(path, head_of(question)) as ledger, pytest.raises(KeyboardInterrupt):
        HandSearch(question, ledger).run(1, stop_soon)
    with Ledger(path, head_of(question)) as ledger:
        resumed = HandSearch(question, ledger)
        assert 0 < len(resumed.finished) < resumed.units
        resumed.run(1)
    assert without_times(resumed.result()) == without_times(solve(question, jobs=1))
    with Ledger(path, head_of(question)) as ledger:
        assert len(ledger.lines) == resumed.units, "nothing was done twice"
    with pytest.raises(RealmsError, match="holds another run"):
        Ledger(path, head_of(replace(question, top=5)))


def test_what_a_unit_finds_is_no_matter_of_the_machine() -> None:
    plan = SearchPlan(asked("pure"))
    first, second = (work(plan, 3) for _ in range(2))
    assert isinstance(first, Unit)
    assert replace(first, seconds=0) == replace(second, seconds=0)


def test_more_points_come_first_then_less_strength() -> None:
    """As at the end of a game. [FR-6]"""
    best = sorted([(10, 5, 1), (12, 9, 1), (10, 4, 9), (10, 4, 2)], key=order(worst=False))
    assert best == [(12, 9, 1), (10, 4, 2), (10, 4, 9), (10, 5, 1)]
    assert sorted(best, key=order(worst=True)) == [(10, 5, 1), (10, 4, 2), (10, 4, 9), (12, 9, 1)]


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (
            Question(
                having=parse_cards_and_suits("Dragon"), without=parse_cards_and_suits("beast")
            ),
            "Dragon cannot be",
        ),
        (
            Question(having=parse_cards_and_suits("land, King, Queen, Hydra")),
            "no room for all of these",
        ),
        (Question(cards=8, without=parse_cards_and_suits("Necromancer")), "Necromancer cannot be"),
        (Question(without=without(parse_cards_and_suits("land"))), "There is no such hand"),
        (Question(suit="army", having=parse_cards_and_suits("land")), "There is no such hand"),
        (
            Question(cards=8, without=parse_cards_and_suits("army, leader, beast, wizard"), top=1),
            "Necromancer cannot be",
        ),
    ],
)
def test_what_no_hand_can_be_is_refused(question: Question, sentence: str) -> None:
    with pytest.raises(RealmsError, match=sentence):
        SearchPlan(question)
