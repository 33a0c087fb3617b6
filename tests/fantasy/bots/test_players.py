from __future__ import annotations

import pytest

from realms import fantasy
from realms.bots import bot_named
from realms.fantasy.bots.players import WORTH, measured_worth
from realms.fantasy.content.cards import CARDS, NUMBER

BOTS = ("random", "greedy")
"""The bots by their numbers in compiled loops."""


def test_what_choice_cards_are_worth_is_what_was_measured() -> None:
    """The greedy bot's figures are those of `measured_worth`, to a few points."""
    measured = measured_worth(1_500, seed=2)
    assert set(measured) == {card for card in range(len(CARDS)) if WORTH[card]}
    for card, worth in measured.items():
        assert WORTH[card] == pytest.approx(worth, abs=2.5), CARDS[card].id


def test_greedy_takes_what_makes_the_best_hand_at_once() -> None:
    state = fantasy.game.start(fantasy.Options(players=3), "greedy")
    seat = int(state.turn)
    hand = ["dragon", "swamp", "king", "knights", "candle", "forge", "bell_tower"]
    others = [number for number in range(54) if CARDS[number].id not in [*hand, "beastmaster"]]
    state.hands[:] = 0
    state.hands[seat] = sum(1 << NUMBER[card] for card in hand)
    for other in {0, 1, 2} - {seat}:
        state.hands[other] = sum(1 << others.pop() for _ in range(7))
    state.area = 1 << NUMBER["beastmaster"]
    state.deck[:] = [*(number for number in range(54) if number not in others), *others]
    state.dealt = 54 - len(others)
    assert not fantasy.game.violations(state)
    assert bot_named("greedy").choose(fantasy.game, state, seat, "any") == fantasy.Take(
        "beastmaster"
    )


@pytest.mark.parametrize("name", BOTS)
def test_the_same_words_of_chance_give_the_same_move(name: str) -> None:
    state = fantasy.game.start(fantasy.Options(players=3), "words")
    seat = fantasy.game.awaiting(state)[0]
    state, _ = fantasy.game.play(state, seat, fantasy.Draw())
    chosen = {bot_named(name).choose(fantasy.game, state, seat, "same") for _ in range(3)}
    assert len(chosen) == 1
    assert chosen.pop() in fantasy.game.legal(state, seat)


def test_random_tries_everything() -> None:
    state = fantasy.game.start(fantasy.Options(players=3), "all")
    seat = fantasy.game.awaiting(state)[0]
    state, _ = fantasy.game.play(state, seat, fantasy.Draw())
    bot = bot_named("random")
    chosen = {bot.choose(fantasy.game, state, seat, str(n)) for n in range(200)}
    assert chosen == set(fantasy.game.legal(state, seat))
