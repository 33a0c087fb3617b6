"""Nonsense, and sense in any order: no answer is a 5xx, and every answer is as documented."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from hypothesis.errors import Unsatisfiable
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.samples import amount
from tests.web.live_server import PATIENCE, Server, Table, new_table, served

EXAMPLES = amount(7, 100)
"""Requests of each kind for each operation; twice as many evenings."""
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("fuzz")
    database = f"sqlite:///{folder / 'realms.sqlite'}"
    with served(database, folder / "logs", "--unlimited") as running:
        yield running
        assert not [line for line in running.log_lines() if line.get("level") == "error"]


@pytest.fixture(scope="module")
def tables(server: Server) -> list[Table]:
    """Tables in every state: begun, in their middle, over, of both games."""
    with server.client() as client:
        begun = [new_table(client, 3), new_table(client, 2, "medieval")]
        half = [new_table(client, 3), new_table(client, 3, "medieval")]
        over = [new_table(client, 3)]
        for number, table in enumerate(half):
            table.play(25 + number * 15)
        over[0].play()
    return [*begun, *half, *over]


@pytest.mark.soak
def test_answers_are_as_documented(server: Server, tables: list[Table]) -> None:
    """Of every operation, requests that are as documented, and requests that are not."""
    document = httpx.get(f"{server.url}/api/openapi.json", timeout=PATIENCE).json()
    schema = schemathesis.openapi.from_dict(document)
    operations: list[Any] = [found.ok() for found in cast("Any", schema.get_all_operations())]
    asked: Counter[int] = Counter()
    with requests.Session() as session:
        for operation in operations:
            if not operation.path.endswith("/stream"):
                for mode in GenerationMode:
                    fuzz(operation, mode, server, session, tables, asked)
    assert len(operations) > 20
    assert {200, 400, 403, 404, 422} <= set(asked), asked
    assert asked[200] > EXAMPLES, asked


def fuzz(
    operation: Any,
    mode: GenerationMode,
    server: Server,
    session: requests.Session,
    tables: list[Table],
    asked: Counter[int],
) -> None:
    """Hold one operation to the document."""

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[*HealthCheck],
    )
    @given(case=operation.as_strategy(generation_mode=mode), dice=some.randoms())
    def holds(case: Any, dice: random.Random) -> None:
        if "table" in (case.path_parameters or {}) and dice.random() < 0.9:
            table = dice.choice(tables)  # most requests go to one that is there
            case.path_parameters["table"] = table.id
            if dice.random() < 0.9:
                headers = {"authorization": f"Bearer {dice.choice(table.secrets)}"}
                case.headers = {**(case.headers or {}), **headers}
        answer = case.call(base_url=server.url, session=session, timeout=PATIENCE)
        case.validate_response(answer, checks=CHECKS)
        asked[answer.status_code] += 1

    try:
        holds()
    except Unsatisfiable:
        assert mode == GenerationMode.NEGATIVE, operation.label  # nothing can be told wrongly


# --- Several people in any order ---

PEOPLE = ["Ada", "Bob", "Cleo", "Dora"]
person = some.sampled_from(PEOPLE)
URL: list[str] = []
MOVES: Counter[str] = Counter()


class Evening(RuleBasedStateMachine):
    """People come, go, play and talk as they like; a simple model knows who may what."""

    def __init__(self) -> None:
        super().__init__()
        self.client = httpx.Client(base_url=URL[0], timeout=PATIENCE)
        self.secrets: dict[str, str] = {}
        self.seats: dict[str, int] = {}
        self.started = False
        self.seq = 0
        self.players = 0

    def ask(self, method: str, path: str, who: str | None = None, request_body: Any = None) -> Any:
        self.client.cookies.clear()
        headers = {"authorization": f"Bearer {self.secrets[who]}"} if who in self.secrets else {}
        body = {} if request_body is None else {"json": request_body}
        answer = self.client.request(method, self.path + path, headers=headers, **body)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert {"code", "sentence"} <= set(answer.json())
        return answer

    @initialize(
        game=some.sampled_from(["fantasy", "duel", "chaos", "medieval"]), empty=some.booleans()
    )
    def open(self, game: str, empty: bool) -> None:
        self.players = 2 if game in ("duel", "medieval") else 3
        options: dict[str, Any] = {"players": self.players}
        if game in ("duel", "chaos"):
            options |= {"variant": game}
        name = "medieval" if game == "medieval" else "fantasy"
        self.path = ""
        opened = self.ask("POST", "/api/tables", None, {"game": name, "options": options})
        assert opened.status_code == 201
        self.path = f"/api/tables/{opened.json()['id']}"
        if not empty:
            for who in PEOPLE[: self.players]:
                self.sit(who, None)
            self.start(PEOPLE[0])

    @rule(who=person, seat=some.none() | some.integers(0, 3))
    def sit(self, who: str, seat: int | None) -> None:
        may = not self.started and len(self.seats) < self.players and who not in self.seats
        if seat is not None:
            may = may and seat < self.players and seat not in self.seats.values()
        answer = self.ask("POST", "/seats", None, {"name": who, "seat": seat})
        assert (answer.status_code == 201) == may, answer.text
        if may:
            self.secrets[who], self.seats[who] = answer.json()["secret"], answer.json()["seat"]

    @rule(who=person, stays=some.integers(0, 4))
    def rise(self, who: str, stays: int) -> None:
        """Few leave a game that is being played: bots would play it to its end."""
        if self.started and stays:
            return
        answer = self.ask("DELETE", "/seats", who)
        if not self.started:
            assert (answer.status_code == 200) == (who in self.seats), answer.text
            self.seats.pop(who, None)
            self.secrets.pop(who, None)

    @rule(who=person)
    def come_back(self, who: str) -> None:
        answer = self.ask("POST", "/return", who)
        assert self.started or answer.status_code in (403, 422)

    @precondition(lambda self: len(self.seats) == self.players or self.started)
    @rule(who=person)
    def start(self, who: str) -> None:
        may = not self.started and who in self.seats
        answer = self.ask("POST", "/start", who)
        assert (answer.status_code == 200) == may, answer.text
        self.started = self.started or may

    @precondition(lambda self: self.started)
    @rule(who=person, place=some.integers(0, 199), behind=some.booleans(), twice=some.booleans())
    def move(self, who: str, place: int, behind: bool, twice: bool) -> None:
        legal = self.ask("GET", "/legal", who)
        assert (legal.status_code == 200) == (who in self.seats), legal.text
        if who not in self.seats or not legal.json()["moves"]:
            return
        moves, seq = legal.json()["moves"], legal.json()["seq"]
        body = {"move": moves[place % len(moves)], "seq": seq - behind, "key": f"{who}-{seq}"}
        answer = self.ask("POST", "/moves", who, body)
        if behind:
            assert answer.status_code == 409
            assert answer.json()["table"]["seq"] == answer.json()["seq"] >= seq
        elif answer.status_code == 200:
            MOVES["made"] += 1
        if answer.status_code == 200 and twice:
            again = self.ask("POST", "/moves", who, body)
            assert again.status_code == 200

    @precondition(lambda self: self.started)
    @rule(places=some.lists(some.integers(0, 199), min_size=4, max_size=12))
    def go_on(self, places: list[int]) -> None:
        """Those whose turn it is make some moves."""
        for place in places:
            awaited = self.ask("GET", "").json()["awaiting"]
            for who in [who for who, seat in self.seats.items() if seat in awaited][:1]:
                self.move(who, place, False, False)

    @precondition(lambda self: self.started)
    @rule(who=person, moves=some.integers(1, 3))
    def undo(self, who: str, moves: int) -> None:
        self.ask("POST", "/undo", who, {"moves": moves})

    @precondition(lambda self: self.started)
    @rule(who=person, agrees=some.booleans())
    def answer_undo(self, who: str, agrees: bool) -> None:
        self.ask("POST", "/undo/answer", who, {"agrees": agrees})

    @precondition(lambda self: self.started)
    @rule(who=person, most=some.none() | some.integers(0, 12))
    def bid_by_proxy(self, who: str, most: int | None) -> None:
        self.ask("POST", "/proxy", who, {"most": most})

    @rule(who=person, text=some.text(max_size=20))
    def say(self, who: str, text: str) -> None:
        answer = self.ask("POST", "/lines", who, {"text": text})
        assert answer.status_code in ((200, 400) if who in self.seats else (400, 403))

    @rule(who=person, paper=some.sampled_from(["record", "sheets", "export", "rematch", "device"]))
    def pages(self, who: str, paper: str) -> None:
        self.ask("POST" if paper in ("rematch", "device") else "GET", f"/{paper}", who)

    @invariant()
    def the_table_is_as_the_model_has_it(self) -> None:
        if not getattr(self, "path", ""):
            return
        seen = self.ask("GET", "").json()
        assert seen["seq"] >= self.seq, "a table never goes back"
        self.seq = seen["seq"]
        assert (seen["status"] != "open") == self.started
        taken = {seat: s["name"] for seat, s in enumerate(seen["seats"]) if s["kind"] != "free"}
        assert taken == {seat: who for who, seat in self.seats.items()}
        for who, seat in self.seats.items():
            mine = self.ask("GET", "", who).json()
            assert mine["seat"] == seat
            assert mine["seq"] >= self.seq

    def teardown(self) -> None:
        self.client.close()


@pytest.mark.soak
def test_people_do_as_they_like(server: Server) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    URL[:] = [server.url]
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=2 * EXAMPLES,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            suppress_health_check=[*HealthCheck],
        ),
    )
    assert MOVES["made"] > EXAMPLES, MOVES
