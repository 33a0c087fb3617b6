"""Any game in words and tables: its catalogue has the words, its view the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec import structs
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from realms.cli.game_parts import EVERYTHING
from realms.cli.screen import label_grid, minus, plain_table
from realms.cli.terminal.outcome_text import winner_line
from realms.kernel.presentation import plain_text
from realms.kernel.presentation.texts import begun_sentence
from realms.kernel.text import listed, say

if TYPE_CHECKING:
    from realms.kernel.game import Event, Game, Outcome, State

NONE: Mapping[str, Sequence[Any]] = MappingProxyType({})
"""No more columns."""


class PlainPresenter:
    """The presenter of games that bring none."""

    def opening_text(self, game: Game, state: State, names: Sequence[str], language: str) -> str:
        """That the game begins."""
        return begun_sentence(game.name, language)

    def event_text(
        self, game: Game, state: State, event: Event, names: Sequence[str], language: str
    ) -> str:
        """An event as a sentence, with its paragraph."""
        sentence = plain_text.event_sentence(game.name, event, names, language)
        return f"{sentence} [{event.paragraph}]" if event.paragraph else sentence

    def table_parts(
        self, game: Game, state: State, names: Sequence[str], viewer: Any, language: str
    ) -> Iterator[RenderableType]:
        """The view of a viewer, and who has to move."""
        if viewer == EVERYTHING:
            yield from view_parts(game, whole_view(game, state), names, language)
            yield from self._secrets(game, state, names, language)
        else:
            yield from view_parts(game, game.view(state, viewer), names, language)
        awaited = listed([names[seat] for seat in game.awaiting(state)], language)
        yield Text(say("cli.awaited", language, seats=awaited), "dim")

    def _secrets(
        self, game: Game, state: State, names: Sequence[str], language: str
    ) -> Iterator[RenderableType]:
        """What each seat sees otherwise than a spectator does, besides the rows of seats."""
        public = plain_text.view_facts(game.name, game.view(state, None), language)
        for seat, name in enumerate(names):
            facts = plain_text.view_facts(game.name, game.view(state, seat), language)
            own = [fact for fact in facts if fact not in public]
            if own:
                yield Text(name, "bold")
                yield facts_table(own)

    def result_parts(
        self, game: Game, state: State, names: Sequence[str], language: str
    ) -> Iterator[RenderableType]:
        """Points of all, winners first, then who won and why."""
        outcome = game.outcome(state)
        if outcome is not None:
            yield standings_table(outcome, names, language)
            yield winner_line(game.name, outcome, names, language)


def whole_view(game: Game, state: State) -> Any:
    """The view of a spectator, with the row of each seat as that seat sees it."""
    view = game.view(state, None)
    own = [structs.asdict(game.view(state, seat)) for seat in range(int(state["players"]))]
    rows = {
        field: tuple(own[seat][field][seat] for seat in range(len(own)))
        for field, value in structs.asdict(view).items()
        if isinstance(value, tuple | list) and len(value) == len(own) and plain_text.is_rows(value)
    }
    return structs.replace(view, **rows)


def view_parts(
    game: Game, view: Any, names: Sequence[str], language: str
) -> Iterator[RenderableType]:
    """A view as lists: single values first, then what has several rows."""
    yield facts_table(plain_text.view_facts(game.name, view, language))
    for part in plain_text.view_tables(game.name, view, names, language):
        yield Text(part.label, "bold")
        table = plain_table()
        for column in part.columns:
            table.add_column(column)
        for row in part.rows:
            table.add_row(*map(Text, row))
        yield table


def facts_table(facts: Sequence[tuple[str, str]]) -> Table:
    """What something is called, and what it says, in two columns."""
    grid = label_grid()
    for label, text in facts:
        grid.add_row(Text(label, "bold"), Text(text))
    return grid


def standings_table(
    outcome: Outcome, names: Sequence[str], language: str, more: Mapping[str, Sequence[Any]] = NONE
) -> Table:
    """Names and points, winners first; more columns by their headings, a value a seat."""
    table = plain_table()
    table.add_column("")
    table.add_column(say("cli.column.seat", language))
    for heading in (say("cli.column.points", language), *more):
        table.add_column(heading, justify="right")
    order = sorted(range(len(names)), key=lambda s: (s not in outcome.winners, -outcome.scores[s]))
    for seat in order:
        won = seat in outcome.winners
        mark = say("cli.winner_mark", language) if won else ""
        cells = (mark, names[seat], minus(outcome.scores[seat]), *(more[key][seat] for key in more))
        table.add_row(*(Text(str(cell), "bold" if won else "") for cell in cells))
    return table
