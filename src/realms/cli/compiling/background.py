"""Compiling while a program runs: in the background, or first where nothing goes without."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any

PAUSE = 0.5
"""Seconds between two looks at how far compiling has come."""


def wait_for_rules(parts: Sequence[str], language: str) -> None:
    """Have parts compiled that what follows cannot do without, and tell how far that has come.

    Where rules run as plain Python, or are compiled already, there is nothing to wait for.
    """
    from realms.arena.prepare import prepare_parts
    from realms.kernel.compiled.progress import is_part_prepared, rules_now

    missing = [part for part in dict.fromkeys(parts) if not is_part_prepared(part)]
    if rules_now() != "plain" and missing:
        with showing_progress(missing, "cli.compiling_first", language) as report:
            prepare_parts(missing, report)


@contextlib.contextmanager
def showing_progress(
    parts: Sequence[str], sentence: str, language: str
) -> Iterator[Callable[[str], None]]:
    """Show on standard error how far some parts are; gives what is told of each that is done.

    On a terminal it is a bar that moves, elsewhere a line a part.
    """
    from rich.console import Console

    from realms.arena.prepare import planned
    from realms.kernel.compiled.progress import progress_of
    from realms.kernel.text import say

    console, plan = Console(stderr=True), planned(parts)

    def look() -> tuple[float, str]:
        now = progress_of(plan)
        fields = {"n": now.done, "total": now.total, "seconds": now.seconds_left}
        is_done = now.done == now.total
        key = "cli.prepared_part" if is_done else "cli.compiling_left"
        return now.part, say(key, language, **fields)

    if console.is_terminal:
        console.print(say(sentence, language), highlight=False)
        with _bar(console, look):
            yield lambda _part: None
    else:
        line = _line_writer(console.file, say(sentence, language), look)
        line("")
        yield line


def _line_writer(
    file: IO[str], sentence: str, look: Callable[[], tuple[float, str]]
) -> Callable[[str], None]:
    """Writes a line of what is seen, where it is another than before."""
    written = ""

    def write(_part: str) -> None:
        nonlocal written
        _, text = look()
        if text != written:
            written = text
            file.write(f"{sentence} {text}\n")
            file.flush()

    return write


@contextlib.contextmanager
def _bar(console: Any, look: Callable[[], tuple[float, str]]) -> Iterator[None]:
    """A bar that follows what is seen."""
    from rich.progress import BarColumn, Progress, TextColumn

    ended, columns = threading.Event(), (BarColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, refresh_per_second=4) as bar:
        task = bar.add_task("", total=1.0)

        def follow() -> None:
            while True:
                part, text = look()
                bar.update(task, completed=part, description=text)
                if ended.wait(PAUSE):
                    return

        follower = threading.Thread(target=follow, daemon=True)
        follower.start()
        try:
            yield
        finally:
            ended.set()
            follower.join()
            part, text = look()
            bar.update(task, completed=part, description=text)


def parts_of_table(game: str, bots: Sequence[str]) -> list[str]:
    """What has to be compiled for games between some bots."""
    from realms.arena.prepare import play_parts
    from realms.bots.lighter import part_of_bot

    return [*play_parts(game), *filter(None, (part_of_bot(bot, game) for bot in bots))]


def load_rules(plan: Any, device: str, language: str) -> None:
    """Have the rules ready that a plan of games is played with."""
    from realms.arena.simulate import warm_up
    from realms.cli.compiling.notice import compile_notice

    if device == "cpu":
        bots = [bot for table in plan.tables for bot in table]
        wait_for_rules(parts_of_table(plan.game, bots), language)
    with compile_notice(language):
        warm_up(plan, device)


@contextlib.contextmanager
def prepare_beside(tell: Callable[[str], None], language: str) -> Iterator[None]:
    """Compile what is missing in the background, for as long as this program runs.

    `tell` is told how far it has come. A guard sees to it that compiling ends with this
    program, whatever becomes of that.
    """
    from realms.arena.prepare import is_all_prepared, start_preparing, stop_preparing
    from realms.cli.compiling.guard import guarding, holding_signals

    if is_all_prepared():
        yield
        return
    process, ended = None, threading.Event()
    try:
        with holding_signals():  # or it could be started, and not known here
            process = start_preparing()
        with guarding(process.pid):
            follower = threading.Thread(target=_follow, args=(tell, language, ended), daemon=True)
            follower.start()
            yield
    finally:
        ended.set()
        if process is not None:
            stop_preparing(process)


def _follow(tell: Callable[[str], None], language: str, ended: threading.Event) -> None:
    """Tell how far compiling has come whenever another part is done, until every bot plays."""
    from realms.bots.lighter import bot_parts
    from realms.kernel.compiled.progress import is_part_prepared, is_prepared, read_progress
    from realms.kernel.text import say

    needed = bot_parts()

    def is_done() -> bool:
        return is_prepared() and all(map(is_part_prepared, needed))

    if is_done():
        return
    shown = -1
    while not ended.wait(PAUSE):
        now = read_progress(needed)
        if now.is_stopped:
            tell(say("cli.compile_stopped", language))
            return
        if is_done():
            tell(say("cli.compiled", language))
            return
        if now.total and now.done > shown:
            shown = now.done
            fields = {"n": now.done, "total": now.total, "seconds": now.seconds_left}
            tell(say("cli.compiling", language, **fields))
