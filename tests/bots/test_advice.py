"""In what order advice is told."""

from __future__ import annotations

from realms.bots.advice import Advice, put_in_order


def advices(*moves: tuple[str, float, float, int]) -> list[Advice]:
    """Advice for the first of two seats: a move, its chance, its score, how often it was tried."""
    return [
        Advice(name, (wins, 1 - wins), score=score, visits=visits)
        for name, wins, score, visits in moves
    ]


def order(*moves: tuple[str, float, float, int], least: int = 0) -> list[str]:
    """The moves as they are told."""
    return [one.move for one in put_in_order(advices(*moves), 0, least)]


def test_who_cannot_win_is_told_the_most_points() -> None:
    assert order(("pass", 0.0, 78, 900), ("war", 0.0, 81, 60)) == ["war", "pass"]


def test_who_cannot_lose_is_told_the_most_points_that_risk_nothing() -> None:
    moves = (("safe", 1.0, 90, 900), ("better", 0.995, 95, 300), ("bold", 0.9, 120, 200))
    assert order(*moves) == ["better", "safe", "bold"]


def test_while_the_win_is_open_the_order_stays() -> None:
    assert order(("one", 0.4, 78, 900), ("other", 0.39, 99, 80)) == ["one", "other"]


def test_a_move_hardly_tried_is_not_put_first() -> None:
    assert order(("one", 0.0, 78, 900), ("other", 0.0, 99, 3), least=200) == ["one", "other"]


def test_advice_without_chances_stays_as_it_is() -> None:
    assert [one.move for one in put_in_order([Advice("a"), Advice("b")], 0)] == ["a", "b"]
    assert put_in_order([], 0) == []
