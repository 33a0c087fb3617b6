"""The whole table as the person sees it before each decision."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from realms.kernel.text import say
from realms.medieval.terminal.board import future_line, lands_grid, panel_grid
from realms.medieval.terminal.seats import realms_grid, seats_grid
from realms.medieval.terminal.table_view import TerminalView


def table_parts(seen: TerminalView, question: str, width: int) -> Iterator[RenderableType]:
    """The head, what is asked, the board, the lands and the seats."""
    yield Rule(_title(seen), style="dim")
    yield Text(question, "bold")
    yield _heading(seen, "current")
    yield panel_grid(seen, width)
    yield future_line(seen)
    yield _heading(seen, "lands")
    yield lands_grid(seen, width)
    yield seats_grid(seen, width)
    yield realms_grid(seen, width)


def _heading(seen: TerminalView, key: str) -> Text:
    return Text(seen.say(key), "bold")


def _title(seen: TerminalView) -> Text:
    view = seen.view
    where = {"round": view.round, "rounds": view.rounds}
    parts = [seen.table.game.title]
    if view.edition != "en":
        parts.append(seen.say(f"edition_{view.edition}"))
    parts += [say("medieval_table.round", seen.language, **where), seen.say(f"phase_{view.phase}")]
    parts.append(seen.say("deck", n=view.deck))
    return Text(" · ").join(Text(part, "bold") for part in parts)
