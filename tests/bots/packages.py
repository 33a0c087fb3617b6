"""Packages of other people that bring bots, laid out as an installer would."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

GROUP = "realms.bots"


def install(folder: Path, name: str, code: str, bots: Mapping[str, str], summary: str = "") -> None:
    """Install a package of one module, with its entry points, into a folder."""
    (folder / f"{name}.py").write_text(code, "utf-8")
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    head = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    (about / "METADATA").write_text(head + (f"Summary: {summary}\n" if summary else ""))
    points = "".join(f"{bot} = {where}\n" for bot, where in bots.items())
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{points}")


def path_with(folder: Path) -> str:
    """What `PYTHONPATH` is where such a folder is installed."""
    return os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])


UNRULY = """
import os, sys, time


class Unruly:
    sentence = "Misbehaves."

    def __init__(self, budget):
        pass


class Raises(Unruly):
    def choose(self, game, position, seat, seed):
        raise ZeroDivisionError("the hand is secret")


class Exits(Unruly):
    def choose(self, game, position, seat, seed):
        sys.exit(3)


class Dies(Unruly):
    def choose(self, game, position, seat, seed):
        os._exit(3)


class Sleeps(Unruly):
    def choose(self, game, position, seat, seed):
        time.sleep(3600)


class Cheats(Unruly):
    def choose(self, game, position, seat, seed):
        position["players"] = 0
        return "the best card"


class Prints(Unruly):
    def choose(self, game, position, seat, seed):
        print("{}", flush=True)
        print("thinking", file=sys.stderr, flush=True)
        os.write(1, b"{}\\n")
        assert not sys.stdin.readline()
        return game.legal(position, seat)[0]


class NotMade(Unruly):
    def __init__(self, budget):
        raise KeyError("no model")
"""
BOTS = {
    **{kind.lower(): f"unruly:{kind}" for kind in ("Raises", "Exits", "Dies", "Sleeps", "Cheats")},
    "prints": "unruly:Prints",
    "notmade": "unruly:NotMade",
    "missing": "unruly_but_not_there:Bot",
}


def install_unruly(folder: Path) -> None:
    """A package of bots that do everything wrong."""
    install(folder, "unruly", UNRULY, BOTS)
