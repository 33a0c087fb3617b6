"""How a game at a table goes: the state, whom it awaits, the moves that stand, the end."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from realms.kernel.capabilities import HasProxyBids, HasSharedClock
from realms.kernel.game import Event, Move, Outcome, State
from realms.kernel.record import Played, Redeal
from realms.kernel.values import read_json_move
from realms.tables import entries
from realms.tables.changes import Turn, ViewerSeat
from realms.tables.terms import Terms, refuse, rules_of

_ENCODER = msgspec.json.Encoder()


def _shared_clock(game: Any, options: Any) -> HasSharedClock | None:
    """A game where with these options one clock may run for all; None for others."""
    return game if isinstance(game, HasSharedClock) and game.needs_clock(options) else None


class Position(Struct, frozen=True, gc=False):
    """How a game stands: its state, the seats that owe a decision in it, and how it ended."""

    state: State
    awaiting: tuple[int, ...]
    outcome: Outcome | None


class GameProgress:
    """The game of one table, from its deal to its end.

    Nothing here changes a state: a move is tried on a copy, and what came of it is taken over
    by `set_position` and `turns` once its entry is in the log.
    """

    def __init__(self, terms: Terms, seed: str) -> None:
        rules = rules_of(terms)
        self.game, self.options, self.seed = rules.game, rules.options, seed
        self._has_clock = terms.clock is not None
        self._shared_clock = _shared_clock(self.game, self.options)
        self.viewers: tuple[ViewerSeat, ...] = (None, *range(self.options.players))
        """All seats, and None for a spectator."""
        self.state: State | None = None
        self.awaiting: tuple[int, ...] = ()
        """The seats that owe a decision."""
        self.outcome: Outcome | None = None
        """How the game ended; None before that."""
        self.turns: list[Turn] = []
        """The moves that stand."""
        self.begins: int | None = None
        """How many of them are from another game, which this one goes on from; else None."""
        self.redeals: list[Redeal] = []
        """Where hidden cards were dealt anew before that."""

    # --- Questions ---

    @property
    def own_turns(self) -> list[Turn]:
        """The moves that were made at this table, and may be undone."""
        return self.turns[self.begins :] if self.begins else self.turns

    @property
    def time_up_move(self) -> Any:
        """The move to be made when the clock that all share runs out; None without one."""
        if self.state is None or self._shared_clock is None:
            return None
        return self._shared_clock.time_up_move(self.state)

    def may_bid(self, seat: int) -> bool:
        """Whether a seat may leave a highest bid."""
        game, state = self.game, self.state
        return state is not None and isinstance(game, HasProxyBids) and game.may_bid(state, seat)

    def hides_acts(self, state: State) -> bool:
        """Whether seats may act in a state without others noticing."""
        if self.game.may_change(state):
            return True
        if not self._has_clock or self._shared_clock is None:
            return False
        return self._shared_clock.time_up_move(state) is not None

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

    def has_learned(self, seat: int, turn: Turn) -> bool:
        """Whether a move uncovered something to a seat; not so a card that another drew."""
        if not turn.uncovered:
            return False
        answer = self.game.revealed(turn.events, seat)
        return not answer or set(answer.split(", ")) != {"?"}

    def played(self) -> tuple[Played, ...]:
        """The moves that stand, as a record has them."""
        return tuple(Played(turn.seat, turn.move, turn.answer) for turn in self.turns)

    # --- What a move would lead to ---

    def read_move(self, data: Any) -> Any:
        """A move of the game as it is, from plain data, or from JSON that nobody has read yet."""
        if isinstance(data, Move):
            return data
        text = bytes(data) if isinstance(data, msgspec.Raw) else _ENCODER.encode(data)
        return read_json_move(text, self.game.move_type)

    def position_in(self, state: State) -> Position:
        """How the game stands in a state; it has ended only if nobody is awaited."""
        awaited = self.game.awaiting(state)
        return Position(state, awaited, None if awaited else self.game.outcome(state))

    def deal(self) -> Position:
        """The position after the deal, before any move."""
        if self.state is not None:
            raise refuse("started")
        return self.position_in(self.game.start(self.options, self.seed))

    def redeal(self, seat: int, seed: str) -> Position:
        """How the game stands when all that a seat cannot know has been dealt anew."""
        if self.state is None or self.outcome is not None or self.begins is not None:
            raise refuse("not_started")
        return self.position_in(self.game.redeal(self.state, seat, seed))

    def try_move(self, entry: entries.MoveMade, seq: int, *, logged: bool) -> tuple[Turn, Position]:
        """A move made on a copy, and how the game stands after it; raises for an illegal one."""
        if self.state is None:
            raise refuse("not_started")
        before, move = self.state, self.read_move(entry.move)
        play = self.game.play_again if logged else self.game.play_read
        after, events = play(before, entry.seat, move)
        answer = self.game.revealed(events, "all")
        uncovered = self.game.uncovers(before, after, events)
        position = self.position_in(after)
        is_open = self.awaiting != position.awaiting  # whom the table waits for is told to all
        noticed = None if is_open else self._who_notices(entry.seat, before, after, events)
        turn = Turn(seq, entry.seat, move, answer, before, uncovered, noticed, events)
        return turn, position

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

    # --- What has been written down ---

    def set_position(self, position: Position) -> None:
        """Go on from how the game stands now."""
        self.state = position.state
        self.awaiting, self.outcome = position.awaiting, position.outcome

    def take_back(self, turns: int) -> None:
        """Take back the last turns, so many of them."""
        self.set_position(self.position_in(self.turns[-turns].before))
        del self.turns[-turns:]
