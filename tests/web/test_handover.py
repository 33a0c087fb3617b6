"""A server that begins with rules as plain Python, and goes over to compiled ones."""

from __future__ import annotations

import json
import os
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from filelock import FileLock

from realms.kernel.compiled.folder import cache_root, digest, folder
from realms.kernel.compiled.progress import MARK, is_prepared
from realms.kernel.rule import COMPILED
from tests.soaking import SOAKING
from tests.web.served import PATIENCE, Server, served

HELD_BACK = "medieval-bots"
"""The part that is compiled only when the test says so."""
OPPONENTS = {"fantasy": ["squire", "archmage"], "medieval": ["reeve", "sovereign"]}
"""The level that a table has where nobody chooses, and one that needs compiled rules."""


def unprepared(root: Path) -> Path:
    """A cache with all compiled rules of this machine but a part that is not marked as done."""
    home = root / f"rules-{digest('realms')}"
    home.mkdir(parents=True)
    for file in folder("realms").iterdir():
        if file.suffix in (".nbi", ".nbc") or (
            file.name.startswith(f"{MARK}-") and file.name != f"{MARK}-{HELD_BACK}"
        ):
            os.link(file, home / file.name)
    return home


class Follower(threading.Thread):
    """Somebody who watches a table by its stream and never asks anew."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.url = url
        self.seen: list[int] = []
        self.is_ended = False

    def run(self) -> None:
        headers = {"accept": "text/event-stream"}
        with (
            suppress(httpx.TransportError),
            httpx.stream("GET", self.url, headers=headers, timeout=PATIENCE) as answer,
        ):
            for line in answer.iter_lines():
                if line.startswith("data:"):
                    self.seen.append(json.loads(line[5:])["seq"])
        self.is_ended = True


class Sitting:
    """A person at a table with bots, and somebody who watches."""

    def __init__(self, client: httpx.Client, game: str) -> None:
        self.client, self.dice, self.made = client, random.Random(game), 0
        bots = [None, *OPPONENTS[game]]
        told = {"game": game, "options": {"players": len(bots)}, "bots": bots}
        self.path = f"/api/tables/{client.post('/api/tables', json=told).json()['id']}"
        sat = client.post(f"{self.path}/seats", json={"name": "Ada", "seat": 0}).json()
        self.headers = {"authorization": f"Bearer {sat['secret']}"}
        client.cookies.clear()
        answer = client.post(f"{self.path}/start", headers=self.headers)
        assert answer.status_code == 200, answer.text
        self.follower = Follower(f"{client.base_url}{self.path}/stream")
        self.follower.start()

    def look(self) -> Any:
        return self.client.get(self.path, headers=self.headers).json()

    def move(self) -> None:
        """Make one move, when it is one's turn."""
        end = time.monotonic() + PATIENCE
        while 0 not in (seen := self.look())["awaiting"]:
            assert seen["outcome"] is None
            assert time.monotonic() < end
            time.sleep(0.02)
        answer = self.try_move()
        while answer.status_code == 409:  # somebody who moves at the same time was faster
            answer = self.try_move()
        assert answer.status_code == 200, answer.text
        self.made += 1

    def try_move(self) -> httpx.Response:
        legal = self.client.get(f"{self.path}/legal?limit=40", headers=self.headers).json()
        told = {"move": self.dice.choice(legal["moves"]), "seq": legal["seq"]}
        return self.client.post(f"{self.path}/moves", headers=self.headers, json=told)

    def end(self) -> None:
        """What was played is what anybody sees, and what the one who watches was told."""
        seq, end = self.client.get(self.path).json()["seq"], time.monotonic() + PATIENCE
        while self.follower.seen[-1] < seq:
            assert time.monotonic() < end
            time.sleep(0.02)
        assert not self.follower.is_ended
        assert self.follower.seen == sorted(self.follower.seen)


@contextmanager
def cold_server(tmp_path: Path, cache: Path) -> Iterator[Server]:
    variables = {**os.environ, "REALMS_CACHE": str(cache)}
    variables.pop("REALMS_COMPILE", None)
    database = f"sqlite:///{tmp_path / 'realms.sqlite'}"
    with served(database, tmp_path / "log", "--unlimited", variables=variables) as server:
        yield server


def play_through(server: Server, release: Any) -> None:
    """Moves before the rules are compiled and after, at a table of every game."""
    with server.client() as client:
        assert "compiling" in client.get("/").text
        tables = [Sitting(client, game) for game in OPPONENTS]
        for table in tables:
            for _move in range(3):
                table.move()
        ready = client.get("/ready").json()
        assert ready["rules"] == "compiling"
        assert ready["parts_done"] < ready["parts"]
        assert ready["progress"] < 1
        line = client.get("/compiling", headers={"accept-language": "es"}).text
        assert "Compilando las reglas" in line
        release()
        end = time.monotonic() + 10 * PATIENCE
        while client.get("/ready").json()["rules"] != "compiled":
            assert time.monotonic() < end
            for table in tables:
                if table.made < 6 and 0 in table.look()["awaiting"]:
                    table.move()
            time.sleep(0.1)
        for table in tables:
            for _move in range(2):
                table.move()
            table.end()
        assert 'id="compiling"' not in client.get("/").text
        assert not client.get("/compiling").text.strip()


@pytest.mark.skipif(not COMPILED or not is_prepared(), reason="takes rules that are compiled")
def test_nothing_is_lost_while_the_rules_become_compiled(tmp_path: Path) -> None:
    home = unprepared(tmp_path / "cache")
    held = FileLock(home / f"{HELD_BACK}.lock")
    held.acquire()
    try:
        with cold_server(tmp_path, home.parent) as server:
            play_through(server, held.release)
    finally:
        held.release(force=True)
    assert (home / MARK).exists()


@pytest.mark.soak
@pytest.mark.skipif(not SOAKING, reason="compiles everything")
def test_nothing_is_lost_from_an_empty_cache_on(tmp_path: Path) -> None:
    with cold_server(tmp_path, tmp_path / "cache") as server:
        play_through(server, lambda: None)
    assert cache_root() != tmp_path / "cache"
