"""The values of every game: its state as a record, and options, moves, events, views, outcomes."""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Any, ClassVar

import msgspec
import numpy as np
from msgspec import Struct

from realms.kernel import plain_notation
from realms.kernel.errors import Unreadable
from realms.kernel.presentation.html import html_of

State = np.record


class StateRecord(np.record):  # type: ignore[misc]  # NumPy's stubs call it final
    """A state that shows itself in a line, or in a notebook as a spectator sees it.

    A game's own kind of it names the game, and is the type of its records:
    `np.dtype((ChessState, fields))`. To rules it is a record like any other.
    """

    __slots__ = ()
    _game_name: ClassVar[str] = ""

    def __repr__(self) -> str:
        from realms.kernel.games import game_named  # noqa: PLC0415  (games are made of states)

        game = game_named(self._game_name)
        fields: dict[str, Any] = {"players": int(self["players"])}
        outcome = game.outcome(self)
        if outcome is None:
            fields["phase"] = getattr(game.view(self, None), "phase", None)
            fields["awaiting"] = game.awaiting(self)
        else:
            fields |= {"scores": outcome.scores, "winners": outcome.winners}
        shown = " ".join(f"{name}={value}" for name, value in fields.items() if value is not None)
        return f"<{game.name} state: {shown}>"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        from realms.kernel.games import game_named  # noqa: PLC0415

        game = game_named(self._game_name)
        outcome = game.outcome(self)
        return html_of(game.view(self, None)) + (html_of(outcome) if outcome else "")


SPECTATOR = None
"""The viewer who sits at no seat."""


def copy_state(state: State) -> State:
    """A copy of a state: its bytes, several times faster than field by field.

    >>> state = np.zeros(1, np.dtype((np.record, [("turn", np.int8)])))[0]
    >>> other = copy_state(state)
    >>> other.turn = 3
    >>> int(state.turn), int(other.turn)
    (0, 3)
    """
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)[0]  # type: ignore[no-any-return]


def fields_of(state: State) -> SimpleNamespace:
    """The fields of a state as numbers and lists, for reading many of them at once."""
    fields = zip(state.dtype.names or (), state.item(), strict=True)
    return SimpleNamespace(
        **{name: value.tolist() if type(value) is np.ndarray else value for name, value in fields}
    )


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table agreed on before the game."""

    players: int

    def resolved(self) -> Options:
        """The same options with all told that they leave to a preset."""
        return self


class Move(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="type", tag=str.lower
):
    """A decision of a seat, named after the rulebook's verb."""

    def __str__(self) -> str:
        return plain_notation.write_move(self)


class Event(Struct, frozen=True, gc=False, tag_field="type", tag=str.lower):
    """Something that happened, in the past tense."""

    cited: ClassVar[str] = ""

    @property
    def paragraph(self) -> str:
        """The number of the paragraph of the rules that this cites."""
        return self.cited

    def seen_by(self, viewer: int | None) -> Event | None:
        """The event as a viewer may know it; None where it may know nothing of it."""
        return self


class View(Struct, frozen=True, gc=False):
    """What one seat, or a spectator, may know of a game."""

    _repr_html_ = html_of


class Outcome(Struct, frozen=True):
    """How a game ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    paragraph: str
    strengths: tuple[int, ...] = ()

    def share(self, seat: int) -> float:
        """A seat's part of the win: shared wins count as fractions."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    _repr_html_ = html_of


class PlainSheet(Struct, frozen=True):
    """How a seat came by its score; games that have more to tell have sheets of their own."""

    score: int

    _repr_html_ = html_of


def read_json_move(text: str | bytes, kind: Any) -> Any:
    """A move from JSON; raises `Unreadable` for what is none of that type."""
    try:
        return _decoder(kind).decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        shown = text if isinstance(text, str) else text[:400].decode(errors="replace")
        raise Unreadable("move/unreadable", text=shown[:80]) from error


@lru_cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Decodes values of a type: made once, where `msgspec.convert` would look at it anew."""
    return msgspec.json.Decoder(kind)


def convert_checked(value: Any, kind: Any, code: str) -> Any:
    """A value whose fields are of the types they should be; raises `Unreadable` otherwise."""
    try:
        return msgspec.convert(msgspec.to_builtins(value), kind)
    except (msgspec.ValidationError, TypeError) as error:
        raise Unreadable(code, text=str(value)[:80]) from error
