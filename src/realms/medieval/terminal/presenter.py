"""A game of Medieval Realms told: its events, panels and realms, the final result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from realms.cli.screen import label_grid, plain_table
from realms.cli.terminal.outcome_text import winner_line
from realms.kernel.text import listed, say
from realms.medieval.content.card_text import CardWords
from realms.medieval.content.schema import MedievalContent
from realms.medieval.interface import log
from realms.medieval.interface.score_text import sheet_lines, tie_text
from realms.medieval.interface.thing_names import card_name, resource_name, tokens_text
from realms.medieval.terminal.cards import COLOURS

if TYPE_CHECKING:
    from realms.kernel.game import Event, Outcome, State
    from realms.medieval.interface.view import MedievalSeat, MedievalView
    from realms.medieval.medieval_realms import MedievalRealms
    from realms.medieval.scoring.sheets import MedievalSheet


def opening_text(game: MedievalRealms, state: State, names: Sequence[str], language: str) -> str:
    """The first turn order."""
    order = [int(seat) for seat in state.order[: state.players]]
    return log.begun_text(order, names, language, game.content(state))


def event_text(
    game: MedievalRealms, state: State, event: Event, names: Sequence[str], language: str
) -> str:
    """An event as a sentence of the log."""
    return log.event_text(event, names, language, game.content(state))


# --- The table ---


def table_parts(
    game: MedievalRealms, state: State, names: Sequence[str], viewer: Any, language: str
) -> Iterator[RenderableType]:
    """The table in the middle of a game; the viewer "all" sees behind every screen."""
    view = game.view(state, None if viewer == "all" else viewer)
    words = CardWords(language, game.content(state))
    seats = view.seats
    if viewer == "all":
        seats = tuple(game.view(state, seat).seats[seat] for seat in range(view.players))
    yield Text(_head(view, names, language), "bold")
    yield panels_grid(view, words)
    yield seats_table(seats, names, words)
    yield realms_grid(seats, names, words)
    yield from _pending(view, names, words)
    awaited = listed([names[seat] for seat in view.awaiting], language)
    yield Text(say("cli.awaited", language, seats=awaited), "dim")


def _head(view: MedievalView, names: Sequence[str], language: str) -> str:
    order = ", ".join(names[seat] for seat in view.order)
    deck = say("terminal.deck_cards", language, n=view.deck)
    parts = [say("medieval_table.round", language, round=view.round, rounds=view.rounds)]
    parts.append(say("medieval_table.order", language, order=order))
    parts.append(f"{say('terminal.deck', language)}: {deck}")
    return " · ".join(parts)


def card_label(id_: str, words: CardWords) -> Text:
    """A card's name in its colour, then the words for colour and type."""
    card = next(card for card in words.content.card if card.id == id_)
    name = Text(card.name[words.language], style=f"bold {COLOURS.get(card.colour, '')}")
    type_ = words.say(f"table.{card.type}")
    colour = words.of("colour", card.colour)
    return name + Text(" " + words.say("table.card", colour=colour, type=type_), "dim")


def cards_line(cards: Sequence[str], words: CardWords) -> Text:
    """Several cards on a line."""
    if not cards:
        return Text(say("terminal.empty", words.language), "dim")
    return Text(" · ").join(card_label(card, words) for card in cards)


def panels_grid(view: MedievalView, words: CardWords) -> Table:
    """Both panels: the current one a line for each price, squares numbered. [MR-2] [MR-33]"""
    grid = label_grid()
    squares = zip(view.prices, view.current, strict=True)
    for price, row in groupby(enumerate(squares, 1), key=lambda square: square[1][0]):
        tokens = tokens_text({"goods": price}, words.language, words.content)
        numbered = [(number, card) for number, (_price, card) in row]
        label = words.say("table.current", tokens=tokens)
        grid.add_row(Text(label, "bold"), _squares(numbered, words))
    coming = list(enumerate(view.future, 1))
    grid.add_row(Text(words.say("table.future"), "bold"), _squares(coming, words))
    return grid


def _squares(squares: Sequence[tuple[int, str | None]], words: CardWords) -> Text:
    there = [Text(f"{n} ") + card_label(card, words) for n, card in squares if card is not None]
    return Text(" · ").join(there) if there else Text(say("terminal.empty", words.language), "dim")


def seats_table(seats: Sequence[MedievalSeat], names: Sequence[str], words: CardWords) -> Table:
    """Points, tokens and leaders, a column for each seat."""
    table = plain_table()
    table.add_column("", no_wrap=True)
    for name in names:
        table.add_column(name, justify="right")
    table.add_row(words.say("table.points"), *(str(seat.points) for seat in seats))
    for resource in seats[0].tokens:
        label = resource_name(resource, words.language, words.content).capitalize()
        table.add_row(label, *(str(seat.tokens[resource]) for seat in seats))
    for leader in seats[0].leaders:
        label = words.forms("leader", leader).other.capitalize()
        table.add_row(label, *(str(seat.leaders[leader]) for seat in seats))
    marks = [_mark(seat, words) for seat in seats]
    if any(marks):
        table.add_row("", *marks)
    return table


def _mark(seat: MedievalSeat, words: CardWords) -> str:
    mark = "passed" if seat.passed else "placed" if seat.ready else ""
    return words.say(f"table.{mark}") if mark else ""


def realms_grid(seats: Sequence[MedievalSeat], names: Sequence[str], words: CardWords) -> Table:
    """Hand and realm of every seat, and where its leaders stand if that is known."""
    grid = label_grid()
    for name, seat in zip(names, seats, strict=True):
        for what, cards in (("hand", seat.hand), ("realm", seat.realm)):
            label = Text(words.say(f"table.{what}", seat=name), "bold")
            grid.add_row(label, cards_line(cards, words))
        if seat.placement is not None:
            label = Text(words.say("table.placement", seat=name), "bold")
            placed = log.placement_text(seat.placement, words.language, words.content)
            grid.add_row(label, Text(placed))
    return grid


def _pending(view: MedievalView, names: Sequence[str], words: CardWords) -> Iterator[Text]:
    """An auction that is going on, or a choice that is owed. [MR-45] [MR-55]"""
    if view.auction:
        bid = {view.auction.resource: view.auction.bid}
        yield Text(
            words.say(
                "table.bidding",
                card=card_name(view.auction.card, words.language, words.content),
                bidder=names[view.auction.bidder],
                tokens=tokens_text(bid, words.language, words.content),
                asked=names[view.auction.asked],
            )
        )
    if view.choice:
        card = card_name(view.choice.card, words.language, words.content)
        seat, n = names[view.choice.seat], view.choice.times
        yield Text(words.say("table.choosing", seat=seat, card=card, n=n))


# --- The end ---


def result_parts(
    game: MedievalRealms, state: State, names: Sequence[str], language: str
) -> Iterator[RenderableType]:
    """The score sheets of all, the best last, then the ranking, who won and why. [MR-76]"""
    outcome, content = game.outcome(state), game.content(state)
    if outcome is None:
        return
    sheets, ranking = game.sheets(state), game.ranking(state)
    for seat in reversed(ranking):
        points = CardWords(language, content).say("effect.points", points=sheets[seat].score)
        yield Rule(Text(f"{names[seat]} · {points}", "bold"), align="left", style="dim")
        yield sheet_table(sheets[seat], language, content)
    yield ranking_table(sheets, ranking, names, CardWords(language, content))
    yield from _winner_lines(outcome, sheets, ranking, names, CardWords(language, content))


def sheet_table(sheet: MedievalSheet, language: str, content: MedievalContent) -> Table:
    """A score sheet, line by line."""
    table = plain_table()
    table.add_column(say("cli.column.why", language))
    table.add_column(CardWords(language, content).say("table.points"), justify="right")
    table.add_column("", style="dim", no_wrap=True)
    for what, points, paragraph in sheet_lines(sheet, language, content):
        table.add_row(what, str(points), paragraph)
    return table


def ranking_table(
    sheets: Sequence[MedievalSheet], ranking: Sequence[int], names: Sequence[str], words: CardWords
) -> Table:
    """Places, points, and what would break a tie. [MR-76]"""
    table = plain_table()
    table.add_column("", justify="right")
    table.add_column(say("cli.column.seat", words.language))
    castles = words.of("kind", "castle", 2)
    heads = [words.say("table.points"), words.say("table.cards"), castles]
    for head in (*heads, words.say("table.leaders")):
        table.add_column(head, justify="right")
    for place, seat in enumerate(ranking, 1):
        sheet = sheets[seat]
        cells = (place, names[seat], sheet.score, sheet.cards, sheet.castles, sheet.leaders)
        table.add_row(*(Text(str(cell), "bold" if place == 1 else "") for cell in cells))
    return table


def _winner_lines(
    outcome: Outcome,
    sheets: Sequence[MedievalSheet],
    ranking: Sequence[int],
    names: Sequence[str],
    words: CardWords,
) -> Iterator[Text]:
    """Which tie-breaker decided, if one did, and who won."""
    tie = tie_text(sheets, ranking, names, words.language, words.content)
    if tie:
        yield Text(tie)
    yield winner_line("medieval", outcome, names, words.language)
