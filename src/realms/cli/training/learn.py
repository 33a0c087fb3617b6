"""`realms learn`: a network learns a game by playing against itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from realms.cli.arguments import INTERRUPTED, GameName, Json, Lang, language_for

if TYPE_CHECKING:
    from realms.learning.run import Run
    from realms.learning.strength import Strength

MILLION = 1_000_000


def learn(
    game: GameName,
    out: Annotated[str, typer.Option("--out", metavar="FOLDER")] = "learned",
    minutes: Annotated[float, typer.Option("--minutes", metavar="M", min=0.01)] = 60.0,
    decisions: Annotated[int, typer.Option("--decisions", metavar="N", min=1)] = 1000 * MILLION,
    seed: Annotated[str, typer.Option("--seed", metavar="S")] = "learn",
    device: Annotated[str, typer.Option("--device", metavar="D")] = "cpu",
    rows: Annotated[int, typer.Option("--rows", metavar="N", min=1)] = 32768,
    steps: Annotated[int, typer.Option("--steps", metavar="N", min=1)] = 64,
    lesson: Annotated[int, typer.Option("--lesson", metavar="N", min=1)] = 131072,
    width: Annotated[int, typer.Option("--width", metavar="N", min=8)] = 512,
    blocks: Annotated[int, typer.Option("--blocks", metavar="N", min=1)] = 3,
    table: Annotated[list[str] | None, typer.Option("--table", metavar="OPTIONS")] = None,
    strength: Annotated[float, typer.Option("--strength", metavar="M", min=0)] = 5.0,
    games: Annotated[int, typer.Option("--games", metavar="N", min=2)] = 60,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Learn until the run or the time is over; what was learned is kept, and gone on with."""
    from importlib.util import find_spec

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
    )
    run = open_run(settings, Path(out), device)
    watch = Watch(run, strength * 60, games, json, language)
    try:
        run.go(minutes * 60, watch.tell)
    except KeyboardInterrupt:
        run.keep()
        watch.end()
        raise typer.Exit(INTERRUPTED) from None
    watch.end()


class Watch:
    """Tells how a run goes: a line now and then, and how strong the network has become."""

    EVERY = 10.0
    """Seconds between lines."""

    def __init__(self, run: Run, strength: float, games: int, json: bool, language: str) -> None:
        from time import monotonic

        self.run, self.every, self.games = run, strength, games
        self.json, self.language, self.clock = json, language, monotonic
        self.begun = self.told = self.measured = monotonic()
        self.from_decisions = run.decisions
        self.last: dict[str, Any] = {}

    def tell(self, happened: dict[str, Any]) -> None:
        """Say how far the run has come, if it is time to."""
        self.last, now = happened, self.clock()
        if now - self.told >= self.EVERY:
            self.told = now
            typer.echo(self._progress(happened, now - self.begun), err=True)
        if self.every and now - self.measured >= self.every:
            self._measure()
            self.measured = self.clock()

    def end(self) -> None:
        """Say where the weights are."""
        from realms.kernel.text import say

        if self.json:
            import msgspec

            told = {"game": self.run.settings.game, "folder": str(self.run.folder), **self.last}
            typer.echo(msgspec.json.encode(told).decode())
            return
        from realms.bots.registry import bots_of

        others = ",".join([bots_of(self.run.settings.game)[0]] * 2)
        fields = {"path": str(self.run.folder), "game": self.run.settings.game, "bots": others}
        typer.echo(say("learn.kept", self.language, **fields))

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
        for found in self.run.measure_strength(self.games):
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
