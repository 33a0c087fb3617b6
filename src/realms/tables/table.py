"""A table as it follows from its log: who sits where, how the game stands, what is due.

`consider` returns what an entry would change, or refuses it; `accept` applies the change.
Between the two the entry is committed, so nobody ever acts on something that was lost.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from realms.kernel.capabilities import HasProxyBids, HasSharedClock
from realms.kernel.chance import commitment
from realms.kernel.errors import Unreadable
from realms.kernel.game import Event, Outcome, State
from realms.kernel.record import Played, Record, written_result
from realms.tables import entries
from realms.tables.changes import Change, StoryEntry, Turn, UndoRequest, ViewerSeat
from realms.tables.history import History
from realms.tables.seating import Chair, Seating
from realms.tables.terms import Terms, refuse, rules_of
from realms.tables.thinking_time import ThinkingTime

_ENCODER = msgspec.json.Encoder()
Facts = tuple[State, tuple[int, ...], Outcome | None]
"""A state, the seats that owe a decision in it, and how the game ended."""


@lru_cache
def _move_decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Decodes the moves of a game: made once, where `msgspec.convert` would look at them anew."""
    return msgspec.json.Decoder(kind)


class Table:
    """A table; everything in it follows from its terms, its seed and its log."""

    def __init__(self, id_: str, terms: Terms, seed: str) -> None:
        self.id, self.terms, self.seed = id_, terms, seed
        self.commitment = commitment(seed)
        """What is published of the seed from the start."""
        rules = rules_of(terms)
        self.game, self.options = rules.game, rules.options
        self._moves = _move_decoder(self.game.move_type)
        self.seating = Seating(self.game.name, self.options.players)
        self.history = History()
        self.time = ThinkingTime(terms.clock, self.options.players)
        self.viewers: tuple[ViewerSeat, ...] = (None, *range(self.options.players))
        """All seats, and None for a spectator."""
        self.seq = 0
        """The entries of the log so far."""
        self.state: State | None = None
        self.turns: list[Turn] = []
        """The moves that stand."""
        self.request: UndoRequest | None = None
        self.most: dict[int, int] = {}
        """The highest bids that seats have left, secret from all others."""
        self.next_table = ""
        """The table of a rematch."""
        self.is_closed = False
        """Whether whoever runs the server ended it before the game was over."""
        self._facts: Facts | None = None

    # --- Questions ---

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before that."""
        return self._known_facts()[1]

    @property
    def status(self) -> str:
        """`open`, `playing` or `finished`; a table that was closed is finished too."""
        if self.is_closed:
            return "finished"
        if self.state is None:
            return "open"
        return "playing" if self.outcome is None else "finished"

    @property
    def awaiting(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self._known_facts()[0]

    def _known_facts(self) -> tuple[tuple[int, ...], Outcome | None]:
        """Who is awaited and how it ended, worked out once for each state."""
        if self.state is None or self.is_closed:
            return (), None
        if self._facts is None or self._facts[0] is not self.state:
            self._facts = self._facts_of(self.state)
        return self._facts[1], self._facts[2]

    def _facts_of(self, state: State) -> Facts:
        """Who is awaited in a state, and how the game ended if nobody is."""
        awaited = self.game.awaiting(state)
        return state, awaited, None if awaited else self.game.outcome(state)

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
        if self.state is None or self.is_closed or not isinstance(self.game, HasSharedClock):
            return None
        return self.game.time_up_move(self.state)

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

    def may_bid(self, seat: int) -> bool:
        """Whether a seat may leave a highest bid."""
        game, state = self.game, self.state
        return state is not None and isinstance(game, HasProxyBids) and game.may_bid(state, seat)

    def record(self) -> Record:
        """The whole game as a record; for the table only, since it tells all."""
        record = Record(
            rules=self.game.rules,
            options=self.options,
            seats=self.names,
            seed=self.seed,
            moves=tuple(Played(turn.seat, turn.move, turn.answer) for turn in self.turns),
            commitment=self.commitment,
        )
        return msgspec.structs.replace(record, result=written_result(record, self.outcome))

    def read_move(self, data: Any) -> Any:
        """A move of the game from plain data, or from JSON that nobody has read yet."""
        text = data if isinstance(data, msgspec.Raw) else _ENCODER.encode(data)
        try:
            return self._moves.decode(text)
        except msgspec.ValidationError as error:
            shown = msgspec.json.decode(text)
            raise Unreadable("move/unreadable", text=str(shown)[:80]) from error

    def seq_for(self, seat: ViewerSeat) -> int:
        """Where the table is to a viewer: the entries it could notice."""
        return self.history.seq_for(seat)

    def events_for(self, seat: ViewerSeat) -> list[Event]:
        """What happened last, as far as a viewer could notice it."""
        return self.history.events_for(seat)

    def moments(self, viewer: ViewerSeat) -> list[State]:
        """How the game stood after each move that a viewer could notice, the deal first.

        Of a finished game all moves; before that, secret ones are not even counted.
        """
        if self.state is None:
            return []
        states = [turn.before for turn in self.turns] + [self.state]
        noticed = self.noticed_turns(viewer)
        return [states[0]] + [
            after for after, seen in zip(states[1:], noticed, strict=True) if seen
        ]

    def noticed_turns(self, viewer: ViewerSeat) -> list[bool]:
        """For each move, whether a viewer may know of it: of all when the game is over."""
        whole = self.outcome is not None
        return [whole or turn.noticed is None or viewer in turn.noticed for turn in self.turns]

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
        if isinstance(entry, entries.SeatLeft | entries.SeatRenamed):
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
            case entries.BotSeated(seat, bot, title):
                return self.seating.seat_bot(seat, bot, title, is_started)
            case entries.SeatCovered(seat, _by):
                return self.seating.cover(seat, is_started)
            case entries.PlayerReturned(seat):
                return self.seating.return_to(seat)
            case entries.GameStarted():
                return self._start(at)
            case entries.UndoRequested(seat, moves):
                return self._request_undo(seat, moves)
            case entries.UndoVoted(seat, agrees):
                return self._vote(seat, agrees)
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
        self.history.count(change, self.viewers)
        change.apply()
        self.seq += 1
        self.time.latest = max(self.time.latest, change.at)
        seat = getattr(change.entry, "seat", None)
        name = change.name or ("" if seat is None else self.chairs[seat].name)
        self.history.add(change, name, len(self.turns))

    # --- The game ---

    def _start(self, at: int) -> Change:
        if self.state is not None:
            raise refuse("started")
        if any(chair.is_free for chair in self.chairs):
            raise refuse("seats_free")
        state = self.game.start(self.options, self.seed)

        def apply() -> None:
            self.state = state
            self.time.start(at)

        return Change(apply, status="playing")

    def _move(self, entry: entries.MoveMade, at: int, logged: bool) -> Change:
        if self.state is None:
            raise refuse("not_started")
        before, move = self.state, self.read_move(entry.move)
        play = self.game.play_again if logged else self.game.play_read
        after, events = play(before, entry.seat, move)
        answer = self.game.revealed(events, "all")
        uncovered = self.game.uncovers(before, after, events)
        awaited, facts = self.awaiting, self._facts_of(after)
        is_open = awaited != facts[1]  # whom the table waits for is told to all
        noticed = None if is_open else self._who_notices(entry.seat, before, after, events)
        turn = Turn(self.seq + 1, entry.seat, move, answer, before, uncovered, noticed)

        def apply() -> None:
            self.state, self._facts = after, facts
            self.turns.append(turn)
            if noticed is None:
                self.request = None
                self._pass_turn(entry.seat, awaited, at)

        status = "" if facts[2] is None else "finished"
        typed = entries.MoveMade(entry.seat, move, entry.by, entry.fault)
        return Change(apply, events, status, noticed, typed)

    def _who_notices(
        self, mover: int | None, before: State, after: State, events: list[Event]
    ) -> frozenset[ViewerSeat] | None:
        """Who could notice a move: where one seat is awaited, everybody; else who saw a change."""
        if len(self.awaiting) < 2 and mover in self.awaiting:
            return None
        view = self.game.view
        noticed = {
            viewer
            for viewer in self.viewers
            if viewer == mover
            or any(event.seen_by(viewer) is not None for event in events)
            or view(before, viewer) != view(after, viewer)
        }
        return None if len(noticed) == len(self.viewers) else frozenset(noticed)

    def _pass_turn(self, seat: int | None, awaited: tuple[int, ...], at: int) -> None:
        """End a turn: charge its time, and drop highest bids whose auction is over."""
        self.time.pass_turn(seat, awaited, at)
        for bidder in [*self.most]:
            if not self.may_bid(bidder):
                del self.most[bidder]

    def _set_proxy_bid(self, seat: int, most: int | None) -> Change:
        self.seating.chair(seat)
        if not self.may_bid(seat):
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

    # --- Undo ---

    def free_undo(self, seat: int) -> int:
        """How many of its last moves a seat may undo without asking anybody.

        None of those made while others could act unnoticed: it would tell whether they did.
        """
        if self.state is None or self.hides_acts(self.state):
            return 0
        number = 0
        for turn in reversed(self.turns):
            if turn.seat != seat or turn.uncovered or self.hides_acts(turn.before):
                break
            number += 1
        return number

    def hides_acts(self, state: State) -> bool:
        """Whether seats may act in a state without others noticing."""
        game = self.game
        if game.may_change(state):
            return True
        if self.terms.clock is None or not isinstance(game, HasSharedClock):
            return False
        return game.time_up_move(state) is not None

    def can_undo(self, moves: int) -> bool:
        """Whether so many moves were made that everybody noticed."""
        return 1 <= moves <= sum(turn.noticed is None for turn in self.turns)

    def _turns_back(self, moves: int) -> int:
        """The turns since so many moves that everybody noticed, what was secret among them."""
        public = [n for n, turn in enumerate(self.turns) if turn.noticed is None]
        return len(self.turns) - public[-moves]

    def _check_undo(self, seat: int, moves: int) -> None:
        self.seating.chair(seat)
        if self.state is None:
            raise refuse("not_started")
        if self.outcome is not None:
            raise refuse("over")
        if not 1 <= moves <= len(self.turns):
            raise refuse("nothing_to_undo")

    def _request_undo(self, seat: int, moves: int) -> Change:
        self._check_undo(seat, moves)
        return Change(lambda: setattr(self, "request", UndoRequest(seat, moves, {seat})))

    def _vote(self, seat: int, agrees: bool) -> Change:
        self.seating.chair(seat)
        request = self.request
        if request is None:
            raise refuse("nothing_asked")

        def apply() -> None:
            if agrees:
                request.agreed.add(seat)
            else:
                self.request = None

        return Change(apply)

    @property
    def is_agreed(self) -> bool:
        """Whether every person who plays has agreed to the undo that was asked for.

        Logs have to meet this; of new undos more is asked (`permissions.has_consent`).
        """
        return self.request is not None and self.seating.people <= self.request.agreed

    def _undo(self, entry: entries.MovesUndone, at: int) -> Change:
        seat, moves = entry.seat, entry.moves
        self._check_undo(seat, moves)
        agreed = self.is_agreed and self.request is not None and self.request.moves == moves
        if entry.public and moves > self.free_undo(seat) and not agreed:
            raise refuse("undo_needs_consent")
        awaited, turns = self.awaiting, self._turns_back(moves) if entry.public else moves

        def apply() -> None:
            self.state = self.turns[-turns].before
            del self.turns[-turns:]
            self.request = None
            self.most.clear()
            self._pass_turn(None, awaited, at)
            self.time.reset_moves()

        return Change(apply)
