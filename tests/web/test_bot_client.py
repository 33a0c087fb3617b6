"""The remote bot of the examples plays whole games, against a real server."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from realms.kernel import notation
from realms.kernel.games import all_games
from realms.kernel.record import verify
from tests.web.live_server import PATIENCE, Server, served

BOT = Path(__file__).parents[2] / "examples" / "bot_client.py"
NAMES = ["Robbie", "Marvin", "Gort", "Tik-Tok"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("remote")
    database = f"sqlite:///{folder / 'realms.sqlite'}"
    with served(database, folder / "logs", "--unlimited") as running:
        yield running


@pytest.mark.parametrize(
    ("game", "options", "bots"),
    [
        ("fantasy", {"players": 3}, []),
        ("fantasy", {"players": 2, "variant": "duel"}, []),
        ("fantasy", {"players": 3, "variant": "chaos", "rounds": 2, "declare": True}, []),
        ("medieval", {"players": 2}, []),
        ("medieval", {"players": 3}, ["greedy"]),
    ],
)
def test_remote_bots_play_whole_games(
    server: Server, game: str, options: dict[str, Any], bots: list[str]
) -> None:
    terms = {"game": game, "options": options, "bots": bots}
    opened = httpx.post(f"{server.url}/api/tables", json=terms, timeout=PATIENCE).json()
    table = f"/api/tables/{opened['id']}"
    running = [
        subprocess.Popen(
            [sys.executable, str(BOT), server.url + table, name],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in NAMES[: options["players"] - len(bots)]
    ]
    outputs = [ended(bot) for bot in running]
    seen = httpx.get(server.url + table, timeout=PATIENCE).json()
    assert seen["status"] == "finished"
    assert outputs == [seen["outcome"]] * len(running)
    found, record = notation.read(httpx.get(f"{server.url}{table}/record").text, all_games())
    assert verify(found, record) is not None


def ended(bot: subprocess.Popen[str]) -> Any:
    """What a bot says of how the game ended."""
    try:
        out, err = bot.communicate(timeout=PATIENCE)
    finally:
        bot.kill()
    assert bot.returncode == 0, err
    return ast.literal_eval(out)
