"""Help: quick, in both languages, with an example for every command."""

from __future__ import annotations

import subprocess
import sys

import pytest

from realms.cli.checkout import PROGRAMS
from realms.cli.command_line import command_line
from realms.cli.commands import commands, load_command
from realms.kernel.text import catalogue
from tests.cli.conftest import Realms, refused

HEAVY = ("numpy", "numba", "rich", "msgspec", "realms.kernel.game", "realms.bots", "realms.arena")
LOADABLE = [name for name in commands() if name not in PROGRAMS]


def test_help_loads_no_rules_and_no_screen() -> None:
    code = f"""
import sys
from realms.cli import run
assert run(["--help"]) == 0
print(sorted(name for name in {HEAVY!r} if name in sys.modules))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(("language", "heading"), [("en", "Commands:"), ("es", "Órdenes:")])
def test_the_list_of_commands_says_what_each_does(
    realms: Realms, language: str, heading: str
) -> None:
    ran = realms("--help", "--lang", language)
    assert ran.status == 0
    assert heading in ran.out
    for name in commands():
        assert f"  {name} " in ran.out
        assert catalogue(language)[f"cli.commands.{name}"][:30] in ran.out


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", LOADABLE)
def test_every_command_has_help_with_an_example(realms: Realms, name: str, language: str) -> None:
    ran = realms(name, "--help", "--lang", language)
    assert ran.status == 0
    assert catalogue(language)["cli.example"] in ran.out
    assert f"realms {name}" in ran.out.split(catalogue(language)["cli.example"])[1]


@pytest.mark.parametrize("name", ["", *LOADABLE])
def test_help_is_asked_for_with_a_letter_too(realms: Realms, name: str) -> None:
    command = [name] if name else []
    assert realms(*command, "-h") == realms(*command, "--help")


@pytest.mark.parametrize("name", LOADABLE)
def test_help_tells_what_holds_where_nobody_says(realms: Realms, name: str) -> None:
    for language, word in (("en", "default: "), ("es", "por defecto: ")):
        page = " ".join(realms(name, "--help", "--lang", language).out.split())
        for parameter in command_line(language, name).commands[name].params:
            default = parameter.default
            is_silent = default is None or default is False or default in ("", (), [])
            if not is_silent:
                assert f"{word}{parameter.default}" in page.replace("[", ""), parameter.name


def test_a_number_that_is_nought_is_told_too(realms: Realms) -> None:
    for name in ("simulate", "tournament", "solve"):
        page = " ".join(realms(name, "--help", "--lang", "en").out.split())
        jobs = page[page.index("--jobs") :]
        assert "[default: 0" in jobs[: jobs.index("--", 6)], name


@pytest.mark.parametrize("name", LOADABLE)
def test_a_command_is_a_function_of_its_name(name: str) -> None:
    assert load_command(name).__name__ == name


def test_without_a_command_there_is_help(realms: Realms) -> None:
    assert "Commands:" in realms().out
    assert "Órdenes:" in realms("--lang", "es").out


def test_the_version(realms: Realms) -> None:
    assert realms("--version").out.startswith("realms ")


def test_the_language_may_stand_before_the_command(realms: Realms) -> None:
    assert "Fuerza" in realms("--lang", "es", "score", "Dragon").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["scor"], "There is no command “scor”. Did you mean score?"),
        (["xyzzy", "--lang", "es"], "No hay ninguna orden «xyzzy»; hay play, "),
        (["score", "Dragon", "--jason"], "There is no option --jason. Did you mean --json"),
        (["cards"], "GAME is missing."),
        (["cards", "--lang", "es"], "Falta GAME."),
        (["cards", "fantasy", "extra"], "“extra” is one too many."),
        (["score", "Dragon", "--lang", "fr"], "“fr” is not a value for --lang."),
        (["score", "--hands"], "The option --hands needs a value."),
        (["replay", "x", "--at", "soon"], "“soon” is not a value for --at."),
        (["cards", "chess"], "There is no game called “chess”; there is fantasy, medieval."),
    ],
)
def test_a_wrong_command_line_costs_one_sentence(
    realms: Realms, arguments: list[str], sentence: str
) -> None:
    assert refused(realms(*arguments)).startswith(sentence)
