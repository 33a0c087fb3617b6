"""Compiling every rule by using it once; split in parts that can run side by side."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from realms.arena.game_parts import BringsCompileParts, CompilePart
from realms.bots import bot_named
from realms.bots.lighter import bot_parts
from realms.kernel.compiled import switch
from realms.kernel.compiled.folder import cache_root
from realms.kernel.compiled.progress import (
    PlannedPart,
    compiling,
    finish_parts,
    is_part_prepared,
    is_prepared,
    plan_parts,
)
from realms.kernel.game import Game, State
from realms.kernel.packs import game_names, packs
from realms.kernel.rule import COMPILED

THINKERS = ("search", "guided")
"""Bots that try as often as they are told; a few times are enough to compile them."""


def let_think(game: Game, state: State, bots: Iterable[str]) -> None:
    """Let bots of a game think about a position, and those advise that can."""
    seat = game.awaiting(state)[0]
    for name in bots:
        bot = bot_named(f"{name}:8" if name in THINKERS else name, game.name)
        bot.choose(game, state, seat, "prepare")
        if name == "search":
            bot.advise(game, state, seat, "prepare")


def _parts_of(game: str) -> Mapping[str, CompilePart]:
    pack = packs()[game]
    return pack.compile_parts() if isinstance(pack, BringsCompileParts) else {}


def parts_for(game: str, *uses: str) -> list[str]:
    """The parts of a game that are needed for play, for reviews."""
    return [
        f"{game}-{name}"
        for name, part in _parts_of(game).items()
        if not set(uses).isdisjoint(part.needed_for)
    ]


def play_parts(game: str) -> list[str]:
    """The parts of a game that play needs."""
    return parts_for(game, "play")


def review_parts(game: str) -> list[str]:
    """The parts of a game that a review needs: those of play, and its own."""
    return parts_for(game, "play", "reviews")


def later_parts() -> list[str]:
    """Parts that no game waits for, in the order in which somebody may ask for them.

    The strongest bots are met first, then reviews, then what only a command takes.
    """
    named = [f"{game}-{name}" for game in game_names() for name in _parts_of(game)]
    reviewing = [part for game in game_names() for part in review_parts(game)]
    playing = {part for game in game_names() for part in play_parts(game)}
    ordered = dict.fromkeys([*bot_parts(), *reviewing, *named])
    return [part for part in ordered if part in named and part not in playing]


def all_parts() -> list[str]:
    """All that there is to compile, what play needs before the rest."""
    return [*(part for game in game_names() for part in play_parts(game)), *later_parts()]


def planned(parts: Iterable[str]) -> list[PlannedPart]:
    """Parts as they are to be compiled: those that play needs game by game, then all others."""
    plan = []
    for part in parts:
        game, _, name = part.partition("-")
        later = part not in play_parts(game)
        seconds = _parts_of(game)[name].seconds
        plan.append(PlannedPart(part, part if later else game, seconds, int(later)))
    return plan


def first_parts() -> Iterator[Callable[[], None]]:
    """The first part of each game: what playing it move by move uses."""
    for game in game_names():
        yield from [part.use for part in _parts_of(game).values()][:1]


def prepare_all(report: Callable[[str], None] = lambda _part: None) -> None:
    """Compile every part in a process of its own: what play needs, then the rest.

    A part finds on disk what the parts before it have compiled.
    """
    if not COMPILED:
        return
    plan_parts(planned(all_parts()))
    try:
        prepare_parts([part for game in game_names() for part in play_parts(game)], report)
        finish_parts()
        prepare_parts(later_parts(), report)
    except subprocess.CalledProcessError:
        finish_parts(is_done=False)
        raise


def prepare_parts(
    parts: Sequence[str],
    report: Callable[[str], None] = lambda _part: None,
    *,
    aside: bool = False,
) -> None:
    """Compile some parts: those of a game's play one after another, all else side by side.

    Where it is done `aside`, everything else on this machine goes first.
    """
    plan = planned(parts)
    for stage in sorted({part.stage for part in plan}):
        chains: dict[str, list[str]] = {}
        for part in plan:
            if part.stage == stage:
                chains.setdefault(part.chain, []).append(part.name)
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            running = [pool.submit(_compile, chain, report, aside) for chain in chains.values()]
            for done in as_completed(running):
                done.result()


def _compile(parts: Sequence[str], report: Callable[[str], None], aside: bool) -> None:
    for part in parts:
        if not is_part_prepared(part):
            command = _command(part, *([ASIDE] if aside else []))
            subprocess.run(command, check=True, env=_environment())
        report(part)


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "realms.arena.prepare", *arguments]


def _environment() -> dict[str, str]:
    """That of a process that compiles, into the folder where this one looks."""
    return {**os.environ, switch.SWITCH: switch.COMPILED, "REALMS_CACHE": str(cache_root())}


def is_all_prepared() -> bool:
    """Whether all rules have been compiled, what play does not wait for included."""
    return not COMPILED or (is_prepared() and all(map(is_part_prepared, later_parts())))


def start_preparing() -> subprocess.Popen[bytes]:
    """A process that compiles whatever is missing, at low priority, while others play."""
    return subprocess.Popen(
        _command(EVERYTHING, ASIDE),
        env=_environment(),
        stdin=subprocess.DEVNULL,
        start_new_session=True,
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
                _parts_of(game)[name].use()


EVERYTHING, ASIDE = "everything", "aside"
"""What a process is told that compiles all parts, and one that gives way to others."""
NICENESS = 15
"""How much it does."""


def main(part: str, aside: bool) -> None:
    """Compile a part, or everything."""
    if aside:
        os.nice(NICENESS)
    if part == EVERYTHING:
        prepare_all()
    else:
        prepare(part)


if __name__ == "__main__":
    main(sys.argv[1], ASIDE in sys.argv[2:])
