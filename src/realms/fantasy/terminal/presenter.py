"""A game of Fantasy Realms told: its events, hands and discard area, the final result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from realms.cli.terminal.outcome_text import winner_line
from realms.cli.terminal.plain_presenter import standings_table
from realms.fantasy.interface import log as game_log
from realms.fantasy.interface.moves import Dealt
from realms.fantasy.interface.view import ids
from realms.fantasy.terminal.screen import cards_line, choice_sentences, points_text, sheet_table
from realms.kernel.text import listed, say

if TYPE_CHECKING:
    from realms.fantasy.interface.view import FantasyView
    from realms.fantasy.scoring.sheet import ScoreSheet
    from realms.kernel.game import Event, Game, Outcome, State


def opening_text(_game: Game, state: State, names: Sequence[str], language: str) -> str:
    """Who begins."""
    return game_log.event_text(Dealt(int(state.first)), names, language)


def event_text(
    _game: Game, _state: State, event: Event, names: Sequence[str], language: str
) -> str:
    """An event as a sentence of the log."""
    return game_log.event_text(event, names, language)


def table_parts(
    game: Game, state: State, names: Sequence[str], viewer: Any, language: str
) -> Iterator[RenderableType]:
    """The table in the middle of a game; the viewer "all" sees every hand."""
    eyes = None if viewer == "all" else viewer
    view: FantasyView = game.view(state, eyes)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    for seat, name in enumerate(names):
        cards = ids(int(state.hands[seat])) if viewer == "all" else view.seats[seat].known
        grid.add_row(Text(name, "bold"), hand_line(view.seats[seat].cards, cards, language))
    area = ids(int(state.area)) if viewer == "all" else view.area
    if area or view.variant != "chaos":
        grid.add_row(Text(say("terminal.area", language), "bold"), _cards(area, language))
    deck = say("terminal.deck_cards", language, n=view.deck)
    grid.add_row(Text(say("terminal.deck", language), "bold"), Text(deck))
    awaited = listed([names[seat] for seat in view.awaiting], language)
    yield grid
    yield Text(say("cli.awaited", language, seats=awaited), "dim")


def _cards(cards: Sequence[str], language: str) -> Text:
    return cards_line(cards, language) if cards else Text(say("terminal.empty", language), "dim")


def hand_line(held: int, known: Sequence[str], language: str) -> Text:
    """A hand on one line: the cards known of it, and how many are not."""
    parts = [cards_line(known, language)] if known else []
    if held > len(known):
        hidden = held - len(known)
        key = "terminal.cards_more" if known else "terminal.cards_hidden"
        parts.append(Text(say(key, language, n=hidden), "dim"))
    return Text(" · ").join(parts) if parts else Text(say("terminal.empty", language), "dim")


def result_parts(
    game: Game, state: State, names: Sequence[str], language: str
) -> Iterator[RenderableType]:
    """The result of a game that is over."""
    outcome = game.outcome(state)
    if outcome is not None:
        yield from score_parts(game.sheets(state), outcome, names, language)


def score_parts(
    sheets: Sequence[ScoreSheet], outcome: Outcome, names: Sequence[str], language: str
) -> Iterator[RenderableType]:
    """The score sheets of all, the best last, then who won and why [FR-6]."""
    order = sorted(range(len(names)), key=lambda seat: (outcome.scores[seat], -seat))
    for seat in order:
        points = points_text(outcome.scores[seat], language)
        title = Text(f"{names[seat]} · {points}", "bold")
        yield Rule(title, align="left", style="dim")
        yield sheet_table(sheets[seat], language)
        for sentence in choice_sentences(sheets[seat].choices, language):
            yield Text(sentence)
        yield Text()
    strengths = {say("cli.column.strengths", language): outcome.strengths}
    yield standings_table(outcome, names, language, strengths)
    yield winner_line("fantasy", outcome, names, language)
