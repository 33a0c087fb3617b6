"""Games as tables: `simulate --out` and `convert`, read back by others with the same results."""

from __future__ import annotations

import csv
import json
import shutil
import time
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

from realms import fantasy, medieval
from realms.arena import simulate as arena_simulate
from realms.arena.games import deal_rng_state
from realms.arena.simulate import simulate
from realms.arena.simulation_results import Interrupted
from realms.kernel.chance import seed_of
from realms.kernel.errors import Unreadable
from realms.kernel.record import final_state
from realms.kernel.rule import COMPILED
from tests.cli.conftest import Realms
from tests.support.samples import SOAKING, amount

TOLD = ["game_id", "seed", "seat", "bot", "score", "won", "rank", "decisions"]
FOUR = ("--players", "4", "--bots", "random", "--seed", "data", "--games")


def test_parquet_has_a_row_a_seat_and_the_results_that_were_told(realms: Realms) -> None:
    ran = realms("simulate", "fantasy", *FOUR, "60", "--out", "games.parquet", "--json")
    results = json.loads(ran.out)
    games = polars.read_parquet("games.parquet")
    assert games.columns == [*TOLD, "hand"]
    assert games.height == 60 * 4
    by_seat = games.group_by("seat").agg(polars.col("won").sum(), polars.col("score").mean())
    ordered = by_seat.sort("seat")
    assert ordered["won"].to_list() == pytest.approx(results["wins"])
    assert ordered["score"].to_list() == pytest.approx(results["scores"]["mean"], abs=1e-3)
    assert int(games["decisions"].sum()) == results["decisions"]
    assert games["seed"][4] == seed_of(deal_rng_state("data", 1))
    assert games["game_id"].to_list() == [row // 4 for row in range(240)]


def test_rows_agree_with_the_games_played_one_by_one() -> None:
    options = fantasy.Options(players=3)
    results = simulate(fantasy.game, options, ["random"], 3, "one by one", 1, keep=True)
    columns: Any = results.columns("one by one")
    hands = columns["hand"].as_lists()
    for number in range(3):
        record = arena_simulate.record_game(fantasy.game, options, ["random"], "one by one", number)
        state = final_state(fantasy.game, record)
        outcome: Any = fantasy.game.outcome(state)
        assert results.arrays.scores[number].tolist() == list(outcome.scores)
        assert results.arrays.won[number].tolist() == [outcome.share(seat) for seat in range(3)]
        for seat in range(3):
            assert set(hands[3 * number + seat]) == set(fantasy.game.view(state, seat).hand)
            made = sum(played.seat == seat for played in record.moves)
            assert results.arrays.decisions[number, seat] == made


@pytest.mark.parametrize("bots", [["random"], ["random", "search:1"]])
def test_points_by_source_add_up_to_the_score(bots: list[str]) -> None:
    """Whether games run compiled as a whole, or move by move."""
    results = simulate(medieval.game, medieval.Options(players=2), bots, 1, "sources", 1, keep=True)
    columns = dict(results.arrays.columns)
    assert columns.pop("realm").all()  # the cards in play, which are no points
    assert {*columns} == {"points_track", "points_cards", "points_tokens", "points_great_persons"}
    assert np.array_equal(sum(columns.values()), results.arrays.scores)


def test_the_file_is_the_same_however_many_play(realms: Realms) -> None:
    for jobs in ("1", "3"):
        asked = ("simulate", "fantasy", *FOUR, "130", "--jobs", jobs, "--out", f"{jobs}.csv")
        assert realms(*asked).status == 0
    assert Path("1.csv").read_bytes() == Path("3.csv").read_bytes()


def test_text_needs_no_arrow(realms: Realms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    assert realms("simulate", "fantasy", *FOUR, "2", "--out", "games.csv").status == 0
    assert realms("simulate", "fantasy", *FOUR, "2", "--out", "games.jsonl").status == 0
    refused = realms("simulate", "fantasy", *FOUR, "2", "--out", "games.parquet")
    assert (refused.status, refused.err) == (
        2,
        "Parquet needs pyarrow: install realms with the extra data.\n",
    )
    lines = [json.loads(line) for line in Path("games.jsonl").read_text("utf-8").splitlines()]
    with Path("games.csv").open(encoding="utf-8") as file:
        rows = [*csv.DictReader(file)]
    for line, row in zip(lines, rows, strict=True):
        assert row["hand"].split(" ") == line["hand"]
        assert [*row] == [*line]
        assert int(row["score"]) == line["score"]


def test_files_of_other_kinds_are_refused_before_anything_is_played(realms: Realms) -> None:
    ran = realms("simulate", "fantasy", "--games", "1000000000", "--out", "games.xls")
    assert ran.status == 2
    assert "games.xls is none of the files" in ran.err
    assert not [*Path().iterdir()]


@pytest.mark.soak
@pytest.mark.skipif(not COMPILED, reason="plays a thousand games, or ten thousand")
@pytest.mark.parametrize("game", ["fantasy", "medieval"])
def test_ten_thousand_games_are_played_and_written_in_seconds(realms: Realms, game: str) -> None:
    """In three seconds of two cores; a sample may take three times its part of that."""
    games = amount(1_000, 10_000)
    asked = ("simulate", game, "--seed", "many", "--out", "games.parquet", "--json", "--games")
    assert realms(*asked, "10").status == 0  # what is loaded once is not measured
    began = time.process_time()
    data = json.loads(realms(*asked, str(games)).out)
    assert time.process_time() - began < 2 * 3 * games / 10_000 * (1 if SOAKING else 3)
    seats = (
        polars.read_parquet("games.parquet")
        .group_by("seat")
        .agg(polars.col("score").mean(), polars.col("won").sum())
        .sort("seat")
    )
    assert seats["score"].to_list() == pytest.approx(data["scores"]["mean"])
    assert seats["won"].to_list() == pytest.approx(data["wins"])
    assert polars.read_parquet("games.parquet").height == games * len(data["wins"])


def test_ctrl_c_keeps_and_tells_what_was_played(
    realms: Realms, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = arena_simulate.play_chunk

    def stopping(plan: Any, unit: tuple[int, int]) -> Any:
        if unit[0] >= 100:
            raise KeyboardInterrupt
        return play(plan, unit)

    monkeypatch.setattr(arena_simulate, "play_chunk", stopping)
    asked = ("simulate", "fantasy", *FOUR, "300", "--jobs", "1", "--out", "games.parquet", "--json")
    ran = realms(*asked)
    assert ran.status == 130
    assert ran.err == "Stopped after 100 of 300 games; what is told here is of those.\n"
    assert json.loads(ran.out)["games"] == 100
    assert polars.read_parquet("games.parquet").height == 400
    with pytest.raises(Interrupted) as stopped:
        simulate(fantasy.game, fantasy.Options(players=4), ["random"], 300, "data", 1, keep=True)
    assert len(stopped.value.results.arrays.numbers) == 100


def test_arrays_that_were_not_kept_are_said_to_be_missing() -> None:
    results = simulate(fantasy.game, fantasy.Options(players=3), ["random"], 1, "few", 1)
    with pytest.raises(Unreadable, match="keep=True"):
        results.arrays  # noqa: B018


@pytest.fixture
def records(realms: Realms) -> Path:
    """A folder of records, and the table of the same games."""
    asked = ("simulate", "fantasy", *FOUR, "5", "--records", "records", "--out", "games.parquet")
    assert realms(*asked).status == 0
    return Path("records")


def test_the_heads_of_many_records_become_one_table(realms: Realms, records: Path) -> None:
    ran = realms("convert", str(records), "--out", "converted.parquet")
    assert (ran.status, ran.err) == (0, "Wrote 20 rows to converted.parquet.\n")
    converted, played = (
        polars.read_parquet("converted.parquet"),
        polars.read_parquet("games.parquet"),
    )
    assert converted.columns == ["game_id", "game", *TOLD[1:]]
    same = ["seed", "seat", "score", "won", "rank"]
    assert converted.select(same).equals(played.select(same))
    assert converted["game_id"].to_list()[::4] == [f"fantasy-{n}" for n in range(5)]
    assert converted["decisions"].null_count() == 20


def test_heads_are_read_twenty_thousand_a_second(realms: Realms, records: Path) -> None:
    """Of processor time; three times as much is allowed."""
    text, many = (records / "fantasy-0.realms").read_bytes(), Path("many")
    many.mkdir()
    for number in range(4_000):
        (many / f"{number}.realms").write_bytes(text)
    assert realms("convert", str(records), "--out", "few.parquet").status == 0
    began = time.process_time()
    assert realms("convert", str(many), "--out", "many.parquet").status == 0
    assert 4_000 / (time.process_time() - began) > 20_000 / 3
    assert polars.read_parquet("many.parquet").height == 4_000 * 4


def test_replayed_records_tell_all_that_the_simulation_told(realms: Realms, records: Path) -> None:
    ran = realms("convert", str(records), "--replay", "--jobs", "1", "--out", "again.parquet")
    assert ran.status == 0
    converted, played = polars.read_parquet("again.parquet"), polars.read_parquet("games.parquet")
    left_out = ["game_id", "bot"]
    assert converted.drop("game", *left_out).equals(played.drop(left_out))


def test_a_record_that_does_not_hold_is_named_and_the_rest_is_written(
    realms: Realms, records: Path
) -> None:
    broken = records / "fantasy-2.realms"
    broken.write_text("no record at all", "utf-8")
    text = (records / "fantasy-3.realms").read_text("utf-8").splitlines()
    text.pop()  # the last move is missing: its head tells a result all the same
    (records / "fantasy-3.realms").write_text("\n".join(text), "utf-8")
    ran = realms("convert", str(records), "--out", "some.csv")
    assert ran.status == 1
    assert str(broken) in ran.err
    assert "1 record could not be read." in ran.err
    assert len(Path("some.csv").read_text("utf-8").splitlines()) == 1 + 4 * 4
    ran = realms("convert", str(records), "--replay", "--jobs", "1", "--out", "some.csv")
    assert "2 records could not be read." in ran.err


def test_tables_are_converted_into_one_another(realms: Realms, records: Path) -> None:
    for one, other in [("games.parquet", "a.jsonl"), ("a.jsonl", "b.parquet")]:
        assert realms("convert", one, "--out", other).status == 0
    assert polars.read_parquet("b.parquet").equals(polars.read_parquet("games.parquet"))
    assert realms("convert", "b.parquet", "--out", "c.csv").status == 0
    assert polars.read_csv("c.csv")["score"].equals(polars.read_parquet("b.parquet")["score"])


def test_nothing_to_convert_is_said(realms: Realms, records: Path) -> None:
    shutil.rmtree(records)
    records.mkdir()
    empty = realms("convert", str(records), "--out", "none.csv")
    assert (empty.status, empty.err) == (2, "There are no records in records.\n")
    missing = realms("convert", "nowhere.realms", "--out", "none.csv")
    assert missing.status == 2
    assert "nowhere.realms" in missing.err
    assert not Path("none.csv").exists()
