"""The rules of the house: citations exist, versions agree, the README's examples run."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import realms
from realms.cli.commands import commands
from realms.kernel.packs import game_names, packs
from realms.kernel.text import LANGUAGES

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "realms"

CITATION = re.compile(r"\b[FM]R-\d+[a-z]?\b")
SPAN = re.compile(r"\[([FM]R)-(\d+)\] to \[[FM]R-(\d+)\]")
PARAGRAPH = re.compile(r"^\*\*([A-Z]{2}-\d+[a-z]?)\*\*", re.MULTILINE)


def rules_text(language: str, game: str) -> str:
    return (SOURCE / game / f"rules.{language}.md").read_text("utf-8")


def paragraphs(*games: str) -> set[str]:
    return {found for game in games for found in PARAGRAPH.findall(rules_text("en", game))}


def cited(folder: Path, *, without: str = "") -> set[str]:
    """The paragraphs that a folder cites; `[MR-60] to [MR-70]` cites all between."""
    texts = [path.read_text("utf-8") for path in folder.rglob("*.py") if path.name != without]
    found = {citation for text in texts for citation in CITATION.findall(text)}
    for text in texts:
        for letters, first, last in SPAN.findall(text):
            found |= {f"{letters}-{number}" for number in range(int(first), int(last) + 1)}
    return found


@pytest.mark.parametrize("game", game_names())
def test_the_rules_have_the_same_paragraphs_in_both_languages(game: str) -> None:
    english, spanish = (PARAGRAPH.findall(rules_text(lang, game)) for lang in ("en", "es"))
    assert english == spanish
    assert len(set(english)) == len(english)


@pytest.mark.parametrize("game", game_names())
def test_every_paragraph_has_a_rule_and_every_citation_a_paragraph(game: str) -> None:
    in_rules = cited(SOURCE / game)
    assert paragraphs(game) - in_rules == set()
    assert in_rules - paragraphs(game) == set()


def test_every_paragraph_has_a_test_and_every_citation_a_paragraph() -> None:
    in_tests = cited(ROOT / "tests", without="test_house.py")
    assert paragraphs(*game_names()) - in_tests == set()
    assert in_tests - paragraphs(*game_names()) == set()


def test_documents_cite_paragraphs_that_exist() -> None:
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        assert set(CITATION.findall(path.read_text("utf-8"))) <= paragraphs(*game_names()), (
            path.name
        )


def tracked() -> list[Path]:
    """The files of the project."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_no_file_names_a_registry_or_one_machine() -> None:
    hosts = ("pypi" + ".org", "npmjs" + ".", "/" + "work/", "/" + "root/", "/" + "home/")
    for path in tracked():
        text = path.read_bytes().decode("utf-8", "replace")
        assert not [host for host in hosts if host in text], path


def test_the_version_is_stated_once_and_its_changes_are_listed_first() -> None:
    """In `realms/__init__.py`, which the build reads."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "version" not in project["project"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/realms/__init__.py"
    changes = re.findall(r"(?m)^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert changes[0] == realms.__version__


def test_no_two_changes_begin_alike() -> None:
    """Where branches meet, a line that both have touched is easily kept twice."""
    for version in re.split(r"(?m)^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"))[1:]:
        begun = [line[:30] for line in version.splitlines() if line.startswith("* ")]
        assert begun
        assert [one for one in set(begun) if begun.count(one) > 1] == []
        assert not re.search(r"(?m)^\* .*\n\n\* ", version), "one list, without gaps"


def test_every_pin_is_exact_and_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", pin) for pin in pins)
    names = {pin.partition("==")[0].lower().replace("_", "-") for pin in pins}
    extras = project["optional-dependencies"].values()
    wanted = [need for needs in (project["dependencies"], *extras) for need in needs]
    named = {re.match(r"[\w-]+", need)[0].lower() for need in wanted}  # type: ignore[index]
    assert {name.replace("_", "-") for name in named} <= names


@pytest.mark.parametrize("command", commands())
def test_every_command_is_documented(command: str) -> None:
    assert f"realms {command}" in (ROOT / "docs" / "command-line.md").read_text("utf-8")


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_its_parts(name: str) -> None:
    pack = packs()[name]
    assert (pack.name, pack.game.name, pack.game.title) == (name, name, pack.title)
    for language in LANGUAGES:
        assert pack.folder.joinpath(f"rules.{language}.md").is_file()
        assert any(pack.folder.joinpath("locale", language).iterdir())
    numbers = PARAGRAPH.findall(rules_text("en", name))
    assert {number.partition("-")[0] for number in numbers} == {pack.paragraph_prefix}


def shell_lines(document: str) -> list[str]:
    """The commands that a document shows."""
    text = (ROOT / document).read_text("utf-8")
    blocks = re.findall(r"```(?:sh|console)\n(.*?)```", text, re.DOTALL)
    lines = [line.removeprefix("$ ").strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("realms ")]


@pytest.mark.parametrize("document", ["README.md", "docs/getting-started.md"])
def test_the_commands_of_a_document_run_in_order(document: str, tmp_path: Path) -> None:
    assert shell_lines(document)
    for line in shell_lines(document):
        words = [w for w in shlex.split(line, comments=True) if w]
        ran = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=tmp_path,
            input="",
            env={**os.environ, "LANG": "en_US.UTF-8"},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert ran.returncode == 0, (line, ran.stderr)
        assert "Traceback" not in ran.stderr
