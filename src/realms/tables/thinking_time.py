"""Thinking time: when the present turn began, and how much each seat has left."""

from __future__ import annotations

from collections.abc import Iterable

from realms.tables.terms import Clock


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
            self._charge(thinker, at - self.began, thinker == seat)
        self.began = at

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
