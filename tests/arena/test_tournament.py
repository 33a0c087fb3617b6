"""A tournament: paired deals, rotated seats, the same result however it is played."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec
import pytest

from realms import fantasy, medieval
from realms.arena import executors
from realms.arena.games import Plan, deal_rng_state, play_compiled, play_moves, play_out
from realms.arena.ledger import Ledger
from realms.arena.seatings import sittings
from realms.arena.tournament import Tournament, TournamentResults, head_of, tables_of, tournament
from realms.cli import run
from realms.kernel.chance import rng_state_from, seed_of
from realms.kernel.errors import RealmsError
from realms.kernel.games import game_named
from realms.kernel.notation import read
from realms.kernel.record import verify

GREEDY_AMONG = ("greedy", "random", "random", "random")


def plan_of(*bots: str, seed: str = "tests", **options: Any) -> Plan:
    return Plan("fantasy", fantasy.Options(players=len(bots), **options), (bots,), seed)


def without_clock(results: TournamentResults) -> Any:
    """TournamentResults without what depends on the clock."""
    fields = msgspec.to_builtins(results)
    for bot in fields["bots"].values():
        del bot["seconds_per_move"]
    return fields


def test_deals_are_really_paired() -> None:
    """In all rotations of a deal, the same cards come in the same order to the same seats."""
    plan = plan_of(*GREEDY_AMONG)
    deals = defaultdict(set)
    for sitting, seating in sittings(plan.tables, 24, rng_state_from(plan.seed)):
        names = [plan.tables[0][place] for place in seating]
        dealt = deal_rng_state(plan.seed, sitting.deal)
        state, _moves, _seconds = play_out(fantasy.game, plan.options, names, dealt)
        order, deck = fantasy.game.deal_order(fantasy.game.start(plan.options, seed_of(dealt)))
        deals[sitting.deal].add((tuple(order), tuple(deck)))
        assert sorted(state.deck[: state.cards]) == list(range(state.cards))
    assert len(deals) == 6
    assert all(len(found) == 1 for found in deals.values())
    assert len(set.union(*deals.values())) == 6


@pytest.mark.parametrize(
    "plan",
    [
        plan_of(*GREEDY_AMONG),
        plan_of("greedy", "random", variant="duel"),
        plan_of("greedy", "random", "random", variant="chaos", rounds=3),
        Plan("medieval", medieval.Options(players=2), (("greedy", "random"),), "tests"),
    ],
    ids=["standard", "duel", "chaos", "medieval"],
)
def test_compiled_and_move_by_move_the_games_are_the_same(plan: Plan) -> None:
    games = list(sittings(plan.tables, 6, rng_state_from(plan.seed)))
    compiled, single = play_compiled(plan, games), play_moves(plan, games)
    for one, other in zip(compiled, single, strict=True):
        assert msgspec.structs.replace(other, seconds=(), moves=()) == one
        assert sum(other.moves) == other.decisions


def test_jobs_and_the_way_of_playing_do_not_change_the_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(executors, "BATCH", 7)
    plan = plan_of(*GREEDY_AMONG)
    one, many = (tournament(plan, 60, jobs) for jobs in (1, 3))
    assert without_clock(one) == without_clock(many)
    # With a parameter that greedy does not mind, it is asked move by move, in processes.
    named = plan_of("greedy:1", *GREEDY_AMONG[1:])
    asked = msgspec.json.encode(without_clock(tournament(named, 60, 2)))
    assert msgspec.json.decode(asked.replace(b"greedy:1", b"greedy")) == msgspec.json.decode(
        msgspec.json.encode(without_clock(one))
    )


def test_the_stronger_bot_wins() -> None:
    results = tournament(plan_of(*GREEDY_AMONG), 200, 1)
    greedy, random = results.bots["greedy"], results.bots["random"]
    assert greedy.low > 0.7
    assert random.high < 0.25
    assert greedy.seats == 200
    assert random.seats == 600
    assert greedy.wins + random.wins == pytest.approx(200)
    assert greedy.rating > random.rating
    assert greedy.mean_score > random.mean_score
    pair = results.pairs["greedy/random"]
    assert pair.low > 0.8
    assert pair.chance < 1e-6
    assert results.deals == 50


def test_equals_are_found_equal() -> None:
    """A bot against itself under another name has its fair share, within the interval."""
    plan = plan_of("random", "random:1", "random:1", seed="equals")
    found = tournament(plan, 150, 1).bots["random"]
    assert found.low < 1 / 3 < found.high


def test_a_round_robin() -> None:
    tables = tables_of(["random", "gre"], 3, "fantasy", round_robin=True)
    assert tables == (("random", "greedy", "greedy"), ("greedy", "random", "random"))
    plan = Plan("fantasy", fantasy.Options(players=3), tables, "robin")
    results = tournament(plan, 30, 1)
    assert results.games == 60
    assert [table.games for table in results.tables] == [30, 30]
    assert set(results.pairs) == {"random/greedy"}


def test_tables_that_do_not_fit_are_refused() -> None:
    with pytest.raises(RealmsError, match="2 bots for a table of 4"):
        tables_of(["greedy", "random"], 4, "fantasy")
    with pytest.raises(RealmsError, match="two different"):
        tables_of(["greedy", "greedy"], 4, "fantasy", round_robin=True)


# --- Going on ---


def test_a_run_that_is_gone_on_with_ends_as_one_that_was_not_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "BATCH", 5)
    plan, path = plan_of(*GREEDY_AMONG), tmp_path / "games.jsonl"
    whole = tournament(plan, 60, 1)
    with Ledger(path, head_of(plan)) as ledger:
        running = Tournament(plan, 60, ledger)
        with pytest.raises(KeyboardInterrupt):
            running.play(1, report_until(20))
        assert 20 <= len(running.finished) < 60
        assert running.results().games == len(running.finished)
    path.write_bytes(path.read_bytes() + b"[[0,14,3,[1,2")  # killed in the middle of a line
    counted: list[int] = []
    assert tournament(plan, 60, 2, str(path), counted.append) == whole
    assert sum(counted) == 60 - len(running.finished)
    assert tournament(plan, 60, 2, str(path), counted.append) == whole
    assert sum(counted) == 60 - len(running.finished)
    assert tournament(plan, 80, 1, str(path)) == tournament(plan, 80, 1)


def report_until(most: int) -> Any:
    """A report that is interrupted after so many games."""
    reports = []

    def report(games: int) -> None:
        reports.append(games)
        if sum(reports) >= most:
            raise KeyboardInterrupt

    return report


def test_another_run_is_not_mixed_in(tmp_path: Path) -> None:
    path = str(tmp_path / "games.jsonl")
    tournament(plan_of(*GREEDY_AMONG), 4, 1, path)
    with pytest.raises(RealmsError, match="another run"):
        tournament(plan_of(*GREEDY_AMONG, seed="other"), 4, 1, path)
    Path(path).write_text("no json\n")
    with pytest.raises(RealmsError, match="not a file of finished games"):
        tournament(plan_of(*GREEDY_AMONG), 4, 1, path)


COMMAND = "tournament fantasy --bots greedy:1,random,random --games 300 --seed stop --json"


def stopped_after(lines: int, path: Path, signed: int) -> tuple[int, bytes, bytes]:
    """Send a signal to a tournament that has written so many games; its status and all it said."""
    before = path.read_bytes().count(b"\n") if path.exists() else 1
    held = [sys.executable, "-m", "tests.arena.game_laws", str(lines), f"{path}.never"]
    ran = subprocess.Popen(
        [*held, *COMMAND.split(), "--jobs", "1", "--resume", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "REALMS_LANG": "en"},
    )
    while not path.exists() or path.read_bytes().count(b"\n") < before + lines:
        assert ran.poll() is None, ran.communicate()
        time.sleep(0.05)
    ran.send_signal(signed)
    out, errors = ran.communicate()
    return ran.returncode, out, errors


def test_interrupted_or_killed_the_finished_games_are_kept(tmp_path: Path) -> None:
    """Ctrl-C tells how it stands; after that and after a kill one goes on from the file."""
    path = tmp_path / "stopped.jsonl"
    status, out, errors = stopped_after(12, path, signal.SIGINT)
    assert status == 130
    assert f"--resume {path}" in errors.decode()
    assert msgspec.json.decode(out)["games"] == 11  # the twelfth was about to be counted
    status, _out, _errors = stopped_after(12, path, signal.SIGKILL)
    assert status == -signal.SIGKILL
    assert path.read_bytes().count(b"\n") == 1 + 12 + 12
    plan = plan_of("greedy:1", "random", "random", seed="stop")
    resumed = without_clock(tournament(plan, 24, 1, str(path)))
    assert resumed == without_clock(tournament(plan, 24, 1))


# --- The command ---


def test_the_command_tells_json_and_writes_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "tournament fantasy --bots greedy,random,random --games 6 --seed s --json --jobs 1"
    assert run([*words.split(), "--records", str(tmp_path / "games")]) == 0
    data = msgspec.json.decode(capsys.readouterr().out)
    assert {"game", "players", "games", "bots", "pairs"} <= set(data)
    assert {"seats", "wins", "win_rate", "low", "high", "mean_score", "rating"} <= set(
        data["bots"]["greedy"]
    )
    assert {"games", "a_wins", "low", "high"} <= set(data["pairs"]["greedy/random"])
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == 6
    for file in files:
        assert verify(*read(file.read_text("utf-8"), [game_named("fantasy")])) is not None
    assert run(words.removesuffix(" --json --jobs 1").split()) == 0
    shown = capsys.readouterr().out
    assert "greedy / random" in shown
    assert "6 games on 2 deals" in shown


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("tournament fantasy --bots greedy,random --players 4", "2 bots for a table of 4"),
        ("tournament fantasy --bots greedy:x,random,random", "“x” is no parameter"),
        ("tournament fantasy --bots greedy --round-robin", "two different bots"),
        ("tournament fantasy", "--bots is missing"),
    ],
)
def test_wrong_words_cost_one_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words.split()) == 2
    output = capsys.readouterr()
    assert sentence in output.err
    assert output.err.count("\n") == 1
    assert not output.out
