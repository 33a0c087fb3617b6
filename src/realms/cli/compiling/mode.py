"""How a command runs rules: as plain Python where that is done before a compiler would be.

It has to be said before any rule is read, so this module reads none.
"""

from __future__ import annotations

import os
import tomllib

from realms.kernel.compiled import switch
from realms.kernel.packs import GamePack, packs

QUICK = 2.0
"""Seconds that plain Python may take where compiled rules are there: loading them takes some."""
BEARABLE = 30.0
"""Seconds that plain Python may take where rules would have to be compiled first."""


LARGE = 8 * 1024
"""Bytes of a file whose lines take longer as plain Python than compiled rules take to load."""


def run_plainly() -> None:
    """Run rules as plain Python: for what is small whatever is asked."""
    switch.prefer(switch.PLAIN)


def run_by_cost(seconds: float) -> None:
    """Run rules as plain Python if that takes so many seconds and no more than compiled ones."""
    if seconds <= QUICK or (seconds <= BEARABLE and not _is_prepared()):
        switch.prefer(switch.PLAIN)


def run_lines(path: str) -> None:
    """Begin with plain Python for lines of a file, or of standard input, which may be few.

    Where a large file waits and rules are compiled, they run compiled from the first line.
    """
    if not (os.path.isfile(path) and os.path.getsize(path) > LARGE and _is_prepared()):
        switch.prefer(switch.LATER)


def run_later() -> None:
    """Begin with plain Python, and go over to compiled rules when they are there."""
    if not _is_prepared():
        switch.prefer(switch.LATER)


def _is_prepared() -> bool:
    from realms.kernel.compiled.progress import is_prepared

    return is_prepared()


def plain_seconds(
    game: str, bots: str | None, games: int, device: str = "cpu", cluster: str = ""
) -> float:
    """What games between bots take as plain Python; without end where nobody has measured it.

    `bots.toml` of a game says what a whole game with each of its bots takes, as `[plain]`.
    """
    if device != "cpu" or cluster:
        return float("inf")
    named = [pack for name, pack in packs().items() if name.startswith(game.strip().casefold())]
    if len(named) != 1:
        return float("inf")
    costs, levels = _costs(named[0])
    names = [name.strip() for name in (bots or "greedy").split(",") if name.strip()]
    seconds = [costs.get(_kind(name, levels), float("inf")) for name in names]
    return games * sum(seconds) / max(len(seconds), 1)


def _costs(pack: GamePack) -> tuple[dict[str, float], dict[str, str]]:
    """What a game with each bot takes, and the bots that play the levels."""
    file = pack.folder.joinpath("bots", "bots.toml")
    levels = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    return levels.get("plain", {}), {
        level["name"]: level["bot"] for level in levels.get("level", ())
    }


def _kind(name: str, levels: dict[str, str]) -> str:
    """The bot behind a name: without its parameters, and of a level the one that plays it."""
    return levels.get(name, name).partition(":")[0]
