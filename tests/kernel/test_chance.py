"""The random generator: known answers, no bias, the same bits compiled or not."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest

from realms.kernel import chance

pytestmark = pytest.mark.uncompiled

DICE = np.dtype((np.record, [("aside", np.uint64), ("chance", np.uint64)]))
"""No beginning of a state's record: Numba would take rules compiled for it for the state."""


def dice(word: int) -> Any:
    made = np.zeros(1, DICE)[0]
    made.chance = np.uint64(word)
    return made


def splitmix(word: int) -> itertools.count[int] | Any:
    """SplitMix64 in plain Python, from its publication."""
    mask = (1 << 64) - 1
    while True:
        word = (word + 0x9E3779B97F4A7C15) & mask
        z = word
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


def test_known_answers() -> None:
    """The first words after 1234567, as published for SplitMix64."""
    made = dice(1234567)
    assert [int(chance.draw(made)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("word", [0, 1, 2**63, 2**64 - 1, 0xDEADBEEF])
def test_words_are_those_of_plain_python(word: int) -> None:
    made, plain = dice(word), splitmix(word)
    assert [int(chance.draw(made)) for _ in range(50)] == list(itertools.islice(plain, 50))


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 54, 3 << 30, (1 << 32) - 1])
def test_bounded_draws_are_lemires(bound: int) -> None:
    """Multiply, shift, and reject what would be unfair: computed again with whole numbers."""
    made, plain = dice(99), splitmix(99)
    for _ in range(200):
        while True:
            product = (next(plain) >> 32) * bound
            if product & 0xFFFFFFFF >= ((1 << 32) - bound) % bound:
                break
        assert int(chance.below(made, bound)) == product >> 32


def test_bounded_draws_are_fair() -> None:
    made = dice(5)
    seen = Counter(int(chance.below(made, 6)) for _ in range(30_000))
    expected = 5_000
    square = sum((seen[face] - expected) ** 2 / expected for face in range(6))
    assert square < 20.5  # chi square of five degrees: one in a thousand is above


def test_shuffles_are_fair() -> None:
    made = dice(6)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6_000):
        cards = np.arange(3)
        chance.shuffle(made, cards)
        seen[tuple(int(card) for card in cards)] += 1
    assert len(seen) == 6
    assert sum((times - 1_000) ** 2 / 1_000 for times in seen.values()) < 20.5


def test_branches_of_a_word_differ() -> None:
    word = chance.rng_state_from("one run")
    words = {int(chance.branch(word, number)) for number in range(5_000)}
    words |= {int(chance.decision_seed(word, number)) for number in range(5_000)}
    assert len(words) == 10_000


def test_seeds_are_any_text_and_words_have_seeds() -> None:
    assert chance.rng_state_from("té") != chance.rng_state_from("te")
    word = chance.rng_state_from("anything")
    assert chance.rng_state_from(chance.seed_of(word)) == word
    assert len(chance.fresh_seed()) == 32
    assert chance.fresh_seed() != chance.fresh_seed()


def test_a_commitment_does_not_tell_the_word() -> None:
    """The published hash is of other bytes than the one the word is taken from."""
    assert not chance.commitment("secret").startswith(
        chance.seed_of(chance.rng_state_from("secret"))[2:]
    )
    assert chance.commitment("secret") != chance.commitment("Secret")


def test_the_same_bits_compiled_and_uncompiled() -> None:
    code = (
        "from tests.kernel.test_chance import *; made = dice(42); "
        "print([int(chance.draw(made)) for _ in range(20)], "
        "[int(chance.below(made, n)) for n in range(1, 60)], "
        "int(chance.branch(np.uint64(7), 9)), int(chance.decision_seed(np.uint64(7), 9)))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "REALMS_COMPILE": switch},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for switch in ("0", "1")
    }
    assert len(outputs) == 1
