"""Compiling every rule by using it once; split in parts that can run side by side."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed

from filelock import FileLock

from realms.arena.game_parts import BringsCompileParts
from realms.bots import bot_named, bots_of
from realms.kernel.compiled.folder import folder, open_folder
from realms.kernel.game import Game, State
from realms.kernel.packs import game_names, packs
from realms.kernel.rule import COMPILED


def let_think(game: Game, state: State) -> None:
    """Let every bot of a game think about a position, and the strongest advise."""
    seat = game.awaiting(state)[0]
    for name in bots_of(game.name):
        bot = bot_named(f"{name}:8" if name == "search" else name, game.name)
        bot.choose(game, state, seat, "prepare")
    bot_named("search:8", game.name).advise(game, state, seat, "prepare")


MARK = "prepared"
"""The file among the compiled rules that says that all that play needs is there."""


def _parts_of(game: str) -> Mapping[str, Callable[[], None]]:
    pack = packs()[game]
    return pack.compile_parts() if isinstance(pack, BringsCompileParts) else {}


def _deferred(game: str) -> list[str]:
    pack = packs()[game]
    later = pack.deferred_parts() if isinstance(pack, BringsCompileParts) else ()
    return [f"{game}-{part}" for part in later]


def part_names() -> list[str]:
    """All that there is to compile: parts of games, each called `<game>-<part>`."""
    return [f"{game}-{part}" for game in game_names() for part in _parts_of(game)]


def deferred_names() -> list[str]:
    """Parts that nobody waits for before a game: they are compiled when they are first used."""
    return [part for game in game_names() for part in _deferred(game)]


def first_parts() -> Iterator[Callable[[], None]]:
    """The first part of each game: what playing it move by move uses."""
    for game in game_names():
        yield from list(_parts_of(game).values())[:1]


def is_prepared() -> bool:
    """Whether all rules of this version have been compiled on this machine."""
    return not COMPILED or (folder("realms") / MARK).exists()


def prepare_all(report: Callable[[str], None] = lambda _part: None) -> None:
    """Compile every part that play needs in a process of its own, the games side by side.

    A part finds on disk what the parts before it have compiled.
    """
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        running = [pool.submit(_compile, game, report) for game in game_names()]
        for done in as_completed(running):
            done.result()
    if COMPILED:
        (folder("realms") / MARK).touch()


def prepare_later(report: Callable[[str], None] = lambda _part: None) -> None:
    """Compile what play does not wait for."""
    for part in deferred_names():
        _compile_part(part)
        report(part)


def _compile(game: str, report: Callable[[str], None]) -> None:
    for part in (f"{game}-{part}" for part in _parts_of(game)):
        if part not in _deferred(game):
            _compile_part(part)
            report(part)


def _compile_part(part: str) -> None:
    subprocess.run([sys.executable, "-m", "realms.arena.prepare", part], check=True)


def prepare(part: str) -> None:
    """Compile a part, unless it was; whoever comes meanwhile waits instead of doing it too."""
    if not COMPILED:
        return
    game, _, name = part.partition("-")
    home = open_folder("realms")
    mark = home / f"{MARK}-{part}"
    with FileLock(home / f"{part}.lock"):
        if not mark.exists():
            _parts_of(game)[name]()
            mark.touch()


if __name__ == "__main__":
    prepare(sys.argv[1])
