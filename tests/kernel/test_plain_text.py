"""Games that bring no words of their own are told by the fields of their values."""

from __future__ import annotations

import pytest
from msgspec import Struct

from realms.kernel import text
from realms.kernel.game import Event, Move, View
from realms.kernel.presentation import plain_text

NAMES = ("Ada", "Bob")


class Bid(Move, frozen=True):
    """A move with a message."""

    card: int | None


class Fold(Move, frozen=True):
    """A move without one."""

    card: int


class Laid(Event, frozen=True):
    """An event that others know in part."""

    seat: int
    card: int | None


class SeatSeen(Struct, frozen=True):
    """A row of a view."""

    hand: tuple[int, ...]
    has_bid: bool


class Seen(View, frozen=True):
    """A view."""

    stake: int
    coming: tuple[int, ...]
    bid: int | None
    seats: tuple[SeatSeen, ...]


VIEW = Seen(3, (), None, (SeatSeen((1, 2), True), SeatSeen((3,), False)))


@pytest.fixture(autouse=True)
def messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue with the messages of a small game in it."""
    small = {
        "small.event.laid": "{seat} bids {card}.",
        "small.event.laid_hidden": "{seat} has bid.",
        "small.move.bid": "Bid {card}",
        "small.view.coming": "Still to come",
    }
    own = {**text.catalogue("en"), **small}
    monkeypatch.setattr(text, "catalogue", lambda _: own)
    monkeypatch.setattr(plain_text, "catalogue", lambda _: own)


def test_events_and_moves_are_told_by_their_messages() -> None:
    assert plain_text.event_sentence("small", Laid(1, 7), NAMES, "en") == "Bob bids 7."
    assert plain_text.move_text("small", Bid(7), NAMES, "en") == "Bid 7"


def test_what_a_reader_may_not_know_has_a_message_of_its_own() -> None:
    assert plain_text.event_sentence("small", Laid(0, None), NAMES, "en") == "Ada has bid."


def test_without_a_message_a_value_is_shown_as_it_is_written() -> None:
    assert plain_text.move_text("small", Fold(7), NAMES, "en") == "fold 7"
    assert plain_text.move_text("other", Bid(None), NAMES, "en") == "bid ?"


def test_a_view_is_facts_and_tables() -> None:
    assert plain_text.view_facts("small", VIEW, "en") == [
        ("Stake", "3"),
        ("Still to come", "—"),
        ("Bid", "—"),
    ]
    (seats,) = plain_text.view_tables("small", VIEW, NAMES, "en")
    assert seats == plain_text.PlainTable(
        "Seats", ("Seat", "Hand", "Has bid"), (("Ada", "1, 2", "yes"), ("Bob", "3", "no"))
    )
