"""A small run learns, is kept, and is gone on with; where PyTorch is installed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from realms.arena.game_parts import batch_rules
from realms.kernel.errors import Unreadable
from realms.kernel.games import game_named

torch = pytest.importorskip("torch", reason="the extra `learn` is not installed")

from realms.bots.learned.weights import FILE, read_network  # noqa: E402
from realms.learning.against_bots import AgainstBots  # noqa: E402
from realms.learning.imitation import TaughtGames, imitate  # noqa: E402
from realms.learning.run import CURVE, Run, open_run  # noqa: E402
from realms.learning.self_play import SelfPlay  # noqa: E402
from realms.learning.settings import NetworkShape, Settings  # noqa: E402
from realms.learning.starting_weights import CHECKPOINT  # noqa: E402

SMALL = Settings(
    game="fantasy",
    tables=({"players": 3},),
    rows=16,
    steps=4,
    lesson=32,
    decisions=192,
    shape=NetworkShape(32, 1, 8),
)


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    run = open_run(SMALL, tmp_path, "cpu")
    run.go(0.0, lambda _report: None)
    assert run.decisions == 0
    run.go(600.0, lambda report: run.keep() if report["decisions"] == 64 else None)
    again = open_run(SMALL, tmp_path, "cpu")
    assert again.decisions == 192
    lines = (tmp_path / CURVE).read_text().splitlines()
    assert [json.loads(line)["decisions"] for line in lines] == [64, 128, 192]
    network = read_network((tmp_path / FILE).read_bytes())
    assert network.about.decisions == 192
    with pytest.raises(Unreadable):
        open_run(Settings("fantasy", ({"players": 4},)), tmp_path, "cpu")


def outcome_of(folder: Path) -> tuple[bytes, list[dict[str, Any]]]:
    """What a run came to: its weights, and its curve but for what the clock says."""
    lines = [json.loads(line) for line in (folder / CURVE).read_text().splitlines()]
    for line in lines:
        del line["seconds"], line["played"]
    return (folder / FILE).read_bytes(), lines


@pytest.mark.parametrize(
    "more", [{}, {"opponents": ("greedy",), "opponent_rows": 4, "average": 0.9}]
)
def test_the_same_seed_and_settings_give_the_same_run(tmp_path: Path, more: dict[str, Any]) -> None:
    settings = structs.replace(SMALL, **more)
    for name in ("one", "two"):
        open_run(settings, tmp_path / name, "cpu").go(600.0, lambda _report: None)
    assert outcome_of(tmp_path / "one") == outcome_of(tmp_path / "two")
    other = structs.replace(settings, seed="another")
    open_run(other, tmp_path / "other", "cpu").go(600.0, lambda _report: None)
    assert outcome_of(tmp_path / "other")[1] != outcome_of(tmp_path / "one")[1]


def test_a_run_goes_on_with_its_luck_and_deals_other_games_than_before(tmp_path: Path) -> None:
    """Gone on with twice from one checkpoint, it comes to the same; not to its first games."""
    folders = [tmp_path / name for name in ("one", "two")]
    half = open_run(structs.replace(SMALL, decisions=64), folders[0], "cpu")
    half.go(600.0, lambda _report: None)
    luck = torch.get_rng_state()
    shutil.copytree(folders[0], folders[1])
    for folder in folders:
        torch.manual_seed(0)
        run = open_run(SMALL, folder, "cpu")
        assert torch.equal(torch.get_rng_state(), luck)
        run.go(600.0, lambda _report: None)
    assert outcome_of(folders[0]) == outcome_of(folders[1])
    how = (SMALL, half.encoding, half.options[0], "cpu")
    dealt = [SelfPlay(*how, learned).games.seed_of(0) for learned in (0, 64)]
    assert dealt[0] != dealt[1]


def test_every_measurement_is_of_the_network_as_it_then_is(tmp_path: Path) -> None:
    """Against each of a set of bots, at each table; a network that changed wins another part."""
    run = open_run(SMALL, tmp_path, "cpu")
    first = run.measure_strength(6)
    assert [one.bot for one in first] == ["greedy", "planner"]
    with torch.no_grad():
        for weights in run.network.parameters():
            weights.add_(torch.randn_like(weights))
    run.decisions = 64
    run.measure_strength(6, ["random"])
    again = run.measure_strength(6)
    kept = run.strengths()
    assert [(one.decisions, one.bot) for one in kept] == [
        (0, "greedy"), (0, "planner"), (64, "random"), (64, "greedy"), (64, "planner"),
    ]  # fmt: skip
    assert all(one.fair == pytest.approx(1 / 3) and one.games == 6 for one in kept)
    moves = []
    for found in (first, again):
        assert [one.bot for one in found] == ["greedy", "planner"]
        moves.append([one.points for one in found])
    assert moves[0] != moves[1]


def test_shipped_weights_are_learned_on(tmp_path: Path) -> None:
    """A file in whole steps of a byte is a start like the run that wrote it, to such a step."""
    first = open_run(structs.replace(SMALL, decisions=64), tmp_path / "first", "cpu")
    first.go(600.0, lambda _report: None)
    on = open_run(SMALL, tmp_path / "on", "cpu")
    on.begin_from(tmp_path / "first" / FILE)
    assert on.earlier == 64
    for name, weights in on.network.state_dict().items():
        kept = first.network.state_dict()[name]
        assert torch.allclose(weights, kept, atol=float(kept.abs().max()) / 200), name
    on.go(600.0, lambda _report: None)
    assert read_network((tmp_path / "on" / FILE).read_bytes()).about.decisions == 256


def test_weights_of_another_shape_and_no_weights_at_all_are_refused(tmp_path: Path) -> None:
    first = open_run(SMALL, tmp_path / "first", "cpu")
    first.keep()
    wider = open_run(structs.replace(SMALL, shape=NetworkShape(40, 1, 8)), tmp_path / "b", "cpu")
    for place, code in (
        (tmp_path / "first", "learn/shape"),
        (tmp_path / "first" / FILE, "learn/shape"),
        (tmp_path / "nowhere", "learn/start"),
        (tmp_path / "first" / "settings.json", "learn/start"),
    ):
        with pytest.raises(Unreadable) as refused:
            wider.begin_from(place)
        assert refused.value.code == code


def judgement(run: Run, numbers: Any) -> Any:
    """What a run's network says of inputs, as one tensor."""
    with torch.no_grad():
        said = run.network(numbers)
    return torch.cat((said.policy, said.wins[:, :2], said.margins[:, :2]), 1)


def test_against_a_bot_only_the_networks_own_seat_is_asked(tmp_path: Path) -> None:
    settings = structs.replace(SMALL, rows=1, opponents=("greedy",), opponent_rows=6, steps=40)
    run = open_run(settings, tmp_path, "cpu")
    games = AgainstBots(settings, run.encoding, run.options[0], "greedy", "cpu")
    assert games.games.turns.seat.tolist() == [0, 1, 2, 0, 1, 2]
    lessons = games.play(run.network)
    assert games.games.turns.seat.tolist() == [0, 1, 2, 0, 1, 2]
    assert len(lessons.actions) == 6 * 40
    assert games.finished == len(games.won) > 0
    assert 0 <= games.share <= 1


def test_the_mean_of_weights_is_what_is_kept(tmp_path: Path) -> None:
    settings = structs.replace(SMALL, average=0.9, opponents=("greedy",), opponent_rows=4)
    run = open_run(settings, tmp_path, "cpu")
    run.go(600.0, lambda _report: None)
    kept = torch.load(tmp_path / CHECKPOINT)
    kept_mean, own = kept["mean"]["policy.bias"], kept["network"]["policy.bias"]
    assert not torch.equal(kept_mean, own)
    shipped = read_network((tmp_path / FILE).read_bytes()).arrays.head_biases[: len(own)]
    assert np.allclose(shipped, kept_mean.numpy(), atol=1e-3)
    again = open_run(settings, tmp_path, "cpu")
    assert torch.equal(again.mean.module.state_dict()["policy.bias"], kept_mean)


def test_a_run_begins_with_what_another_learned_at_other_tables(tmp_path: Path) -> None:
    first = structs.replace(SMALL, game="medieval", tables=({"players": 2},), decisions=64)
    one = open_run(first, tmp_path / "one", "cpu")
    one.go(600.0, lambda _report: None)
    tables = ({"players": 3}, {"players": 2, "edition": "es"}, {"players": 2})
    other = open_run(structs.replace(first, tables=tables), tmp_path / "other", "cpu")
    other.begin_from(tmp_path / "one")
    rules = batch_rules(game_named("medieval"))
    for options in other.options[1:]:
        layout = rules.layout(options)
        seen = np.arange(layout.observation_size) % 3
        said = []
        for run, table in ((one, one.options[0]), (other, options)):
            numbers = np.zeros((1, run.encoding.input_size), np.int16)
            row = run.encoding.table_numbers(table)
            numbers[0, : len(row)] = row
            numbers[0, run.encoding.input_places(layout)] = seen
            said.append(judgement(run, torch.from_numpy(numbers)))
        assert torch.allclose(*said, atol=1e-4)


def test_a_run_may_begin_with_the_mean_of_others(tmp_path: Path) -> None:
    for seed in ("one", "two"):
        made = open_run(structs.replace(SMALL, seed=seed, decisions=64), tmp_path / seed, "cpu")
        made.go(600.0, lambda _report: None)
    mean = open_run(SMALL, tmp_path / "mean", "cpu")
    mean.begin_from(tmp_path / "one", tmp_path / "two")
    mean.go(0.0, lambda _report: None)
    biases = [torch.load(tmp_path / seed / CHECKPOINT)["network"] for seed in ("one", "two")]
    expected = (biases[0]["entry.bias"] + biases[1]["entry.bias"]) / 2
    assert torch.allclose(mean.network.state_dict()["entry.bias"], expected)
    assert read_network((tmp_path / "mean" / FILE).read_bytes()).about.decisions == 64


@pytest.mark.parametrize("table", [{"players": 3}, {"players": 3, "variant": "chaos"}])
def test_what_a_teacher_shows_is_legal_and_is_learned(
    table: dict[str, Any], tmp_path: Path
) -> None:
    settings = structs.replace(SMALL, tables=(table,), teacher="greedy", teacher_rows=2, rate=0.01)
    run = open_run(structs.replace(settings, taught=1, decisions=1), tmp_path, "cpu")
    reports: list[dict[str, Any]] = []
    run.go(600.0, reports.append)
    assert [one["decisions"] for one in reports] == [run.decisions]
    assert open_run(run.settings, tmp_path, "cpu").decisions == run.decisions
    shown = TaughtGames(settings, run.encoding, run.options[0]).show(1)
    assert shown.legal.gather(1, shown.actions[:, None]).all()
    assert torch.allclose(shown.wins.sum(1), torch.ones(len(shown.actions)))
    likes = [imitate(run.network, run.optimiser, shown, settings) for _ in range(6)]
    assert likes[-1].policy < likes[0].policy
    assert likes[-1].same > likes[0].same


def test_a_network_goes_on_at_a_table_with_other_actions_and_other_things_to_read(
    tmp_path: Path,
) -> None:
    """What both read counts as before; what is new begins as if it were not there."""
    first = open_run(structs.replace(SMALL, decisions=64), tmp_path / "first", "cpu")
    first.go(600.0, lambda _report: None)
    chaos = structs.replace(SMALL, tables=({"variant": "chaos", "players": 3},))
    on = open_run(chaos, tmp_path / "on", "cpu")
    on.begin_from(tmp_path / "first")
    before, after = first.network.state_dict(), on.network.state_dict()
    assert torch.equal(before["blocks.0.first.weight"], after["blocks.0.first.weight"])
    names = {run: [block.name for block in run.encoding.actions] for run in (first, on)}
    assert "offer" in names[on]
    assert "offer" not in names[first]
    assert len(on.network.embeddings) > len(first.network.embeddings)
    on.go(600.0, lambda _report: None)
