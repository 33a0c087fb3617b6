"""The ladder: what is measured, and the document that tells it."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from realms.arena import ladder as arena
from realms.arena.game_parts import LadderTables, ladder_tables
from realms.arena.ladder import amount, rung, rungs_wanted, thought
from realms.arena.ladder_document import NAME, chart, charted, document, files
from realms.bots import bots_of, levels_of
from realms.bots.strength import FILE, Ladder, Rung, Thinking, measured, measured_of
from realms.cli import run
from realms.kernel.packs import game_names

SOME = Ladder(
    "seed",
    "a machine",
    tuple(
        Rung(
            game=game,
            variant=told.get("variant", ""),
            players=told["players"],
            bot=bot,
            below=below,
            games=400,
            win_rate=min(0.9, 1.6 / told["players"]),
            low=1.4 / told["players"],
            high=min(1.0, 1.8 / told["players"]),
            chance=0.00001,
            score=120.5,
            score_below=100.25,
            command=f"realms tournament {game}",
        )
        for game in game_names()
        for told, bot, below in rungs_wanted(game)
    ),
    tuple(Thinking(game, bot, 40, 0.25, 0.5) for game in game_names() for bot in bots_of(game)),
)


def test_every_table_has_every_rung() -> None:
    for game in game_names():
        wanted = list(rungs_wanted(game))
        rungs = len(bots_of(game)) - 1 + max(0, len(levels_of(game)) - 1)
        assert len(wanted) == rungs * len(ladder_tables(game).tables)
        assert {told["players"] for told, _, _ in wanted} >= {2, 3, 4, 5}
    assert amount() == sum(amount(game) for game in game_names())


def test_a_rung_is_measured_on_paired_deals() -> None:
    told = {"variant": "standard", "players": 3}
    found = rung("fantasy", told, "greedy", "random", (60, 3), "rung", 1)
    assert found.games == 60
    assert found.low > 1 / 3
    assert found.chance < 0.01
    assert found.score > found.score_below
    assert found.command == (
        "realms tournament fantasy --bots greedy,random,random --games 60 --seed rung"
    )


def test_a_rung_between_levels_that_could_be_luck_is_played_on(tmp_path: Path) -> None:
    told = {"variant": "standard", "players": 3}
    asked = ("fantasy", told, "squire", "squire", (30, 6), "equals", 1, str(tmp_path))
    found = rung(*asked)
    assert found.games == 24
    assert found.command.endswith("--games 24 --seed equals")
    assert rung(*asked) == found
    assert rung("fantasy", told, "random", "random", (30, 6), "equals", 1).games == 30


def test_thinking_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "THOUGHTS", 12)
    found = thought("fantasy", "random", "time")
    assert found.moves >= 11
    assert 0 < found.mean <= 0.3


def test_the_document_tells_every_rung() -> None:
    text = document(SOME, "realms ladder")
    assert "{{" not in text
    for one in SOME.rungs:
        assert f"| `{one.bot}` | `{one.below}` |" in text
    assert len(re.findall(r"(?m)^realms tournament", text)) == len(SOME.rungs)
    assert "0.25 s, up to 0.50 s" in text
    assert "Not measured yet" in document(Ladder(), "realms ladder")


@pytest.mark.parametrize("game", game_names())
def test_the_picture_has_a_dot_for_every_rung(game: str) -> None:
    drawn = ElementTree.fromstring(chart(SOME, game))
    dots = [part for part in drawn.iter() if part.tag.endswith("circle")]
    assert len(dots) == len(charted(SOME, game))
    for part in dots:
        assert 0 < float(part.attrib["cx"]) < 760
        assert 60 < float(part.attrib["cy"]) < 310
    assert set(files(SOME, "x")) == {NAME, *(f"images/bots-{game}.svg" for game in game_names())}


def test_what_comes_with_the_bots_can_be_read() -> None:
    for game in game_names():
        assert measured_of(game).rungs
        assert measured().of_game(game) == measured_of(game)
    told = msgspec.json.encode(SOME)
    assert msgspec.json.decode(told, type=Ladder) == SOME
    assert FILE.endswith(".json")


def test_the_command_writes_the_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = LadderTables(({"players": 3},), {"players": 3})
    monkeypatch.setattr(arena, "ladder_tables", lambda _game: one)
    monkeypatch.setattr(arena, "levels_of", lambda _game: ())
    monkeypatch.setattr(arena, "bots_of", lambda _game: ("random", "greedy"))
    words = "ladder fantasy --games 12 --seed doc --jobs 1"
    places = ["--out", str(tmp_path), "--data", str(tmp_path / FILE), "--resume", str(tmp_path)]
    assert run([*words.split(), *places]) == 0
    capsys.readouterr()
    assert "`greedy` | `random`" in (tmp_path / NAME).read_text("utf-8")
    kept = (tmp_path / "fantasy-3-greedy-random.jsonl").read_bytes()
    found = msgspec.json.decode((tmp_path / FILE).read_bytes(), type=Ladder)
    assert [one.bot for one in found.rungs] == ["greedy"]
    assert run([*words.split(), *places]) == 0
    assert (tmp_path / "fantasy-3-greedy-random.jsonl").read_bytes() == kept
    again = msgspec.json.decode((tmp_path / FILE).read_bytes(), type=Ladder)
    assert again.rungs == found.rungs
