"""Chance: a small random generator whose whole state is one 64-bit field of the game's record.

The generator is SplitMix64 (Steele, Lea and Flood, 2014): the state walks by a constant,
and each step is mixed into 64 random bits. It is exact in 64-bit arithmetic, so it gives
the same bits compiled, uncompiled and on any machine; the n-th draw after a state can be
computed without the ones between. It deals cards; it keeps no secrets.

Every record has a field `chance`; these rules work on any such record.

Where people play, the deal has to keep a secret: whoever has seen part of it must not be able
to search for the rest. Such games have a seed of the form `stream:` and 32 digits. They are
laid out by a `SeedStream`, which is keyed by the whole seed, before the generator comes in.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import MutableSequence
from typing import Any

import numpy as np

from realms.kernel.rule import rule

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)


@rule(wraps=True)
def mix(rng_state: np.uint64) -> np.uint64:
    """The 64 random bits that belong to an rng state."""
    rng_state = (rng_state ^ (rng_state >> S30)) * MIX_A
    rng_state = (rng_state ^ (rng_state >> S27)) * MIX_B
    return rng_state ^ (rng_state >> S31)


@rule(wraps=True)
def draw(s: Any) -> np.uint64:
    """The next 64 random bits of a record."""
    s.chance = s.chance + STEP
    return mix(s.chance)


@rule(wraps=True)
def below(s: Any, bound: int) -> int:
    """A whole number from 0 to bound − 1, each equally likely (Lemire's method, 2019).

    The bound is at least 1 and below 2**32.
    """
    limit = np.uint64(bound)
    product = (draw(s) >> S32) * limit
    if (product & LOW) < limit:
        unfair = (np.uint64(0x100000000) - limit) % limit
        while (product & LOW) < unfair:
            product = (draw(s) >> S32) * limit
    return int(np.int64(product >> S32))


@rule
def shuffle(s: Any, cards: np.ndarray[Any, Any]) -> None:
    """Put the cards of an array into random order (Fisher and Yates), from the front."""
    for place in range(len(cards) - 1):
        other = place + below(s, len(cards) - place)
        kept = cards[place]
        cards[place] = cards[other]
        cards[other] = kept


@rule(wraps=True)
def branch(rng_state: np.uint64, number: int) -> np.uint64:
    """An rng state for the `number`-th of many independent uses of one (games of a run)."""
    return mix(mix(rng_state + STEP) ^ (np.uint64(number) * MIX_B + STEP))


@rule(wraps=True)
def decision_seed(rng_state: np.uint64, number: int) -> np.uint64:
    """An rng state for the `number`-th decision of one game: cheap, and far from its neighbours."""
    return rng_state + np.uint64(number) * MIX_A


def rng_state_from(seed: str) -> np.uint64:
    """The rng state that a seed, any text, stands for: the first bytes of its SHA-256.

    A seed of the form `0x` and sixteen digits is the rng state itself, which is how a game out
    of many is named.

    >>> hex(rng_state_from("realms")), hex(rng_state_from("0x00000000000000ff"))
    ('0x124681186178b907', '0xff')
    """
    if re.fullmatch("0x[0-9a-f]{16}", seed):
        return np.uint64(int(seed, 16))
    return np.uint64(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big"))


def seed_of(rng_state: np.uint64) -> str:
    """The seed that stands for an rng state.

    >>> seed_of(rng_state_from("realms"))
    '0x124681186178b907'
    """
    return f"0x{int(rng_state):016x}"


def commitment(seed: str) -> str:
    """What is published of a seed before the game, so that it can be checked after it."""
    return hashlib.sha256(b"realms seed:" + seed.encode()).hexdigest()


def fresh_seed() -> str:
    """A seed nobody can guess, for many games: 128 bits from the operating system."""
    return secrets.token_hex(16)


STREAM = "stream:"
"""How the seeds of games begin that are dealt from a stream."""


def fresh_stream_seed() -> str:
    """A seed nobody can guess, for one game among people, which a stream deals."""
    return STREAM + secrets.token_hex(16)


class SeedStream:
    """Random numbers keyed by a whole seed: SHAKE-256, read in words of eight bytes.

    Slow beside the generator of the rules, and good for one deal; what was read of it tells
    nothing about the rest to whoever does not have the seed.

    >>> stream = SeedStream("stream:00112233445566778899aabbccddeeff")
    >>> cards = [*range(10)]
    >>> stream.shuffle(cards)
    >>> cards, stream.below(6), hex(stream.word())
    ([1, 9, 6, 5, 7, 0, 8, 3, 4, 2], 5, '0x704d7590f370eba4')
    """

    def __init__(self, seed: str) -> None:
        self._source = hashlib.shake_256(b"realms deal:" + seed.encode())
        self._bytes = self._source.digest(2048)
        self._read = 0

    def word(self) -> np.uint64:
        """The next 64 bits."""
        if self._read == len(self._bytes):
            self._bytes = self._source.digest(2 * len(self._bytes))  # begins with the same bytes
        self._read += 8
        return np.uint64(int.from_bytes(self._bytes[self._read - 8 : self._read], "big"))

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound − 1, each equally likely: words too high are left out."""
        word = int(self.word())
        while word >= (1 << 64) - (1 << 64) % bound:
            word = int(self.word())
        return word % bound

    def shuffle(self, cards: MutableSequence[Any] | np.ndarray[Any, Any]) -> None:
        """Put cards into random order (Fisher and Yates), from the front."""
        for place in range(len(cards) - 1):
            other = place + self.below(len(cards) - place)
            kept = cards[place]
            cards[place] = cards[other]
            cards[other] = kept


def stream_from(seed: str) -> SeedStream | None:
    """The stream that deals the game of a seed; None where the generator alone deals it.

    >>> stream_from("realms"), stream_from("stream:realms")
    (None, None)
    """
    return SeedStream(seed) if re.fullmatch(f"{STREAM}[0-9a-f]{{32}}", seed) else None
