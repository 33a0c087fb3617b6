"""A game of Fantasy Realms as goldens tell it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface.log import event_text
from realms.fantasy.interface.view import FantasyView, OfferView
from realms.fantasy.scoring.sheet import CardSheet, ScoreSheet, reason_text
from realms.kernel.game import Event, Game, State
from realms.kernel.record import Record
from tests.support.line_wrap import wrapped

CHAPTER = 8
"""Moves after which everybody's view is told."""


def facts(names: Sequence[str]) -> list[Callable[[FantasyView], str]]:
    """What a view tells, fact by fact."""
    return [
        partial(table_told, names),
        area_told,
        *(partial(hand_told, names, seat) for seat in range(len(names))),
        partial(own_told, names),
    ]


def is_told_in_full(_record: Record) -> bool:
    """Whether the log is told, and not only how things stood."""
    return True


def ends_chapter(number: int, _events: Sequence[Any]) -> bool:
    """Whether views are told after a move."""
    return number % CHAPTER == 0


def sentence(_game: Game, _state: State, event: Event, names: Sequence[str], language: str) -> str:
    """An event as the log tells it."""
    return event_text(event, names, language)


def table_told(names: Sequence[str], view: FantasyView) -> str:
    """What lies open on the table."""
    facts = [f"{view.variant}, {view.phase}", f"turn {names[view.turn]}", f"deck {view.deck}"]
    facts.append("awaited " + (", ".join(names[seat] for seat in view.awaiting) or "nobody"))
    facts += ["must draw"] if view.must_draw else []
    facts += [f"just taken {name_of(view.taken, 'en')}"] if view.taken else []
    facts += [f"ready {names[seat]}" for seat, one in enumerate(view.seats) if one.ready]
    if view.variant == "chaos":
        facts += [f"trades {view.trades}", f"passes {view.passes}"]
        facts += [f"rounds left {view.rounds_left}"] if view.rounds_left is not None else []
    return "; ".join(facts)


def area_told(view: FantasyView) -> str:
    return parse_cards_and_suits("area", view.area)


def parse_cards_and_suits(what: str, cards: Sequence[str]) -> str:
    return f"{what}: {', '.join(name_of(card, 'en') for card in cards)}" if cards else ""


def hand_told(names: Sequence[str], seat: int, view: FantasyView) -> str:
    """What is known of a seat's hand."""
    cards = view.seats[seat]
    shown = [name_of(card, "en") for card in cards.known]
    hidden = cards.cards - len(shown)
    shown += [f"{hidden} hidden"] if hidden else []
    assert seat != view.seat or view.hand == cards.known
    return f"{names[seat]} holds {', '.join(shown) or 'nothing'}"


def own_told(names: Sequence[str], view: FantasyView) -> str:
    """What only some see: cards drawn, open offers, the choice to declare."""
    facts = [parse_cards_and_suits("drawn", view.drawn)] if view.drawn else []
    facts += [offer_told(offer, names) for offer in view.offers]
    facts += [f"to declare: {name_of(view.choice, 'en')}"] if view.choice else []
    return "; ".join(facts)


def offer_told(offer: OfferView, names: Sequence[str]) -> str:
    card = name_of(offer.card, "en") if offer.card else "a card"
    to = "all" if offer.to is None else names[offer.to]
    wish = f" for {name_of(offer.wish, 'en')}" if offer.wish else ""
    return f"offer {offer.offer} of {names[offer.seat]}: {card} to {to}{wish}"


def result_told(game: Game, record: Record, state: State) -> Iterator[str]:
    """The final score sheets, card by card."""
    outcome = game.outcome(state)
    if outcome is None:
        yield "The game goes on."
        return
    for seat, sheet in enumerate(game.sheets(state)):
        won = ", won" if seat in outcome.winners else ""
        yield f"{record.seats[seat]}: {sheet.score} points, strengths {sheet.strengths}{won}"
        yield from sheet_told(sheet)


def sheet_told(sheet: ScoreSheet) -> Iterator[str]:
    for card in sheet.cards:
        points = str(card.total).replace("-", "−")
        yield from wrapped(f"{points:>6}  {card_told(card)}", " " * 8)


def card_told(card: CardSheet) -> str:
    """A card, its suit, and what happened to it; what a bonus lacks is left out here."""
    why = [reason_text(card, why, "en") for why in card.reasons if why.step != "lacks"]
    return f"{name_of(card.card, 'en')} ({name_of(card.suit, 'en')}) " + "; ".join(why)
