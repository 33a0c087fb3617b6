"""A table as it follows from its log: who sits where, how the game stands, what is asked.

`consider` tells what an entry would change, or refuses it; `accept` changes it. Between the
two the entry is written down for good, so nobody ever acts on something that was lost.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import msgspec

from realms.kernel.chance import commitment
from realms.kernel.errors import Unreadable
from realms.kernel.game import Event, Outcome, State
from realms.kernel.record import Played, Record, written_result
from realms.tables import entries as log
from realms.tables.seating import Seating
from realms.tables.terms import Terms, refuse, rules_of
from realms.tables.turns import Chair, Change, Request, Told, Turn, Viewer

_ENCODER = msgspec.json.Encoder()


@lru_cache
def _reader(kind: Any) -> msgspec.json.Decoder[Any]:
    """Reads the moves of a game: made once, where `msgspec.convert` would look at them anew."""
    return msgspec.json.Decoder(kind)


class Table(Seating):
    """A table; everything in it follows from its terms, its seed and its log."""

    def __init__(self, id_: str, terms: Terms, seed: str) -> None:
        self.id, self.terms, self.seed = id_, terms, seed
        self.commitment = commitment(seed)
        """What is published of the seed from the start."""
        rules = rules_of(terms)
        self.game, self.options = rules.game, rules.options
        self.chairs = [Chair() for _ in range(self.options.players)]
        self.seq = 0
        self.state: State | None = None
        self.turns: list[Turn] = []
        self.request: Request | None = None
        self.most: dict[int, int] = {}
        """The highest bids that seats have left, secret from all others."""
        self.events: list[Event] = []
        """What happened with the last entry that everybody noticed."""
        self.asides: dict[Viewer, list[Event]] = {}
        """What happened since to those who noticed it while others did not."""
        self.noticed: Counter[Viewer] = Counter()
        """How many entries each seat, and a spectator, could notice."""
        self.story: list[Told] = []
        """All that happened, but for what was undone; only parts of it are for everybody."""
        self.next_table = ""
        self._known: tuple[State, tuple[int, ...], Outcome | None] | None = None
        self.began = 0
        """When the turn that is awaited began, in milliseconds."""
        self.started = 0
        """When the cards were dealt."""
        self.banks: list[int] = []

    # --- What can be asked ---

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before that."""
        return self._facts()[1]

    @property
    def status(self) -> str:
        """`open`, `playing` or `finished`."""
        if self.state is None:
            return "open"
        return "playing" if self.outcome is None else "finished"

    @property
    def awaiting(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self._facts()[0]

    def _facts(self) -> tuple[tuple[int, ...], Outcome | None]:
        """Who is awaited and how it ended, worked out once for each state."""
        if self.state is None:
            return (), None
        if self._known is None or self._known[0] is not self.state:
            awaited = self.game.awaiting(self.state)
            outcome = None if awaited else self.game.outcome(self.state)
            self._known = (self.state, awaited, outcome)
        return self._known[1], self._known[2]

    @property
    def shares_clock(self) -> bool:
        """Whether one clock runs for all: the table itself has a move, to call time. [FR-23]"""
        return self.state is not None and len(self.game.codes(self.state, None)) > 0

    @property
    def time_ends(self) -> int | None:
        """When the clock that all share runs out, in milliseconds; None without one."""
        if self.terms.clock is None or not self.banks or not self.shares_clock:
            return None
        return self.started + 1000 * self.terms.clock.seconds

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, as records have them."""
        return tuple(chair.name or f"Seat {number}" for number, chair in enumerate(self.chairs, 1))

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

    def read_move(self, told: Any) -> Any:
        """A move from its JSON."""
        try:
            return _reader(self.game.move_type).decode(_ENCODER.encode(told))
        except msgspec.ValidationError as error:
            raise Unreadable("move/unreadable", text=str(told)[:80]) from error

    # --- The log ---

    def consider(self, entry: log.AnyEntry, at: int) -> Change:
        """What an entry would change; refuses one that is not allowed."""
        change = self._considered(entry, at)
        change.entry = entry
        if isinstance(entry, log.Rose | log.Named):
            change.name = self.chairs[entry.seat].name  # as it was before
        return change

    def _considered(self, entry: log.AnyEntry, at: int) -> Change:
        match entry:
            case log.Sat(seat, name, secret):
                return self._sat(seat, name, secret)
            case log.Named(seat, name):
                return self._named(seat, name)
            case log.Rose(seat):
                return self._rose(seat)
            case log.Seated(seat, bot, title):
                return self._seated(seat, bot, title)
            case log.Returned(seat):
                return self._returned(seat)
            case log.Started():
                return self._started(at)
            case log.Moved():
                return self._moved(entry, at)
            case log.Asked(seat, moves):
                return self._asked(seat, moves)
            case log.Answered(seat, agrees):
                return self._answered(seat, agrees)
            case log.Undone(seat, moves):
                return self._undone(seat, moves, at)
            case log.Bade(seat, most):
                return self._bade(seat, most)
            case log.Continued(table):
                return self._continued(table)

    def accept(self, change: Change) -> None:
        """Make a change that has been written down."""
        if change.noticed is None:
            self.events, self.asides = change.events, {}
            self.noticed.update(self.viewers)
        else:
            self.asides |= dict.fromkeys(change.noticed, change.events)
            self.noticed.update(change.noticed)
        change.make()
        self.seq += 1
        self._tell(change)

    def _tell(self, change: Change) -> None:
        """Add an entry to the story."""
        entry = change.entry
        seat = getattr(entry, "seat", None)
        if isinstance(entry, log.Undone):
            made, story = len(self.turns), self.story
            self.story = [t for t in story if t.moves <= made or not isinstance(t.entry, log.Moved)]
        if entry is not None and not isinstance(entry, log.Bade):
            name = change.name or ("" if seat is None else self.chairs[seat].name)
            told = Told(entry, name, tuple(change.events), len(self.turns))
            self.story.append(told)

    def moments(self, viewer: Viewer) -> list[State]:
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

    def noticed_turns(self, viewer: Viewer) -> list[bool]:
        """For each move, whether a viewer may know of it: of all when the game is over."""
        whole = self.outcome is not None
        return [whole or turn.noticed is None or viewer in turn.noticed for turn in self.turns]

    def seq_for(self, seat: int | None) -> int:
        """Where the table is to a seat, or a spectator: the entries it could notice."""
        return self.noticed[seat]

    def events_for(self, seat: int | None) -> list[Event]:
        """What happened last, as far as a seat, or a spectator, could notice it."""
        return self.asides.get(seat, self.events)

    # --- The game ---

    def _started(self, at: int) -> Change:
        if self.state is not None:
            raise refuse("started")
        if any(chair.is_free for chair in self.chairs):
            raise refuse("seats_free")
        state = self.game.start(self.options, self.seed)

        def make() -> None:
            self.state, self.began = state, at
            self.started = at
            if self.terms.clock:
                self.banks = [1000 * self.terms.clock.seconds] * len(self.chairs)

        return Change(make, status="playing")

    def _moved(self, entry: log.Moved, at: int) -> Change:
        if self.state is None:
            raise refuse("not_started")
        before, move = self.state, self.read_move(entry.move)
        after, events = self.game.play_read(before, entry.seat, move)
        answer = self.game.revealed(events, "all")
        uncovered = self.game.uncovers(before, after, events)
        noticed = self._noticed(entry.seat, before, after, events)
        turn = Turn(self.seq + 1, entry.seat, move, answer, before, uncovered, noticed)
        awaited = self.awaiting

        def make() -> None:
            self.state = after
            self.turns.append(turn)
            if noticed is None:
                self.request = None
                self._turn_passed(entry.seat, awaited, at)

        over = "" if self.game.outcome(after) is None else "finished"
        return Change(make, events, over, noticed)

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """All seats, and None for a spectator."""
        return None, *range(len(self.chairs))

    def _noticed(
        self, mover: int | None, before: State, after: State, events: list[Event]
    ) -> frozenset[Viewer] | None:
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

    def _turn_passed(self, seat: int | None, awaited: tuple[int, ...], at: int) -> None:
        """Whoever was awaited has spent the time since the last turn."""
        for thinker in awaited:
            self._charge(thinker, at - self.began, thinker == seat)
        self.began = at
        for bidder in [*self.most]:
            if self.state is None or not self.game.may_bid(self.state, bidder):
                del self.most[bidder]

    def _charge(self, seat: int, spent: int, moved: bool) -> None:
        """Take the time that a seat has spent; who moved gets what the clock gives."""
        clock = self.terms.clock
        if clock is None:
            return
        self.banks[seat] = max(self.banks[seat] - spent, 0)
        if moved and clock.kind == "bank":
            self.banks[seat] += 1000 * clock.increment
        elif moved:
            self.banks[seat] = 1000 * clock.seconds

    def _bade(self, seat: int, most: int | None) -> Change:
        self.chair(seat)
        if self.state is None or not self.game.may_bid(self.state, seat):
            raise refuse("no_auction")
        if most is not None and not 0 <= most < 1000:
            raise refuse("no_such_bid", most=most)

        def make() -> None:
            if most is None:
                self.most.pop(seat, None)
            else:
                self.most[seat] = most

        return Change(make, noticed=frozenset({seat}))

    def _continued(self, table: str) -> Change:
        if self.outcome is None:
            raise refuse("not_over")
        if self.next_table:
            raise refuse("continued")
        return Change(lambda: setattr(self, "next_table", table))

    # --- Undo ---

    def free_undo(self, seat: int) -> int:
        """How many of its last moves a seat may undo without asking anybody.

        None of those that it may change: others may have changed theirs, unnoticed.
        """
        number = 0
        if self.state is not None and seat in self.game.may_change(self.state):
            return 0
        for turn in reversed(self.turns):
            if turn.seat != seat or turn.uncovered:
                break
            number += 1
        return number

    def _undoable(self, seat: int, moves: int) -> None:
        self.chair(seat)
        if self.state is None:
            raise refuse("not_started")
        if self.outcome is not None:
            raise refuse("over")
        if not 1 <= moves <= len(self.turns):
            raise refuse("nothing_to_undo")

    def _asked(self, seat: int, moves: int) -> Change:
        self._undoable(seat, moves)
        return Change(lambda: setattr(self, "request", Request(seat, moves, {seat})))

    def _answered(self, seat: int, agrees: bool) -> Change:
        self.chair(seat)
        request = self.request
        if request is None:
            raise refuse("nothing_asked")

        def make() -> None:
            if agrees:
                request.agreed.add(seat)
            else:
                self.request = None

        return Change(make)

    @property
    def is_agreed(self) -> bool:
        """Whether every person at the table has agreed to the undo that was asked for."""
        people = {number for number, chair in enumerate(self.chairs) if chair.is_person}
        return self.request is not None and people <= self.request.agreed

    def _undone(self, seat: int, moves: int, at: int) -> Change:
        self._undoable(seat, moves)
        agreed = self.is_agreed and self.request is not None and self.request.moves == moves
        if moves > self.free_undo(seat) and not agreed:
            raise refuse("undo_needs_consent")
        awaited = self.awaiting

        def make() -> None:
            self.state = self.turns[-moves].before
            del self.turns[-moves:]
            self.request = None
            self.most.clear()
            self._turn_passed(None, awaited, at)
            if self.terms.clock and self.terms.clock.kind == "move":
                self.banks = [1000 * self.terms.clock.seconds] * len(self.chairs)

        return Change(make)
