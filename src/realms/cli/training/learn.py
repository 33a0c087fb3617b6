"""`realms learn`: a network learns a game by playing against itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from realms.cli.arguments import INTERRUPTED, GameName, Json, Lang, language_for

if TYPE_CHECKING:
    from realms.learning.run import Run
    from realms.learning.strength import Strength

MILLION = 1_000_000
SLOWER, STEADIER = 20, 15
"""By what the weights change less at the end of a run, and playing differently is worth less."""


def learn(
    game: GameName,
    out: Annotated[str, typer.Option("--out", metavar="FOLDER")] = "learned",
    minutes: Annotated[float, typer.Option("--minutes", metavar="M", min=0)] = 60.0,
    decisions: Annotated[int, typer.Option("--decisions", metavar="N", min=1)] = 1000 * MILLION,
    seed: Annotated[str, typer.Option("--seed", metavar="S")] = "learn",
    device: Annotated[str, typer.Option("--device", metavar="D")] = "cpu",
    rows: Annotated[int, typer.Option("--rows", metavar="N", min=1)] = 32768,
    steps: Annotated[int, typer.Option("--steps", metavar="N", min=1)] = 64,
    lesson: Annotated[int, typer.Option("--lesson", metavar="N", min=1)] = 131072,
    width: Annotated[int, typer.Option("--width", metavar="N", min=8)] = 512,
    blocks: Annotated[int, typer.Option("--blocks", metavar="N", min=1)] = 3,
    table: Annotated[list[str] | None, typer.Option("--table", metavar="OPTIONS")] = None,
    start: Annotated[list[str] | None, typer.Option("--from", metavar="PATH")] = None,
    rate: Annotated[float, typer.Option("--rate", metavar="R", min=0)] = 4e-4,
    entropy: Annotated[float, typer.Option("--entropy", metavar="E", min=0)] = 0.015,
    opponent: Annotated[list[str] | None, typer.Option("--opponent", metavar="BOT")] = None,
    opponent_rows: Annotated[int, typer.Option("--opponent-rows", metavar="N", min=1)] = 256,
    teacher: Annotated[str, typer.Option("--teacher", metavar="BOT")] = "",
    taught: Annotated[int, typer.Option("--taught", metavar="N", min=1)] = MILLION,
    average: Annotated[float, typer.Option("--average", metavar="A", min=0, max=0.9999)] = 0.0,
    strength: Annotated[float, typer.Option("--strength", metavar="M", min=0)] = 5.0,
    games: Annotated[int, typer.Option("--games", metavar="N", min=2)] = 60,
    against: Annotated[list[str] | None, typer.Option("--against", metavar="BOT")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Learn until the run or the time is over; what was learned is kept, and gone on with."""
    from importlib.util import find_spec

    from realms.bots import bot_named
    from realms.cli.compiling.background import parts_of_table, wait_for_rules
    from realms.kernel.errors import Unreadable
    from realms.kernel.games import game_named

    if find_spec("torch") is None:
        raise Unreadable("learn/torch")
    language = language_for(lang)
    played = game_named(game)
    if device != "cpu":
        from realms.kernel.gpu.device import require

        require()
    from realms.learning.run import open_run
    from realms.learning.settings import NetworkShape, Settings, read_tables

    settings = Settings(
        game=played.name,
        tables=read_tables(played, table or []),
        seed=seed,
        decisions=decisions,
        rows=rows,
        steps=steps,
        lesson=lesson,
        shape=NetworkShape(width, blocks),
        rate=rate,
        last_rate=rate / SLOWER,
        entropy=entropy,
        last_entropy=entropy / STEADIER,
        opponents=tuple(bot_named(name, played.name).name for name in opponent or ()),
        opponent_rows=opponent_rows if opponent else 0,
        teacher=teacher and bot_named(teacher, played.name).name,
        taught=taught if teacher else 0,
        average=average,
    )
    bots = tuple(bot_named(name, played.name).name for name in against or ())
    asked = [*settings.opponents, *filter(None, [settings.teacher]), *bots]
    wait_for_rules(parts_of_table(played.name, asked), language)
    run = open_run(settings, Path(out), device)
    if start and not run.decisions:
        run.begin_from(*map(Path, start))
    watch = Watch(run, StrengthTest(strength * 60, games, bots), json, language)
    try:
        run.go(minutes * 60, watch.tell)
    except KeyboardInterrupt:
        run.keep()
        watch.end()
        raise typer.Exit(INTERRUPTED) from None
    watch.end()


class StrengthTest(NamedTuple):
    """How the strength is measured: every so many seconds, in so many games, against bots."""

    every: float
    games: int
    bots: tuple[str, ...] = ()


class Watch:
    """Tells how a run goes: a line now and then, and how strong the network has become."""

    EVERY = 10.0
    """Seconds between lines."""

    def __init__(self, run: Run, trial: StrengthTest, json: bool, language: str) -> None:
        from time import monotonic

        self.run, self.trial = run, trial
        self.json, self.language, self.clock = json, language, monotonic
        self.begun = self.reported = self.measured = monotonic()
        self.from_decisions = run.decisions
        self.last: dict[str, Any] = {}

    def tell(self, happened: dict[str, Any]) -> None:
        """Print the progress every `EVERY` seconds, and measure the strength when it is due."""
        self.last, now = happened, self.clock()
        if now - self.reported >= self.EVERY:
            self.reported = now
            typer.echo(self._progress(happened, now - self.begun), err=True)
        if self.trial.every and now - self.measured >= self.trial.every:
            self._measure()
            self.measured = self.clock()

    def end(self) -> None:
        """Draw the curve, and say where the weights are."""
        from realms.kernel.text import say

        self._draw()
        if self.json:
            import msgspec

            summary = {"game": self.run.settings.game, "folder": str(self.run.folder), **self.last}
            typer.echo(msgspec.json.encode(summary).decode())
            return
        from realms.bots.registry import bots_of

        others = ",".join([bots_of(self.run.settings.game)[0]] * 2)
        fields = {"path": str(self.run.folder), "game": self.run.settings.game, "bots": others}
        typer.echo(say("learn.kept", self.language, **fields))

    def _draw(self) -> None:
        from realms.kernel.games import pack_named
        from realms.learning.picture import draw_curve
        from realms.learning.strength_picture import draw_strengths

        curve, settings = self.run.curve(), self.run.settings
        title, measured = pack_named(settings.game).title, self.run.strengths()
        if curve:
            drawn = draw_curve(title, settings.tables, curve, self.language)
            (self.run.folder / "curve.svg").write_text(drawn, encoding="utf-8")
        if measured:
            drawn = draw_strengths(title, settings.tables, measured, self.language)
            (self.run.folder / "strength.svg").write_text(drawn, encoding="utf-8")

    def _progress(self, happened: dict[str, Any], seconds: float) -> str:
        from realms.kernel.text import say

        done, whole = self.run.decisions, self.run.settings.decisions
        rate = (done - self.from_decisions) / max(seconds, 1e-6)
        return say(
            "learn.progress",
            self.language,
            done=f"{done / MILLION:.1f}",
            all=f"{whole / MILLION:.0f}",
            rate=f"{rate / MILLION:.2f}",
            left=self._span((whole - done) / max(rate, 1e-6)),
            points=", ".join(f"{points:.0f}" for points in happened["points"]),
        )

    def _span(self, seconds: float) -> str:
        from realms.kernel.text import say

        hours, minutes = divmod(int(seconds / 60), 60)
        if hours:
            return say("learn.hours", self.language, h=hours, m=minutes)
        return say("learn.minutes", self.language, m=minutes)

    def _measure(self) -> None:
        """Play against bots of the game, and write down what came of it."""
        for found in self.run.measure_strength(self.trial.games, self.trial.bots):
            typer.echo(self._strength(found), err=True)

    def _strength(self, found: Strength) -> str:
        from realms.kernel.text import say

        return say(
            "learn.strength",
            self.language,
            table=" ".join(str(value) for value in found.table.values()),
            bot=found.bot,
            rate=f"{100 * found.wins:.1f}",
            error=f"{100 * found.error:.1f}",
            fair=f"{100 * found.fair:.0f}",
        )
