"""Bots of other packages are contained: what they do wrong is told, and a house bot moves."""

from __future__ import annotations

import logging
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from subprocess import PIPE, Popen

import msgspec
import pytest

from realms.bots import registry
from realms.bots.external import others
from realms.kernel.games import game_named
from realms.kernel.text import LANGUAGES
from realms.tables import entries
from realms.tables.scheduler import Scheduler
from realms.tables.service import TableService
from realms.tables.table_view import view_table
from realms.tables.thinking.queue import ThinkingQueue
from realms.tables.thinking.worker import BotAnswer, BotRequest
from realms.tables.thinking.worker_pool import WorkerPool
from realms.web.logs import JsonLines
from realms.web.pages.table.story import story_of
from tests.bots.packages import install_unruly, path_with
from tests.tables.conftest import NewService
from tests.tables.table_play import VARIANTS, opened, refused, table_at, until
from tests.web.live_server import PATIENCE

pytestmark = pytest.mark.anyio


def forget_bots() -> None:
    others.cache_clear()
    registry._names.cache_clear()


@pytest.fixture(autouse=True)
def unruly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package whose bots do everything wrong, installed here and for worker processes."""
    folder = tmp_path / "unruly"
    folder.mkdir()
    install_unruly(folder)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", path_with(folder))
    forget_bots()
    yield folder
    monkeypatch.undo()
    forget_bots()


@pytest.fixture
async def workers(service: TableService) -> AsyncIterator[WorkerPool]:
    """Workers that wait long for a bot, and a scheduler."""
    workers = WorkerPool(1)
    workers.patience = 60.0
    scheduler = Scheduler(service, ThinkingQueue(workers))
    yield workers
    await scheduler.close()
    await scheduler.queue.close()
    await workers.close()


@pytest.fixture
def database(sqlite: str) -> str:
    return sqlite


async def first_move(service: TableService, bot: str) -> entries.MoveMade:
    """The first move at a duel that a bot plays against somebody who left."""
    id_ = await opened(service, VARIANTS["duel"], bots=(1,), start=False)
    await service.write(id_, entries.BotSeated(1, bot))
    await service.write(id_, entries.GameStarted())
    table = await table_at(service, id_)
    if table.awaiting == (0,):
        await service.write(id_, entries.SeatLeft(0))
    await until(lambda: any(turn.seat == 1 for turn in table.turns))
    log = [entries.decode_entry(row["body"]) for row in await service.log.entries(id_)]
    return next(move for move in log if isinstance(move, entries.MoveMade) and move.seat == 1)


FAULTS = {
    "raises": ("error", "ZeroDivisionError"),
    "exits": ("error", "SystemExit"),
    "cheats": ("illegal", ""),
    "notmade": ("broken", "KeyError"),
    "missing": ("broken", "ModuleNotFoundError"),
    "dies": ("gone", ""),
    "sleeps": ("slow", ""),
}
"""The one that sleeps comes last: its table goes on, and the only worker would wait for it."""


async def test_a_house_bot_moves_and_the_log_names_the_culprit(
    service: TableService, workers: WorkerPool, caplog: pytest.LogCaptureFixture
) -> None:
    for bot, (fault, error) in FAULTS.items():
        workers.patience = 0.2 if bot == "sleeps" else 60.0
        with caplog.at_level(logging.ERROR, "realms.tables"):
            move = await first_move(service, bot)
        assert (move.by, move.fault) == ("bot", fault)
        data = [msgspec.json.decode(JsonLines().format(record)) for record in caplog.records]
        line = next(line for line in data if line.get("bot") == bot)
        assert (line["package"], line["fault"]) == ("unruly 1.0", f"bot/{fault}")
        assert (line["error"], line["instead"]) == (error, "greedy")
        assert "secret" not in str(line)
        assert bot != "raises" or line["at"][-1].startswith("unruly.py:")


async def test_what_a_bot_prints_breaks_nothing(
    service: TableService, workers: WorkerPool, capfd: pytest.CaptureFixture[str]
) -> None:
    assert (await first_move(service, "prints")).fault == ""
    assert capfd.readouterr() == ("", "")


def test_a_worker_ends_with_its_server_whatever_a_bot_does() -> None:
    game = game_named("fantasy")
    state = game.start(VARIANTS["duel"], "a seed")
    request = BotRequest("fantasy", game.snapshot(state), game.awaiting(state)[0], "sleeps", "")
    command = [sys.executable, "-m", "realms.tables.thinking.worker"]
    with Popen(command, stdin=PIPE, stdout=PIPE) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(msgspec.json.encode(request) + b"\n")
        worker.stdin.flush()
        data = msgspec.json.decode(worker.stdout.readline(), type=BotAnswer)
        assert data.is_begun
        worker.stdin.close()  # as it is when the server is killed
        assert worker.wait(PATIENCE) == 0


async def test_everybody_who_sees_the_move_is_told_in_their_language(service: TableService) -> None:
    id_ = await opened(service, VARIANTS["duel"], bots=(0, 1))
    table = await table_at(service, id_)
    seat = table.awaiting[0]
    assert table.state is not None
    move = msgspec.to_builtins(table.game.legal(table.state, seat)[0])
    await service.write(id_, entries.MoveMade(seat, move, "bot", "slow"))
    for language in LANGUAGES:
        for viewer in (None, 0, 1):
            lines = story_of(table, viewer, language)
            faults = [line.text for line in lines if line.kind == "fault"]
            assert len(faults) == 1
            assert table.chairs[seat].name in faults[0]
            assert "greedy" in faults[0]
    for viewer in (None, 0, 1):
        failed = view_table(table, viewer).failed
        assert failed is not None
        assert (failed.seat, failed.fault) == (seat, "slow")
    await service.write(id_, entries.BotSeated(0, "random"))
    assert view_table(table, 0).failed is None, "something else happened"


async def test_a_table_outlives_its_bot(
    service: TableService,
    new_service: NewService,
    unruly: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    id_ = await opened(service, VARIANTS["duel"], bots=(0, 1), start=False)
    await service.write(id_, entries.BotSeated(0, "prints"))
    await service.write(id_, entries.BotSeated(1, "prints"))
    await service.write(id_, entries.GameStarted())
    monkeypatch.delenv("PYTHONPATH")
    monkeypatch.setattr(sys, "path", [one for one in sys.path if one != str(unruly)])
    monkeypatch.setenv("PYTHONPATH", str(Path(registry.__file__).parents[2]))
    forget_bots()
    again = await new_service()
    workers = WorkerPool(1)
    scheduler = Scheduler(again, ThinkingQueue(workers))
    table = await table_at(again, id_)
    await until(lambda: len(table.turns) > 1)
    await scheduler.close()
    await scheduler.queue.close()
    await workers.close()
    log = [entries.decode_entry(row["body"]) for row in await again.log.entries(id_)]
    assert next(move.fault for move in log if isinstance(move, entries.MoveMade)) == "unknown"
    with refused("bot/unknown"):
        await service.write(id_, entries.BotSeated(0, "prints"))


async def test_a_bot_is_seated_by_its_full_name(service: TableService) -> None:
    id_ = await opened(service, VARIANTS["duel"], bots=(1,), start=False)
    await service.write(id_, entries.BotSeated(1, "rais"))
    log = [entries.decode_entry(row["body"]) for row in await service.log.entries(id_)]
    assert log[-1] == entries.BotSeated(1, "raises", name="Random")
