"""The table of Fantasy Realms as a page shows it, made from what one viewer may know."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface import moves as m
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.interface.what_if import FULL, after_keeping, after_taking, best_of, best_sheet
from realms.fantasy.scoring.sheet import ScoreSheet
from realms.fantasy.web.board.changes import change_rows
from realms.fantasy.web.board.declaration import DeclaringShown, declaring
from realms.fantasy.web.board.ending import EndShown, ending
from realms.fantasy.web.board.hand import HandShown, hand
from realms.fantasy.web.board.hope import DeckHope, deck_hope
from realms.fantasy.web.board.places import PlacedCard, move_json, place_cards
from realms.fantasy.web.board.players import PlayerShown, players
from realms.fantasy.web.board.recent import RecentTurn, recent_turns
from realms.fantasy.web.board.standings import StandingRow, standing
from realms.fantasy.web.board.trades import TradingShown, trading
from realms.fantasy.web.board.wants import wants
from realms.web.pages.table.table_page import TablePage

EMPTY = ScoreSheet(0, 0, {}, ())
"""The sheet of a hand without cards."""
AREA_ENDS = {"standard": 10, "duel": 12}
"""So many discards end the game. [FR-6] [FR-22]"""


class DeckShown(Struct, frozen=True):
    """The deck."""

    cards: int
    move: str = ""
    is_pair: bool = False
    """Whether two cards are drawn, one of them to keep. [FR-21]"""
    hope: DeckHope | None = None
    """What drawing promises, where that can be told."""
    ends_game: bool = False
    """Whether the discard after a draw ends the game. [FR-6]"""
    is_wiser: bool = False
    """Whether every card of the area costs points, so that drawing is the main move."""


class AreaShown(Struct, frozen=True):
    """The discard area, and how many cards in it end the game."""

    cards: tuple[PlacedCard, ...]
    end: int | None
    by: tuple[int | None, ...] = ()
    """Who laid each card there, as far as the log tells."""

    @property
    def best(self) -> PlacedCard | None:
        """The card that adds the most points now, if one adds any."""
        return next((placed for placed in self.cards if placed.is_best), None)

    @property
    def left(self) -> int:
        """Places that are free."""
        return max((self.end or 0) - len(self.cards), 0)


class Countdown(Struct, frozen=True):
    """The clock that all share in Chaos. [FR-23]"""

    until: int
    """When time is up, in milliseconds."""
    left: str
    """Minutes and seconds until then."""


class FantasyBoard(Struct, frozen=True, kw_only=True):
    """Everything on the table."""

    variant: str
    phase: str
    is_asked: bool
    is_playing: bool
    """Whether the viewer belongs to a seat of a game that goes on."""
    players: tuple[PlayerShown, ...]
    deck: DeckShown
    area: AreaShown | None
    drawn: tuple[PlacedCard, ...]
    hand: HandShown | None
    trading: TradingShown | None
    declaring: DeclaringShown | None
    end: EndShown | None
    countdown: Countdown | None
    waiting: tuple[str, ...]
    """The names of those who decide now."""
    recent: tuple[RecentTurn, ...] = ()
    """What others did since the viewer moved."""
    standing: tuple[StandingRow, ...] = ()
    """What everybody would score now, as far as the viewer may know."""
    taken: str
    """The card just taken, which cannot go straight back. [FR-4a]"""


def board(page: TablePage) -> FantasyBoard | None:
    """The table; None before the cards are dealt."""
    view: FantasyView | None = page.table.view
    if view is None:
        return None
    end = ending(page)
    area = _area(page, view)
    return FantasyBoard(
        variant=view.variant,
        phase=view.phase,
        is_asked=page.is_asked,
        is_playing=page.is_live and page.table.seat is not None and end is None,
        players=() if end else players(page),
        deck=_deck(page, view, area),
        area=area,
        drawn=_drawn(page, view),
        hand=None if end else _marked(hand(page), area),
        trading=trading(page),
        declaring=declaring(page),
        end=end,
        countdown=_countdown(page, view),
        recent=() if end else recent_turns(page),
        standing=standing(page),
        waiting=tuple(page.names[seat] for seat in view.awaiting),
        taken=name_of(view.taken, page.language) if view.taken and page.is_asked else "",
    )


def _marked(held: HandShown | None, area: AreaShown | None) -> HandShown | None:
    """A hand whose cards know with which discards they would go."""
    if held is None or area is None:
        return held
    goes: dict[str, list[int]] = {}
    for placed in area.cards:
        if placed.number and placed.drop_id:
            goes.setdefault(placed.drop_id, []).append(placed.number)
    cards = [
        structs.replace(placed, goes_with=tuple(goes.get(placed.card.id, ())))
        for placed in held.cards
    ]
    return structs.replace(held, cards=tuple(cards))


def _deck(page: TablePage, view: FantasyView, area: AreaShown | None) -> DeckShown:
    move = next((move_json(move) for move in page.moves if isinstance(move, m.Draw)), "")
    is_pair = view.variant == "duel" and view.seats[view.turn].cards < FULL
    hope, is_wiser = None, False
    if move and page.helped and not is_pair and area is not None:
        best, score = area.best, best_sheet(view.hand, view.area).score
        gain = best.score - score if best and best.score is not None else 0
        is_wiser = gain < 0
        hope = deck_hope(view, score, gain, page.table.options.jester)
    ends = view.variant == "standard" and area is not None and area.left == 1
    return DeckShown(view.deck, move, is_pair, hope, ends, is_wiser)


def _area(page: TablePage, view: FantasyView) -> AreaShown | None:
    """The discard area; in Chaos only what the Necromancer has to choose from. [FR-24]"""
    if view.variant == "chaos" and not view.area:
        return None
    moves = {move.card: move for move in page.moves if isinstance(move, m.Take)}
    after: Any = {}
    score = None
    if page.table.seat is not None and view.phase in ("taking", "discarding"):
        if len(view.hand) <= FULL:
            after = after_taking(view)
            score = best_sheet(view.hand, view.area).score if view.hand else 0
    best = best_of(after)
    helps = best is not None and score is not None and after[best].score > score
    cards = place_cards(
        view.area,
        page.language,
        moves=moves,
        after=after,
        now=score,
        best=best if helps else None,
        new=_new_discards(page),
    )
    if page.helped and score is not None:
        cards = tuple(_with_changes(placed, page, view) for placed in cards)
    by = tuple(_layer(page, placed.card.id) for placed in cards)
    return AreaShown(cards, AREA_ENDS.get(view.variant), by)


def _with_changes(placed: PlacedCard, page: TablePage, view: FantasyView) -> PlacedCard:
    """A card of the area with what it would do to the hand, line by line."""
    if placed.score is None or not placed.move:
        return placed
    card = placed.card.id
    left = [other for other in view.area if other != card]
    kept = [held for held in view.hand if held != placed.drop_id]
    laid = [*left, placed.drop_id] if placed.drop_id else left
    before = best_sheet(view.hand, view.area) if view.hand else EMPTY
    after = best_sheet([*kept, card], laid)
    rows = change_rows(before, after, page.language, placed.drop_id)
    is_raised = any(sheet.card == placed.drop_id for sheet in after.cards)
    return structs.replace(placed, rows=rows, wants=wants(page, card), is_raised=is_raised)


def _layer(page: TablePage, card: str) -> int | None:
    """Who discarded a card that lies in the area, by the log."""
    for line in reversed(page.story):
        event = line.event
        if isinstance(event, m.Discarded) and event.card == card:
            return event.seat
        if isinstance(event, m.Kept) and event.discarded == card:
            return event.seat
    return None


def _new_discards(page: TablePage) -> frozenset[str]:
    """What was discarded last."""
    cards = []
    for event in page.table.events:
        if isinstance(event, m.Discarded):
            cards.append(event.card)
        elif isinstance(event, m.Kept):
            cards.append(event.discarded)
    return frozenset(cards)


def _drawn(page: TablePage, view: FantasyView) -> tuple[PlacedCard, ...]:
    """The two cards of the duel, one of which is kept. [FR-21]"""
    if not view.drawn:
        return ()
    moves = {move.card: move for move in page.moves if isinstance(move, m.Keep)}
    after = after_keeping(view)
    score = best_sheet(view.hand, view.area).score if view.hand else 0
    best = best_of(after)
    return place_cards(view.drawn, page.language, moves=moves, after=after, now=score, best=best)


def _countdown(page: TablePage, view: FantasyView) -> Countdown | None:
    clock = page.table.clock
    if clock is None or view.phase != "trading" or view.rounds_left is not None or not page.is_live:
        return None
    until = clock.began + min(clock.left) if clock.ends is None else clock.ends
    minutes, seconds = divmod(max(until - page.now, 0) // 1000, 60)
    return Countdown(until, f"{minutes}:{seconds:02}")
