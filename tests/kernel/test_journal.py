from __future__ import annotations

from realms import fantasy
from realms.fantasy.rules.play import play
from realms.kernel.journal import CAPACITY, journal_rows, new_journal, note


def test_a_journal_keeps_what_it_is_told_in_order() -> None:
    journal = new_journal()
    note(journal, 1, 2, 3)
    note(journal, 4)
    assert journal_rows(journal) == [(1, 2, 3, 0, 0), (4, 0, 0, 0, 0)]


def test_a_full_journal_keeps_its_beginning() -> None:
    journal = new_journal()
    for number in range(2 * CAPACITY):
        note(journal, number)
    assert [row[0] for row in journal_rows(journal)] == list(range(CAPACITY - 1))


def test_listening_changes_nothing() -> None:
    """A move with a journal and the same move without one lead to the same bytes."""
    state = fantasy.game.start(fantasy.Options(players=3), "quiet")
    heard, unheard = state.copy(), state.copy()
    for _ in range(12):
        seat = fantasy.game.awaiting(heard)[0]
        code = int(fantasy.game.codes(heard, seat)[-1])
        play(heard, seat, code, new_journal())
        play(unheard, seat, code, None)
        assert heard.tobytes() == unheard.tobytes()
