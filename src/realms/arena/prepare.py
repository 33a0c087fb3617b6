"""Compiling every rule by using it once; split in parts that can run side by side."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed

import numpy as np
from filelock import FileLock

from realms.bots import bot_named, bots_of
from realms.games import GAMES
from realms.kernel.cache import folder, open_folder
from realms.kernel.chance import word_of
from realms.kernel.game import Game, State
from realms.kernel.rule import COMPILED


def prepare_scoring() -> None:
    """Everything that scoring hands and playing Fantasy Realms move by move uses."""
    from realms import fantasy  # noqa: PLC0415  (each part loads what it compiles)
    from realms.fantasy.casting import new_cast  # noqa: PLC0415
    from realms.fantasy.plain import score_plain  # noqa: PLC0415
    from realms.fantasy.wilds import best_of_many, new_choices  # noqa: PLC0415

    hands = np.array([3], np.int64)
    score_plain(hands, hands.copy())
    best_of_many(hands, hands, hands.copy(), new_cast(), new_choices())
    fantasy.hand("Dragon, Mirage").sheet  # noqa: B018  (worked out when asked for)
    for variant, number in (("standard", 3), ("duel", 2), ("chaos", 3)):
        options = fantasy.Options(players=number, variant=variant)  # type: ignore[arg-type]
        state = fantasy.game.start(options, "prepare")
        seat = fantasy.game.awaiting(state)[0]
        state, _ = fantasy.game.play(state, seat, fantasy.game.legal(state, seat)[0])
        fantasy.game.view(fantasy.game.redeal(state, seat, "prepare"), seat)
    while fantasy.game.awaiting(state):  # of the last, to its end: scores and sheets
        seat = fantasy.game.awaiting(state)[0]
        state, _ = fantasy.game.play(state, seat, fantasy.game.legal(state, seat)[-1])
    fantasy.game.outcome(state)
    fantasy.game.sheets(state)


def prepare_solving() -> None:
    """Everything that the search for the best hands uses."""
    from realms.solve.question import Question  # noqa: PLC0415
    from realms.solve.solving import warm_up  # noqa: PLC0415

    for question in (Question(), Question(worst=True), Question(every=True)):
        warm_up(question)


def prepare_games() -> None:
    """Everything that whole games of Fantasy Realms between bots use."""
    from realms import fantasy  # noqa: PLC0415
    from realms.arena import fantasy as players  # noqa: PLC0415

    options = fantasy.Options(players=4)
    players.play_batch(options, [1] * 4, word_of("prepare"), 0, 1)
    state = fantasy.game.start(options, "prepare")
    bot_named("greedy").choose(fantasy.game, state, fantasy.game.awaiting(state)[0], "prepare")


def prepare_moves() -> None:
    """Everything that playing Medieval Realms move by move uses."""
    from realms import medieval  # noqa: PLC0415

    game = medieval.game
    state = game.start(medieval.Options(players=2), "prepare")
    for _draft in range(2):
        seat = game.awaiting(state)[0]
        state, _ = game.play(state, seat, game.legal(state, seat)[0])
    state, _ = game.play(state, 0, game.legal(state, 0)[0])
    game.advance(state, 1, int(game.codes(state, 1)[0]))
    game.refusal(state, 1, 0)
    game.view(game.redeal(state, 0, "prepare"), 0)
    game.sheets(state)
    game.ranking(state)


def prepare_rounds() -> None:
    """Everything that whole games of Medieval Realms between bots use."""
    from realms import medieval  # noqa: PLC0415
    from realms.arena import medieval as players  # noqa: PLC0415

    options = medieval.Options(players=2)
    players.play_batch(options, [1] * 2, word_of("prepare"), 0, 1)
    state = medieval.game.start(options, "prepare")
    bot_named("greedy").choose(medieval.game, state, medieval.game.awaiting(state)[0], "prepare")


def prepare_fantasy_bots() -> None:
    """Everything that the stronger bots of Fantasy Realms think with."""
    from realms import fantasy  # noqa: PLC0415

    for variant, number in (("standard", 3), ("duel", 2), ("chaos", 3)):
        options = fantasy.Options(players=number, variant=variant)  # type: ignore[arg-type]
        _let_think(fantasy.game, fantasy.game.start(options, "prepare"))


def prepare_medieval_bots() -> None:
    """Everything that the stronger bots of Medieval Realms think with."""
    from realms import medieval  # noqa: PLC0415

    game = medieval.game
    state = game.start(medieval.Options(players=2), "prepare")
    while game.view(state, None).phase != "acting":
        seat = game.awaiting(state)[0]
        state, _ = game.play(state, seat, game.legal(state, seat)[0])
    _let_think(game, state)


def _let_think(game: Game, state: State) -> None:
    """Let every bot of a game think about a position, and the strongest advise."""
    seat = game.awaiting(state)[0]
    for name in bots_of(game.name):
        bot = bot_named(f"{name}:8" if name == "search" else name, game.name)
        bot.choose(game, state, seat, "prepare")
    bot_named("search:8", game.name).advise(game, state, seat, "prepare")


PARTS = {
    "medieval-moves": prepare_moves,
    "medieval-games": prepare_rounds,
    "medieval-bots": prepare_medieval_bots,
    "fantasy-scoring": prepare_scoring,
    "fantasy-solving": prepare_solving,
    "fantasy-games": prepare_games,
    "fantasy-bots": prepare_fantasy_bots,
}
"""What there is to compile; the parts of a game build on one another, in this order."""


LATER = ("fantasy-solving",)
"""Parts that nobody waits for before a game: they are compiled when they are first used."""
MARK = "prepared"
"""The file among the compiled rules that says that all that play needs is there."""


def is_prepared() -> bool:
    """Whether all rules of this version have been compiled on this machine."""
    return not COMPILED or (folder("realms") / MARK).exists()


def prepare_all(report: Callable[[str], None] = lambda _part: None) -> None:
    """Compile every part that play needs in a process of its own, the games side by side.

    A part finds on disk what the parts before it have compiled.
    """
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        running = [pool.submit(_compile, game, report) for game in GAMES]
        for done in as_completed(running):
            done.result()
    if COMPILED:
        (folder("realms") / MARK).touch()


def prepare_later(report: Callable[[str], None] = lambda _part: None) -> None:
    """Compile what play does not wait for."""
    for part in LATER:
        _compile_part(part)
        report(part)


def _compile(game: str, report: Callable[[str], None]) -> None:
    for part in PARTS:
        if part.startswith(game) and part not in LATER:
            _compile_part(part)
            report(part)


def _compile_part(part: str) -> None:
    subprocess.run([sys.executable, "-m", "realms.arena.prepare", part], check=True)


def prepare(part: str) -> None:
    """Compile a part, unless it was; whoever comes meanwhile waits instead of doing it too."""
    if not COMPILED:
        return
    home = open_folder("realms")
    mark = home / f"{MARK}-{part}"
    with FileLock(home / f"{part}.lock"):
        if not mark.exists():
            PARTS[part]()
            mark.touch()


if __name__ == "__main__":
    prepare(sys.argv[1])
