"""The load that `realms bench` measures: a small one, to see that it plays for real."""

from __future__ import annotations

from realms.web.load import figures


def test_a_small_load_is_played_and_told() -> None:
    measured = {figure.name: figure.value for figure in figures(tables=3, games=1, streams=5)}
    assert set(measured) == {
        "server/durable-moves", "server/move-p50", "server/move-p99", "server/5-streams-told",
    }  # fmt: skip
    assert all(value > 0 for value in measured.values())
