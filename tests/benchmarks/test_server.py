"""The load that `realms bench` measures: a small one, to see that it plays for real."""

from __future__ import annotations

from benchmarks.server import bare, ours, pages


def test_a_small_load_is_played_and_told() -> None:
    measured = {figure.name: figure.value for figure in ours.figures(3, 40, 5, 2)}
    assert set(measured) == {
        "server/durable-moves",
        "server/durable-moves-p50",
        "server/durable-moves-p99",
        "server/5-streams-told",
    }
    assert all(value > 0 for value in measured.values())


def test_a_page_hears_of_moves() -> None:
    measured = {figure.name: figure.value for figure in pages.figures(4)}
    assert set(measured) == {"server/page-shown", "server/page-bytes"}
    assert 0 < measured["server/page-bytes"] < 40_000


def test_the_bare_handler_writes_what_it_is_sent() -> None:
    measured = {figure.name: figure.value for figure in bare.figures(50, 2)}
    assert measured["server/bare-inserts"] > 0
