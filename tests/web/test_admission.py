"""Who is let in, and how much of the server's time each client gets: the mechanisms."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from realms.kernel.errors import RealmsError
from realms.kernel.text import say
from realms.tables.caching.byte_cache import MEBIBYTE, ByteCache, CachePart
from realms.web import connection
from realms.web.admission.connections import ConnectionLimits
from realms.web.admission.cost import DEBT, MeasuredCall
from realms.web.admission.executor import MOST_OF_CLIENT, LimitedExecutor
from realms.web.admission.head import is_host, normal_path
from realms.web.admission.proxies import ProxiedApplication
from realms.web.admission.turns import ClientTurns
from realms.web.app import Application
from realms.web.middleware import MOVE_COST
from realms.web.rate_limits import (
    DAILY,
    DAY,
    LIMITS,
    WORK,
    Limit,
    RateLimiter,
    daily_limits,
    limits_of,
)
from realms.web.security import LARGEST_HEAD, LARGEST_TARGET, header, headers_of, is_foreign
from realms.web.server import ServerSettings
from tests.web.client import Far

pytestmark = pytest.mark.anyio


# --- Addresses in one form ---


@pytest.mark.parametrize("path", ["/metrics", "/metrics/", "//metrics", "/metrics//", "/./metrics"])
@pytest.mark.parametrize("address", ["8.8.8.8", "garbage", "[2001:4860::1]:80"])
async def test_figures_are_not_told_by_any_detour(app: Any, path: str, address: str) -> None:
    far = Far(app)
    far.address = address
    answer = await far.get(path)
    assert (answer.status, answer.json["code"]) == (404, "web/not_found")


async def test_they_are_told_to_who_is_near_in_any_form(app: Any) -> None:
    near = Far(app)
    near.address = "[::ffff:10.1.2.3]:80"
    assert (await near.get("//metrics/")).status == 200


@pytest.mark.parametrize("path", ["/a/../b", "/..", "/.", "/a/./b", "/a\x00b", "/a\\b", "/a\nb"])
async def test_an_address_with_steps_in_it_leads_nowhere(app: Any, path: str) -> None:
    assert normal_path(path) is None
    assert (await Far(app).get(path)).status == 404


# --- Hosts and origins ---


NO_HOSTS = (
    "[::1", "x:99999", "", "x y", "x:y", "x/y", "x\x01", "a" * 300, "ñ.example",
    "[::::]", "[....]", "[1.2.3.4]", "[:::1]", "[aa.bb]", "[]", "[::ffff:999.1.1.1]",
    "[::1%25eth0]", "[::1]x", "::1", "..", ".", ".x", "a..b", "x" * 64, "1.2.3", "1.2.3.256",
    "a.b.7",
)  # fmt: skip
HOSTS = (
    "localhost", "x.example:8000", "x.example.", "[::1]", "[2001:db8::1]:80", "127.0.0.1:80",
    "[::FFFF:1.2.3.4]", "-", "realms_web-1:8000",
)  # fmt: skip


@pytest.mark.parametrize("host", NO_HOSTS)
async def test_a_host_that_cannot_be_is_refused(app: Any, host: str) -> None:
    for path in ("/", "/health", "/device", "/new/fantasy", "/api/tables"):
        asking = Far(app, host=host, accept="text/html")
        answer = await asking.get(path)
        assert (answer.status, answer.json["code"]) == (400, "web/host")
        assert answer.json["sentence"] == say("error.web.host", "en")


@pytest.mark.parametrize("host", HOSTS)
async def test_a_host_that_can_be_is_not(app: Any, host: str) -> None:
    for path in ("/", "/device"):
        assert (await Far(app, host=host).get(path)).status == 200


async def test_two_hosts_are_one_too_many(app: Any) -> None:
    asking = Far(app)
    asking.headers = [*asking.headers, (b"host", b"other")]
    assert (await asking.get("/health")).status == 400


@pytest.mark.parametrize(
    ("origin", "scheme", "foreign"),
    [
        ("https://x", "https", False),
        ("http://x", "http", False),
        ("http://x", "https", True),
        ("https://x", "http", True),
        ("https://x:443", "https", True),  # which no browser says
        ("https://y", "https", True),
    ],
)
def test_another_scheme_is_another_site(origin: str, scheme: str, foreign: bool) -> None:
    headers = [(b"origin", origin.encode()), (b"host", b"x")]
    assert is_foreign("POST", headers, scheme) == foreign


def test_a_usual_port_need_not_be_named() -> None:
    headers = [(b"origin", b"https://x"), (b"host", b"x:443")]
    assert not is_foreign("POST", headers, "https")


# --- What requests cost ---


def work(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


async def test_work_is_measured_and_waiting_is_not() -> None:
    async def request() -> str:
        work(0.02)
        await asyncio.sleep(0.2)
        work(0.01)
        return "done"

    call = MeasuredCall(request())
    assert await call == "done"
    assert 0.03 <= call.seconds < 0.2
    assert 0.02 <= call.longest < call.seconds


async def test_what_breaks_is_measured_and_breaks() -> None:
    async def request() -> None:
        try:
            await asyncio.sleep(10)
        finally:
            work(0.01)

    call = MeasuredCall(request())
    task = asyncio.ensure_future(call)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert call.seconds >= 0.01


def test_a_budget_is_used_up_and_comes_back() -> None:
    now = [100.0]
    counted = RateLimiter({WORK: Limit(0.5, 2)}, clock=lambda: now[0])
    assert counted.debt("a", WORK) == 0
    counted.charge("a", WORK, 1.5)
    assert counted.debt("a", WORK) == 0
    counted.charge("a", WORK, 1.5)
    assert counted.debt("a", WORK) == 2
    assert counted.debt("b", WORK) == 0
    now[0] += 2
    assert counted.debt("a", WORK) == 0
    counted.charge("a", "other", 99)  # which has no limit
    assert counted.debt("a", "other") == 0


async def test_who_has_used_up_the_budget_waits_and_others_do_not(app: Application) -> None:
    limiter = RateLimiter(LIMITS)
    app.requests.limiter = limiter
    one, other = Far(app), Far(app)
    other.address = "8.8.4.4"
    assert (await one.get("/rules")).status == 200
    assert limiter._until["8.8.8.8", WORK] > 0  # charged, here and beside the event loop
    limiter.charge("8.8.8.8", WORK, 100)
    busy = await one.get("/api/games")
    assert (busy.status, busy.json["code"]) == (429, "web/busy")
    assert int(dict(busy.headers)[b"retry-after"]) > 1
    assert (await one.get("/health")).status == 200
    assert (await other.get("/api/games")).status == 200


async def test_who_asks_for_much_at_once_gets_what_the_budget_has_room_for(
    app: Application,
) -> None:
    limits = {**LIMITS, WORK: Limit(0.001, 0.000_001)}
    app.requests.limiter = RateLimiter(limits, clock=lambda: 100.0)
    first, *others = await asyncio.gather(*(Far(app).get("/rules") for _ in range(5)))
    assert first.status == 200
    for refused in others:  # though they were let in while nothing was charged yet
        assert (refused.status, refused.json["code"]) == (429, "web/busy")
        assert int(dict(refused.headers)[b"retry-after"]) > 0


def test_more_server_processes_do_not_work_more_for_a_client() -> None:
    for workers in range(1, 9):
        work = limits_of(workers, 2)[WORK]
        assert workers * work.rate == pytest.approx(LIMITS[WORK].rate)
        assert workers * work.burst == pytest.approx(LIMITS[WORK].burst)
        assert limits_of(workers, 64)[WORK] == Limit(LIMITS[WORK].rate, LIMITS[WORK].burst)
    for number in (1, 2):
        settings = ServerSettings("sqlite://", 1, workers=number)
        assert settings.limits == limits_of(number, os.cpu_count() or 1)
    assert ServerSettings("sqlite://", 1, limited=False).limits is None


async def test_a_move_is_charged_a_fixed_price(app: Application) -> None:
    limiter = RateLimiter({WORK: Limit(1.0, 2)}, clock=lambda: 100.0)
    app.requests.limiter = limiter
    assert (await Far(app).post("/api/tables/none/moves", {})).status == 400
    assert limiter._until["8.8.8.8", WORK] == 100.0 + MOVE_COST


async def test_what_is_kept_for_a_client_within_a_day_has_an_end(app: Application) -> None:
    """Tables, entries and lines of talk; of IPv6 all networks of a site are one client."""
    app.requests.limiter = RateLimiter(LIMITS)
    app.requests.daily = RateLimiter({kind: Limit(0.001, 3) for kind in DAILY})
    one, neighbour, other = Far(app), Far(app), Far(app)
    one.address, neighbour.address, other.address = "2001:db8::1", "2001:db8:0:9::1", "8.8.8.8"
    terms = {"game": "fantasy", "options": {"players": 3}}
    opened = [(await one.post("/api/tables", terms)).json["id"] for _ in range(3)]
    for client in (one, neighbour):
        refused = await client.post("/api/tables", terms)
        assert (refused.status, refused.json["code"]) == (429, "web/quota")
        assert int(dict(refused.headers)[b"retry-after"]) > 1
        assert (await client.get("/api/tables")).status == 200
    assert (await other.post("/api/tables", terms)).status == 201
    path = f"/api/tables/{opened[0]}"
    for _ in range(5):
        refused = await other.post(f"{path}/moves", {"move": {}, "seq": 0})
        assert refused.status == 403, "what is refused is not kept"
    sat = [await other.post(f"{path}/seats", {"name": f"Ada {number}"}) for number in range(4)]
    assert [one.status for one in sat] == [201, 201, 201, 429]
    ada = Far(app, sat[0].json["secret"])
    said = [await ada.post(f"{path}/lines", {"text": f"Hello {number}"}) for number in range(4)]
    assert [one.status < 400 for one in said] == [True, True, True, False]
    assert said[-1].json["code"] == "web/quota"


def test_a_day_has_room_for_who_plays() -> None:
    """Thirty people behind one address, with twenty games each."""
    assert DAILY["tables"] >= 30 * 20
    assert DAILY["entries"] >= 30 * 20 * 60
    for kind, limit in daily_limits().items():
        assert limit.burst == DAILY[kind]
        assert limit.rate * DAY == pytest.approx(DAILY[kind])


async def test_requests_of_one_client_begin_one_after_another() -> None:
    turns, begun = ClientTurns(), []

    async def request(client: str, name: str) -> None:
        turn = turns.take(client)
        if turn is not None:
            await turn
        begun.append(name)

    many = [request("a", f"a{number}") for number in range(4)]
    await asyncio.gather(*many, request("b", "b0"), request("c", "c0"))
    assert begun[:3] == ["a0", "b0", "c0"]
    assert begun[3:] == ["a1", "a2", "a3"]
    await asyncio.sleep(0.01)
    assert len(turns) == 0


# --- The executor ---


@pytest.fixture
def executor() -> Iterator[LimitedExecutor]:
    made = LimitedExecutor()
    yield made
    made.close()


def scope_of(address: str) -> dict[str, Any]:
    return {"client": (address, 1)}


async def test_a_client_has_one_piece_of_work_under_way(executor: LimitedExecutor) -> None:
    gate, under_way, most = threading.Event(), 0, 0

    def piece() -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        gate.wait()
        under_way -= 1

    pieces = [executor.run(scope_of("1.1.1.1"), piece) for _ in range(3)]
    running = asyncio.gather(*pieces)
    other = await executor.run(scope_of("2.2.2.2"), lambda: "not waiting for them")
    assert other == "not waiting for them"
    gate.set()
    await running
    assert most == 1
    assert executor.waiting == 0
    assert not executor._clients


async def test_who_asks_for_too_much_work_is_refused(executor: LimitedExecutor) -> None:
    gate = threading.Event()
    tasks = [
        asyncio.ensure_future(executor.run(scope_of("1.1.1.1"), gate.wait))
        for _ in range(MOST_OF_CLIENT)
    ]
    await asyncio.sleep(0)
    with pytest.raises(RealmsError) as refused:
        await executor.run(scope_of("1.1.1.1"), gate.wait)
    assert refused.value.code == "web/busy"
    gate.set()
    await asyncio.gather(*tasks)
    executor.most = 0
    with pytest.raises(RealmsError) as refused:
        await executor.run(scope_of("2.2.2.2"), gate.wait)
    assert refused.value.code == "web/overloaded"


async def test_work_is_done_once_and_charged(executor: LimitedExecutor) -> None:
    kept: CachePart[str, list[int]] = ByteCache(MEBIBYTE).part(2)
    made: list[int] = []

    def piece() -> list[int]:
        work(0.01)
        made.append(1)
        return [1]

    scope = scope_of("1.1.1.1")
    both = [executor.run_once(one, kept, "key", piece) for one in (scope, scope_of("2.2.2.2"))]
    assert await asyncio.gather(*both) == [[1], [1]]
    assert await executor.run_once(scope, kept, "key", piece) == [1]
    assert made == [1]
    assert scope["realms.cost"] >= 0.01


async def test_what_is_refused_to_one_is_not_to_who_asks_for_the_same(
    executor: LimitedExecutor,
) -> None:
    kept: CachePart[str, str] = ByteCache(MEBIBYTE).part(2)
    indebted = scope_of("1.1.1.1") | {DEBT: lambda: 7}
    both = [
        executor.run_once(one, kept, "key", lambda: "made")
        for one in (indebted, scope_of("2.2.2.2"))
    ]
    refused, made = await asyncio.gather(*both, return_exceptions=True)
    assert isinstance(refused, RealmsError)
    assert (refused.code, refused.fields["n"], made) == ("web/busy", 7, "made")


# --- Connections ---


def test_connections_of_an_address_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "10.0.0.1, 192.168.0.0/16")
    limits = ConnectionLimits(1000, most=3)
    assert [limits.admit("8.8.8.8") for _ in range(4)] == ["8.8.8.8"] * 3 + [None]
    assert limits.admit("8.8.4.4") == "8.8.4.4"
    assert all(limits.admit("192.168.7.7") for _ in range(20)), "a proxy brings many"
    assert [limits.admit("garbage") for _ in range(4)].count(None) == 1
    limits.release("8.8.8.8")
    assert limits.admit("8.8.8.8")
    for client, number in [*limits._held.items()]:
        for _ in range(number):
            limits.release(client)
    assert len(limits) == 0


def test_some_descriptors_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    limits = ConnectionLimits(200)
    assert sum(limits.admit("10.0.0.1") is not None for _ in range(300)) == 100


async def answers(port: int, sent: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    try:
        return await asyncio.wait_for(reader.read(200), 60)
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_connections_heads_and_slow_clients_are_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def application(scope: Any, _receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body"})

    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    limits = ConnectionLimits(1000, most=3)
    monkeypatch.setattr(connection, "limits", lambda: limits)
    config = uvicorn.Config(
        application, port=0, http=connection.Connection, log_config=None, lifespan="off"
    )
    server = uvicorn.Server(config)
    serving = asyncio.ensure_future(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        good = b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
        assert (await answers(port, good)).startswith(b"HTTP/1.1 204")
        long = good.replace(b"/ ", b"/?%s " % (b"x" * LARGEST_TARGET), 1)
        assert (await answers(port, long)).startswith(b"HTTP/1.1 414")
        large = good.replace(b"host", b"y: %s\r\nhost" % (b"x" * LARGEST_HEAD), 1)
        assert (await answers(port, large)).startswith(b"HTTP/1.1 431")
        first = good.replace(b"connection: close\r\n", b"")
        assert b"HTTP/1.1 431" in await answers(port, first + large), "behind another request"
        monkeypatch.setattr(connection, "SLOWEST", 1.0)
        assert await answers(port, b"GET / HT") == b"", "a head that does not go on"
        while len(limits):
            await asyncio.sleep(0.01)
        monkeypatch.setattr(connection, "SLOWEST", 60)
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        while limits._all < 3:
            await asyncio.sleep(0.01)
        assert (await answers(port, b"")).startswith(b"HTTP/1.1 503")
        held[0][1].close()
        while limits._all == 3:
            await asyncio.sleep(0.01)
        assert (await answers(port, good)).startswith(b"HTTP/1.1 204")
        for _reader, writer in held:
            writer.close()
    finally:
        server.should_exit = True
        await serving


@pytest.mark.parametrize(
    ("peer", "headers", "client", "scheme"),
    [
        ("127.0.0.1", [], "127.0.0.1", "http"),
        ("127.0.0.1", [(b"x-forwarded-for", b"9.9.9.9")], "9.9.9.9", "http"),
        ("127.0.0.1", [(b"x-forwarded-proto", b"https")], "127.0.0.1", "https"),
        ("8.8.8.8", [(b"x-forwarded-for", b"9.9.9.9")], "8.8.8.8", "http"),
        ("8.8.8.8", [(b"x-forwarded-proto", b"https")], "8.8.8.8", "http"),
    ],
)
async def test_only_trusted_proxies_are_believed(
    peer: str, headers: list[tuple[bytes, bytes]], client: str, scheme: str
) -> None:
    clients: list[Any] = []

    async def application(scope: Any, _receive: Any, _send: Any) -> None:
        clients.append((scope["client"][0], scope["scheme"]))

    scope = {"type": "http", "client": (peer, 1), "scheme": "http", "headers": headers}
    await ProxiedApplication(application, "127.0.0.1")(scope, None, None)
    assert clients == [(client, scheme)]


def test_of_headers_of_one_name_the_first_counts_and_two_hosts_are_refused() -> None:
    host, other = (b"host", b"one"), (b"host", b"two")
    twice = [(b"accept", b"a"), (b"accept", b"b")]
    for headers in ([host], [host, *twice], twice, []):
        assert is_host(headers, headers_of({"headers": headers}))
    for headers in ([host, other], [host, *twice, host]):
        assert not is_host(headers, headers_of({"headers": headers}))
    assert header(headers_of({"headers": twice}), b"accept") == "a"
