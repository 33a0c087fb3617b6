"""The journal of the rules as events, and events as sentences of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARDS, SUITS
from realms.fantasy.interface import moves as m
from realms.fantasy.interface.view import wish_id
from realms.fantasy.rules import reports
from realms.fantasy.rules.codes import (
    BEST,
    DECLARE_CARD,
    DECLARE_SUIT,
    STAY,
    TO_ALL,
    offered_card,
    offered_to,
    offered_wish,
)
from realms.fantasy.rules.ending import CHOOSERS
from realms.fantasy.rules.state import NO_CHOICE
from realms.kernel.game import Event
from realms.kernel.journal import journal_rows
from realms.kernel.text import listed, say

ENDINGS = {
    1: ("ten_discards", "FR-6"),
    2: ("twelve_discards", "FR-22"),
    3: ("all_passed", "FR-25"),
    4: ("rounds_over", "FR-25"),
    5: ("time_over", "FR-24"),
}
"""How a game can end, and the paragraph that says so."""


def events_from_journal(journal: Any) -> list[Event]:
    """The rows of a journal as typed events."""
    return [_event(row) for row in journal_rows(journal)]


def _event(row: tuple[int, ...]) -> Event:
    kind, a, b, c, d = row
    match kind:
        case reports.DREW:
            return m.Drew(a, (CARDS[b].id,))
        case reports.DREW_TWO:
            return m.Drew(a, (CARDS[b].id, CARDS[c].id))
        case reports.TOOK:
            return m.Took(a, CARDS[b].id)
        case reports.DISCARDED:
            return m.Discarded(a, CARDS[b].id)
        case reports.KEPT:
            return m.Kept(a, CARDS[b].id, CARDS[c].id)
        case reports.OFFERED:
            wish = wish_id(int(offered_wish(b)))
            return m.Offered(a, CARDS[int(offered_card(b))].id, _to(b), wish)
        case reports.TRADED:
            return m.Traded(a, b, CARDS[c].id, CARDS[d].id)
        case reports.WITHDREW:
            return m.Withdrew(a, CARDS[int(offered_card(b))].id, _to(b))
        case reports.PASSED:
            return m.Passed(a)
        case reports.TIME_UP_CALLED:
            return m.TimeCalled()
        case reports.LAID_ASIDE:
            return m.LaidAside(a, CARDS[b].id)
        case reports.DECLARED_CHOICE:
            return _declared(a, b, c)
        case _:
            return m.Ended(*ENDINGS[a])


def _to(offer: int) -> int | None:
    to = int(offered_to(offer))
    return None if to == TO_ALL else to


def _declared(seat: int, step: int, what: int) -> m.Declared:
    if what == BEST or step == NO_CHOICE:
        return m.Declared(seat, "best", None)
    chooser = CARDS[CHOOSERS[step]].id
    if what == STAY:
        return m.Declared(seat, chooser, None)
    if what >= DECLARE_SUIT:
        return m.Declared(seat, chooser, SUITS[what - DECLARE_SUIT].id)
    return m.Declared(seat, chooser, CARDS[what - DECLARE_CARD].id)


def event_text(event: Event, names: Sequence[str], language: str) -> str:
    """An event as a sentence of the log, with its paragraph."""
    return f"{event_sentence(event, names, language)} [{event.paragraph}]"


def event_sentence(event: Event, names: Sequence[str], language: str) -> str:
    """An event as a sentence of the log."""
    key, fields = event.__struct_config__.tag, {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field in ("seat", "other", "first"):
            fields[field] = names[value]
        elif field == "to":
            fields[field] = say("event.everybody", language) if value is None else names[value]
        elif field == "cards":
            key = "drew_hidden" if m.UNKNOWN in value else "drew"
            fields["n"] = len(value)
            fields[field] = listed([_name(card, language) for card in value], language)
        elif field == "cites":
            continue
        elif field == "reason":
            fields[field] = say(f"reason.{value}", language)
        else:
            fields[field] = _name(value, language)
    if key == "offered" and getattr(event, "wish", None):
        key = "offered_wishing"
    if key == "declared" and getattr(event, "choice", "") == "best":
        key = "declared_best"
    if key == "kept" and getattr(event, "card", "") == m.UNKNOWN:
        key = "kept_hidden"
    return say(f"event.{key}", language, **fields)


def _name(thing: str | None, language: str) -> str:
    if thing is None:
        return say("event.nothing", language)
    if thing == m.UNKNOWN:
        return say("event.a_card", language)
    return name_of(thing, language) if thing != "best" else thing
