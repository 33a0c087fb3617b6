"""`realms replay`: a game told from its record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import Struct
from rich.text import Text

from realms.cli.arguments import File, Lang, spoken
from realms.cli.export import Seat
from realms.kernel.errors import Unreadable

if TYPE_CHECKING:
    from rich.console import RenderableType

    from realms.kernel.game import Game, State
    from realms.kernel.record import Moment, Record

EVERYTHING = "all"
"""The viewer who is shown everything."""


def replay(
    file: File,
    at: Annotated[int | None, typer.Option("--at", metavar="N", min=0)] = None,
    seat: Seat = None,
    lang: Lang = None,
) -> None:
    """Tell a game."""
    from realms.cli.files import read_record
    from realms.cli.preparing import preparing
    from realms.cli.screen import console
    from realms.cli.seats import seat_called
    from realms.kernel.record import replay as replayed

    language = spoken(lang)
    with preparing(language):
        game, record = read_record(file)
        viewer: Any = EVERYTHING if seat is None else seat_called(seat, record.seats)
        moments = list(replayed(game, record))
    if at is not None and at >= len(moments):
        raise Unreadable("usage/at", at=at, n=len(moments) - 1)
    told = moments if at is None else moments[: at + 1]
    out = console()
    teller = Teller(game, record, viewer, language)
    for line in teller.lines(told):
        out.print(line)
    out.print()
    for part in teller.standing(told[-1].state):
        out.print(part)


class Teller(Struct, frozen=True):
    """Tells a game to a viewer: a seat, or "all" who is shown everything."""

    game: Game
    record: Record
    viewer: Any
    language: str

    def lines(self, moments: Sequence[Moment]) -> Iterator[Text]:
        """The head, and every event as a sentence."""
        from realms.fantasy.moves import Dealt
        from realms.kernel.notation import options_written

        yield Text(f"{self.game.title} · {options_written(self.record.options)}", "bold")
        yield self._line(0, Dealt(int(moments[0].state.first)))
        for moment in moments[1:]:
            number: int | str = moment.number
            for event in moment.events:
                seen = event if self.viewer == EVERYTHING else event.seen_by(self.viewer)
                if seen is not None:
                    yield self._line(number, seen)
                    number = ""

    def _line(self, number: int | str, event: Any) -> Text:
        from realms.fantasy.telling import event_text

        return Text(f"{number:>4}  {event_text(event, self.record.seats, self.language)}")

    def standing(self, state: State) -> Iterator[RenderableType]:
        """How things stand: the table, or the score sheets once the game is over."""
        from realms.cli.standing import result_shown, table_shown

        outcome, names = self.game.outcome(state), self.record.seats
        if outcome is None:
            yield table_shown(self.game, state, names, self.viewer, self.language)
        else:
            yield from result_shown(self.game.sheets(state), outcome, names, self.language)
