"""Compiling every rule by using it once; split in parts that can run side by side."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from realms.arena.game_parts import BringsCompileParts
from realms.bots import bot_named, bots_of
from realms.kernel.compiled import switch
from realms.kernel.compiled.folder import cache_root
from realms.kernel.compiled.progress import (
    compiling,
    finish_parts,
    is_part_prepared,
    is_prepared,
    plan_parts,
)
from realms.kernel.game import Game, State
from realms.kernel.packs import game_names, packs
from realms.kernel.rule import COMPILED


def let_think(game: Game, state: State) -> None:
    """Let every bot of a game think about a position, and the strongest advise."""
    seat = game.awaiting(state)[0]
    for name in bots_of(game.name):
        if name == "learned":
            continue  # a part of its own, which nobody waits for
        bot = bot_named(f"{name}:8" if name == "search" else name, game.name)
        bot.choose(game, state, seat, "prepare")
    bot_named("search:8", game.name).advise(game, state, seat, "prepare")


def let_judge(game: Game, state: State) -> None:
    """Let the learned player of a game choose a move."""
    seat = game.awaiting(state)[0]
    bot_named("learned", game.name).choose(game, state, seat, "prepare")


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


def prepare_all(report: Callable[[str], None] = lambda _part: None) -> None:
    """Compile every part that play needs in a process of its own, the games side by side.

    A part finds on disk what the parts before it have compiled.
    """
    parts = {game: play_parts(game) for game in game_names()}
    if COMPILED:
        plan_parts([part for several in parts.values() for part in several])
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        running = [pool.submit(_compile, several, report) for several in parts.values()]
        try:
            for done in as_completed(running):
                done.result()
        except subprocess.CalledProcessError:
            finish_parts(is_done=False)
            raise
    if COMPILED:
        finish_parts()


def prepare_later(report: Callable[[str], None] = lambda _part: None) -> None:
    """Compile what play does not wait for."""
    _compile(deferred_names(), report)


def prepare_parts(parts: Sequence[str], report: Callable[[str], None]) -> None:
    """Compile some parts, one after another."""
    _compile(parts, report)


def play_parts(game: str) -> list[str]:
    """The parts of a game that play needs."""
    later = _deferred(game)
    return [part for name in _parts_of(game) if (part := f"{game}-{name}") not in later]


def _compile(parts: Sequence[str], report: Callable[[str], None]) -> None:
    for part in parts:
        if not is_part_prepared(part):
            subprocess.run(_command(part), check=True, env=_environment())
        report(part)


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "realms.arena.prepare", *arguments]


def _environment() -> dict[str, str]:
    """That of a process that compiles, into the folder where this one looks."""
    way = switch.COMPILED if COMPILED else switch.PLAIN
    return {**os.environ, switch.SWITCH: way, "REALMS_CACHE": str(cache_root())}


def is_all_prepared() -> bool:
    """Whether all rules have been compiled, what play does not wait for included."""
    return is_prepared() and (not COMPILED or all(map(is_part_prepared, deferred_names())))


def start_preparing() -> subprocess.Popen[bytes]:
    """A process that compiles whatever is missing, at low priority, while others play."""
    return subprocess.Popen(
        _command(EVERYTHING), env=_environment(), stdin=subprocess.DEVNULL, start_new_session=True
    )


def stop_preparing(process: subprocess.Popen[bytes]) -> None:
    """End a process that compiles, and those it started; what is done stays."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGTERM)
    process.wait()


def prepare(part: str) -> None:
    """Compile a part, unless it was; whoever comes meanwhile waits instead of doing it too."""
    game, _, name = part.partition("-")
    if COMPILED:
        with compiling(part) as is_due:
            if is_due:
                _parts_of(game)[name]()


EVERYTHING = "everything"
"""What a process that compiles all parts is told."""
NICENESS = 15
"""How much it gives way to others."""


def main(part: str) -> None:
    """Compile a part, or everything with others going first."""
    if part == EVERYTHING:
        os.nice(NICENESS)
        prepare_all()
        prepare_later()
    else:
        prepare(part)


if __name__ == "__main__":
    main(sys.argv[1])
