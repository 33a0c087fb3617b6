"""`replay`, `verify`, `export`, `cards` and `simulate` for Medieval Realms, also with a
content file of one's own.
"""

from __future__ import annotations

import json
import random
import re
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from realms.kernel import notation
from realms.kernel.conformance import random_move, seat_names
from realms.kernel.record import Played, Record, completed, new_record
from realms.medieval import Options
from realms.medieval import game as medieval
from realms.medieval.content.content import CONTENT, load_content
from realms.medieval.content.registry import digest_of, register_content
from realms.medieval.interface.moves import AnyMove
from tests.cli.conftest import Realms, refused

BEGUN = """
[Game "Medieval Realms"] [Rules "medieval/1"] [Options "players=3"]
[Seats "Ada; Bob; Cleo"] [Seed "begun"]
Ada   draft religion gold
Bob   draft goods religion
Cleo  draft culture religion
Ada   place science 2 gold goods general 3 admiral 1
"""
"""A game in which only Ada has placed."""

MOVES = {
    "draft": {"tokens"},
    "place": {"mayors", "generals", "admirals", "decoys"},
    "activate": {"square"},
    "bid": {"amount"},
    "pass_bid": set(),
    "play": {"card"},
    "choose": {"for", "resource"},
    "pass": set(),
}
"""The moves of an export, and what each tells."""


def random_record(options: Any, seed: str, most: int = 10_000) -> Record:
    """The record of a random game, or of its first moves."""
    dice = random.Random(seed)
    record = new_record(medieval, options, seat_names(options.players), seed)
    state = medieval.start(options, seed)
    moves: list[Played] = []
    while medieval.awaiting(state) and len(moves) < most:
        seat, move = random_move(medieval, state, dice)
        state, _ = medieval.play(state, seat, move)
        moves.append(Played(seat, move))
    return completed(medieval, structs.replace(record, moves=tuple(moves)))


def written(path: Path, record: Record) -> str:
    path.write_text(notation.write(medieval, record), "utf-8")
    return str(path)


@pytest.fixture(scope="module")
def records() -> dict[int, Record]:
    """A whole game for each number of players; that of three has moves of every kind."""
    return {n: random_record(Options(players=n), "table 1") for n in (2, 3, 4, 5)}


@pytest.fixture(params=[2, 3, 4, 5])
def whole(request: pytest.FixtureRequest, records: dict[int, Record], tmp_path: Path) -> str:
    """The record of a whole game."""
    return written(tmp_path / "whole.realms", records[request.param])


@pytest.fixture
def three(records: dict[int, Record], tmp_path: Path) -> str:
    """The record of a whole game of three."""
    return written(tmp_path / "three.realms", records[3])


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A content file of one's own, in which Castles are called otherwise and cost less."""
    text = resources.files("realms.medieval").joinpath("content", "content.toml").read_text("utf-8")
    for old, new in (
        ('name = { en = "Castle", es = "Castillo" }', 'name = { en = "Keep", es = "Torreón" }'),
        ('resource = "raw", amount = 6 }', 'resource = "raw", amount = 4 }'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = tmp_path / "own.toml"
    path.write_text(text, "utf-8")
    return str(path)


@pytest.fixture
def with_own(own: str, tmp_path: Path) -> str:
    """The record of a game played with that file."""
    options = Options(players=3, content=register_content(load_content(own)))
    return written(tmp_path / "with_own.realms", random_record(options, "own"))


# --- verify ---


def test_a_record_holds(realms: Realms, whole: str) -> None:
    ran = realms("verify", whole)
    assert re.fullmatch(r"holds: \d+ moves, result Ada \d+\*?, Bob .*\n", ran.out)
    assert realms("verify", whole, "--lang", "es").out.startswith("se sostiene: ")
    assert json.loads(realms("verify", whole, "--json").out)["holds"] is True
    assert realms("verify", "-", typed=BEGUN).out == "holds: 4 moves, not over yet\n"


@pytest.mark.parametrize(
    ("pattern", "change"),
    [
        (r'\[Seed "table 1', '[Seed "table 4'),
        (r'Result "Ada (\d)', lambda found: found[0][:-1] + str((int(found[1]) + 1) % 10)),
        (r"draft \w+", "draft mud"),
        (r"place \w+", "place battle"),
        (r"activate (\d+) \([\w-]+", r"activate \1 (no-such-card"),
        (r"(?m)^( +)\w+ ( +pass)", r"\1Zoe \2"),
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_change_is_found_with_its_place(
    realms: Realms, three: str, pattern: str, change: Any, language: str
) -> None:
    text = Path(three).read_text("utf-8")
    changed = re.sub(pattern, change, text, count=1)
    assert changed != text
    sentence = refused(realms("verify", "-", "--lang", language, typed=changed))
    assert re.match(r"(Line|Línea) \d+, (column|columna) \d+: ", sentence)


# --- replay ---


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            ["Turn order, drawn at random: ", "The walls fall. Ada: mayors on ", " VP ──",
             "tokens left", "Player", "Cards in play",
             "The game is over: the last round is played. [MR-74]"],
        ),
        (
            "es",
            ["Orden de turno, al azar: ", "Caen los muros. Ada: ",
             " PV ──", "Quedan", "Jugador", "Cartas en juego",
             "La partida ha terminado: se ha jugado la última ronda. [MR-74]"],
        ),
    ],
)  # fmt: skip
def test_a_game_is_told_to_its_end(
    realms: Realms, whole: str, language: str, lines: list[str]
) -> None:
    ran = realms("replay", whole, "--lang", language)
    assert ran.status == 0
    at = 0
    for piece in lines:
        assert piece in ran.out[at:], piece
        at = ran.out.index(piece, at)
    assert ("wins." if language == "en" else "Gana ") in ran.out.splitlines()[-1]


def test_the_ranking_is_that_of_the_result(realms: Realms, whole: str) -> None:
    out = realms("replay", whole).out
    ranking = out[out.rindex("Cards in play") :]
    rows = re.findall(r"(?m)^ ?(\d) +(\w+) +(\d+) ", ranking)
    result = json.loads(realms("export", whole, "--json").out)
    scores = dict(zip(result["seats"], result["result"]["scores"], strict=True))
    assert [int(place) for place, _, _ in rows] == list(range(1, len(scores) + 1))
    assert {name: int(points) for _, name, points in rows} == scores
    assert rows[0][1] == result["seats"][result["result"]["winners"][0]]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            ["Round 1 of 7 · Turn order: ", "Current panel, 1 goods", "Current panel, 3 goods",
             "Future panel", "Religion", "Generals", "Ada, hand", "Cleo, in play", "majority",
             "mayors on goods, science (2) and gold; general on land 3; admiral on land 1",
             "Next: Bob and Cleo."],
        ),
        (
            "es",
            ["Ronda 1 de 7 · Orden de turno: ", "Panel actual, 1 de producción", "Panel futuro",
             "Religión", "Generales", "Ada, mano", "Cleo, en juego", "mayoría",
             "alcaldes en producción, ciencia (2) y oro; general en la tierra 3; ",
             "Ahora: Bob y Cleo."],
        ),
    ],
)  # fmt: skip
def test_the_table_in_the_middle_of_a_game(realms: Realms, language: str, lines: list[str]) -> None:
    ran = realms("replay", "-", "--lang", language, typed=BEGUN)
    assert ran.status == 0
    for piece in lines:
        assert piece in ran.out, piece


def test_a_seat_is_not_shown_what_is_behind_screens(realms: Realms) -> None:
    for seat in ("Bob", "3"):
        out = realms("replay", "-", "--seat", seat, typed=BEGUN).out
        assert "Ada has placed. [MR-18]" in out
        assert "on land" not in out
        assert "placed" in out
    assert "general on land 3" in realms("replay", "-", "--seat", "Ada", typed=BEGUN).out


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_moment_can_be_shown(realms: Realms, three: str, language: str) -> None:
    moves = json.loads(realms("verify", three, "--json").out)["moves"]
    for at in range(0, moves, 7):
        for seat in (["--seat", "2"], []):
            ran = realms("replay", three, "--at", str(at), "--lang", language, *seat)
            assert ran.status == 0
            assert not re.search(r"[{}]|None", ran.out)


def test_an_auction_and_a_choice_are_shown_while_they_last(realms: Realms, three: str) -> None:
    data = json.loads(realms("export", three, "--json").out)["moves"]
    kinds = [move["move"]["type"] for move in data]
    bid, choice = kinds.index("pass_bid"), kinds.index("choose")
    assert re.search(r"Auction of .*: \w+ bids \d+ (gold|battle); \w+ to answer\.", realms(
        "replay", three, "--at", str(bid)).out)  # fmt: skip
    assert re.search(r"\w+ has to (choose|make \d choices) for ", realms(
        "replay", three, "--at", str(choice)).out)  # fmt: skip


def test_long_lines_of_the_log_stand_under_their_sentence(
    realms: Realms, three: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    log = realms("replay", three).out.split("\n\n")[0].splitlines()
    assert max(map(len, log)) <= 60
    assert all(re.match(r" {6}\S| {0,3}\d+  \S", line) for line in log[1:])


# --- export ---


def test_export_in_notation_is_the_record_again(realms: Realms, whole: str) -> None:
    assert realms("export", whole).out == Path(whole).read_text("utf-8")


def test_export_for_a_seat_hides_placements(realms: Realms) -> None:
    out = realms("export", "-", "--seat", "Bob", typed=BEGUN).out
    assert re.search(r"Ada +place \?\n", out)
    assert '[Seed "?"]' in out
    assert "general 3" in realms("export", "-", "--seat", "Ada", typed=BEGUN).out
    sentence = refused(realms("export", "-", "--seat", "Ada", "--json", typed=BEGUN))
    assert sentence.startswith("JSON tells the whole deck")


def test_export_as_data(realms: Realms, whole: str) -> None:
    data = json.loads(realms("export", whole, "--json").out)
    seats = range(len(data["seats"]))
    assert (data["game"], data["rules"]) == ("medieval", "medieval/1")
    assert data["options"]["edition"] == "en"
    assert None not in data["options"].values()
    assert sorted(data["order"]) == list(seats)
    assert len(data["deck"]) == 109
    assert set(data["result"]) == {"scores", "winners"}
    assert [stood["round"] for stood in data["rounds"]] == list(range(1, 8))
    for stood in data["rounds"]:
        assert set(stood) == {"round", "tokens", "points", "hands", "in_play", "order"}
        assert sorted(stood["order"]) == list(seats)
        for what in ("tokens", "points", "hands", "in_play"):
            assert len(stood[what]) == len(seats)
        assert all(len(tokens) == 7 for tokens in stood["tokens"])
    for played in data["moves"]:
        move = dict(played["move"])
        kind = move.pop("type")
        assert set(move) - {"bid"} == MOVES[kind]
        assert kind == "activate" or "bid" not in move


def test_an_export_can_be_played_again_and_stands_as_it_says(realms: Realms, whole: str) -> None:
    data = json.loads(realms("export", whole, "--json").out)
    state = medieval.start(Options(players=len(data["seats"])), data["seed"])
    rounds = []
    for played in data["moves"]:
        before = int(state.round_now)
        move = msgspec.convert(played["move"], AnyMove)
        state, _ = medieval.play(state, played["seat"], move)
        if int(state.round_now) != before or not medieval.awaiting(state):
            if before:
                rounds.append((state, before))
    assert len(rounds) == len(data["rounds"])
    for (state, number), stood in zip(rounds, data["rounds"], strict=True):
        players = range(len(data["seats"]))
        assert stood["round"] == number
        assert stood["points"] == [int(state.points[seat]) for seat in players]
        tokens = [list(tokens.values()) for tokens in stood["tokens"]]
        assert tokens == [state.tokens[seat].tolist() for seat in players]
        assert [len(hand) for hand in stood["hands"]] == [int(state.held[s]) for s in players]
        assert sum(map(len, stood["in_play"])) == int(state.entered)


def test_a_choice_tells_what_it_is_for(realms: Realms, three: str) -> None:
    moves = json.loads(realms("export", three, "--json").out)["moves"]
    choices = [played["move"] for played in moves if played["move"]["type"] == "choose"]
    assert {choice["for"] for choice in choices} == {"milestone", "tithe"}


# --- Content of one's own ---


def test_a_record_with_its_own_content_needs_the_file(
    realms: Realms, with_own: str, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = digest_of(load_content(own))
    assert f"content={digest}" in Path(with_own).read_text("utf-8")
    for command in ("verify", "replay", "export"):
        assert realms(command, with_own, "--content", own).status == 0
    from realms.medieval.content import registry as contents

    monkeypatch.setattr(contents, "_known", {"": contents.content_by_digest("")})
    contents.content_for.cache_clear()
    for command in ("verify", "replay", "export"):
        sentence = refused(realms(command, with_own))
        assert f"the content {digest}, which is not at hand" in sentence
        assert "--content" in refused(realms(command, with_own, "--lang", "es"))


@pytest.mark.parametrize(("language", "keep"), [("en", "Keep"), ("es", "Torreón")])
def test_a_game_is_told_with_the_names_of_its_content(
    realms: Realms, with_own: str, own: str, language: str, keep: str
) -> None:
    out = realms("replay", with_own, "--content", own, "--lang", language).out
    assert f" {keep}" in out
    assert not re.search(r"\bCast(le|illo)\b", out)


def test_a_content_file_that_does_not_fit_is_refused(
    realms: Realms, three: str, own: str, game: Path, tmp_path: Path
) -> None:
    assert refused(realms("replay", three, "--content", own)).startswith(
        "This record is not played with the content of "
    )
    sentence = "Fantasy Realms has no content file: it cannot be played with another one."
    assert refused(realms("verify", str(game), "--content", own)) == sentence
    assert refused(realms("simulate", "fantasy", "--content", own)) == sentence
    assert refused(realms("cards", "fantasy", "--content", own)) == sentence
    (tmp_path / "broken.toml").write_text("resource = 3")
    assert "array" in refused(realms("verify", three, "--content", "broken.toml"))
    assert "nowhere" in refused(realms("cards", "medieval", "--content", "nowhere"))


def test_simulate_plays_with_a_content_file(realms: Realms, own: str) -> None:
    ran = realms(
        "simulate", "medieval", "--players", "2", "--bots", "random", "--games", "2",
        "--content", own, "--records", "games", "--json",
    )  # fmt: skip
    assert ran.status == 0, ran.err
    assert json.loads(ran.out)["game"] == "medieval"
    record = Path("games/medieval-0.realms")
    assert f"content={digest_of(load_content(own))}" in record.read_text("utf-8")
    assert realms("verify", str(record), "--content", own).out.startswith("holds: ")


# --- Editions and switches ---


def test_the_table_of_switches_is_that_of_the_content() -> None:
    page = Path(__file__).parents[3] / "docs" / "command-line.md"
    rows = re.findall(r"(?m)^\| `(\w+)` \| (.*) \| (MR-\d+) \|$", page.read_text("utf-8"))
    flags: dict[Any, str] = {True: "yes", False: "no"}
    for switch, (name, cells, paragraph) in zip(CONTENT.switch, rows, strict=True):
        english, spanish, also, _ = (cell.strip(" `") for cell in cells.split("|"))
        assert (name, paragraph) == (switch.id, switch.paragraph)
        lines = [flags[v] if isinstance(v, bool) else str(v) for v in (*switch.values, switch.es)]
        assert [english, also or spanish, spanish] == lines


# --- cards ---


def test_the_cards_of_a_content_file(realms: Realms, own: str) -> None:
    data = json.loads(realms("cards", "medieval", "--content", own, "--json").out)
    keep = next(card for card in data if card["id"] == "castle")
    assert keep["name"] == {"en": "Keep", "es": "Torreón"}
    assert "Costs 4 raw material tokens." in keep["text"]["en"]
    assert "Torreón" in realms("cards", "medieval", "--content", own, "--lang", "es").out


def test_the_cards_as_an_edition_has_them(realms: Realms) -> None:
    def war(*arguments: str) -> Any:
        cards = json.loads(realms("cards", "medieval", "--json", *arguments).out)
        return next(card for card in cards if card["id"] == "war")

    assert war()["colour"] == "black"
    assert war("--set", "edition=es")["colour"] == "orange"
    assert war("--set", "edition=es", "--set", "war_colour=black")["colour"] == "black"
    assert "Cuesta 5 fichas de batalla." in war("--set", "players=5")["text"]["es"]
    out = realms("cards", "medieval", "--suit", "naranja", "--set", "edition=es").out
    assert "War" in out
    assert "Castle" in out


def test_options_of_cards_that_are_none(realms: Realms) -> None:
    assert "“colour”" in refused(realms("cards", "medieval", "--set", "colour=red"))
    sentence = refused(realms("cards", "fantasy", "--set", "edition=es"))
    assert sentence == "--set is an option for Medieval Realms only."
    assert "«fr»" in refused(realms("cards", "medieval", "--set", "edition=fr", "--lang", "es"))
