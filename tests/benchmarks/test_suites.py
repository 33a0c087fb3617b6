from __future__ import annotations

import msgspec
import numpy as np
import pytest

from benchmarks import parts
from benchmarks.__main__ import COMMANDS
from benchmarks.figure import measure
from benchmarks.suites import device, medieval
from benchmarks.suites.fantasy import dealt_hands, single_figures
from benchmarks.suites.numpy_scorer import score_with_numpy
from realms.cli import run
from realms.fantasy.rules.state import STATE
from realms.fantasy.scoring.plain import score_plain
from tests.test_house import ROOT


def test_the_yardstick_measures_the_same_work() -> None:
    for choosers in (False, True):
        hands = dealt_hands(3_000, choosers)
        points = np.zeros(len(hands), np.int64)
        score_plain(hands, points)
        assert (score_with_numpy(hands) == points).all()


def test_a_figure_is_a_median_between_its_ends() -> None:
    runs = iter([3.0, 1.0, 2.0])
    figure = measure("name", "s", 3, lambda: next(runs))
    assert (figure.low, figure.value, figure.high) == (1.0, 2.0, 3.0)


def test_a_state_is_small() -> None:
    assert STATE.itemsize < 400
    assert next(iter(single_figures(1))).value == STATE.itemsize
    assert next(iter(medieval.single_figures(1))).value <= 1500


def test_the_card_is_measured_with_as_many_at_once_as_its_document_says() -> None:
    document = (ROOT / "docs" / "gpu.md").read_text("utf-8")
    rows = {
        "fantasy-random-games-plain-scoring": "final hands scored plainly | 4.2 million |",
        "fantasy-random-games": "`random`, final hands with the best choices | 262,144 |",
        "fantasy-greedy-games": "Fantasy Realms, `greedy`, likewise | 262,144 |",
        "medieval-random-games": "Medieval Realms, `random` | 1.05 million |",
    }
    for name, _bot, games, _exact in device.GAMES:
        assert rows[name] in document
        number = f"{games:,}" if games < 1e6 else f"{games / 1e6:.3g} million"
        assert f"| {number.replace('4.19', '4.2')} |" in rows[name]
    plain, (many, fewer) = device.PLAIN_HANDS, device.BEST_HANDS
    assert f"hands, scored plainly | {plain / 1e6:.0f} million |" in document
    assert f"hands, with the best choices | {many / 1e6:.1f} million |" in document
    assert f"the same | {fewer / 1e6:.2f} million |" in document


def test_the_command_tells_every_figure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "FEW", 1)  # they are to be told, not to be right
    assert run(["bench", "--quick", "--json"], COMMANDS) == 0
    data = msgspec.json.decode(capsys.readouterr().out)
    names = {figure["name"] for figure in data["results"]}
    assert {
        "fantasy/plain-hands", "fantasy/plain-hands-numpy", "fantasy/best-hands",
        "fantasy/random-games", "fantasy/greedy-games", "fantasy/state", "start/score",
        "medieval/random-games", "medieval/greedy-games", "medieval/random-decisions",
        "batch/fantasy-1", "batch/medieval-16384", "batch/fantasy-1024-cores",
        "fantasy/search-asked-10ms", "medieval/search-asked-10ms",
        "fantasy/learned-move", "medieval/learned-move",
        "medieval/state", "medieval/copy-and-apply", "medieval/play-a-placement",
    } <= names  # fmt: skip
    for figure in data["results"]:
        assert set(figure) == {"name", "value", "unit", "low", "high"}
        assert 0 < figure["low"] <= figure["value"] <= figure["high"]
    assert data["machine"]["cores"] >= 1
