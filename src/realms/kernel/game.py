"""What a game is here: one contract that every game meets.

A state is a record of fixed size; `play` works on a copy of it and never changes the state
it was given. Moves, events, views and outcomes are typed values (`kernel.values`). Whatever
leaves the rules for a seat is a view, or events as that seat may know them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from operator import index
from typing import Any, ClassVar, Generic, SupportsIndex

import msgspec
import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypeVar

from realms.kernel import plain_notation
from realms.kernel.chance import SeedStream, rng_state_from, stream_from
from realms.kernel.chance_answers import split_answer
from realms.kernel.errors import IllegalMove, Unreadable
from realms.kernel.legal_moves import LegalMoves, MoveT
from realms.kernel.packs import BringsNumbering, packs
from realms.kernel.values import (
    SPECTATOR,
    Event,
    Move,
    Options,
    Outcome,
    PlainSheet,
    State,
    View,
    convert_checked,
    copy_state,
    fields_of,
)

__all__ = [
    "SPECTATOR",
    "Event",
    "Game",
    "LegalMoves",
    "Move",
    "Options",
    "Outcome",
    "PlainSheet",
    "State",
    "View",
    "copy_state",
    "fields_of",
]

ViewT = TypeVar("ViewT", bound=View, default=Any)
OptionsT = TypeVar("OptionsT", bound=Options, default=Any)


class Game(ABC, Generic[MoveT, ViewT, OptionsT]):
    """A game: its options, its state, and everything that may be asked of a state."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules: ClassVar[str]
    """The version of the rules that records carry."""
    state_type: ClassVar[np.dtype[Any]]
    options_type: type[OptionsT]
    move_type: Any
    """The union of the game's moves: what `play` checks a move against."""
    seats_paragraph: ClassVar[str]
    """The paragraph that says who plays."""
    code_space: ClassVar[int]
    """Moves, as the rules see them, are numbers below this."""

    # What a game must say for itself.

    @abstractmethod
    def set_up(self, state: State, options: OptionsT, rng_state: np.uint64) -> None:
        """Lay out a game on an empty record."""

    @abstractmethod
    def awaiting(self, state: State) -> tuple[int, ...]:
        """The seats that owe a decision; none when the game is over."""

    @abstractmethod
    def refusal(self, state: State, seat: int | None, code: int) -> tuple[str, str] | None:
        """Why a step is not allowed, as an error's code and paragraph; None if it is."""

    @abstractmethod
    def encode(self, state: State, seat: int | None, move: MoveT) -> tuple[int, ...]:
        """A move as the steps it is made of, most often one; none if it means nothing here."""

    @abstractmethod
    def decode(self, state: State, seat: int | None, steps: Sequence[int]) -> MoveT:
        """The steps of a whole move as a typed value."""

    @abstractmethod
    def advance(self, state: State, seat: int | None, code: int) -> list[Any]:
        """Make a legal step on the record itself and tell what happened."""

    @abstractmethod
    def seen_from(self, state: State, seat: int | None) -> ViewT:
        """What a seat, or a spectator, may know; `view` asks for it."""

    @abstractmethod
    def redeal_in_place(self, state: State, seat: int | None, rng_state: np.uint64) -> None:
        """Deal anew, on the record itself, all that a viewer cannot know."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it is played."""

    @abstractmethod
    def violations(self, state: State) -> list[str]:
        """Laws of conservation that a state breaks; none, one hopes."""

    @abstractmethod
    def hidden(self, state: State) -> Any:
        """What is hidden from somebody, to tell whether a re-deal dealt anew."""

    @abstractmethod
    def stray_moves(self) -> list[MoveT]:
        """Some moves of every kind, most of them illegal anywhere, to be refused."""

    @abstractmethod
    def redact_move(
        self, state: State, seat: int | None, move: MoveT, viewer: int | None, now: State
    ) -> MoveT | None:
        """A move as another seat may know it; None where it may know nothing of it.

        The move was made in `state`; what was secret then may be known `now`.
        """

    # What a game may say for itself; what stands here does for most.

    def check_options(self, options: OptionsT) -> None:
        """Refuse options that no game can be played with: those that their types do not allow."""
        convert_checked(options, self.options_type, "options/unreadable")

    def options(self, state: State) -> OptionsT:
        """The options a state is played with: the fields of the same names."""
        fields = {name: state[name].item() for name in self.options_type.__struct_fields__}
        options: OptionsT = msgspec.convert(fields, self.options_type, strict=False)
        return options

    def codes(self, state: State, seat: int | None) -> NDArray[np.int64]:
        """The legal steps of a seat as the rules see them, in order: those not refused."""
        steps = range(self.code_space)
        return np.array([code for code in steps if self.refusal(state, seat, code) is None], int)

    def sheets(self, state: State) -> list[Any]:
        """The score sheets of an ended game, one per seat."""
        outcome = self.outcome(state)
        return [PlainSheet(score) for score in outcome.scores] if outcome else []

    def write_move(self, move: MoveT, names: Sequence[str]) -> str:
        """A move in the notation of records."""
        return plain_notation.write_move(move)

    def read_moves(self, text: str, names: Sequence[str]) -> list[tuple[int, str, str | None]]:
        """Split a line of notation: where each move stands, its text, chance's answer."""
        return [split_answer(text, 0, len(text))]

    def read_move(self, text: str, names: Sequence[str]) -> MoveT | None:
        """A move from its notation; None for one of which nothing is known."""
        move: MoveT | None = plain_notation.read_move(text, self.move_type)
        return move

    def read_answer(self, text: str) -> str:
        """What chance answered, read from a record in any language, as `revealed` has it."""
        return text.strip()

    def revealed(self, events: Sequence[Any], viewer: int | str | None) -> str | None:
        """What chance or another's secret answered to a move, as a viewer knows it.

        The viewer "all" knows everything; None means that nothing was answered, and "?"
        that the viewer does not know what was.
        """
        return None

    def dealt_to(self, state: State, viewer: int | None) -> str:
        """What a seat was dealt, for the head of a record redacted to it."""
        return ""

    def set_up_from(self, state: State, options: OptionsT, stream: SeedStream) -> None:
        """Lay out a game among people, whose deal has to keep a secret.

        What stands here gives the generator of the rules its first word, so that there are 2⁶⁴
        deals at most. A game with hidden cards shuffles them by the stream.
        """
        self.set_up(state, options, stream.word())

    def deal_order(self, state: State) -> tuple[list[int], list[str]]:
        """The seats in the order of play, and the deck in the order of the deal, from its start."""
        return list(range(int(state["players"]))), []

    def check_unattended(self, options: OptionsT) -> None:
        """Refuse options that programs among themselves cannot play with, besides all others."""
        self.check_options(options)

    def midway(self, state: State, seat: int | None) -> bool:
        """Whether a move of a seat takes more steps from here."""
        return False

    def count(self, state: State, seat: int | None) -> int | None:
        """How many whole moves a seat has from here; None where every step is a move."""
        return None

    def may_change(self, state: State) -> tuple[int, ...]:
        """The seats that are not awaited but may change what they did."""
        return ()

    def attempt(
        self, state: State, seat: int | None, steps: Sequence[int]
    ) -> tuple[tuple[str, str] | None, list[Any]]:
        """Make a move on the record itself, step by step: why it is refused, or the events."""
        events: list[Any] = []
        for code in steps or (-1,):
            refused = self.refusal(state, seat, code)
            if refused:
                return refused, []
            events += self.advance(state, seat, code)
        return None, events

    def make_steps(self, state: State, seat: int, steps: Sequence[int]) -> None:
        """Make a legal move on the record itself, untold: for who looks at many and reads none."""
        self.attempt(state, seat, steps)

    def play_again(self, state: State, seat: int | None, move: MoveT) -> tuple[State, list[Any]]:
        """Make a move of a record or a log: as `play`, and what older rules allowed besides."""
        return self.play(state, seat, move)

    def uncovers(self, before: State, after: State, events: Sequence[Any]) -> bool:
        """Whether a move made something known that nobody can forget again."""
        return self.revealed(events, "all") is not None

    def opens_round(self, before: Any, played: Any, first: int | None) -> bool:
        """Whether a move of a record is the first of a round: its first seat moves again."""
        return before is None or played.seat == first

    def export_fields(self, moments: Iterable[Any]) -> dict[str, Any]:
        """Further fields of the JSON export of a replayed game, besides those of all games."""
        return {}

    # What follows for every game.

    def new_state(self) -> State:
        """A state with every field zero."""
        return np.zeros(1, self.state_type)[0]  # type: ignore[no-any-return]

    def start(self, options: OptionsT | None = None, seed: str = "") -> State:
        """A new game: the seed, any text, fixes everything that chance will do.

        A seed of the form `stream:` and 32 digits is one of a game among people.
        """
        options = self.options_type() if options is None else options  # type: ignore[call-arg]
        self.check_options(convert_checked(options, self.options_type, "options/unreadable"))
        state, stream = self.new_state(), stream_from(seed)
        if stream is None:
            self.set_up(state, options, rng_state_from(seed))
        else:
            self.set_up_from(state, options, stream)
        return state

    def legal(self, state: State, seat: int | None) -> LegalMoves[MoveT]:
        """The legal moves of a seat."""
        self.check_seat(state, seat)
        return LegalMoves(self, state, seat, [int(code) for code in self.codes(state, seat)])

    def play(self, state: State, seat: int | None, move: MoveT) -> tuple[State, list[Any]]:
        """Make a move: the new state and what happened. The given state never changes."""
        return self.play_read(state, seat, convert_checked(move, self.move_type, "move/unreadable"))

    def play_read(self, state: State, seat: int | None, move: MoveT) -> tuple[State, list[Any]]:
        """The same with a move that was read from text or data, its fields checked already."""
        self.check_seat(state, seat)
        after = copy_state(state)
        refused, events = self.attempt(after, seat, self.encode(state, seat, move))
        if refused:
            raise IllegalMove(refused[0], paragraph=refused[1], move=str(move))
        return after, events

    def view(self, state: State, seat: int | None) -> ViewT:
        """What a seat, or a spectator (None), may know."""
        self.check_seat(state, seat)
        return self.seen_from(state, seat)

    def check_seat(self, state: State, seat: int | None) -> None:
        """A seat is a number from 0, or None for nobody at the table."""
        if seat is None or (type(seat) is int and 0 <= seat < int(state["players"])):
            return
        raise IllegalMove("move/no_such_seat", paragraph=self.seats_paragraph, seat=str(seat))

    def redeal(self, state: State, seat: int | None, seed: str) -> State:
        """A state that a seat cannot tell from this one, all else dealt anew."""
        self.check_seat(state, seat)
        other = copy_state(state)
        self.redeal_in_place(other, seat, rng_state_from(seed))
        return other

    # States and moves as numbers, as batches have them: for policies that learned there.

    def observation(self, state: State, seat: int, actions: Sequence[int] = ()) -> NDArray[Any]:
        """What a seat sees, as numbers: those of a batch (`docs/batch.md`).

        `actions` are those of a move that it has begun and not finished.
        """
        seen: NDArray[Any] = self.numbering(state, seat).show(state, seat, actions)[0]
        return seen

    def action_mask(
        self, state: State, seat: int, actions: Sequence[int] = ()
    ) -> NDArray[np.bool_]:
        """The legal actions of a seat, as in a batch; none where it owes no decision."""
        mask: NDArray[np.bool_] = self.numbering(state, seat).show(state, seat, actions)[1]
        return mask

    def action_of(self, state: State, seat: int, move: MoveT) -> tuple[int, ...]:
        """The actions of a batch that make a legal move: most often one."""
        actions: tuple[int, ...] = self.numbering(state, seat).actions_of(state, seat, move)
        return actions

    def move_of(
        self, state: State, seat: int, actions: SupportsIndex | Sequence[int]
    ) -> MoveT | None:
        """The move that one or more actions make; None if it takes more of them."""
        path = [index(actions)] if isinstance(actions, SupportsIndex) else actions
        move: MoveT | None = self.numbering(state, seat).move_of(state, seat, path)
        return move

    def numbering(self, state: State, seat: int) -> Any:
        """The table of a state as a batch numbers it; raises `Unreadable` where none does."""
        self.check_seat(state, -1 if seat is None else seat)
        pack: Any = packs().get(self.name)
        if not isinstance(pack, BringsNumbering):
            raise Unreadable("batch/numbering", game=self.title)
        return pack.numbering(state)

    def snapshot(self, state: State) -> bytes:
        """A state as bytes."""
        return state.tobytes()

    def restore(self, snapshot: bytes) -> State:
        """A state from its bytes."""
        if len(snapshot) != self.state_type.itemsize:
            raise Unreadable("snapshot/size", n=len(snapshot), size=self.state_type.itemsize)
        return np.frombuffer(bytearray(snapshot), self.state_type)[0]  # type: ignore[no-any-return]
