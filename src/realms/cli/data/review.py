"""`realms review`: what each decision of a game was worth, and what luck did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from realms.cli.arguments import ContentFile, File, Json, Lang, find_seat, language_for
from realms.kernel.text import say

if TYPE_CHECKING:
    from realms.analysis.review import GameReview, ReviewedDecision
    from realms.kernel.game import Game
    from realms.kernel.record import Record

MARGIN = " " * 6
STEPS = ("start", "deal", "draws", "hidden", "others", "skill", "end")
"""From an equal share to the result."""
DepthName = Literal["quick", "standard", "deep"]


def review(
    file: File,
    seat: Annotated[str | None, typer.Option("--seat", metavar="SEAT")] = None,
    depth: Annotated[
        DepthName | None, typer.Option("--depth", metavar="quick|standard|deep")
    ] = None,
    content: ContentFile = None,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Review a game."""
    from realms.analysis.review import depth_named, review_record
    from realms.arena.prepare import review_parts
    from realms.cli.compiling.background import wait_for_rules
    from realms.cli.files import read_record
    from realms.cli.simulate import progress

    language = language_for(lang)
    game, record = read_record(file, content)
    viewer = None if seat is None else find_seat(seat, record.seats)
    wait_for_rules(review_parts(game.name), language)
    chosen = depth_named(depth or "standard")
    with progress(100, language, "cli.reviewing") as advance:
        reviewed = review_record(game, record, chosen, report=in_hundredths(advance))
    if out is not None:
        write_commented(Path(out), game, record, reviewed, viewer, language)
    if json:
        import msgspec

        typer.echo(msgspec.json.encode(reviewed.data(language, viewer)).decode())
        return
    from realms.cli.screen import console

    screen = console()
    screen.print(seats_table(reviewed, record, language))
    for line in moment_lines(reviewed, game, record, viewer, language):
        screen.print(line)


def in_hundredths(advance: Callable[[int], None]) -> Callable[[float], None]:
    """Take a part of the work that is done as steps of a hundred.

    >>> steps: list[int] = []
    >>> report = in_hundredths(steps.append)
    >>> report(0.25), report(0.26), report(1.0), steps
    (None, None, None, [25, 1, 74])
    """
    done = 0

    def report(part: float) -> None:
        nonlocal done
        advance(round(100 * part) - done)
        done = round(100 * part)

    return report


def write_commented(
    path: Path, game: Game, record: Record, reviewed: GameReview, seat: int | None, language: str
) -> None:
    """Write the record with what the review says as remarks."""
    from realms.analysis.review import with_remarks
    from realms.cli.files import write_whole
    from realms.kernel.notation import write

    write_whole(path, write(game, with_remarks(game, record, reviewed, language, seat)))
    typer.echo(say("review.wrote", language, path=path), err=True)


def seats_table(reviewed: GameReview, record: Record, language: str) -> Any:
    """What became of every seat's chances."""
    from realms.cli.screen import plain_table

    table = plain_table()
    for column in ("name", "accuracy"):
        justify: Any = "left" if column == "name" else "right"
        table.add_column(say(f"review.column.{column}", language), justify=justify)
    for step in STEPS:
        table.add_column(say(f"review.step.{step}", language), justify="right")
    for seat in reviewed.seats:
        table.add_row(
            record.seats[seat.seat],
            f"{100 * seat.accuracy:.0f} %",
            f"{100 * seat.start:.0f} %",
            *(f"{100 * getattr(seat, step):+.0f} %".replace("-", "−") for step in STEPS[1:-1]),
            f"{100 * seat.end:.0f} %",
        )
    return table


def moment_lines(
    reviewed: GameReview, game: Game, record: Record, viewer: int | None, language: str
) -> Iterator[str]:
    """The moments that mattered, in words."""
    from realms.kernel.record import replay

    wanted = [reviewed.decision(number) for number in reviewed.moments]
    decisions = [one for one in wanted if one and one.loss and viewer in (None, one.seat)]
    if viewer is not None:
        decisions = [one for one in reviewed.of_seat(viewer) if one.verdict not in ("best", "good")]
    yield ""
    yield say("review.moments", language) if decisions else say("review.nothing_lost", language)
    before = {moment.number: moment.before for moment in replay(game, record)}
    for one in decisions:
        yield from _moment(one, game, record, before[one.number], language)
    yield ""
    yield say("review.told", language, decisions=len(reviewed.decisions))
    yield say(f"review.source.{reviewed.source}", language)


def _moment(
    one: ReviewedDecision, game: Game, record: Record, state: Any, language: str
) -> Iterator[str]:
    from realms.kernel.presentation.texts import Reader, move_text

    view = game.view(state, one.seat)
    reader = Reader(game.name, record.options, view, record.seats, language)
    made, best = _begun(move_text(one.move, reader)), one.alternatives[0]
    verdict = say(f"review.verdict.{one.verdict}", language)
    head = f"{one.number:>4}  {record.seats[one.seat]}: {made}"
    yield f"{head} — {verdict}, −{100 * one.loss:.0f} %"
    chances = {"chance": round(100 * best.chance), "after": round(100 * one.after[one.seat])}
    yield MARGIN + say("review.better", language, move=move_text(best.move, reader), **chances)
    if one.reason is not None:
        yield MARGIN + one.reason[language]


def _begun(text: str) -> str:
    """A text with a capital letter to begin with."""
    return text[:1].upper() + text[1:]
