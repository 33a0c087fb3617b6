"""A small run learns, is kept, and is gone on with; where PyTorch is installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from realms.kernel.errors import Unreadable

torch = pytest.importorskip("torch", reason="the extra `learn` is not installed")

from realms.bots.learned.weights import FILE, read_network  # noqa: E402
from realms.learning.run import CURVE, open_run  # noqa: E402
from realms.learning.settings import NetworkShape, Settings  # noqa: E402

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
    run.go(0.0, lambda _told: None)
    assert run.decisions == 0
    run.go(600.0, lambda told: run.keep() if told["decisions"] == 64 else None)
    again = open_run(SMALL, tmp_path, "cpu")
    assert again.decisions == 192
    lines = (tmp_path / CURVE).read_text().splitlines()
    assert [json.loads(line)["decisions"] for line in lines] == [64, 128, 192]
    network = read_network((tmp_path / FILE).read_bytes())
    assert network.about.decisions == 192
    with pytest.raises(Unreadable):
        open_run(Settings("fantasy", ({"players": 4},)), tmp_path, "cpu")
