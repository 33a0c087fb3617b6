"""`realms play`: whole games at the keyboard, leaving, and coming back."""

from __future__ import annotations

import builtins
import re
from pathlib import Path

import pytest

from realms.bots import bot_named, lighter
from realms.cli.terminal import setup, terminal_game
from realms.kernel.rule import COMPILED
from tests.cli.conftest import Realms, new_game, refused

FIRST = "1\n" * 400
"""Always the first line of the menu."""


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    "options",
    [
        ["--players", "3"],
        ["--players", "6", "--bots", "random", "--set", "jester=no"],
        ["--variant", "duel"],
        ["--players", "2", "--bots", "random"],
        ["--variant", "chaos", "--players", "3", "--bots", "random", "--set", "rounds=3"],
        ["--set", "declare=yes", "--players", "4"],
        ["--variant", "chaos", "--set", "declare=yes", "--set", "rounds=2"],
    ],
)
def test_a_whole_game(realms: Realms, options: list[str], language: str) -> None:
    ran = realms(
        "play",
        "--terminal",
        "fantasy",
        *options,
        "--seed",
        "7",
        "--name",
        "Zoe",
        "--lang",
        language,
        typed=FIRST,
    )
    assert ran.status == 0
    assert {"en": "The game is over", "es": "La partida ha terminado"}[language] in ran.out
    (kept,) = Path().glob("fantasy-*-1.realms")
    assert f"realms replay {kept}" in ran.out
    assert realms("verify", str(kept)).status == 0


def test_names_numbers_and_questions(realms: Realms, tmp_path: Path) -> None:
    typed = f"""
?
s
r FR-4
r 99
c hydra
l
xyzzy
99
{"9" * 5000}
dragon
deck
s
l
1
mazo
1
q
"""
    ran = realms(*new_game(tmp_path / "a.realms"), typed=typed)
    assert ran.status == 0
    assert "everything that happened so far" in ran.out
    assert "On your turn you first gain a card" in ran.out
    assert "The rules have no paragraph “99”" in ran.out
    assert "Hydra · Beast · 12 · +28 with Swamp." in ran.out
    assert "“xyzzy” is none of these" in ran.out
    assert "Choose a number from 1 to" in ran.out
    assert "Dragon cannot be chosen here." in ran.out
    assert "Without " in ran.out
    assert len(re.findall(r"Ada draws [A-Z]", ran.out)) >= 2
    assert ran.out.rstrip().endswith(f"realms play --resume {tmp_path / 'a.realms'}")


def test_choices_are_declared_by_name(realms: Realms, tmp_path: Path) -> None:
    path = tmp_path / "declared.realms"
    typed = "1\n" * 300
    ran = realms(*new_game(path, "--set", "declare=yes"), typed=typed)
    assert ran.status == 0
    assert "declare best" in path.read_text()


@pytest.mark.parametrize("turns", [0, 1, 5, 8])
def test_a_game_left_goes_on_as_if_never_left(realms: Realms, tmp_path: Path, turns: int) -> None:
    whole, left = tmp_path / "whole.realms", tmp_path / "left.realms"
    realms(*new_game(whole), typed=FIRST)
    ran = realms(*new_game(left), typed="1\n" * turns)
    assert ran.status == 0
    assert "realms play --resume" in ran.out
    assert "[Result" not in left.read_text()
    ran = realms("play", "--resume", str(left), typed=FIRST)
    assert ran.status == 0
    assert left.read_text() == whole.read_text()


def test_an_interrupted_game_is_kept(
    realms: Realms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_prompt: str) -> str:
        raise KeyboardInterrupt

    path = tmp_path / "left.realms"
    with monkeypatch.context() as patch:
        patch.setattr(builtins, "input", interrupted)
        ran = realms(*new_game(path, "--bots", "random"))
    assert ran.status == 130
    assert f"realms play --resume {path} --bots random" in ran.out
    assert realms("verify", str(path)).status == 0
    assert realms("play", "--resume", str(path), "--bots", "random", typed=FIRST).status == 0


def test_a_finished_game_is_shown_again(realms: Realms, game: Path) -> None:
    text = game.read_text()
    ran = realms("play", "--resume", str(game), "--lang", "es")
    assert "La partida ha terminado" in ran.out
    assert game.read_text() == text


def test_no_temporary_files_stay(realms: Realms, game: Path) -> None:
    assert [path.name for path in game.parent.iterdir()] == ["game.realms"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--players", "9"], "The standard game takes 3 to 6 players, not 9. [FR-3a]"),
        (["--players", "many"], "“many” is not a value for --players."),
        (["--variant", "duel", "--players", "3"], "The duel is for two players, not 3."),
        (
            ["--variant", "poker"],
            "“poker” is not a value for the option variant; there are standard",
        ),
        (["--set", "speed=9"], "There is no option called “speed”; there are players"),
        (["--set", "jester"], "The option jester needs a value: jester=…."),
        (["--variant", "chaos", "--set", "clock=yes"], "In the terminal Chaos is played in rounds"),
        (["--name", "7 of 9"], "“7 of 9” cannot be the name of a seat"),
        (["--bots", "greedy,random"], "Name one bot, or one for each of the 3 seats they fill."),
        (["--bots", "deep blue"], "No bot is called “deep blue”."),
        (["--resume", "nowhere"], "There is no file nowhere."),
        (["--resume", "x", "--seed", "1"], "A game that is resumed has its own options: leave out"),
        (["--terminal", "chess"], "There is no game called “chess”"),
        (["--record", "no/such/folder"], "There is no file no/such/folder."),
    ],
)
def test_what_cannot_be_played_costs_one_sentence(
    realms: Realms, options: list[str], sentence: str
) -> None:
    options = options if "--terminal" in options else ["--terminal", "fantasy", *options]
    assert refused(realms("play", *options)).startswith(sentence)
    assert list(Path().iterdir()) == []


def test_no_record_is_overwritten(realms: Realms, game: Path) -> None:
    text = game.read_text()
    assert refused(realms(*new_game(game))) == f"There is already a file {game}."
    assert game.read_text() == text


@pytest.mark.parametrize(
    ("language", "word", "sentence"),
    [
        ("en", "hint", "What our best bot would play"),
        ("es", "pista", "Lo que jugaría nuestro"),
    ],
)
def test_a_hint_tells_moves_and_what_they_promise(
    realms: Realms, tmp_path: Path, language: str, word: str, sentence: str
) -> None:
    path = tmp_path / "hint.realms"
    ran = realms(*new_game(path, "--lang", language), typed=f"{word}\n1\nt\nq\n")
    assert ran.status == 0
    assert ran.out.count(sentence) == 2  # before the draw, and before the discard
    promises = re.findall(r"^1\. (.+)\n +(.*\d+.*)$", ran.out, re.MULTILINE)
    assert len(promises) == 2


def test_who_plays_against_you_is_told(realms: Realms, tmp_path: Path) -> None:
    ran = realms(*new_game(tmp_path / "usual.realms"), typed="q\n")
    assert "Squire: Builds good hands" in ran.out
    ran = realms(*new_game(tmp_path / "easy.realms", "--bots", "apprentice"), typed="q\n")
    assert "Apprentice: Knows the cards" in ran.out
    ran = realms(*new_game(tmp_path / "plain.realms", "--bots", "greedy"), typed="q\n")
    assert "Squire" not in ran.out


@pytest.mark.skipif(not COMPILED, reason="the strongest level takes long as plain Python")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "the strongest bots play a bit weaker"),
        ("es", "los bots más fuertes juegan algo peor"),
    ],
)
def test_while_the_rules_of_a_bot_are_missing_a_level_below_plays_and_it_is_said(
    realms: Realms, monkeypatch: pytest.MonkeyPatch, language: str, sentence: str
) -> None:
    asked: list[str] = []

    def note(name: str, game: str) -> object:
        asked.append(name)
        return bot_named(name, game)

    monkeypatch.setattr(lighter, "is_part_prepared", lambda _part: False)
    monkeypatch.setattr(terminal_game, "bot_named", note)
    words = ("play", "--terminal", "fantasy", "--players", "3", "--seed", "weaker", "--name", "Zoe")
    ran = realms(*words, "--bots", "oracle", "--lang", language, typed="1\n1\nq\n")
    assert ran.status == 0, ran.err
    assert sentence in " ".join(ran.out.split())
    assert set(asked) == {"archmage"}
    monkeypatch.undo()
    table = setup.start_game(setup.NewGame("fantasy", 3, bots="squire"), language)
    assert not table.is_lighter
