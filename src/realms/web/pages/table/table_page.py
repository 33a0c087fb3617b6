"""A table as a page shows it: what one viewer sees, and what can be done about it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from realms.tables.table_view import TableView
from realms.web.pages.links import Site


class StoryLine(Struct, frozen=True):
    """A line of the log, as the viewer may read it."""

    number: int
    moment: int
    """Moves made when it was written: where a replay shows it."""
    text: str
    paragraph: str | None = None
    seat: int | None = None
    kind: str = "event"
    """`event`, `table` for what happened to the table, `undone`, or `fault` of a bot."""
    event: Any = None
    """What it tells, as the viewer may know it; None for what happened to the table."""
    sound: str = ""
    """What it sounds like: a name of `sounds.js`, or none."""


class TablePage(Struct, frozen=True, kw_only=True):
    """A table as one viewer sees it."""

    table: TableView
    """Seats, view, events, outcome: whatever the viewer may know, and nothing else."""
    language: str
    moves: tuple[Any, ...] = ()
    """What the seat may do now, as moves of the game; empty where nothing is asked of it.

    It is empty as well where moves are paths of several steps, too many to list.
    """
    story: tuple[StoryLine, ...] = ()
    since: int = 0
    """The moment of the viewer's own last move, or of the last move where there is no seat."""
    held: tuple[int, ...] = ()
    """The seats that this browser holds: several on a device that is passed around."""
    problem: str = ""
    """Why the last act was refused."""
    at: int | None = None
    """Moves made, where a past moment is shown; None for the table as it is."""
    views: tuple[Any, ...] | None = None
    """What every seat knows, where a finished game is shown to all."""
    sheets: tuple[Any, ...] | None = None
    """Everybody's score sheets, when the game is over."""
    typed: dict[str, str] = {}
    """What was typed into the form that was refused."""
    helped: bool = True
    """Whether the viewer wants help: what a hand is worth, what a card would change."""
    site: Site = Site()
    """What a link to this table begins with."""
    absent: tuple[int, ...] = ()
    """The seats of people for whom the viewer may let a bot play: they have not come for long."""
    now: int = 0
    """The time, in milliseconds, for clocks."""

    @property
    def path(self) -> str:
        """The address of the table."""
        return f"/tables/{self.table.id}"

    @property
    def query(self) -> str:
        """The query that names the seat, on a device that is passed around; empty on others."""
        return f"?as={self.table.seat}" if self.query_more else ""

    @property
    def query_more(self) -> str:
        """The query to append to an address that already has a `?`."""
        is_shared = len(self.held) > 1 and self.table.seat is not None
        return f"&as={self.table.seat}" if is_shared else ""

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return tuple(seat.name for seat in self.table.seats)

    @property
    def news(self) -> tuple[StoryLine, ...]:
        """What was played since the viewer last moved, that move with what it led to first."""
        lines: list[StoryLine] = []
        for line in reversed(self.story):
            if line.kind == "undone" or line.moment < self.since:
                break
            if line.kind != "table":
                lines.append(line)
        return tuple(reversed(lines))

    @property
    def is_live(self) -> bool:
        """Whether the page shows the table as it is now, not a past moment."""
        return self.at is None

    @property
    def is_replay(self) -> bool:
        """Whether a past moment is shown to somebody who need not be the seat that looks."""
        return self.at is not None and not self.held

    @property
    def is_asked(self) -> bool:
        """Whether the viewer owes a decision now."""
        return (
            self.is_live and self.table.seat is not None and self.table.seat in self.table.awaiting
        )
