"""A real server for the tests: `realms serve` in a process of its own, on a free port."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import httpx

FIGURE = re.compile(r'([a-z_]+)(?:\{((?:\w+="(?:[^"\\]|\\.)*",?)*)\})? (\S+)')
"""A figure as Prometheus reads it."""
PATIENCE = 300
"""Seconds that anything may take; what takes long only takes it where it fails."""
PROGRAM = "realms"
DEALING = "tests.web.deals"
"""The program, and the same with deals that a test fixes."""
ROOT = Path(__file__).parents[2]


class Server:
    """A server that runs; `logs` is where its standard error goes."""

    def __init__(self, process: subprocess.Popen[str], url: str, logs: Path) -> None:
        self.process, self.url, self.logs = process, url, logs

    def client(self, address: str = "", **headers: str) -> httpx.Client:
        """Somebody who asks, from an address that a proxy on this machine would tell."""
        header_fields = {name.replace("_", "-"): value for name, value in headers.items()}
        if address:
            header_fields["x-forwarded-for"] = address
        return httpx.Client(base_url=self.url, headers=header_fields, timeout=PATIENCE)

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Ask it to stop, and wait until it has."""
        self.process.send_signal(number)
        self.process.wait(PATIENCE)

    def flood(self, head: str, body: bytes = b"", *, times: int) -> list[httpx.Response]:
        """Send a request so many times at once, faster than any limit refills; the answers."""
        sentence = (
            f"{head}\r\nhost: localhost\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body
        )
        with socket.create_connection(("127.0.0.1", httpx.URL(self.url).port or 0)) as wire:
            wire.settimeout(PATIENCE)
            sending = threading.Thread(target=wire.sendall, args=(sentence * times,))
            sending.start()
            with wire.makefile("rb") as come:
                answers = [_read_answer(come) for _ in range(times)]
            sending.join()
        return answers

    def log_lines(self) -> list[dict[str, Any]]:
        """Everything it logged; a line that is not JSON fails."""
        return [json.loads(line) for line in self.logs.read_text("utf-8").splitlines()]


def _read_answer(come: IO[bytes]) -> httpx.Response:
    """The next answer of a connection."""
    status = int(come.readline().split()[1])
    headers: dict[str, str] = {}
    while line := come.readline().decode().strip():
        name, _, value = line.partition(": ")
        headers[name.lower()] = value
    return httpx.Response(
        status, headers=headers, content=come.read(int(headers["content-length"]))
    )


@contextmanager
def served(
    database: str,
    logs: Path,
    *options: str,
    variables: Mapping[str, str] | None = None,
    deals: Path | None = None,
) -> Iterator[Server]:
    """A server on a database, for as long as it is needed; other variables where given.

    Where `deals` names a file, every deal follows from what is written there.
    """
    own = {"REALMS_LANG": "en", "REALMS_DATABASE": database}
    own |= {} if deals is None else {"REALMS_DEALS": str(deals), "PYTHONPATH": _path(variables)}
    environment = {**(os.environ if variables is None else variables), **own}
    program = [sys.executable, "-m", PROGRAM if deals is None else DEALING, "serve"]
    with logs.open("wb") as file:
        process = subprocess.Popen(
            [*program, "--port", "0", "--bots", "1", *options],
            stdout=subprocess.PIPE,
            stderr=file,
            env=environment,
            text=True,
        )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(r"Serving on (http://127\.0\.0\.1:\d+)\n", line)
        assert found, (line, logs.read_text("utf-8"))
        server = Server(process, found[1], logs)
        wait_until_healthy(server)
        yield server
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(PATIENCE)
        process.stdout.close()  # type: ignore[union-attr]


def _path(variables: Mapping[str, str] | None) -> str:
    """Where modules are looked for: the tests as well."""
    path = (os.environ if variables is None else variables).get("PYTHONPATH", "")
    return os.pathsep.join(filter(None, [path, str(ROOT)]))


def wait_until_healthy(server: Server) -> None:
    wait_until_healthy_at(server.url, server.process, server.logs)


def wait_until_healthy_at(
    url: str, process: subprocess.Popen[str], logs: Path | None = None
) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert process.poll() is None, logs and logs.read_text("utf-8")
        try:
            if httpx.get(f"{url}/health", timeout=PATIENCE).json() == {"status": "ok"}:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("it never took requests")


def wait_for(reached: Callable[[], bool]) -> None:
    """Wait until something is so; long only where it never is."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            if reached():
                return
        except httpx.TransportError:  # a process that ended took its connections along
            pass
        assert time.monotonic() < end
        time.sleep(0.1)


def process_tree(number: int) -> list[int]:
    """A process, and those it started, by their numbers."""
    children: list[int] = []
    for file in Path(f"/proc/{number}/task").glob("*/children"):
        with suppress(OSError):
            children += [int(child) for child in file.read_text().split()]
    return [number, *(one for child in children for one in process_tree(child))]


def is_running(number: int) -> bool:
    """Whether a process is there, and has not ended with nobody having asked how."""
    with suppress(OSError):
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
        return state not in "ZX"
    return False


def figures(server: Server) -> tuple[dict[str, float], dict[str, str]]:
    """The figures by name and labels, and the kind of each; a line that is neither fails."""
    with server.client() as client:
        answer = client.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    values: dict[str, float] = {}
    kinds: dict[str, str] = {}
    assert answer.text.endswith("\n")
    for text in answer.text.splitlines():
        if text.startswith("# TYPE "):
            _, _, name, kind = text.split(" ")
            assert name not in kinds
            kinds[name] = kind
        elif not text.startswith("# HELP "):
            found = FIGURE.fullmatch(text)
            assert found, text
            key = text.rpartition(" ")[0]
            assert key not in values
            values[key] = float(found[3])
    return values, kinds


def kinds_loaded(url: str) -> set[str]:
    """The kinds of files that the first page loads; fails where one of them is missing."""
    answer = httpx.get(url, timeout=PATIENCE)
    assert answer.status_code == 200
    kinds = set()
    loaded = re.findall(r'(?:href|src)="(/[^"#]+\.(?:css|js|svg)[^"#]*)', answer.text)
    for path in dict.fromkeys(loaded):
        asset = httpx.get(f"{url}{path}", timeout=PATIENCE)
        assert asset.status_code == 200, path
        assert asset.content, path
        kinds.add(asset.headers["content-type"].partition(";")[0])
    return kinds


class Table:
    """A table on a server, with everybody who sits at it."""

    def __init__(self, client: httpx.Client, id_: str, secrets: list[str]) -> None:
        self.client, self.id, self.secrets = client, id_, secrets
        self.path = f"/api/tables/{id_}"

    def ask(self, method: str, path: str, seat: int | None = None, request_body: Any = None) -> Any:
        """Something asked for a seat with its secret, or for nobody."""
        headers = {} if seat is None else {"authorization": f"Bearer {self.secrets[seat]}"}
        body = {} if request_body is None else {"json": request_body}
        return self.client.request(method, f"{self.path}{path}", headers=headers, **body)

    def play(self, moves: int = 10_000, seed: str = "dice") -> Any:
        """Random moves, so many or to the end; returns the table as a spectator sees it."""
        dice, made = random.Random(seed), 0
        seen = self.ask("GET", "").json()
        while made < moves and seen["outcome"] is None:
            seat = seen["awaiting"][0] if seen["awaiting"] else 0
            legal = self.ask("GET", "/legal", seat).json()
            if not legal.get("moves"):  # another process, which has not heard of it all yet
                time.sleep(0.005)
                seen = self.ask("GET", "").json()
                continue
            body = {"move": dice.choice(legal["moves"]), "seq": legal["seq"], "key": f"k{made}"}
            answer = self.ask("POST", "/moves", seat, body)
            if answer.status_code == 409:
                seen = answer.json()["table"]
                continue
            assert answer.status_code == 200, answer.text
            seen, made = answer.json(), made + 1
        return seen


def new_table(client: httpx.Client, players: int = 3, game: str = "fantasy", **more: Any) -> Table:
    """A table where people sit, and the cards are dealt."""
    client.cookies.clear()
    body = {"game": game, "options": {"players": players}, **more}
    id_ = client.post("/api/tables", json=body).json()["id"]
    names = ["Ada", "Bruno", "Clara", "David", "Elena"][:players]
    secrets = []
    for name in names:
        sat = client.post(f"/api/tables/{id_}/seats", json={"name": name})
        assert sat.status_code == 201, sat.text
        secrets.append(sat.json()["secret"])
        client.cookies.clear()
    table = Table(client, id_, secrets)
    started = table.ask("POST", "/start", 0)
    assert started.status_code == 200, started.text
    return table
