"""Thinking time: when the present turn began, and how much each seat has left.

Nobody is charged for a clock that is put right. Inside a process time is counted by the
monotonic clock. Between processes only what the log tells is known: there a table's time
never runs backwards, and a gap that nobody counted leaves who is awaited `GRACE` to move.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from realms.tables.terms import Clock

GRACE = 10_000
"""Milliseconds that are left to who is awaited when a process takes up a table."""
SLEW = 20
"""A clock that is wrong by so many milliseconds is put right by one in as many that pass."""


def wall_clock() -> int:
    """The time on the wall, in milliseconds: it may be put back or forward at any moment."""
    return time.time_ns() // 1_000_000


def monotonic_clock() -> int:
    """Milliseconds since some moment; they only ever pass."""
    return time.monotonic_ns() // 1_000_000


class SteadyClock:
    """The time in milliseconds, which never jumps.

    It begins with the time on the wall and goes on by the monotonic clock. Where the clock on
    the wall was put right meanwhile, it goes a twentieth faster or slower until both agree.
    """

    def __init__(
        self,
        wall: Callable[[], int] = wall_clock,
        monotonic: Callable[[], int] = monotonic_clock,
    ) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._passed, self._now = monotonic(), float(wall())

    def __call__(self) -> int:
        """The time now; never before what it was."""
        passed = self._monotonic()
        if passed == self._passed:
            return int(self._now)  # nothing passes within a millisecond
        step, self._passed = max(passed - self._passed, 0), passed
        wrong, most = self._wall() - (self._now + step), step / SLEW
        self._now += step + min(max(wrong, -most), most)
        return int(self._now)


class ThinkingTime:
    """The clocks of a table; all times are in milliseconds.

    Without a clock in the terms only the beginnings are kept, and `banks` is empty.
    """

    def __init__(self, clock: Clock | None, seats: int) -> None:
        self.clock, self.seats = clock, seats
        self.began = 0
        """When the turn that is awaited began."""
        self.started = 0
        """When the cards were dealt."""
        self.banks: list[int] = []
        """What is left to each seat."""
        self.latest = 0
        """The time of the last entry of the log."""
        self.skew: int | None = None
        """What the time of this table is ahead of the clock of this process; None at first."""

    def adjust(self, now: int, end: int | None = None) -> int:
        """The time at this table, from the time of this process.

        It is never before the last entry, whoever wrote that. The first time, when a process
        takes the table up, `end` is when somebody's time runs out: they have a moment left,
        however long nobody counted.
        """
        if self.skew is None:
            gap = now - self.latest
            most = gap if end is None else max(end - GRACE - self.latest, 0)
            self.skew = min(most - gap, 0)
        self.skew = max(self.skew, self.latest - now)
        return now + self.skew

    def start(self, at: int) -> None:
        """Start all clocks."""
        self.began = self.started = at
        self._fill()

    def _fill(self) -> None:
        if self.clock:
            self.banks = [1000 * self.clock.seconds] * self.seats

    def pass_turn(self, seat: int | None, awaited: Iterable[int], at: int) -> None:
        """Charge the awaited seats for the turn that ends; `seat` made the move."""
        for thinker in awaited:
            self._charge(thinker, max(at - self.began, 0), thinker == seat)
        self.began = max(at, self.began)

    def _charge(self, seat: int, spent: int, has_moved: bool) -> None:
        """Take the time that a seat has spent; who moved gets what the clock gives."""
        clock = self.clock
        if clock is None:
            return
        self.banks[seat] = max(self.banks[seat] - spent, 0)
        if has_moved and clock.kind == "bank":
            self.banks[seat] += 1000 * clock.increment
        elif has_moved:
            self.banks[seat] = 1000 * clock.seconds

    def reset_moves(self) -> None:
        """Give every seat its time for a move anew, where time is counted for each move."""
        if self.clock and self.clock.kind == "move":
            self._fill()

    @property
    def shared_end(self) -> int | None:
        """When a clock that runs for all seats at once runs out; None without a clock."""
        if self.clock is None or not self.banks:
            return None
        return self.started + 1000 * self.clock.seconds
