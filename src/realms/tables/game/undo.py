"""Undo: how many moves a seat may take back freely, who asked for more, and who agreed."""

from __future__ import annotations

from realms.tables import entries
from realms.tables.changes import Change, UndoRequest
from realms.tables.game.progress import GameProgress
from realms.tables.seating import Seating
from realms.tables.terms import refuse


class Undo:
    """Takes moves of a table back.

    Logs have to meet what is asked here; of new undos more is asked (`permissions`).
    """

    def __init__(self, progress: GameProgress, seating: Seating) -> None:
        self._progress, self._seating = progress, seating
        self.request: UndoRequest | None = None
        """What a seat has asked the others for."""

    # --- Questions ---

    def free_moves(self, seat: int) -> int:
        """How many of its last moves a seat may undo without asking anybody.

        None of those made while others could act unnoticed: it would tell whether they did.
        """
        progress = self._progress
        if progress.state is None or progress.hides_acts(progress.state):
            return 0
        number = 0
        for turn in reversed(progress.own_turns):
            if turn.seat != seat or turn.uncovered or progress.hides_acts(turn.before):
                break
            number += 1
        return number

    def learned_since(self, seat: int, moves: int) -> bool:
        """Whether a seat has learned something in so many moves, that everybody noticed."""
        turns = self._progress.own_turns
        back = self._turns_back(moves) if self.is_possible(moves) else len(turns)
        return any(self._progress.has_learned(seat, turn) for turn in turns[-back:])

    def is_possible(self, moves: int) -> bool:
        """Whether so many moves were made that everybody noticed."""
        return 1 <= moves <= sum(turn.noticed is None for turn in self._progress.own_turns)

    @property
    def is_agreed(self) -> bool:
        """Whether every person who plays has agreed to the undo that was asked for."""
        return self.request is not None and self._seating.people <= self.request.agreed

    def _turns_back(self, moves: int) -> int:
        """The turns since so many moves that everybody noticed, what was secret among them."""
        turns = self._progress.own_turns
        public = [n for n, turn in enumerate(turns) if turn.noticed is None]
        return len(turns) - public[-moves]

    # --- What entries change ---

    def ask(self, seat: int, moves: int) -> Change:
        """A seat asks the others to take moves back."""
        self._check(seat, moves)
        return Change(lambda: setattr(self, "request", UndoRequest(seat, moves, {seat})))

    def vote(self, seat: int, agrees: bool) -> Change:
        """Record the vote of a seat on an undo: agreed, or refused, which ends the request."""
        self._seating.chair(seat)
        request = self.request
        if request is None:
            raise refuse("nothing_asked")

        def apply() -> None:
            if agrees:
                request.agreed.add(seat)
            else:
                self.request = None

        return Change(apply)

    def turns_to_undo(self, entry: entries.MovesUndone) -> int:
        """The turns that an entry takes back; refuses one that is neither free nor agreed to."""
        seat, moves = entry.seat, entry.moves
        self._check(seat, moves)
        agreed = self.is_agreed and self.request is not None and self.request.moves == moves
        if entry.public and moves > self.free_moves(seat) and not agreed:
            raise refuse("undo_needs_consent")
        return self._turns_back(moves) if entry.public else moves

    def _check(self, seat: int, moves: int) -> None:
        self._seating.chair(seat)
        if self._progress.state is None:
            raise refuse("not_started")
        if self._progress.outcome is not None:
            raise refuse("over")
        if not 1 <= moves <= len(self._progress.own_turns):
            raise refuse("nothing_to_undo")
