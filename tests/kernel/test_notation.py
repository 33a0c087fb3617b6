"""Records as text: they read back, and no text at all breaks the reader."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from realms import fantasy
from realms.arena.simulate import record_game
from realms.fantasy.content.cards import CARDS
from realms.kernel.conformance import Report, check_one
from realms.kernel.errors import RealmsError
from realms.kernel.games import all_games
from realms.kernel.notation import options_read, options_written, read, valid_name, write
from realms.kernel.record import (
    BrokenRecord,
    Record,
    completed,
    exported,
    redacted,
    replay,
    verify,
)

GAME = fantasy.game
STANDARD = fantasy.Options(players=3)


def a_record(seed: str = "notation", options: fantasy.Options = STANDARD) -> Record:
    return check_one(GAME, options, seed, Report())


TEXT = write(GAME, record_game(GAME, STANDARD, ["random"], "notation", 0))
CHAOS = write(GAME, a_record("chaos", fantasy.Options(players=3, variant="chaos", declare=True)))


@pytest.mark.parametrize("text", [TEXT, CHAOS])
def test_a_record_reads_back_as_written(text: str) -> None:
    game, record = read(text, all_games())
    assert write(game, record) == text
    verify(game, record)


def test_the_reader_does_not_mind_spacing_case_and_language() -> None:
    loose = TEXT.replace("  ", "     ").replace("+Swamp", "+pantano").replace("-Swamp", "- SWAMP")
    _, record = read("\ufeff" + loose.replace("\n", "\r\n"), all_games())
    assert write(GAME, completed(GAME, record)) == TEXT


def test_remarks_stay_with_their_move() -> None:
    lines = TEXT.splitlines()
    lines[-1] += " {the last (one)}"
    _, record = read("\n".join(lines), all_games())
    assert record.moves[-1].remark == "the last (one)"
    assert "{the last (one)}" in write(GAME, record)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.text(max_size=400))
def test_any_text_is_a_record_or_one_error_with_its_place(text: str) -> None:
    with pytest.raises(BrokenRecord) as error:
        read(text, all_games())
    assert error.value.line >= 1
    assert error.value.column >= 1
    assert "\n" not in error.value.sentence("es")


@settings(
    max_examples=400,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    st.sampled_from([TEXT, CHAOS]),
    st.lists(st.tuples(st.floats(0, 1), st.text(max_size=3)), min_size=1, max_size=4),
)
def test_a_damaged_record_is_read_or_refused_never_a_crash(
    text: str, edits: list[tuple[float, str]]
) -> None:
    for where, piece in edits:
        at = int(where * len(text))
        text = text[:at] + piece + text[at + 1 :]
    problem: RealmsError | None = None
    try:
        game, record = read(text, all_games())
        verify(game, record)
    except RealmsError as error:
        problem = error
    assert problem is None or (problem.sentence("en") and problem.sentence("es"))


def test_one_changed_character_is_found_out() -> None:
    """Every letter or digit of the moves matters, or is read as the same move."""
    dice = random.Random(11)
    start = TEXT.index("1.")
    same = read(TEXT, all_games())[1].moves
    for _ in range(150):
        at = dice.randrange(start, len(TEXT))
        if not TEXT[at].isalpha():
            continue
        damaged = TEXT[:at] + ("x" if TEXT[at] != "x" else "y") + TEXT[at + 1 :]
        try:
            game, record = read(damaged, all_games())
            verify(game, record)
        except RealmsError:
            continue
        assert [m.move for m in record.moves] == [m.move for m in same]


def test_a_wrong_seed_result_or_answer_is_found_out() -> None:
    game, record = read(TEXT, all_games())
    for broken, code in (
        (structs.replace(record, seed="another"), "record/seed"),
        (structs.replace(record, seed="another", commitment=""), None),
        (structs.replace(record, result=record.result.replace("*", "")), "record/result"),
        (structs.replace(record, moves=record.moves[:-1]), "record/result"),
    ):
        with pytest.raises(BrokenRecord) as error:
            verify(game, broken)
        assert code in (None, error.value.code)


def test_moves_after_the_end_are_refused_with_their_place() -> None:
    game, record = read(TEXT + "     Random A  +deck\n", all_games())
    with pytest.raises(BrokenRecord) as error:
        verify(game, record)
    assert error.value.code == "move/game_over"
    assert error.value.line == len(TEXT.splitlines()) + 1


def test_redacted_records_read_back_and_cannot_be_replayed() -> None:
    game, record = read(TEXT, all_games())
    unfinished = structs.replace(record, moves=record.moves[:9], result="")
    for viewer in (None, 0, 1, 2):
        redaction = redacted(game, unfinished, viewer)
        text = write(game, redaction)
        assert record.seed not in text
        assert write(game, read(text, all_games())[1]) == text
        with pytest.raises(BrokenRecord, match="redacted"):
            list(replay(game, redaction))
    assert redacted(game, record, 0) == completed(game, record)


def test_the_export_has_the_shape_others_rely_on() -> None:
    game, record = read(TEXT, all_games())
    data = exported(game, record)
    assert list(data) == [
        "game", "rules", "options", "seats", "seed", "order", "deck", "moves", "result",
    ]  # fmt: skip
    assert sorted(data["deck"]) == sorted(card.id for card in CARDS)
    assert sorted(data["order"]) == [0, 1, 2]
    first = data["moves"][0]
    assert first == {"seat": data["order"][0], "move": {"type": "draw"}}
    state = GAME.start(record.options, record.seed)
    dealt = [set(GAME.view(state, seat).hand) for seat in range(3)]
    assert [set(data["deck"][7 * seat : 7 * seat + 7]) for seat in range(3)] == dealt
    drawn = [m.answer for m in record.moves if m.answer]
    names = {card.id: card.name.en for card in CARDS}
    assert [names[card] for card in data["deck"][21 : 21 + len(drawn)]] == drawn


@pytest.mark.parametrize(
    ("pairs", "code"),
    [
        (["players=9"], "options/players"),
        (["players=3", "variant=duel"], "options/duel_players"),
        (["variant=solo"], "options/value_of"),
        (["jester=perhaps"], "options/value_of"),
        (["rounds=-1"], "options/value"),
        (["rounds=0", "players=3", "variant=chaos"], "options/rounds"),
        (["clock=yes"], "options/clock"),
        (["colour=red"], "options/unknown"),
        (["players"], "options/no_value"),
    ],
)
def test_wrong_options_are_one_sentence(pairs: list[str], code: str) -> None:
    with pytest.raises(RealmsError) as error:
        options_read(GAME, pairs)
    assert error.value.code == code


@pytest.mark.parametrize(
    "options",
    [
        fantasy.Options(),
        fantasy.Options(players=2, variant="duel", jester=False, stall_guard=False),
        fantasy.Options(players=7, variant="chaos", rounds=3, clock=True, declare=True),
    ],
)
def test_options_read_back(options: fantasy.Options) -> None:
    assert options_read(GAME, options_written(options).split(";")) == options


def test_names_of_seats() -> None:
    assert all(valid_name(name) for name in ("Ada", "José María", "O'Neil", "Ünal 2"))
    bad = ("", " Ada", "2fast", "a;b", "Table", "all", "x" * 40, "+deck", 'q"', "a{b")
    assert not any(valid_name(name) for name in bad)
