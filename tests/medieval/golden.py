"""A game of Medieval Realms as goldens tell it.

Records of a few moves are told move by move. Whole games are long, and told by how things
stood after each round and by their score sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, cast

from realms.kernel.game import Event, Game, State
from realms.kernel.record import Record
from realms.medieval import MedievalRealms
from realms.medieval.interface import events as e
from realms.medieval.interface.log import event_text
from realms.medieval.interface.score_text import sheet_lines, tie_text
from realms.medieval.interface.view import MedievalView
from tests.support.line_wrap import wrapped

CHAPTER = 8
"""Moves after which everybody's view is told, where all of them are."""


def facts(names: Sequence[str]) -> list[Callable[[MedievalView], str]]:
    """What a view tells, fact by fact."""
    seats = range(len(names))
    return [
        partial(table_told, names),
        partial(panel_told, "panel", "current"),
        partial(panel_told, "future", "future"),
        *(partial(seat_told, names, seat) for seat in seats),
        *(partial(placement_told, names, seat) for seat in seats),
        partial(asked_told, names),
    ]


def brief_facts(names: Sequence[str]) -> list[Callable[[MedievalView], str]]:
    """What a view of a whole game tells."""
    return [partial(standing_told, names, seat) for seat in range(len(names))]


def is_told_in_full(record: Record) -> bool:
    """Whether the log is told, and not only how things stood."""
    return not record.result


def ends_chapter(number: int, _events: Sequence[Any]) -> bool:
    """Whether views are told after a move."""
    return number % CHAPTER == 0


def ends_round(_number: int, events: Sequence[Any]) -> bool:
    """Whether a move ends a round: where a game told in brief is told."""
    return any(isinstance(event, e.RoundBegan) and event.number > 1 for event in events)


def sentence(game: Game, state: State, event: Event, names: Sequence[str], language: str) -> str:
    """An event as the log tells it."""
    return event_text(event, names, language, cast("MedievalRealms", game).content(state))


def counts(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in numbers.items() if number) or "nothing"


def table_told(names: Sequence[str], view: MedievalView) -> str:
    """What is true of the whole table."""
    parts = [f"{view.edition}, {view.phase}, round {view.round} of {view.rounds}"]
    parts.append("order " + ", ".join(names[seat] for seat in view.order))
    parts.append("awaited " + (", ".join(names[seat] for seat in view.awaiting) or "nobody"))
    parts += [f"deck {view.deck}", f"discarded {', '.join(view.discards) or 'nothing'}"]
    return "; ".join(parts)


def panel_told(what: str, field: str, view: MedievalView) -> str:
    return f"{what}: {', '.join(card or '—' for card in getattr(view, field))}"


def seat_told(names: Sequence[str], number: int, view: MedievalView) -> str:
    """What lies open before a seat."""
    seat = view.seats[number]
    parts = [f"{names[number]} has {seat.points} points", counts(seat.tokens), counts(seat.leaders)]
    parts += [f"decoys {seat.decoys}"] if seat.decoys else []
    parts += [f"drafted {' '.join(seat.drafted)}"] if seat.drafted else []
    parts += [f"hand {', '.join(seat.hand)}"] if seat.hand else []
    parts += [f"in play {', '.join(seat.realm)}"] if seat.realm else []
    parts += [word for word in ("ready", "passed") if getattr(seat, word)]
    return "; ".join(parts)


def placement_told(names: Sequence[str], number: int, view: MedievalView) -> str:
    """Where the leaders of a seat stand, for those who may know it."""
    placement = view.seats[number].placement
    return "" if placement is None else f"{names[number]} stands: {placement}"


def asked_told(names: Sequence[str], view: MedievalView) -> str:
    """An auction, or a choice that is owed."""
    if view.auction:
        lot = view.auction
        inside = ", ".join(names[seat] for seat in lot.inside)
        text = f"auction of {lot.card}: {names[lot.bidder]} bid {lot.bid} {lot.resource}"
        return f"{text}; in it {inside}; asked {names[lot.asked]}, who has {lot.purse}"
    if view.choice:
        owed = view.choice
        return f"{names[owed.seat]} owes a choice: {owed.what}, {owed.amount}, {owed.times} times"
    return ""


def standing_told(names: Sequence[str], number: int, view: MedievalView) -> str:
    """How a seat stands, in a line."""
    seat = view.seats[number]
    leaders = "/".join(str(owned) for owned in seat.leaders.values())
    parts = [f"{names[number]} {seat.points} points", f"{sum(seat.tokens.values())} tokens"]
    parts += [f"{len(seat.hand)} in hand", f"{len(seat.realm)} in play", f"leaders {leaders}"]
    return ", ".join(parts)


def result_told(game: Game, record: Record, state: State) -> Iterator[str]:
    """The final score sheets, and what broke a tie."""
    outcome, realms = game.outcome(state), cast("MedievalRealms", game)
    if outcome is None:
        yield "The game goes on."
        return
    sheets, content = realms.sheets(state), realms.content(state)
    for seat, sheet in enumerate(sheets):
        won = ", won" if seat in outcome.winners else ""
        counted = f"{sheet.cards} cards, {sheet.castles} castles, {sheet.leaders} leaders"
        yield f"{record.seats[seat]}: {sheet.score} points, {counted}{won}"
        lines = [f"{points} {text}" for text, points, _ in sheet_lines(sheet, "en", content)]
        yield from wrapped("    " + "; ".join(lines), "    ")
    for language in ("en", "es"):
        tie = tie_text(sheets, realms.ranking(state), record.seats, language, content)
        yield from wrapped(tie, "    ")
