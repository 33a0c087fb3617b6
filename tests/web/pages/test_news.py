"""What others did since one moved, as a table tells it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from realms.fantasy import Options
from realms.fantasy.interface.moves import Traded
from realms.tables import entries
from realms.tables.table import Table
from realms.tables.terms import Terms
from realms.web.pages.table.story import last_moment, story_of
from realms.web.pages.table.table_page import TablePage
from realms.web.pages.table.viewers import shell_of
from tests.web.pages.fantasy.fantasy_tables import positions, table_page


def looking(table: Table, seat: int | None) -> TablePage:
    """A table through the eyes of a seat, its story told."""
    more: dict[str, Any] = {
        "story": story_of(table, seat, "en"),
        "since": last_moment(table, seat),
    }
    return table_page(table, seat, **more)


def test_before_the_first_move_there_is_no_news() -> None:
    table = next(positions(Options(players=3)))
    assert [looking(table, seat).news for seat in (0, 1, 2, None)] == [()] * 4


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_who_is_asked_is_told_what_the_others_did_since(seat: int) -> None:
    count = 0
    for table in positions(Options(players=3)):
        if seat not in table.awaiting or table.outcome is not None:
            continue
        others = {line.seat for line in looking(table, seat).news} - {seat}
        before = [turn.seat for turn in table.turns]
        while before and before[-1] == seat:  # this turn
            before.pop()
        since = before[len(before) - before[::-1].index(seat) :] if seat in before else before
        assert others == set(since)
        count += 1
    assert count > 5


def test_a_spectator_is_told_the_last_move() -> None:
    for table in positions(Options(players=3)):
        if table.turns and table.outcome is None:
            assert {line.seat for line in looking(table, None).news} == {table.turns[-1].seat}


def test_news_ends_where_a_move_was_taken_back() -> None:
    for table in positions(Options(players=3)):
        if len(table.turns) == 2:
            break
    mover = table.turns[-1].seat
    assert mover is not None
    table.accept(table.consider(entries.MovesUndone(mover, 1), 3000))
    assert [page.news for page in (looking(table, seat) for seat in (0, 1, 2))] == [()] * 3


def test_who_offered_is_told_of_the_trade_and_of_nothing_else_they_did() -> None:
    trades = 0
    for table in positions(Options(players=4, variant="chaos", rounds=3)):
        for seat in range(4):
            page = looking(table, seat)
            mine = [line.event for line in page.news if line.seat == seat]
            traded = [event for event in mine if isinstance(event, Traded)]
            events = [line.event for line in shell_of(table, page).news if line.seat == seat]
            assert events == traded
            trades += len(traded)
    assert trades > 0


def test_what_happens_to_the_table_hides_nothing_that_was_played() -> None:
    for table in positions(Options(players=3)):
        if len(table.turns) == 5:
            break
    seat = next(one for one in range(3) if one not in table.awaiting)
    before = looking(table, seat).news
    assert before
    table.accept(table.consider(entries.SeatLeft((seat + 1) % 3), 3000))
    assert [line.event for line in looking(table, seat).news] == [line.event for line in before]


def test_a_trade_is_marked_for_whose_hand_it_changed() -> None:
    marked = 0
    for table in positions(Options(players=4, variant="chaos", rounds=3)):
        for seat in range(4):
            page = looking(table, seat)
            shell = shell_of(table, page)
            for line in shell.news:
                is_mine = isinstance(line.event, Traded) and seat in (
                    line.event.seat,
                    line.event.other,
                )
                assert (line.number in shell.touched) == is_mine
                marked += is_mine
    assert marked


def test_who_left_a_seat_is_still_asked_about_an_undo() -> None:
    table = next(positions(Options(players=3)))
    for seat in (1, 2):
        table.accept(table.consider(entries.SeatLeft(seat), 3000))
    assert not shell_of(table, looking(table, 0)).is_alone


def test_nobody_is_asked_about_an_undo_where_all_others_are_bots() -> None:
    table = Table("tableid", Terms("fantasy", msgspec.to_builtins(Options(players=3))), "a seed")
    table.accept(table.consider(entries.SeatTaken(0, "Ana", "a secret"), 0))
    for seat in (1, 2):
        table.accept(table.consider(entries.BotSeated(seat, "greedy"), 0))
    table.accept(table.consider(entries.GameStarted(), 1000))
    assert shell_of(table, looking(table, 0)).is_alone
