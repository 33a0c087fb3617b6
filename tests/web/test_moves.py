"""The plain route of moves answers as the routes of the framework do."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from realms.web.rate_limits import LIMITS
from tests.web.live_server import PATIENCE, Server, Table, new_table, served

DRAW = {"type": "draw"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("moves")
    with served(f"sqlite:///{folder / 'moves.sqlite'}", folder / "logs.txt") as running:
        yield running


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    with server.client() as client:
        yield new_table(client)


def seen(table: Table, seat: int | None = None) -> Any:
    return table.ask("GET", "", seat).json()


def awaited(table: Table) -> int:
    return int(seen(table)["awaiting"][0])


def written(table: Table, seat: int, sentence: Any, version: str = "1.1", *headers: str) -> bytes:
    """A move as bytes on the wire."""
    body = json.dumps(sentence).encode()
    head = [
        f"POST {table.path}/moves HTTP/{version}",
        "host: localhost",
        "content-type: application/json",
        f"authorization: Bearer {table.secrets[seat]}",
        *headers,
    ]
    if not any(line.startswith("transfer-encoding") for line in headers):
        head.append(f"content-length: {len(body)}")
        return "\r\n".join([*head, "", ""]).encode() + body
    half = len(body) // 2
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:half], body[half:]))
    return "\r\n".join([*head, "", ""]).encode() + chunks + b"0\r\n\r\n"


def exchanged(server: Server, *parts: bytes, answers: int = 1) -> list[tuple[bytes, Any]]:
    """Send some bytes, one part after the other; the heads and bodies that come back."""
    port = int(server.url.rpartition(":")[2])
    come = b""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as wire:
        for part in parts:
            wire.sendall(part)
            time.sleep(0.05)
        answers_read: list[tuple[bytes, Any]] = []
        while len(answers_read) < answers:
            head, found, rest = come.partition(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)
            if found and length and len(rest) >= int(length[1]):
                size = int(length[1])
                answers_read.append((head, json.loads(rest[:size])))
                come = rest[size:]
                continue
            more = wire.recv(65536)
            assert more, come
            come += more
    return answers_read


def test_its_headers_are_those_of_every_answer(table: Table) -> None:
    seat = awaited(table)
    move = table.ask("POST", "/moves", seat, {"move": DRAW, "seq": seen(table, seat)["seq"]})
    other = table.ask("GET", "", seat)
    assert move.status_code == 200
    assert move.json() == other.json()
    assert {*move.headers} == {*other.headers}
    of_head = ("content-length", "date")
    assert all(move.headers[name] == other.headers[name] for name in other.headers.keys() - of_head)


def test_a_move_that_comes_in_pieces_is_made(server: Server, table: Table) -> None:
    seat = awaited(table)
    whole = written(table, seat, {"move": DRAW, "seq": seen(table, seat)["seq"]})
    for cut in (10, len(whole) - 5):
        pieces = exchanged(server, whole[:cut], whole[cut:])
        assert pieces[0][0].startswith((b"HTTP/1.1 200", b"HTTP/1.1 409"))
    assert seen(table, seat)["view"]["phase"] == "discarding"


def test_a_body_of_unknown_length_is_read(server: Server, table: Table) -> None:
    seat = awaited(table)
    body = {"move": DRAW, "seq": seen(table, seat)["seq"]}
    chunked = written(table, seat, body, "1.1", "transfer-encoding: chunked")
    [(head, now)] = exchanged(server, chunked)
    assert head.startswith(b"HTTP/1.1 200")
    assert now["view"]["phase"] == "discarding"


def test_moves_sent_one_behind_the_other_are_answered_in_order(
    server: Server, table: Table
) -> None:
    seat = awaited(table)
    before = seen(table, seat)
    card = before["view"]["hand"][0]
    first = written(table, seat, {"move": DRAW, "seq": before["seq"]})
    body = {"move": {"type": "discard", "card": card}, "seq": before["seq"] + 1}
    late = written(table, seat, {"move": DRAW, "seq": before["seq"]})
    answers = exchanged(server, first + written(table, seat, body) + late, answers=3)
    assert [head[:12] for head, _ in answers] == [b"HTTP/1.1 200"] * 2 + [b"HTTP/1.1 409"]
    assert [now["seq"] for _, now in answers[:2]] == [before["seq"] + 1, before["seq"] + 2]
    assert answers[1][1]["view"]["area"] == [card]


def test_who_keeps_no_connection_is_answered_and_let_go(server: Server, table: Table) -> None:
    seat = awaited(table)
    body = {"move": DRAW, "seq": seen(table, seat)["seq"]}
    [(head, _now)] = exchanged(server, written(table, seat, body, "1.0"))
    assert head.startswith(b"HTTP/1.1 200")
    assert b"connection: close" in head


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"move": DRAW, "seq": 10_000}, 409, "table/stale"),
        ({"move": {"type": "discard", "card": "dragon"}, "seq": None}, 422, "move/must_take_first"),
        ({"move": {"type": "fly"}, "seq": None}, 400, "move/unreadable"),
        ({"move": 3, "seq": None}, 400, "web/request"),
    ],
)
def test_what_is_wrong_is_told_as_by_other_routes(
    table: Table, body: Any, status: int, code: str
) -> None:
    seat = awaited(table)
    body = {**body, "seq": seen(table, seat)["seq"] if body["seq"] is None else body["seq"]}
    answer = table.ask("POST", "/moves", seat, body)
    assert answer.status_code == status, answer.text
    if code != "move/must_take_first":
        assert answer.json()["code"] == code
    assert answer.json()["sentence"]


def test_a_secret_of_another_table_proves_nothing(server: Server, table: Table) -> None:
    with server.client() as client:
        other = new_table(client)
    answer = httpx.post(
        f"{server.url}{table.path}/moves",
        json={"move": DRAW, "seq": 1},
        headers={"authorization": f"Bearer {other.secrets[0]}"},
        timeout=PATIENCE,
    )
    assert answer.status_code == 403


def test_a_retry_is_answered_and_plays_once(table: Table) -> None:
    seat = awaited(table)
    body = {"move": DRAW, "seq": seen(table, seat)["seq"], "key": "again"}
    first = table.ask("POST", "/moves", seat, body)
    again = table.ask("POST", "/moves", seat, body)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()


def test_moves_are_counted_and_noted_once(server: Server, table: Table) -> None:
    def counted() -> int:
        pattern = r'_seconds_count\{method="POST",route="/api/tables/\{table\}/moves"\} (\d+)'
        found = re.search(pattern, httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text)
        return int(found[1]) if found else 0

    def noted() -> int:
        """What is written down, when all is that was asked so far: the last is our question."""
        asked = server.logs.read_text("utf-8").count('"/metrics"')
        counted()
        while (text := server.logs.read_text("utf-8")).count('"/metrics"') == asked:
            time.sleep(0.05)
        return text.count('/moves","status":200')

    before = counted(), noted()
    table.play(moves=10)
    assert (counted() - before[0], noted() - before[1]) == (10, 10)


def test_limits_hold_for_who_comes_through_a_proxy(server: Server, table: Table) -> None:
    seat = awaited(table)
    body = {"move": {"type": "fly"}, "seq": seen(table, seat)["seq"]}
    head = (
        f"POST {table.path}/moves HTTP/1.1\r\ncontent-type: application/json\r\n"
        f"x-forwarded-for: 9.9.9.9\r\nauthorization: Bearer {table.secrets[seat]}"
    )
    flood = server.flood(head, json.dumps(body).encode(), times=5 * int(LIMITS["act"].burst))
    answers = [answer.status_code for answer in flood]
    assert 429 in answers
    assert answers.index(429) >= LIMITS["act"].burst  # each is counted once
    assert table.ask("POST", "/moves", seat, body).status_code == 400  # and nobody else


def posted(table: Table, path: str, body: Any, **headers: str) -> httpx.Response:
    answer: httpx.Response = table.client.post(path, json=body, headers=headers)
    return answer


def test_a_cookie_proves_a_seat_and_slashes_too_many_are_ignored(table: Table) -> None:
    seat = awaited(table)
    body = {"move": DRAW, "seq": seen(table, seat)["seq"]}
    path = f"/api//tables/{table.id}/moves/?seat={seat}"
    cookie = f"realms-player={table.secrets[seat]}"
    assert posted(table, path, body).status_code == 403
    assert posted(table, path, body, cookie=cookie).status_code == 200
    other = f"/api/tables/{table.id}/moves?seat={(seat + 1) % 3}"
    assert posted(table, other, body, cookie=cookie).status_code == 403


def test_only_a_post_makes_a_move(table: Table) -> None:
    answer = table.ask("GET", "/moves", 0)
    assert (answer.status_code, answer.json()["code"]) == (405, "web/method")
    assert "POST" in answer.headers["allow"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "web/request"),
        (b"{", 400, "web/request"),
        (b'{"move":{"type":"draw"},"seq":1,"more":1}', 400, "web/request"),
        (b'{"move":{"type":"draw"},"seq":-1}', 400, "web/request"),
        (b'{"move":{"type":"draw"},"seq":1,"key":""}', 400, "web/request"),
        (b'{"move":' + b"[" * 9000 + b"]" * 9000 + b',"seq":1}', 400, "web/request"),
        (b'{"move":{"type":"draw\xff"},"seq":1}', 400, "web/request"),
        (b'{"move":"' + b"x" * 70_000 + b'","seq":1}', 413, "web/too_large"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(
    table: Table, body: bytes, status: int, code: str
) -> None:
    here = b'"seq":%d' % seen(table, 0)["seq"]
    answer = table.client.post(
        f"{table.path}/moves",
        content=body.replace(b'"seq":1', here),
        headers={"authorization": f"Bearer {table.secrets[0]}"},
    )
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_what_the_client_sends_is_written_down_as_the_game_reads_it(table: Table) -> None:
    """Blanks, and the order of fields, are the client's own."""
    seat = awaited(table)
    body = b'{ "seq": %d , "move" : {   "type"  :  "draw" } }' % seen(table, seat)["seq"]
    headers = {"authorization": f"Bearer {table.secrets[seat]}"}
    answer = table.client.post(f"{table.path}/moves", content=body, headers=headers)
    assert answer.status_code == 200
    assert answer.json()["view"]["phase"] == "discarding"
