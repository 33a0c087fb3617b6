"""The game board on the screen: both panels, and the lands with who stands there."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table as Grid
from rich.text import Text

from realms.medieval.interface.events import LandFought, Revealed
from realms.medieval.interface.moves import Activate
from realms.medieval.terminal.table_view import WIDE, TerminalView

ROW = 4
"""Squares in a row of the current panel. [MR-2]"""
SEPARATOR = " · "


def panel_grid(seen: TerminalView, width: int) -> Grid:
    """The current panel, three rows of four squares; on a narrow screen, a line each. [MR-2]"""
    squares = range(len(seen.view.current))
    cells = [(_number(seen, square), _square(seen, square)) for square in squares]
    if width >= WIDE:
        return _rows([(number, Text("\n").join(lines)) for number, lines in cells], ROW)
    grid = Grid.grid(padding=(0, 1, 0, 0))
    for number, lines in cells:
        grid.add_row(number, *lines)
    return grid


def _rows(cells: Sequence[tuple[Text, Text]], columns: int) -> Grid:
    """Cells with their numbers side by side, so many in a row."""
    grid = Grid.grid(padding=(0, 1, 0, 0), expand=True)
    for _ in range(columns):
        grid.add_column(width=2, justify="right")
        grid.add_column(ratio=1)
    for first in range(0, len(cells), columns):
        grid.add_row(*(part for cell in cells[first : first + columns] for part in cell))
    return grid


def _square(seen: TerminalView, square: int) -> list[Text]:
    """A square in three lines: price and type; the card; its colour and cost. [MR-33]"""
    card = seen.view.current[square]
    if card is None:
        return [Text(seen.say("empty"), "dim")]
    auction = seen.cards[card].type == "auction"
    price = [] if auction else [seen.tokens({"goods": seen.view.prices[square]})]
    head = Text(SEPARATOR.join([*price, seen.type(card)]))
    return [head, seen.name(card), Text.assemble(seen.colour(card), SEPARATOR, seen.cost(card))]


def _number(seen: TerminalView, square: int) -> Text:
    """The number of a square; those that the person may activate now stand out."""
    if seen.view.phase != "acting":
        return Text(str(square + 1), "bold")
    can = any(isinstance(move, Activate) and move.square == square + 1 for move in seen.legal)
    return Text(str(square + 1), "bold reverse" if can else "dim")


def future_line(seen: TerminalView) -> Text:
    """The future panel in one run of words. [MR-2]"""
    cards = [card for card in seen.view.future if card is not None]
    shown = [
        Text.assemble(seen.name(card), " (", seen.colour(card), f", {seen.type(card)})")
        for card in cards
    ]
    listing = Text(SEPARATOR).join(shown) if shown else Text(seen.say("empty"), "dim")
    return Text.assemble((seen.say("future"), "bold"), " ", listing)


def lands_grid(seen: TerminalView, width: int) -> Grid:
    """The lands, their rewards, and once the screens are down who stands there. [MR-24]"""
    fought = {event.land: event for event in _land_events(seen)}
    cells = []
    for land in seen.view.lands:
        cell = Text(seen.reward(land))
        if land in fought:
            cell = Text.assemble(cell, "\n", _forces(seen, fought[land]))
        cells.append((Text(str(land), "bold"), cell))
    return _rows(cells, ROW if width >= WIDE else ROW // 2)


def _land_events(seen: TerminalView) -> list[LandFought]:
    """The lands of this round, from the log."""
    found: list[LandFought] = []
    if seen.view.phase in ("drafting", "placing"):
        return found
    for event in reversed(seen.table.log):
        if isinstance(event, Revealed):
            break
        if isinstance(event, LandFought):
            found.append(event)
    return found


def _forces(seen: TerminalView, event: LandFought) -> Text:
    """Who stands on a land and how strong; who holds it is marked. [MR-24]"""
    lines = []
    for force in sorted(event.forces, key=lambda force: -force.strength):
        key = "force_decoys" if force.decoys else "force"
        text = seen.say(key, seat=seen.seat(force.seat), strength=force.strength)
        lines.append(Text(f"→ {text}", "bold") if force.seat == event.seat else Text(text))
    if event.seat is None:
        lines.append(Text(seen.say("nobody"), "dim"))
    return Text(SEPARATOR).join(lines)
