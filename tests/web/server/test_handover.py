"""A server that begins with rules as plain Python, and goes over to compiled ones."""

from __future__ import annotations

import html
import json
import os
import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from filelock import FileLock

from realms.bots import levels_of
from realms.bots.lighter import bot_parts
from realms.kernel.compiled.progress import MARK, is_prepared
from realms.kernel.rule import COMPILED
from tests.support.cold_cache import empty, unprepared
from tests.web.live_server import PATIENCE, Server, is_running, process_tree, served, wait_for

HELD_BACK = "medieval-bots"
"""The part that is compiled only when the test says so."""
STARTING, COMPILING = 25.0, 250.0
"""Seconds of processor time until first moves are made, and for all that play needs: some three
times what it takes on a quiet machine."""
RECORD = Path(__file__).parents[2] / "goldens" / "medieval-dealt-3-en.realms"
OPPONENTS = {"fantasy": ["squire", "archmage"], "medieval": ["reeve", "sovereign"]}
"""The level that a table has where nobody chooses, and one that needs compiled rules."""


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

    def __init__(self, client: httpx.Client, game: str, *bots: str) -> None:
        self.client, self.dice, self.made = client, random.Random(game), 0
        seats = [None, *(bots or OPPONENTS[game])]
        body = {"game": game, "options": {"players": len(seats)}, "bots": seats}
        self.path = f"/api/tables/{client.post('/api/tables', json=body).json()['id']}"
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
        body = {"move": self.dice.choice(legal["moves"]), "seq": legal["seq"]}
        return self.client.post(f"{self.path}/moves", headers=self.headers, json=body)

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


@contextmanager
def held_back(home: Path, *parts: str) -> Iterator[Callable[[], None]]:
    """Let nobody compile some parts; gives what lets them be compiled."""
    locks = [FileLock(home / f"{part}.lock") for part in parts]
    for lock in locks:
        lock.acquire()

    def release() -> None:
        for lock in locks:
            lock.release(force=True)

    try:
        yield release
    finally:
        release()


def processor_time(number: int) -> float:
    """Seconds that a process and the children it has waited for have used; 0 where unknown."""
    with suppress(OSError):
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def compiler_of(server: Server) -> int:
    """The process that compiles for a server; 0 where it cannot be found."""
    for number in process_tree(server.process.pid):
        with suppress(OSError):
            if b"realms.arena.prepare\0everything" in Path(f"/proc/{number}/cmdline").read_bytes():
                return number
    return 0


def play_through(server: Server, release: Callable[[], None]) -> None:
    """Moves before the rules are compiled and after, at a table of every game."""
    with server.client() as client:
        assert "compiling" in client.get("/").text
        tables = [Sitting(client, game) for game in OPPONENTS]
        for table in tables:
            table.move()
        used = processor_time(server.process.pid)
        assert used < STARTING, "nobody waits for the compiler"
        for table in tables:
            for _move in range(2):
                table.move()
        wait_for(lambda: client.get("/ready").json()["parts"])  # who compiles has begun
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


@pytest.mark.skipif(not COMPILED, reason="compiles the rules")
def test_from_an_empty_cache_nothing_is_lost_while_the_rules_become_compiled(
    tmp_path: Path,
) -> None:
    """As on a machine where nobody has ever played: first moves, the hand-over, moves after it."""
    home = empty(tmp_path / "cache")
    with (
        held_back(home, HELD_BACK) as release,
        cold_server(tmp_path, home.parent) as server,
    ):
        play_through(server, release)
        assert (home / MARK).exists()
        assert processor_time(compiler_of(server)) < COMPILING
        there = process_tree(server.process.pid)
        server.stop()  # while the parts that play does not wait for are compiled
        assert server.process.returncode == 0
        wait_for(lambda: not any(map(is_running, there)))


@pytest.mark.skipif(not COMPILED or not is_prepared(), reason="takes rules that are compiled")
def test_asked_to_stop_while_it_goes_over_nothing_is_left(tmp_path: Path) -> None:
    home = unprepared(tmp_path / "cache", HELD_BACK)
    with (
        held_back(home, HELD_BACK) as release,
        cold_server(tmp_path, home.parent) as server,
    ):
        assert httpx.get(f"{server.url}/ready").json()["rules"] == "compiling"
        there = process_tree(server.process.pid)
        release()
        wait_for((home / MARK).exists)  # from now on it loads what was compiled
        server.stop()
        assert server.process.returncode == 0
        wait_for(lambda: not any(map(is_running, there)))


@pytest.mark.skipif(not COMPILED or not is_prepared(), reason="takes rules that are compiled")
def test_while_the_rules_of_the_strongest_bots_are_missing_it_is_said_and_tables_are_played(
    tmp_path: Path,
) -> None:
    parts = bot_parts()
    home = unprepared(tmp_path / "cache", *parts)
    with (
        held_back(home, *parts) as release,
        cold_server(tmp_path, home.parent) as server,
        server.client() as client,
    ):
        wait_for(lambda: client.get("/ready").json()["rules"] == "compiled")
        wait_for(lambda: client.get("/ready").json()["parts"])  # who compiles has begun
        ready = client.get("/ready").json()
        assert ready["parts_done"] == ready["parts"] - len(parts)
        assert ready["progress"] < 1
        assert ready["seconds_left"] > 0
        assert "strongest bots play a bit weaker" in client.get("/").text
        strongest = {game: levels_of(game)[-1].name for game in OPPONENTS}
        tables = [Sitting(client, game, level, level) for game, level in strongest.items()]
        for table in tables:
            table.move()
        release()
        wait_for(lambda: client.get("/ready").json()["progress"] == 1)
        assert 'id="compiling"' not in client.get("/").text
        assert not client.get("/compiling").text.strip()
        for table in tables:
            table.move()
            table.end()


@pytest.mark.skipif(not COMPILED or not is_prepared(), reason="takes rules that are compiled")
def test_a_review_whose_rules_are_missing_says_how_far_they_are_and_comes_by_itself(
    tmp_path: Path,
) -> None:
    parts = ("medieval-reviews", "fantasy-solving")
    home = unprepared(tmp_path / "cache", *parts)
    with (
        held_back(home, *parts) as release,
        cold_server(tmp_path, home.parent) as server,
        server.client() as client,
    ):
        wait_for(lambda: client.get("/ready").json()["rules"] == "compiled")
        kept = client.post("/replays", data={"text": RECORD.read_text("utf-8")})
        path = kept.headers["location"]
        page = client.get(f"{path}/review", headers={"accept-language": "es"})
        assert page.status_code == 200
        assert "aparecerá solo" in page.text
        assert re.search(r"4 de 5 partes, quedan unos \d+ s", page.text)
        follow = re.search(r'hx-get="(/compiling/parts[^"]+)"', page.text)
        assert follow
        asks = html.unescape(follow[1])
        refused = client.get(f"/api{path}/review")
        assert refused.status_code == 503
        assert refused.json()["code"] == "review/compiling"
        assert int(refused.headers["retry-after"]) > 0
        assert "<progress" in client.get(asks).text
        best = client.get("/score/best?hand=dragon").text
        assert "it comes by itself" in best
        assert "part=fantasy-solving" in best
        release()
        wait_for(lambda: client.get(asks).headers.get("hx-refresh") == "true")
        assert "aparecerá solo" not in client.get(f"{path}/review").text
