"""The seats on the screen: manors, points and leaders as a table, hands and realms as words."""

from __future__ import annotations

from collections import Counter

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from realms.cli.terminal.terminal_game import PERSON
from realms.kernel.text import say
from realms.medieval.content.rule_tables import LEADERS, RESOURCES
from realms.medieval.terminal.cards import COLOURS
from realms.medieval.terminal.table_view import WIDE, TerminalView

SHORT = 3
"""Letters of a heading on a narrow screen."""


def seats_grid(seen: TerminalView, width: int) -> Grid:
    """A row a seat, in turn order: points, the tokens of the manor, leaders, marks. [MR-8]"""
    rows = [_row(seen, place, seat) for place, seat in enumerate(seen.view.order, 1)]
    headings, gap = _headings(seen), 2
    if _width(headings, rows, gap) > width:
        gap = 1
    if _width(headings, rows, gap) > width:
        headings[2:] = [heading[:SHORT] for heading in headings[2:]]
    table = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, gap - 1, 0, 0))
    for place, heading in enumerate(headings):
        words = place in (1, len(headings) - 1)
        table.add_column(heading, justify="left" if words else "right", no_wrap=True)
    for seat, row in zip(seen.view.order, rows, strict=True):
        *cells, marks = row
        cells[1] = Text(seen.seat(seat), "bold" if seat == PERSON else "")
        table.add_row(*cells, Text(str(marks), "green"))
    return table


def _headings(seen: TerminalView) -> list[str]:
    """The headings of the table, long ones in two lines."""
    points = say("medieval_table.points", seen.language)
    things = [*map(seen.resource, RESOURCES)]
    things += [seen.words.of("leader", leader, 2) for leader in LEADERS]
    names = [thing.capitalize().replace(" ", "\n") for thing in things]
    return ["", seen.say("player"), points, *names, ""]


def _row(seen: TerminalView, place: int, seat: int) -> list[str | Text]:
    shown = seen.view.seats[seat]
    numbers = [shown.points, *shown.tokens.values(), *shown.leaders.values()]
    marks = ", ".join(_marks(seen, seat))
    return [f"{place}.", seen.seat(seat), *map(str, numbers), marks]


def _width(headings: list[str], rows: list[list[str | Text]], gap: int) -> int:
    """The columns that a table takes on the screen."""
    widest = [
        max(len(line) for cell in column for line in f"{cell}\n".split("\n"))
        for column in zip(headings, *rows, strict=True)
    ]
    return sum(widest) + gap * (len(headings) - 1)


def _marks(seen: TerminalView, seat: int) -> list[str]:
    """What is to be known of a seat at this moment."""
    view, shown = seen.view, seen.view.seats[seat]
    marks: list[str] = []
    if view.phase == "drafting" and shown.drafted:
        marks += map(seen.resource, shown.drafted)
    if shown.passed:
        marks.append(say("medieval_table.passed", seen.language))
    if shown.ready:
        marks.append(say("medieval_table.placed", seen.language))
    if view.auction is not None and seat in view.auction.inside:
        marks.append(seen.say("bidding"))
    if view.phase == "acting" and view.turn == seat:
        marks.append(seen.say("turn"))
    return marks


def realms_grid(seen: TerminalView, width: int) -> Grid:
    """The hand and the realm of every seat, in turn order. [MR-8]"""
    grid = Grid.grid(padding=(0, 2, 0, 0), expand=True)
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    if width >= WIDE:
        grid.add_column(ratio=1)
    for seat in seen.view.order:
        shown = seen.view.seats[seat]
        if not shown.hand and not shown.realm:
            continue
        name = Text(seen.seat(seat), "bold" if seat == PERSON else "")
        hand, realm = _hand(seen, shown.hand), _realm(seen, shown.realm)
        grid.add_row(name, *([hand, realm] if width >= WIDE else [Text("\n").join([hand, realm])]))
    return grid


def _hand(seen: TerminalView, hand: tuple[str, ...]) -> Text:
    """The cards of a hand, each with its colour."""
    cards = [Text.assemble(seen.name(card), " (", seen.colour(card), ")") for card in hand]
    return _run(seen, "hand", cards)


def _realm(seen: TerminalView, realm: tuple[str, ...]) -> Text:
    """The cards in play, those of one kind and colour counted. [MR-72]"""
    kinds = Counter((seen.cards[card].kind, seen.cards[card].colour) for card in realm)
    groups = []
    for (kind, colour), number in kinds.items():
        style = COLOURS.get(colour, "")
        word = Text(f"{number} {seen.words.of('kind', kind, number)}", f"bold {style}")
        groups.append(
            Text.assemble(word, " (", (seen.words.of("colour", colour, number), style), ")")
        )
    return _run(seen, "realm", groups)


def _run(seen: TerminalView, key: str, parts: list[Text]) -> Text:
    nothing = Text(seen.say("empty"), "dim")
    return Text.assemble((seen.say(key), "dim"), " ", Text(", ").join(parts) if parts else nothing)
