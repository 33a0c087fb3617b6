"""The entries of a table's log: every act, in the order in which it was accepted.

Everything about a table follows from its entries. An entry is never changed and never
removed; what is undone is undone by another entry. The tag in front of each class is how
the entry is written on disk, and stays as it is.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

BotFault = Literal["", "broken", "error", "illegal", "slow", "gone", "unknown"]
"""What a bot of another package did wrong; see `realms.bots.external`."""


class LogEntry(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind"):
    """An act at a table."""


class SeatTaken(LogEntry, frozen=True, omit_defaults=True, tag="sat"):
    """A person took a seat; the secret that proves it is kept as its hash."""

    seat: int
    name: str
    secret: str
    attempt: str = ""
    """The hash of the key that named the attempt, so that who asks again gets the same seat."""


class SeatRenamed(LogEntry, frozen=True, tag="named"):
    """A person took another name."""

    seat: int
    name: str


class SeatLeft(LogEntry, frozen=True, tag="rose"):
    """A person left a seat: free again before the start, a bot's after it."""

    seat: int


class BotSeated(LogEntry, frozen=True, tag="seated"):
    """A bot was put on a seat; called by the title that was given, else by its name."""

    seat: int
    bot: str
    title: str = ""
    name: str = ""
    """What the table then called it; empty in logs of before, where every bot had a letter."""


class SeatCovered(LogEntry, frozen=True, tag="covered"):
    """Another seat let a bot play for a person who had owed a decision for long."""

    seat: int
    by: int


class PlayerReturned(LogEntry, frozen=True, tag="returned"):
    """A person came back to the seat a bot played meanwhile."""

    seat: int


class GameStarted(LogEntry, frozen=True, tag="started"):
    """The cards were dealt."""


class HiddenRedealt(LogEntry, frozen=True, tag="redealt"):
    """All that a seat could not know was dealt anew, before it went on from another game."""

    seat: int
    seed: str


class PracticeBegun(LogEntry, frozen=True, omit_defaults=True, tag="practised"):
    """What was played so far is from another game; from here on a seat tries it again."""

    seat: int
    source: str = ""
    """The address of the replay it was taken from."""


class MoveMade(LogEntry, frozen=True, omit_defaults=True, tag="moved"):
    """A seat, or the table itself, made a move."""

    seat: int | None
    move: Any
    by: Literal["seat", "bot", "proxy", "clock"] = "seat"
    fault: BotFault = ""
    """Why the seat's own bot did not make it, and one of the house did instead."""


class UndoRequested(LogEntry, frozen=True, tag="asked"):
    """A seat asked the others to let it undo so many moves."""

    seat: int
    moves: int


class UndoVoted(LogEntry, frozen=True, tag="answered"):
    """A seat agreed to such a request, or did not."""

    seat: int
    agrees: bool


class MovesUndone(LogEntry, frozen=True, tag="undone"):
    """The last moves were undone, and what was done in secret since."""

    seat: int
    moves: int
    public: bool = False
    """Whether `moves` counts what everybody noticed; logs of earlier versions count all."""


class ProxyBidSet(LogEntry, frozen=True, tag="bade"):
    """A seat left a highest bid for the auction that is on; None takes it back."""

    seat: int
    most: int | None


class RematchOpened(LogEntry, frozen=True, tag="continued"):
    """The same people agreed on another game: the table where it is played."""

    table: str


class TableClosed(LogEntry, frozen=True, tag="closed"):
    """Whoever runs the server ended the table for good."""


AnyEntry = (
    SeatTaken | SeatRenamed | SeatLeft | BotSeated | SeatCovered | PlayerReturned | GameStarted
    | HiddenRedealt | PracticeBegun | MoveMade | UndoRequested | UndoVoted | MovesUndone
    | ProxyBidSet | RematchOpened | TableClosed
)  # fmt: skip

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode_entry(entry: AnyEntry) -> bytes:
    """Encode an entry as the bytes that the log stores."""
    return _ENCODER.encode(entry)


def decode_entry(text: bytes | str) -> AnyEntry:
    """An entry from the log."""
    return _DECODER.decode(text)
