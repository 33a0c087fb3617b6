"""A table as it follows from its log: who sits where, how the game stands, what is due.

`consider` returns what an entry would change, or refuses it; `accept` applies the change.
Between the two the entry is committed, so nobody ever acts on something that was lost.
"""

from __future__ import annotations

from typing import Any

import msgspec

from realms.kernel.chance import commitment
from realms.kernel.game import Event, Outcome, State
from realms.kernel.record import Record, Redeal, written_result
from realms.tables import entries
from realms.tables.changes import Change, StoryEntry, Turn, ViewerSeat
from realms.tables.game.history import History
from realms.tables.game.progress import GameProgress
from realms.tables.game.thinking_time import ThinkingTime
from realms.tables.game.undo import Undo
from realms.tables.seating import Chair, Seating
from realms.tables.terms import Terms, refuse

NAME_CHANGES = (entries.SeatLeft, entries.SeatRenamed)
"""Entries after which a seat is called otherwise than before."""


class Table:
    """A table; everything in it follows from its terms, its seed and its log."""

    def __init__(self, id_: str, terms: Terms, seed: str) -> None:
        self.id, self.terms, self.seed = id_, terms, seed
        self.commitment = commitment(seed)
        """What is published of the seed from the start."""
        self.progress = GameProgress(terms, seed)
        self.game, self.options = self.progress.game, self.progress.options
        self.seating = Seating(self.game.name, self.options.players)
        self.undo = Undo(self.progress, self.seating)
        self.history = History()
        self.time = ThinkingTime(terms.clock, self.options.players)
        self.seq = 0
        """The entries of the log so far."""
        self.most: dict[int, int] = {}
        """The highest bids that seats have left, secret from all others."""
        self.practice: entries.PracticeBegun | None = None
        """Whose practice it is, and from where; None for a game that counts."""
        self.next_table = ""
        """The table of a rematch."""
        self.is_closed = False
        """Whether whoever runs the server ended it before the game was over."""

    # --- Questions ---

    @property
    def state(self) -> State | None:
        """The state of the game; None before it has been dealt."""
        return self.progress.state

    @property
    def awaiting(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return () if self.is_closed else self.progress.awaiting

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before that."""
        return self.progress.outcome

    @property
    def turns(self) -> list[Turn]:
        """The moves that stand."""
        return self.progress.turns

    @property
    def status(self) -> str:
        """`open`, `playing` or `finished`; a table that was closed is finished too."""
        if self.is_closed:
            return "finished"
        if self.state is None:
            return "open"
        return "playing" if self.outcome is None else "finished"

    @property
    def chairs(self) -> list[Chair]:
        """The chairs, by seat."""
        return self.seating.chairs

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, as records have them."""
        return self.seating.names

    @property
    def story(self) -> list[StoryEntry]:
        """All that happened, but for what was undone; only parts of it are for everybody."""
        return self.history.story

    @property
    def time_up_move(self) -> Any:
        """The move to be made when the clock that all share runs out; None without one."""
        return None if self.is_closed else self.progress.time_up_move

    @property
    def time_ends(self) -> int | None:
        """When the clock that all share runs out, in milliseconds; None without one."""
        shared_end = self.time.shared_end
        return None if shared_end is None or self.time_up_move is None else shared_end

    @property
    def runs_out(self) -> int | None:
        """When the first awaited person is out of time, in milliseconds; None without a clock."""
        if not self.time.banks or self.outcome is not None:
            return None
        if self.time_ends is not None:
            return self.time_ends
        people = [seat for seat in self.awaiting if self.chairs[seat].is_person]
        return self.time.began + min(self.time.banks[seat] for seat in people) if people else None

    def time_at(self, now: int) -> int:
        """The time at this table, from the time of this process: it never runs backwards."""
        return self.time.adjust(now, self.runs_out if self.time.skew is None else None)

    def record(self) -> Record:
        """The whole game as a record; for the table only, since it tells all."""
        record = Record(
            rules=self.game.rules,
            options=self.options,
            seats=self.names,
            seed=self.seed,
            moves=self.progress.played(),
            commitment=self.commitment,
            begins=self.progress.begins,
            redeals=tuple(self.progress.redeals),
        )
        return msgspec.structs.replace(record, result=written_result(record, self.outcome))

    def seq_for(self, seat: ViewerSeat) -> int:
        """Where the table is to a viewer: the entries it could notice."""
        return self.history.seq_for(seat)

    def events_for(self, seat: ViewerSeat) -> list[Event]:
        """What happened last, as far as a viewer could notice it."""
        return self.history.events_for(seat)

    # --- The log ---

    def consider(self, entry: entries.AnyEntry, at: int, *, logged: bool = False) -> Change:
        """What an entry would change; raises `RealmsError` for one that is not allowed.

        An entry of the log was allowed by the rules of its day.
        """
        if self.is_closed:
            raise refuse("closed")
        change = self._change(entry, at, logged)
        change.at = at
        if change.entry is None:
            change.entry = entry
        if isinstance(entry, NAME_CHANGES):
            change.name = self.chairs[entry.seat].name  # as it was before
        return change

    def _change(self, entry: entries.AnyEntry, at: int, logged: bool) -> Change:
        is_started = self.state is not None
        match entry:
            case entries.MoveMade():
                return self._move(entry, at, logged)
            case entries.SeatTaken(seat, name, secret, attempt):
                return self.seating.take(seat, name, secret, attempt)
            case entries.SeatRenamed(seat, name):
                return self.seating.rename(seat, name)
            case entries.SeatLeft(seat):
                return self.seating.leave(seat, is_started)
            case entries.BotSeated():
                return self.seating.seat_bot(entry, is_started, logged)
            case entries.SeatCovered(seat, _by):
                return self.seating.cover(seat, is_started)
            case entries.PlayerReturned(seat):
                return self.seating.return_to(seat)
            case entries.GameStarted():
                return self._start(at)
            case entries.HiddenRedealt(seat, seed):
                return self._redeal(seat, seed)
            case entries.PracticeBegun(seat, source):
                return self._begin_practice(seat, source)
            case entries.UndoRequested(seat, moves):
                return self.undo.ask(seat, moves)
            case entries.UndoVoted(seat, agrees):
                return self.undo.vote(seat, agrees)
            case entries.MovesUndone():
                return self._undo(entry, at)
            case entries.ProxyBidSet(seat, most):
                return self._set_proxy_bid(seat, most)
            case entries.RematchOpened(table):
                return self._open_rematch(table)
            case entries.TableClosed():
                return self._close()

    def accept(self, change: Change) -> None:
        """Apply a change whose entry has been committed."""
        self.history.count(change, self.progress.viewers)
        change.apply()
        self.seq += 1
        self.time.latest = max(self.time.latest, change.at)
        seat = getattr(change.entry, "seat", None)
        name = change.name or ("" if seat is None else self.seating.chairs[seat].name)
        self.history.add(change, name, len(self.turns))

    # --- The game ---

    def _start(self, at: int) -> Change:
        if self.state is None and any(chair.is_free for chair in self.chairs):
            raise refuse("seats_free")
        position = self.progress.deal()

        def apply() -> None:
            self.progress.set_position(position)
            self.time.start(at)

        return Change(apply, status="playing")

    def _redeal(self, seat: int, seed: str) -> Change:
        self.seating.chair(seat)
        position, after = self.progress.redeal(seat, seed), len(self.turns)

        def apply() -> None:
            self.progress.set_position(position)
            self.progress.redeals.append(Redeal(after, seat, seed))
            self.commitment = commitment(seed)

        return Change(apply)

    def _begin_practice(self, seat: int, source: str) -> Change:
        self.seating.chair(seat)
        if self.state is None or self.practice is not None:
            raise refuse("not_started")

        def apply() -> None:
            self.progress.begins = len(self.turns)
            self.practice = entries.PracticeBegun(seat, source)

        return Change(apply)

    def _move(self, entry: entries.MoveMade, at: int, logged: bool) -> Change:
        awaited = self.awaiting
        turn, position = self.progress.try_move(entry, self.seq + 1, logged=logged)

        def apply() -> None:
            self.progress.set_position(position)
            self.turns.append(turn)
            if turn.noticed is None:
                self.undo.request = None
                self._pass_turn(entry.seat, awaited, at)

        typed = entries.MoveMade(entry.seat, turn.move, entry.by, entry.fault)
        change = Change(apply, turn.events, "", turn.noticed, typed)
        if position.outcome is not None:
            change.status, change.ended = "finished", (position.state, position.outcome)
        return change

    def _undo(self, entry: entries.MovesUndone, at: int) -> Change:
        awaited, turns = self.awaiting, self.undo.turns_to_undo(entry)

        def apply() -> None:
            self.progress.take_back(turns)
            self.undo.request = None
            self.most.clear()
            self._pass_turn(None, awaited, at)
            self.time.reset_moves()

        return Change(apply)

    def _pass_turn(self, seat: int | None, awaited: tuple[int, ...], at: int) -> None:
        """End a turn: charge its time, and drop highest bids whose auction is over."""
        self.time.pass_turn(seat, awaited, at)
        for bidder in [*self.most]:
            if not self.progress.may_bid(bidder):
                del self.most[bidder]

    def _set_proxy_bid(self, seat: int, most: int | None) -> Change:
        self.seating.chair(seat)
        if not self.progress.may_bid(seat):
            raise refuse("no_auction")
        if most is not None and not 0 <= most < 1000:
            raise refuse("no_such_bid", most=most)

        def apply() -> None:
            if most is None:
                self.most.pop(seat, None)
            else:
                self.most[seat] = most

        return Change(apply, noticed=frozenset({seat}))

    def _open_rematch(self, table: str) -> Change:
        if self.outcome is None:
            raise refuse("not_over")
        if self.next_table:
            raise refuse("continued")
        return Change(lambda: setattr(self, "next_table", table))

    def _close(self) -> Change:
        if self.outcome is not None:
            raise refuse("over")
        return Change(lambda: setattr(self, "is_closed", True), status="finished")
