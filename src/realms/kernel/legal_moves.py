"""The legal moves of a seat as a sequence that need not be written down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from typing_extensions import TypeVar

from realms.kernel.errors import Unreadable
from realms.kernel.values import Move, State, convert_checked, copy_state

if TYPE_CHECKING:
    from realms.kernel.game import Game

MoveT = TypeVar("MoveT", bound=Move, default=Any)


class LegalMoves(Sequence[MoveT]):
    """The legal moves of a seat: iterate, count, index, or ask whether a move is `in`.

    Most moves are one step of the rules. Where a move is a path of several, such as a
    placement of all leaders, the list is walked, not written down: it may be very long.
    """

    def __init__(
        self, game: Game[MoveT, Any, Any], state: State, seat: int | None, codes: list[int]
    ) -> None:
        self._game, self._state, self._seat = game, state, seat
        self.codes = codes
        """The steps that are legal now."""
        counted = game.count(state, seat)
        self.are_steps = counted is None
        """Whether every legal move is one step."""
        self._length = len(codes) if counted is None else counted

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(index)
        return self._decode(self._path(place))

    def _path(self, place: int) -> tuple[int, ...]:
        """The steps of the move at a place of the list."""
        if self.are_steps:
            return (self.codes[place],)
        game, state, seat = self._game, self._state, self._seat
        path: tuple[int, ...] = ()
        codes = self.codes
        while True:
            for code in codes:
                after = copy_state(state)
                game.advance(after, seat, code)
                further = (game.count(after, seat) or 0) if game.midway(after, seat) else 1
                if place < further:
                    break
                place -= further
            path += (code,)
            if not game.midway(after, seat):
                return path
            state, codes = after, [int(step) for step in game.codes(after, seat)]

    def __iter__(self) -> Iterator[MoveT]:
        if self.are_steps:
            return (self._decode((code,)) for code in self.codes)
        return map(self._decode, self._paths(self._state, (), self.codes))

    def _paths(
        self, state: State, path: tuple[int, ...], codes: list[int]
    ) -> Iterator[tuple[int, ...]]:
        """All paths that go on from a state."""
        game, seat = self._game, self._seat
        for code in codes:
            after = copy_state(state)
            game.advance(after, seat, code)
            if game.midway(after, seat):
                further = [int(step) for step in game.codes(after, seat)]
                yield from self._paths(after, (*path, code), further)
            else:
                yield (*path, code)

    def __contains__(self, move: object) -> bool:
        try:
            checked = convert_checked(move, self._game.move_type, "move/unreadable")
        except Unreadable:
            return False
        steps = self._game.encode(self._state, self._seat, checked)
        if self.are_steps:
            return len(steps) == 1 and steps[0] in self.codes
        return bool(steps) and not self._game.attempt(copy_state(self._state), self._seat, steps)[0]

    def _decode(self, steps: tuple[int, ...]) -> MoveT:
        return self._game.decode(self._state, self._seat, steps)

    def __repr__(self) -> str:
        shown = ", ".join(str(move) for move in self[:8])
        return f"<{len(self)} legal: {shown}{', …' if len(self) > 8 else ''}>"
