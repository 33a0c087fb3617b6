"""The document of the bots: it tells every rung, and its command writes it."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from realms.arena import ladder as arena
from realms.arena.game_parts import LadderTables
from realms.arena.ladder import rungs_to_measure
from realms.bots import bots_of
from realms.bots.strength import FILE, Ladder, Rung, Thinking
from realms.cli import run
from realms.kernel.packs import game_names
from tools.__main__ import COMMANDS
from tools.ladder.document import NAME, chart, charted_rungs, document, files

SOME = Ladder(
    "seed",
    "a machine",
    tuple(
        Rung(
            game=game,
            variant=options.get("variant", ""),
            players=options["players"],
            bot=bot,
            below=below,
            games=400,
            win_rate=min(0.9, 1.6 / options["players"]),
            low=1.4 / options["players"],
            high=min(1.0, 1.8 / options["players"]),
            chance=0.00001,
            score=120.5,
            score_below=100.25,
            command=f"realms tournament {game}",
        )
        for game in game_names()
        for options, bot, below in rungs_to_measure(game)
    ),
    tuple(Thinking(game, bot, 40, 0.25, 0.5) for game in game_names() for bot in bots_of(game)),
)


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
    assert len(dots) == len(charted_rungs(SOME, game))
    for part in dots:
        assert 0 < float(part.attrib["cx"]) < 760
        assert 60 < float(part.attrib["cy"]) < 310
    assert set(files(SOME, "x")) == {NAME, *(f"images/bots-{game}.svg" for game in game_names())}


def test_what_was_measured_can_be_kept_and_read() -> None:
    assert msgspec.json.decode(msgspec.json.encode(SOME), type=Ladder) == SOME


def test_the_command_writes_the_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = LadderTables(({"players": 3},), {"players": 3})
    monkeypatch.setattr(arena, "ladder_tables", lambda _game: one)
    monkeypatch.setattr(arena, "levels_of", lambda _game: ())
    monkeypatch.setattr(arena, "bots_of", lambda _game: ("random", "greedy"))
    words = "ladder fantasy --games 12 --seed doc --jobs 1"
    places = ["--out", str(tmp_path), "--data", str(tmp_path / FILE), "--resume", str(tmp_path)]
    assert run([*words.split(), *places], COMMANDS) == 0
    capsys.readouterr()
    assert "`greedy` | `random`" in (tmp_path / NAME).read_text("utf-8")
    kept = (tmp_path / "fantasy-3-greedy-random.jsonl").read_bytes()
    found = msgspec.json.decode((tmp_path / FILE).read_bytes(), type=Ladder)
    assert [one.bot for one in found.rungs] == ["greedy"]
    assert run([*words.split(), *places], COMMANDS) == 0
    assert (tmp_path / "fantasy-3-greedy-random.jsonl").read_bytes() == kept
    again = msgspec.json.decode((tmp_path / FILE).read_bytes(), type=Ladder)
    assert again.rungs == found.rungs
