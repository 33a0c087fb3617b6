"""`realms replay`: a game told from its record."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from realms.cli.arguments import ContentFile, File, Lang, find_seat, language_for
from realms.cli.compiling.mode import run_plainly
from realms.cli.export import Seat
from realms.cli.game_parts import EVERYTHING
from realms.cli.terminal.presenter import event_text, opening_text, standing_parts
from realms.kernel.errors import Unreadable
from realms.kernel.text import say

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from realms.kernel.game import Game, State
    from realms.kernel.record import Moment, Record

MARGIN = 6
"""The columns before a sentence of the log."""


def replay(
    file: File,
    at: Annotated[int | None, typer.Option("--at", metavar="N", min=0)] = None,
    seat: Seat = None,
    content: ContentFile = None,
    lang: Lang = None,
) -> None:
    """Tell a game."""
    run_plainly()
    from realms.cli.compiling.notice import compile_notice
    from realms.cli.files import read_record
    from realms.cli.screen import console
    from realms.kernel.record import replay as replayed

    language = language_for(lang)
    with compile_notice(language):
        game, record = read_record(file, content)
        viewer: Any = EVERYTHING if seat is None else find_seat(seat, record.seats)
        moments = list(replayed(game, record))
    if at is not None and at >= len(moments):
        raise Unreadable("usage/at", at=at, n=len(moments) - 1)
    shown = moments if at is None else moments[: at + 1]
    out = console()
    log = ReplayLog(game, record, viewer, language)
    for line in log.lines(shown):
        out.print(hanging_line(line, out.width))
    out.print()
    for part in log.standing(shown[-1].state):
        out.print(part)


@dataclass(frozen=True)
class ReplayLog:
    """Tells a game to a viewer: a seat, or "all" who is shown everything."""

    game: Game
    record: Record
    viewer: Any
    language: str

    def lines(self, moments: Sequence[Moment]) -> Iterator[str]:
        """The head, and every event as a sentence."""
        from realms.kernel.notation import options_written

        names, language = self.record.seats, self.language
        yield f"{self.game.title} · {options_written(self.record.options)}"
        yield _line(0, opening_text(self.game, moments[0].state, names, language))
        yield from self._origin(0)
        for moment in moments[1:]:
            number: int | str = moment.number
            for event in moment.events:
                seen = event if self.viewer == EVERYTHING else event.seen_by(self.viewer)
                if seen is not None:
                    text = event_text(self.game, moment.state, seen, names, language)
                    yield _line(number, text)
                    number = ""
            yield from self._origin(moment.number)

    def _origin(self, number: int) -> Iterator[str]:
        """What was dealt anew after so many moves, and whether a game that goes on begins there."""
        for redeal in self.record.redeals:
            if redeal.after == number:
                name = self.record.seats[redeal.seat]
                yield _line("", say("practice.redealt", self.language, name=name))
        if self.record.begins == number:
            yield _line("", say("practice.begun", self.language))

    def standing(self, state: State) -> Iterator[RenderableType]:
        """How things stand: the table, or the score sheets once the game is over."""
        names = self.record.seats
        return standing_parts(self.game, state, names, self.viewer, self.language)


def _line(number: int | str, sentence: str) -> str:
    return f"{number:>{MARGIN - 2}}  {sentence}"


def hanging_line(line: str, width: int) -> Text:
    """A line of the log; what does not fit on it stands under its sentence."""
    from rich.text import Text

    style = "" if line.startswith(" ") else "bold"
    indent = " " * MARGIN
    wrapped = textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)
    return Text("\n".join(wrapped), style)
