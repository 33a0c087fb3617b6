"""`realms puzzles`: moments of strong games where one move is best, and not the obvious one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from realms.cli.arguments import INTERRUPTED, GameName, Json, Lang, language_for

if TYPE_CHECKING:
    from realms.analysis.puzzles import PuzzleSet

EVERY = 10.0
"""Seconds between two lines of progress, and at most so many that are lost when it is ended."""


def puzzles(
    game: GameName,
    out: Annotated[str, typer.Option("--out", metavar="FILE")] = "puzzles.jsonl.gz",
    games: Annotated[int, typer.Option("--games", metavar="N", min=1)] = 100,
    bot: Annotated[str | None, typer.Option("--bot", metavar="B")] = None,
    seed: Annotated[str, typer.Option("--seed", metavar="S")] = "puzzles",
    variant: Annotated[str | None, typer.Option("--variant", metavar="V")] = None,
    players: Annotated[int | None, typer.Option("--players", metavar="N")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Mine puzzles; what the file has stays, and a run that was stopped goes on."""
    from realms.analysis.puzzles import Mine, usual_player
    from realms.arena.prepare import review_parts
    from realms.bots import bot_named
    from realms.cli.compiling.background import parts_of_table, wait_for_rules
    from realms.kernel.games import game_named

    language = language_for(lang)
    played = game_named(game)
    tables = _tables(played, variant, players, set_ or [])
    named = bot_named(bot, played.name).name if bot else None
    kept = read_kept(Path(out), played)
    player = named or usual_player(played.name)
    parts = [*review_parts(played.name), *parts_of_table(played.name, [player])]
    wait_for_rules(parts, language)
    place = Mine(played, tables, seed, player)
    watch = MiningWatch(Path(out), games, language, kept.head.mined.get(place.key, 0))
    stopped = watch.follow(place, kept)
    report = watch.report(kept)
    if json:
        import msgspec

        typer.echo(msgspec.json.encode(report).decode())
    else:
        from realms.kernel.text import say

        typer.echo(say("puzzles.kept", language, path=out, n=report["puzzles"]))
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _tables(
    game: Any, variant: str | None, players: int | None, pairs: list[str]
) -> tuple[Any, ...]:
    """The tables that take turns: the one that was asked for, or those of the ladder."""
    if variant is None and players is None and not pairs:
        from realms.analysis.puzzles import judged_tables
        from realms.arena.game_parts import ladder_tables

        tables = ladder_tables(game.name).tables
        return judged_tables(game, [game.options_type(**table) for table in tables])
    from realms.cli.simulate import read_options

    options = read_options(game, players, variant, pairs, 1)
    game.check_unattended(options)
    return (options,)


def read_kept(path: Path, game: Any) -> PuzzleSet:
    """The puzzles of a file; none where there is no file yet."""
    import zlib

    from msgspec import DecodeError

    from realms.analysis.puzzles import PuzzleSet, PuzzleSetHead, decoded
    from realms.cli.files import file_errors
    from realms.kernel.errors import Unreadable

    if not path.exists():
        return PuzzleSet(PuzzleSetHead(game.name, game.rules))
    with file_errors(path):
        data = path.read_bytes()
    try:
        kept = decoded(data)
    except (DecodeError, EOFError, OSError, ValueError, zlib.error) as error:
        raise Unreadable("puzzles/file", path=str(path)) from error
    if kept.head.game != game.name:
        raise Unreadable("puzzles/other_game", path=str(path), game=game.title)
    return kept


class MiningWatch:
    """Keeps what is found, and tells how far it has come."""

    def __init__(self, path: Path, games: int, language: str, done: int) -> None:
        from time import monotonic

        self.path, self.games, self.language, self.clock = path, games, language, monotonic
        self.begun = self.saved = monotonic()
        self.from_games = self.done = done
        self.now: PuzzleSet | None = None

    def follow(self, place: Any, kept: PuzzleSet) -> bool:
        """Mine until the games are looked through; whether somebody stopped it."""
        from realms.analysis.puzzles import mine

        try:
            for found in mine(place, self.games, kept):
                self.now, self.done = found, self.done + 1
                if self.clock() - self.saved >= EVERY:
                    self._save()
                    typer.echo(self._progress(found), err=True)
        except KeyboardInterrupt:
            self._save()
            return True
        self._save()
        return False

    def report(self, kept: PuzzleSet) -> dict[str, Any]:
        """What came of it, as data."""
        found = kept if self.now is None else self.now
        return {
            "game": found.head.game,
            "path": str(self.path),
            "games": self.done - self.from_games,
            "found": len(found) - len(kept),
            "puzzles": len(found),
        }

    def _save(self) -> None:
        from realms.analysis.puzzles import encoded
        from realms.cli.files import write_whole

        if self.now is not None:
            write_whole(self.path, encoded(self.now))
        self.saved = self.clock()

    def _progress(self, found: PuzzleSet) -> str:
        from realms.kernel.text import say

        seconds = (self.clock() - self.begun) / max(self.done - self.from_games, 1)
        return say(
            "puzzles.progress",
            self.language,
            done=self.done,
            all=self.games,
            found=len(found),
            minutes=round(seconds * (self.games - self.done) / 60),
        )
