"""The stream that deals games among people: keyed by the whole seed, and told by its form."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Any

import pytest
from msgspec import structs

from realms import fantasy, medieval
from realms.kernel.chance import (
    SeedStream,
    commitment,
    fresh_seed,
    fresh_stream_seed,
    rng_state_from,
    stream_from,
)
from realms.kernel.conformance import Report, check_one, digest, digest_uncompiled
from realms.kernel.game import Game
from realms.kernel.notation import read, write
from realms.kernel.record import BrokenRecord, exported, verify

SEED = "stream:00112233445566778899aabbccddeeff"
TWINS = ("stream:0123456789abcdef7b93bad3087c5ae4", "stream:0123456789abcdef90f6bd8c75986add")
"""Two seeds whose SHA-256 begins with the same eight bytes."""

GAMES: list[tuple[Game, Any]] = [
    (fantasy.game, fantasy.Options()),
    (fantasy.game, fantasy.Options(players=2, variant="duel")),
    (fantasy.game, fantasy.Options(players=7, variant="chaos")),
    (medieval.game, medieval.Options()),
]
NAMES = ["standard", "duel", "chaos", "medieval"]


def words_of(seed: str, number: int) -> list[int]:
    """The words of a seed, by the standard library alone."""
    digest = hashlib.shake_256(b"realms deal:" + seed.encode()).digest(8 * number)
    return [int.from_bytes(digest[8 * n : 8 * n + 8], "big") for n in range(number)]


def deal_of(game: Game, options: Any, seed: str) -> tuple[list[int], list[str]]:
    return game.deal_order(game.start(options, seed))


# --- The stream ---


def test_words_are_those_of_the_standard_library_however_many_are_read() -> None:
    stream = SeedStream(SEED)
    assert [int(stream.word()) for _ in range(3_000)] == words_of(SEED, 3_000)


def test_words_that_would_be_unfair_are_left_out() -> None:
    """Below three times 2⁶² one word in four is too high."""
    bound, stream = 3 << 62, SeedStream(SEED)
    plain = [word % bound for word in words_of(SEED, 400) if word < bound]
    assert 250 < len(plain) < 350
    assert [stream.below(bound) for _ in plain] == plain


def test_draws_and_shuffles_are_fair() -> None:
    stream, orders, drawn = SeedStream(SEED), Counter[tuple[int, ...]](), Counter[int]()
    for _ in range(3_000):
        cards = [0, 1, 2]
        stream.shuffle(cards)
        orders[tuple(cards)] += 1
        drawn[stream.below(6)] += 1
    for seen in (orders, drawn):
        assert len(seen) == 6
        assert sum((times - 500) ** 2 / 500 for times in seen.values()) < 20.5  # one in a thousand


def test_only_its_own_form_names_a_stream() -> None:
    for text in ("", "realms", "stream:", "0x00000000000000ff", fresh_seed(), SEED.upper()):
        assert stream_from(text) is None
    for text in (SEED + "0", SEED[:-1], SEED + "\n", " " + SEED):
        assert stream_from(text) is None
    one, other = fresh_stream_seed(), fresh_stream_seed()
    assert one != other
    assert stream_from(one) is not None


# --- Deals ---


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "options"), GAMES, ids=NAMES)
def test_seeds_that_are_equal_in_eight_bytes_deal_differently(game: Game, options: Any) -> None:
    one, other = TWINS
    assert rng_state_from(one) == rng_state_from(other)
    deals = [deal_of(game, options, seed)[1] for seed in (*TWINS, SEED)]
    assert deals[0] != deals[1] != deals[2]
    assert sorted(deals[0]) == sorted(deals[1]) == sorted(deals[2])
    assert deal_of(game, options, one) == deal_of(game, options, one)


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "options"), GAMES, ids=NAMES)
def test_the_word_of_the_generator_does_not_tell_the_deck(game: Game, options: Any) -> None:
    """Whoever finds the word, as all 2⁶⁴ can be tried, has the order of no card."""

    class Known(SeedStream):
        def word(self) -> Any:
            super().word()
            return rng_state_from("found out")

        def below(self, bound: int) -> int:
            return int(super().word()) % bound

    decks = set()
    for seed in TWINS:
        state = game.new_state()
        game.set_up_from(state, options, Known(seed))
        decks.add(tuple(game.deal_order(state)[1]))
    assert len(decks) == 2


def test_every_card_may_come_first() -> None:
    """[FR-3] [MR-10]"""
    for game, options in (GAMES[1], GAMES[3]):
        first, every = Counter[str](), deal_of(game, options, SEED)[1]
        for number in range(300):
            first[deal_of(game, options, f"stream:{number:032x}")[1][0]] += 1
        expected = {card: 300 * every.count(card) / len(every) for card in every}
        square = sum((first[card] - n) ** 2 / n for card, n in expected.items())
        assert square < 110  # chi square of some 55 degrees: one in ten thousand is above


OLD_DEALS = {
    ("fantasy", "realms"): "1499e2d5539fd9e9",
    ("fantasy", "0x00000000000000ff"): "0f006e169d52eecb",
    ("fantasy", "9f86d081884c7d659a2feaa0c55ad015"): "f1f4dfa55a52f1ba",
    ("fantasy", "stream:short"): "13f7575a94e03fa6",
    ("medieval", "realms"): "ae3c96ffd445d444",
    ("medieval", "0x00000000000000ff"): "fbf7ef80aff17660",
    ("medieval", "9f86d081884c7d659a2feaa0c55ad015"): "e6df5ddf718afbec",
    ("medieval", "stream:short"): "76fb5294249eab75",
}


@pytest.mark.uncompiled
@pytest.mark.parametrize(("name", "seed"), OLD_DEALS)
def test_seeds_of_older_records_deal_what_they_dealt(name: str, seed: str) -> None:
    game, options = GAMES[0] if name == "fantasy" else GAMES[3]
    deal = json.dumps(deal_of(game, options, seed)).encode()
    assert hashlib.sha256(deal).hexdigest()[:16] == OLD_DEALS[name, seed]


@pytest.mark.uncompiled
def test_a_deck_dealt_from_a_stream_holds_to_the_contract() -> None:
    """[FR-3] [MR-10]"""
    for game, options in GAMES:
        check_one(game, options, SEED, Report(), every=40)


@pytest.mark.parametrize(("game", "options"), [GAMES[0], GAMES[3]], ids=["fantasy", "medieval"])
def test_compiled_and_plain_rules_play_a_stream_alike(game: Game, options: Any) -> None:
    assert digest(game, options, TWINS[:1]) == digest_uncompiled(game, options, TWINS[:1])


# --- Records ---


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "options"), [GAMES[0], GAMES[3]], ids=["fantasy", "medieval"])
def test_a_changed_seed_is_found_out(game: Game, options: Any) -> None:
    record = check_one(game, options, TWINS[0], Report(), every=1_000)
    assert read(write(game, record), [game])[1].seed == TWINS[0]
    assert exported(game, record)["deck"] == deal_of(game, options, TWINS[0])[1]
    assert verify(game, record) is not None
    changed = structs.replace(record, seed=TWINS[1])
    with pytest.raises(BrokenRecord) as error:
        verify(game, changed)
    assert error.value.code == "record/seed"
    with pytest.raises(BrokenRecord) as error:
        verify(game, structs.replace(changed, commitment=commitment(TWINS[1])))
    assert error.value.code != "record/seed"
    plain = structs.replace(record, seed=TWINS[0].removeprefix("stream:"))
    with pytest.raises(BrokenRecord) as error:
        verify(game, plain)
    assert error.value.code == "record/seed"
