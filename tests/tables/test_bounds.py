"""A log takes so many entries, a seat so many acts that lead nowhere; all games end."""

from __future__ import annotations

from typing import Any

import pytest

from realms.kernel.errors import IllegalMove
from realms.kernel.text import LANGUAGES, say
from realms.tables import entries, permissions
from realms.tables.permissions import IDLE_BURST, IDLE_RATE, IdleActs, is_full, is_idle
from realms.tables.table import Table
from realms.tables.terms import Clock, Terms

CHAOS = Terms(
    "fantasy", {"players": 3, "variant": "chaos", "clock": True}, clock=Clock("move", 600)
)


def a_table(terms: Terms) -> Table:
    table = Table("t", terms, "seed")
    for seat in range(len(table.chairs)):
        name = ("Ada", "Bob", "Cid")[seat]
        table.accept(table.consider(entries.SeatTaken(seat, name, f"{seat}" * 64), 0))
    table.accept(table.consider(entries.GameStarted(), 0))
    return table


def test_offers_on_a_clock_have_a_rate_for_each_seat() -> None:
    now = [10.0]
    table, idle = a_table(CHAOS), IdleActs(lambda: now[0])
    assert table.state is not None
    move = table.game.legal(table.state, 0)[0]
    act = entries.MoveMade(0, move)
    assert is_idle(table, act)
    for _ in range(IDLE_BURST):
        idle.check(table, act)
    with pytest.raises(IllegalMove) as refused:
        idle.check(table, act)
    assert refused.value.code == "table/hurried"
    idle.check(table, entries.MoveMade(1, move))
    idle.check(table, entries.MoveMade(0, move, "bot"))
    now[0] += 1 / IDLE_RATE
    idle.check(table, act)
    assert len(idle) == 2


def test_moves_in_turn_cost_nothing() -> None:
    table, idle = a_table(Terms("fantasy", {"players": 3})), IdleActs(lambda: 10.0)
    (seat,) = table.awaiting
    for _ in range(5 * IDLE_BURST):
        idle.check(table, entries.MoveMade(seat, {"type": "draw"}))
    assert len(idle) == 0
    assert is_idle(table, entries.MoveMade(1 - seat, {"type": "draw"}))
    assert is_idle(table, entries.SeatRenamed(0, "Eve"))
    assert is_idle(table, entries.MovesUndone(0, 1))


def test_a_full_log_takes_what_leads_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    table, idle = a_table(Terms("fantasy", {"players": 3})), IdleActs()
    monkeypatch.setattr(permissions, "MOST_OPEN", table.seq)
    refused: list[Any] = [
        entries.SeatRenamed(0, "Eve"),
        entries.UndoRequested(0, 1),
        entries.MovesUndone(0, 1),
        entries.BotSeated(1, "greedy"),
    ]
    for act in refused:
        with pytest.raises(IllegalMove) as error:
            idle.check(table, act)
        assert error.value.code == "table/log_full"
    while table.outcome is None:
        assert table.state is not None
        seat = table.awaiting[0]
        act = entries.MoveMade(seat, table.game.legal(table.state, seat)[0])
        idle.check(table, act)
        table.accept(table.consider(act, 0))
    for act in (entries.SeatLeft(0), entries.RematchOpened("x"), entries.PlayerReturned(0)):
        idle.check(table, act)
    monkeypatch.setattr(permissions, "SPARE_ENTRIES", -1000)
    with pytest.raises(IllegalMove):
        idle.check(table, entries.PlayerReturned(0))


def placing(players: int = 3) -> Table:
    """A table where all place in secret."""
    table = a_table(Terms("medieval", {"players": players}))
    while True:
        assert table.state is not None
        seat = table.awaiting[0]
        moves = table.game.legal(table.state, seat)
        if len(moves) > 1000:
            return table
        table.accept(table.consider(entries.MoveMade(seat, moves[0]), 0))


def place_again(table: Table, seat: int, number: int) -> entries.MoveMade:
    """A placement, which nobody else notices."""
    assert table.state is not None
    act = entries.MoveMade(seat, table.game.legal(table.state, seat)[number % 900])
    table.accept(table.consider(act, 0))
    return act


def test_a_full_log_does_not_tell_what_others_did_in_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever acts until the log is full counts their own acts and open ones, and no others."""
    monkeypatch.setattr(permissions, "MOST_OPEN", 90)
    quiet, busy = placing(), placing()
    for number in range(25):
        place_again(busy, 0, number)
    assert acts_until_full(quiet, 1) == acts_until_full(busy, 1) > 20
    for table in (quiet, busy):
        assert is_full(table, 1)
        assert not is_full(table, 2)


def acts_until_full(table: Table, seat: int) -> int:
    """How often a seat may place anew before the log is full for it."""
    idle, acts = IdleActs(burst=10**9), 0
    act = place_again(table, seat, 0)
    while not is_full(table, seat):
        idle.check(table, act)
        acts += 1
        act = place_again(table, seat, acts)
    with pytest.raises(IllegalMove) as refused:
        idle.check(table, act)
    assert refused.value.code == "table/log_full"
    return acts


def test_a_log_is_bounded_whoever_fills_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(permissions, "MOST_OPEN", 60)
    table, idle = placing(), IdleActs(burst=10**9)
    for seat in (0, 1):  # who is left may still make all go on
        assert 0 < acts_until_full(table, seat) < 60
    names = 0
    while not is_full(table, 2):
        rename = entries.SeatRenamed(2, f"Ada {names}")
        idle.check(table, rename)
        table.accept(table.consider(rename, 0))
        names += 1
    assert names > 20
    assert table.seq <= 2 * 60, "half of it open, half in secret"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["log_full", "hurried"])
def test_players_are_told_in_a_sentence(code: str, language: str) -> None:
    assert len(say(f"error.table.{code}", language)) > 30
