"""The example game, installed, through everything that any game has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.examples.installation import ROOT, Environment, run, succeed
from tests.web.live_server import Server, Table, new_table, served

INSIDE = Path(__file__).with_name("inside.py")
CARDS = {"cards": 4}


# --- In Python ---


def test_bots_batches_and_environments(environment: Environment, tmp_path: Path) -> None:
    """Each test in `inside.py`, where the game is known."""
    succeed(
        environment,
        tmp_path,
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"--rootdir={ROOT}",
        str(INSIDE),
    )


# --- The command line ---


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("rules goofspiel", "GS-7"),
        ("rules goofspiel 5", "nobody takes the prize"),
        ("rules goofspiel GS-5 --lang es", "nadie se lleva el premio"),
        ("cards goofspiel", "13"),
        ("bots goofspiel", "search"),
        ("bots goofspiel --lang es", "random"),
    ],
)
def test_reference(environment: Environment, tmp_path: Path, words: str, sentence: str) -> None:
    assert sentence in succeed(environment, tmp_path, "realms", *words.split())


def test_the_help_of_every_command_knows_nothing_of_it(
    environment: Environment, tmp_path: Path
) -> None:
    assert "simulate" in succeed(environment, tmp_path, "realms", "--help")


def test_simulate_writes_records_that_hold(environment: Environment, tmp_path: Path) -> None:
    words = "simulate goofspiel --players 3 --bots random,random,search:5 --games 3 --seed s --json"
    more = ["--set", "cards=4", "--records", "games"]
    data = json.loads(succeed(environment, tmp_path, "realms", *words.split(), *more))
    assert (data["game"], data["players"], data["games"]) == ("goofspiel", 3, 3)
    assert data["decisions"] == 3 * 3 * 4
    assert sum(data["wins"]) == pytest.approx(3)
    kept = sorted((tmp_path / "games").glob("*.realms"))
    assert len(kept) == 3
    for path in kept:
        assert "12" in succeed(environment, tmp_path, "realms", "verify", str(path))


@pytest.fixture(scope="module")
def record(environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game between bots."""
    folder = tmp_path_factory.mktemp("record")
    words = "simulate goofspiel --players 2 --bots random --games 1 --seed r --set cards=4"
    succeed(environment, folder, "realms", *words.split(), "--records", "games")
    (path,) = (folder / "games").glob("*.realms")
    return path


def test_export_tells_the_game(environment: Environment, tmp_path: Path, record: Path) -> None:
    data = json.loads(succeed(environment, tmp_path, "realms", "export", str(record), "--json"))
    assert (data["game"], data["options"]) == ("goofspiel", {"players": 2, "cards": 4})
    assert sorted(data["deck"]) == ["1", "2", "3", "4"]
    assert {move["move"]["type"] for move in data["moves"]} == {"bid"}
    assert len(data["moves"]) == 8
    assert sum(data["result"]["scores"]) <= 10
    written = succeed(environment, tmp_path, "realms", "export", str(record))
    assert "goofspiel/1" in written


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "reveals"), ("es", "enseña")], ids=["en", "es"]
)
def test_replay_tells_the_game(
    environment: Environment, tmp_path: Path, record: Path, language: str, sentence: str
) -> None:
    output = succeed(environment, tmp_path, "realms", "replay", str(record), "--lang", language)
    assert output.count(sentence) == 8
    assert "GS-4" in output


def test_replay_shows_a_seat_what_it_may_know(
    environment: Environment, tmp_path: Path, record: Path
) -> None:
    words = ["realms", "replay", str(record), "--at", "1", "--seat"]
    text = record.read_text("utf-8")
    assert text.splitlines()[0] == '[Game "Goofspiel"]'
    first = json.loads(succeed(environment, tmp_path, "realms", "export", str(record), "--json"))[
        "moves"
    ][0]
    seats = [succeed(environment, tmp_path, *words, str(seat)) for seat in ("1", "2")]
    own, other = seats if first["seat"] == 0 else reversed(seats)
    assert own != other
    assert f"bids {first['move']['card']}" in own
    assert f"bids {first['move']['card']}" not in other


def test_a_record_that_does_not_hold_is_refused(
    environment: Environment, tmp_path: Path, record: Path
) -> None:
    broken = tmp_path / "broken.realms"
    broken.write_text(record.read_text("utf-8").replace("bid 4", "bid 3"), "utf-8")
    ran = run(environment, tmp_path, "realms", "verify", str(broken))
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr


def test_a_tournament(environment: Environment, tmp_path: Path) -> None:
    words = "tournament goofspiel --bots search:40,random --games 20 --seed t --set cards=4 --json"
    data = json.loads(succeed(environment, tmp_path, "realms", *words.split()))
    assert sum(bot["wins"] for bot in data["bots"].values()) == pytest.approx(20)
    search = next(bot for name, bot in data["bots"].items() if name.startswith("search"))
    assert search["win_rate"] > 0.5


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_whole_game_in_the_terminal(
    environment: Environment, tmp_path: Path, language: str
) -> None:
    words = "play --terminal goofspiel --players 3 --bots random --set cards=3 --seed 7"
    more = ["--name", "Zoe", "--record", "mine.realms", "--lang", language]
    output = succeed(environment, tmp_path, "realms", *words.split(), *more, typed="1\n" * 40)
    assert {"en": "At stake", "es": "En juego"}[language] in output
    assert {"en": "The game is over", "es": "La partida ha terminado"}[language] in output
    succeed(environment, tmp_path, "realms", "verify", "mine.realms")


# --- A table over the network ---


@pytest.fixture(scope="module")
def server(environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    database = f"sqlite:///{folder / 'realms.sqlite'}"
    with served(database, folder / "logs", "--unlimited", variables=environment) as running:
        yield running


def bid(table: Table, seat: int, card: int) -> Any:
    """A seat bids; the answer."""
    seq = table.ask("GET", "", seat).json()["seq"]
    move = {"type": "bid", "card": card}
    return table.ask("POST", "/moves", seat, {"move": move, "seq": seq})


def seen(table: Table, viewer: int | None) -> Any:
    """The table through one pair of eyes."""
    return table.ask("GET", "", viewer).json()


def test_the_api_lists_it(server: Server) -> None:
    with server.client() as client:
        games = {game["name"]: game for game in client.get("/api/games").json()}
    listed = games["goofspiel"]
    assert listed["title"] == "Goofspiel"
    options = {option["name"]: option for option in listed["options"]}
    assert (options["players"]["values"], options["cards"]["values"]) == ([2, 5], [3, 13])
    assert {"random", "search"} <= {bot["name"] for bot in listed["bots"]}


def test_bids_are_secret_until_all_are_made(server: Server) -> None:
    """[GS-3] [GS-7] Others see that, not what; nobody sees that one is changed."""
    with server.client() as client:
        table = new_table(client, 3, "goofspiel", options={"players": 3, **CARDS})
        assert bid(table, 0, 4).status_code == 200
        before = [seen(table, viewer) for viewer in (None, 1)]
        assert bid(table, 0, 2).status_code == 200
        after = [seen(table, viewer) for viewer in (None, 1)]
        for frame in before:
            assert frame["view"]["bid"] is None
            assert frame["view"]["seats"][0]["has_bid"]
            assert frame["events"][-1] == {"type": "laid", "seat": 0, "card": None}
        assert [frame["view"] for frame in before] == [frame["view"] for frame in after]
        assert seen(table, 0)["view"]["bid"] == 2
        assert seen(table, 1)["awaiting"] == [1, 2]
        written = table.ask("GET", "/record", 1).text
        assert "bid ?" in written
        assert "bid 2" not in written
        bid(table, 1, 3)
        bid(table, 2, 1)
        assert [event["type"] for event in seen(table, None)["events"]][-2:] == ["won", "turned"]


def test_bids_that_were_revealed_are_undone_only_with_the_others_consent(server: Server) -> None:
    """[GS-4] Until then a bid is not undone but changed."""
    with server.client() as client:
        table = new_table(client, 2, "goofspiel", options={"players": 2, **CARDS})
        dealt = seen(table, None)["view"]
        bid(table, 0, 4)
        bid(table, 1, 1)
        assert seen(table, 1)["free_undo"] == 0
        assert seen(table, 1)["view"]["seats"][0]["points"] == dealt["stake"]
        assert table.ask("POST", "/undo", 1, {}).status_code == 200
        assert seen(table, 0)["undo"]["seat"] == 1
        assert table.ask("POST", "/undo/answer", 0, {"agrees": True}).status_code == 200
        assert seen(table, 0)["awaiting"] == [1]
        assert seen(table, 0)["view"]["seats"][0]["points"] == 0


def test_what_is_not_legal_is_refused_in_the_caller_s_language(server: Server) -> None:
    with server.client(accept_language="es") as client:
        table = new_table(client, 2, "goofspiel", options={"players": 2, **CARDS})
        answer = bid(table, 0, 9)
        assert answer.status_code == 422
        assert "no está en la mano" in answer.text
        assert "GS-3" in answer.text
        body = {"game": "goofspiel", "options": {"players": 9}}
        assert client.post("/api/tables", json=body).json()["code"] == "options/unreadable"


def test_a_whole_game_over_the_network(server: Server) -> None:
    with server.client() as client:
        table = new_table(client, 3, "goofspiel", options={"players": 3, **CARDS})
        ended = table.play()
        assert ended["status"] == "finished"
        assert sum(ended["outcome"]["scores"]) <= 10
        assert ended["seed"]
        assert '[Game "Goofspiel"]' in table.ask("GET", "/record").text


def test_bots_sit_at_a_table_and_a_clock_runs(server: Server) -> None:
    """Whoever runs out of time has a bot move for them."""
    with server.client() as client:
        terms = {
            "game": "goofspiel",
            "options": {"players": 2, "cards": 3},
            "clock": {"kind": "move", "seconds": 1},
            "name": "Ada",
            "bots": [None, "easy"],
        }
        opened = client.post("/api/tables", json=terms).json()
        client.cookies.clear()
        table = Table(client, opened["id"], [opened["secret"]])
        table.ask("POST", "/start", 0)
        assert seen(table, 0)["clock"] is not None
        with client.stream("GET", f"{table.path}/stream?as=lines") as stream:
            frames = (json.loads(line) for line in stream.iter_lines() if line.strip())
            ended = next(frame for frame in frames if frame["outcome"])
        assert sum(ended["outcome"]["scores"]) <= 6
