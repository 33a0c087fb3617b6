"""What `docs/security.md` promises, tried for real against a running server."""

from __future__ import annotations

import ast
import itertools
import json
import re
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from realms.fantasy.content.cards import CARDS
from realms.kernel.text import say
from realms.medieval.content.content import CONTENT
from realms.tables.secrets import hash_secret
from realms.web import middleware
from realms.web.rate_limits import LIMITS, Limit, RateLimiter, request_kind
from realms.web.security import (
    LARGEST_BODY,
    LARGEST_HEAD,
    SECURITY_HEADERS,
    UNKNOWN,
    client_network,
    client_of,
    is_foreign,
    is_private,
)
from tests.web.live_server import PATIENCE, Server, Table, new_table, served

SOURCE = Path(__file__).parents[2] / "src" / "realms"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("security")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    """One server with its limits; every test comes from an address of its own."""
    with served(f"sqlite:///{folder / 'realms.sqlite'}", folder / "logs") as running:
        yield running


NUMBERS = itertools.count(1)


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client(f"93.184.216.{next(NUMBERS)}") as asking:
        yield asking


def fault(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The answer is a refusal in our one shape."""
    assert answer.status_code == status, answer.text
    data: dict[str, Any] = answer.json()
    assert set(data) == {"code", "sentence", "paragraph", "seq"}
    assert data["code"] == code
    assert data["sentence"] == say(f"error.{code.replace('/', '.')}", "en")
    return data


# --- Limits ---


def test_who_asks_too_much_is_told_to_wait_and_others_are_not(server: Server) -> None:
    head = "GET /api/games HTTP/1.1\r\nx-forwarded-for: 8.8.4.4"
    with server.client("8.8.4.4") as many:
        answers = server.flood(head, times=5 * int(LIMITS["read"].burst))
        busy = [answer for answer in answers if answer.status_code == 429]
        assert len(answers) - len(busy) >= LIMITS["read"].burst
        assert busy
        fault(busy[0], 429, "web/busy")
        assert int(busy[0].headers["retry-after"]) >= 1
        table = many.post("/api/tables", json={"game": "fantasy"})
        assert table.status_code == 201  # another kind of request is counted apart
        assert many.get("/health").status_code == 200
        spanish = many.get("/api/games", headers={"accept-language": "es"})
        if spanish.status_code == 429:
            assert spanish.json()["sentence"] == say("error.web.busy", "es")
    with server.client("8.8.4.5") as another:
        assert another.get("/api/games").status_code == 200


def test_a_client_waits_as_long_as_it_is_told() -> None:
    now = [100.0]
    counted = RateLimiter({"open": Limit(0.5, 3)}, clock=lambda: now[0])
    assert [counted.wait("1.2.3.4", "open") for _ in range(3)] == [0, 0, 0]
    assert counted.wait("1.2.3.4", "open") == 2
    assert counted.wait("1.2.3.4", "open") == 2  # asking again does not make it longer
    assert counted.wait("1.2.3.5", "open") == 0
    assert counted.wait("1.2.3.4", "other") == 0
    now[0] += 2
    assert counted.wait("1.2.3.4", "open") == 0
    assert counted.wait("1.2.3.4", "open") == 2
    now[0] += 1000
    assert [counted.wait("1.2.3.4", "open") for _ in range(4)] == [0, 0, 0, 2]


@given(st.floats(0, 1e7), st.floats(0.001, 100), st.integers(1, 20))
def test_whatever_the_clock_says_a_burst_passes_whole(now: float, rate: float, burst: int) -> None:
    counted = RateLimiter({"read": Limit(rate, burst)}, clock=lambda: now)
    assert [counted.wait("1.2.3.4", "read") for _ in range(burst)] == [0] * burst
    assert counted.wait("1.2.3.4", "read") >= 1


def test_what_is_remembered_of_clients_is_bounded() -> None:
    counted = RateLimiter(LIMITS, most=100)
    for number in range(10_000):
        counted.wait(f"10.0.{number // 250}.{number % 250}", "read")
    assert len(counted) <= 100


def test_a_client_is_an_address_or_a_network_of_ipv6() -> None:
    assert client_network("2001:db8:1:2::1") == client_network("2001:db8:1:2:ffff::9")
    assert client_network("2001:db8:1:2::1") != client_network("2001:db8:1:3::1")
    assert client_network("::ffff:1.2.3.4") == client_network("1.2.3.4") == "1.2.3.4"
    assert client_of({"client": None}) == ""


@pytest.mark.parametrize(
    "sentence", ["garbage", "", "[::1", "1.2.3", "x" * 9999, "[]:1", "1.2.3.4:x"]
)
def test_what_is_no_address_is_one_client_and_not_near(sentence: str) -> None:
    assert client_network(sentence) == UNKNOWN
    assert not is_private(UNKNOWN)


@pytest.mark.parametrize(
    ("sentence", "client"),
    [
        ("1.2.3.4:567", "1.2.3.4"),
        (" 1.2.3.4 ", "1.2.3.4"),
        ("[2001:db8::1]:443", "2001:db8::/64"),
        ("[2001:db8::1]", "2001:db8::/64"),
        ("[::ffff:1.2.3.4]:80", "1.2.3.4"),
    ],
)
def test_an_address_may_come_with_a_port(sentence: str, client: str) -> None:
    assert client_network(sentence) == client


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/api/tables", "open"),
        ("POST", "/api/tables/x/seats", "sit"),
        ("POST", "/api/tables/x/lines", "talk"),
        ("POST", "/api/tables/x/moves", "act"),
        ("DELETE", "/anything", "act"),
        ("GET", "/api/tables/x/stream", "stream"),
        ("GET", "/api/tables", "read"),
        ("HEAD", "/nothing", "read"),
        ("GET", "/health", ""),
    ],
)
def test_the_kind_of_a_request(method: str, path: str, kind: str) -> None:
    assert request_kind(method, path) == kind
    assert kind == "" or kind in LIMITS


def test_nobody_holds_any_number_of_streams(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import uvicorn

    from realms.web.app import create_app

    monkeypatch.setattr(middleware, "STREAMS", 3)
    app = create_app(f"sqlite:///{folder / 'streams.sqlite'}", 1)
    config = uvicorn.Config(app, port=0, log_config=None, timeout_graceful_shutdown=2)
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run)
    thread.start()
    try:
        while not running.started:
            assert thread.is_alive()
            time.sleep(0.01)
        port = running.servers[0].sockets[0].getsockname()[1]
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
            path = f"{new_table(client).path}/stream"
            held = [client.stream("GET", path) for _ in range(3)]
            for one in held:
                assert one.__enter__().status_code == 200
            with client.stream("GET", path) as refused:
                refused.read()
                fault(refused, 429, "web/busy")
            for one in held:
                one.__exit__(None, None, None)
            for _try in range(6000):
                with client.stream("GET", path) as again:
                    if again.status_code == 200:
                        break
                time.sleep(0.01)
            assert again.status_code == 200
    finally:
        running.should_exit = True
        thread.join(PATIENCE)


# --- Bodies and heads ---


def test_a_body_that_is_too_large_is_not_read(client: httpx.Client) -> None:
    answer = client.post("/api/tables", content=b"x" * (LARGEST_BODY + 1))
    fault(answer, 413, "web/too_large")


def test_nor_is_one_that_does_not_tell_its_size(client: httpx.Client) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(10):
            yield b" " * 16_384

    headers = {"content-type": "application/json"}
    answer = client.post("/api/tables", content=parts(), headers=headers)
    fault(answer, 413, "web/too_large")


def test_a_head_that_does_not_end_is_cut_off(server: Server) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), PATIENCE) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\n")
        for number in range(LARGEST_HEAD // 1000 + 1):
            line.sendall(b"x-%d: %s\r\n" % (number, b"y" * 1000))
        assert line.recv(1000).startswith(b"HTTP/1.1 431 ")
        assert line.recv(1000) == b""
    assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"game":7}',
        b'{"game":"fantasy","surprise":1}',
        b'{"game":"fantasy","name":"\\u0000"}',
        b'{"game":"fantasy","name":"' + b"a" * 65 + b'"}',
        b'{"game":"fantasy","options":{"players":99999999999999999999}}',
        b'{"game":"fantasy","bots":[' + b'"greedy",' * 2000 + b'"greedy"]}',
        b'{"game":"../../etc/passwd"}',
        b"\xff\xfe",
        b"[" * 30_000,
        b'{"game":"fantasy","options":' * 2000,
    ],
)
def test_whatever_is_not_a_table_costs_one_sentence(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert set(answer.json()) == {"code", "sentence", "paragraph", "seq"}


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/' OR 1=1 --",
        "/api/tables/%00",
        "/api/tables/..%2f..%2fetc%2fpasswd",
        "/api/tables/" + "x" * 5000,
        "/api/tables/%F0%9F%92%A9/stream",
        "/api/tables/x/seats/99999999999999999999/bot",
        "/static/../../etc/passwd",
    ],
)
def test_an_address_that_is_nothing_is_nothing(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (400, 404, 405), answer.text
    assert set(answer.json()) == {"code", "sentence", "paragraph", "seq"}


# --- Other sites ---


def sit_with_cookie(client: httpx.Client) -> Table:
    """A table whose one player has a cookie and no token."""
    opened = client.post("/api/tables", json={"game": "fantasy", "name": "Ada"}).json()
    assert client.cookies
    return Table(client, opened["id"], [opened["secret"]])


FOREIGN = [
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "cross-site", "origin": "HERE"},
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "HERE.evil.example"},
    {"origin": "http://user@HERE"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_another_site_cannot_act_with_the_cookie(
    client: httpx.Client, server: Server, headers: dict[str, str]
) -> None:
    table = sit_with_cookie(client)
    before = client.get(table.path).json()
    assert before["seat"] == 0
    here = {name: value.replace("HERE", server.url) for name, value in headers.items()}
    for method, path in (("POST", "/lines"), ("DELETE", "/seats"), ("POST", "/name")):
        body = {"text": "x", "name": "Eve"}
        answer = client.request(method, table.path + path, json=body, headers=here)
        fault(answer, 403, "web/foreign")
    forged = {"content-type": "text/plain", **here}
    answer = client.post(f"{table.path}/lines", content=b'{"text":"x"}', headers=forged)
    fault(answer, 403, "web/foreign")
    assert client.get(table.path).json() == before


def test_ones_own_site_can(client: httpx.Client, server: Server) -> None:
    table = sit_with_cookie(client)
    for headers in (
        {"sec-fetch-site": "same-origin", "origin": server.url},
        {"origin": server.url},
        {},
    ):
        answer = client.post(f"{table.path}/lines", json={"text": "Hello"}, headers=headers)
        assert answer.status_code == 200, answer.text


def test_a_token_is_proof_enough_wherever_it_comes_from(client: httpx.Client) -> None:
    table = sit_with_cookie(client)
    client.cookies.clear()
    headers = {
        "authorization": f"Bearer {table.secrets[0]}",
        "origin": "https://elsewhere.example",
        "sec-fetch-site": "cross-site",
    }
    answer = client.post(f"{table.path}/lines", json={"text": "Hello"}, headers=headers)
    assert answer.status_code == 200


def test_an_empty_token_is_none() -> None:
    site = (b"sec-fetch-site", b"cross-site")
    assert is_foreign("POST", [site, (b"authorization", b"Basic x")])
    assert is_foreign("POST", [site, (b"authorization", b"")])
    assert not is_foreign("GET", [site])


def test_no_other_site_is_let_in(client: httpx.Client) -> None:
    headers = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    for answer in (
        client.options("/api/tables", headers=headers),
        client.get("/api/tables", headers=headers),
    ):
        assert not [name for name in answer.headers if name.startswith("access-control")]


# --- Headers and cookies ---


def test_every_answer_carries_what_protects_its_reader(client: httpx.Client) -> None:
    table = new_table(client)
    answers = [
        client.get("/health"),
        client.head("/health"),
        client.get("/api/tables"),
        client.get("/nothing"),
        client.post("/nothing"),
        client.put(table.path),
        client.get(table.path),
        client.post("/api/tables", content=b"{"),
        client.post("/api/tables", content=b" " * (LARGEST_BODY + 1)),
        client.post("/api/tables", headers={"sec-fetch-site": "cross-site"}),
        table.ask("GET", "/legal", 0),
        table.ask("GET", "/record", 0),
    ]
    with client.stream("GET", f"{table.path}/stream") as stream:
        answers.append(stream)
    for answer in answers:
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers.get(name.decode()) == value.decode(), answer.url
        assert "server" not in answer.headers
        assert "strict-transport-security" not in answer.headers
    assert {answer.status_code for answer in answers} >= {200, 400, 403, 404, 405, 413}


def test_cookies_are_out_of_reach_of_scripts_and_of_other_sites(client: httpx.Client) -> None:
    body = {"game": "fantasy", "name": "Ada"}
    cookie = client.post("/api/tables", json=body).headers["set-cookie"]
    parts = {part.strip().casefold() for part in cookie.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= parts
    assert "secure" not in parts


def test_over_https_cookies_never_leave_by_another_way(client: httpx.Client) -> None:
    body = {"game": "fantasy", "name": "Ada"}
    answer = client.post("/api/tables", json=body, headers={"x-forwarded-proto": "https"})
    parts = [part.strip().casefold() for part in answer.headers["set-cookie"].split(";")]
    assert parts.count("secure") == 1
    assert "max-age=" in answer.headers["strict-transport-security"]


# --- Secrets ---


def test_a_seat_is_proved_by_its_own_secret_only(client: httpx.Client) -> None:
    table, other = new_table(client), new_table(client)
    mine = table.secrets[0]
    wrong = [
        "x",
        mine[:-1],
        mine + "x",
        mine.swapcase(),
        hash_secret(mine),
        other.secrets[0],
        table.id,
        "é" * 10,
        "x" * 10_000,
        "null",
        '{"$ne":null}',
    ]
    for secret in wrong:
        headers = {b"authorization": f"Bearer {secret}".encode()}
        answer = client.get(f"{table.path}/legal", headers=headers)
        fault(answer, 403, "table/not_yours")
        assert client.get(table.path, headers=headers).json()["seat"] is None
    assert table.ask("GET", "", 1).json()["seat"] == 1


def test_ids_and_secrets_cannot_be_guessed(client: httpx.Client) -> None:
    tables = [new_table(client) for _ in range(5)]
    texts = [table.id for table in tables] + [s for table in tables for s in table.secrets]
    assert len(set(texts)) == len(texts)
    assert all(re.fullmatch(r"[\w-]{16}", table.id) for table in tables)  # 96 bits
    assert all(re.fullmatch(r"[\w-]{32}", s) for table in tables for s in table.secrets)  # 192


def test_the_database_has_no_secret_in_it(client: httpx.Client, folder: Path) -> None:
    table = new_table(client)
    kept = b"".join(path.read_bytes() for path in folder.glob("realms.sqlite*"))
    assert table.id.encode() in kept
    for secret in table.secrets:
        assert secret.encode() not in kept
        assert hash_secret(secret).encode() in kept


def test_talk_is_data_and_bounded(client: httpx.Client) -> None:
    table = new_table(client)
    text = "<script>alert(1)</script> \" ' & \\ %s {0}"
    answer = table.ask("POST", "/lines", 0, {"text": text})
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()["lines"][0]["text"] == text
    for bad in ("", " ", "x" * 501, "a\u0000b", "\u202eevil", 7, None):
        refused = table.ask("POST", "/lines", 0, {"text": bad})
        assert refused.status_code == 400, (bad, refused.text)
    assert len(table.ask("GET", "", 0).json()["lines"]) == 1


# --- What leaks ---


def test_an_error_of_ours_tells_nothing_of_our_inside(folder: Path) -> None:
    database = folder / "broken.sqlite"
    with served(f"sqlite:///{database}", folder / "broken-logs") as server:
        with server.client() as client:
            table = new_table(client)
            with closing(sqlite3.connect(database)) as saboteur:
                saboteur.execute("ALTER TABLE lines RENAME TO gone")
            answer = table.ask("POST", "/lines", 0, {"text": "a secret of mine"})
            data = fault(answer, 500, "web/broken")
            assert not re.search(r"sql|lines|Error|File|python", str(data), re.IGNORECASE)
        server.stop()
        logs = server.logs.read_text("utf-8")
    assert "a secret of mine" not in logs
    assert "INSERT" not in logs
    assert table.id not in logs
    [error] = [line for line in server.log_lines() if line.get("level") == "error"]
    assert error["message"] == "unexpected"
    assert error["error"] == "OperationalError"
    assert any("say" in place for place in error["at"])


def test_logs_of_whole_games_tell_nothing(folder: Path) -> None:
    database = folder / "logged.sqlite"
    words: set[str] = set()
    with served(f"sqlite:///{database}", folder / "game-logs", "--unlimited") as server:
        with server.client(user_agent="A-Browser-Of-Ada") as client:
            tables = [
                new_table(client, 3),
                new_table(client, 2, "medieval"),
                new_table(client, 3, "medieval"),
            ]
            for table in tables:
                table.ask("POST", "/lines", 0, {"text": "Unmistakable words"})
                table.ask("GET", "?lang=es&secret=Queried", 0)
                client.get(f"{table.path}/{table.secrets[0]}")
                table.ask("POST", "/proxy", 0, {"most": 777})
                with client.stream("GET", f"{table.path}/stream?as=lines") as stream:
                    assert next(stream.iter_lines())
                assert table.play()["outcome"] is not None
                table.ask("GET", "/record", 0)
                words |= {table.id, *table.secrets, *map(hash_secret, table.secrets)}
        server.stop()
        text, lines = server.logs.read_text("utf-8"), server.log_lines()
    with closing(sqlite3.connect(database)) as kept:
        words |= {seed for (seed,) in kept.execute("SELECT seed FROM tables")}
        asked = [line for line in lines if "route" in line]
        moves = sum(line["route"].endswith("/moves") for line in asked)
        written = kept.execute("""SELECT count(*) FROM entries WHERE body LIKE '%"moved"%'""")
        assert moves == written.fetchone()[0] > 100
    words |= {"Unmistakable", "Queried", "127.0.0.1", "A-Browser-Of-Ada"}
    words |= {"Ada", "Bruno", "Clara", "Bearer", "realms-", "authorization", "cookie"}
    assert not [word for word in words if word in text]
    matches = set(re.findall(r"[a-z_]+", text.casefold()))
    cards = {card.id for card in CARDS} | {card.id for card in CONTENT.card}
    assert len(cards) > 60
    assert not cards & matches
    keys = {"time", "method", "route", "status", "ms", "table"}
    assert all(set(line) <= keys for line in asked)
    assert {"/api/tables/{table}/moves", "-"} <= {line["route"] for line in asked}


def test_figures_are_for_who_is_near(server: Server) -> None:
    for address in ("", "10.1.2.3", "192.168.0.9"):
        with server.client(address) as near:
            assert near.get("/metrics").status_code == 200
    with server.client("8.8.8.8") as far:
        fault(far.get("/metrics"), 404, "web/not_found")


# --- How it is written ---


def modules() -> list[ast.Module]:
    paths = [*(SOURCE / "tables").rglob("*.py"), *(SOURCE / "web").rglob("*.py")]
    return [ast.parse(path.read_text("utf-8")) for path in paths]


def test_nothing_is_unpickled_or_evaluated() -> None:
    dangerous = {"pickle", "marshal", "shelve", "dill", "yaml"}
    for module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.Import):
                assert dangerous.isdisjoint(name.name for name in node.names)
            if isinstance(node, ast.ImportFrom):
                assert node.module not in dangerous
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("eval", "exec", "compile", "__import__")


def test_statements_are_never_put_together_from_text() -> None:
    """But for the pragmas of SQLite, from a list in the code."""
    raw = {"text", "exec_driver_sql", "execute"}
    for module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                if name in raw and node.args and isinstance(node.args[0], ast.JoinedStr):
                    written = ast.unparse(node.args[0])
                    assert written == "f'PRAGMA {pragma}'", written


def test_secrets_are_compared_in_constant_time() -> None:
    source = (SOURCE / "tables" / "secrets.py").read_text("utf-8")
    assert "hmac.compare_digest" in source
    for module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq):
                assert "hash_secret(" not in ast.unparse(node)


def test_the_document_of_the_api_loads_nothing_from_elsewhere(client: httpx.Client) -> None:
    answer = client.get("/api/openapi.json")
    assert answer.status_code == 200
    assert json.loads(answer.text)["openapi"].startswith("3.1")
    assert "://" not in re.sub(r"https?://(json-schema|spec\.openapis)\.org", "", answer.text)
    for path in ("/api", "/api/swagger", "/api/scalar", "/api/redoc", "/schema"):
        fault(client.get(path), 404, "web/not_found")
