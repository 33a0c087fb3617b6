"""`docs/writing-a-game.md` is the example game, file by file, and what it shows runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.examples.installation import PACKAGE, ROOT, Environment, succeed

DOCUMENT = ROOT / "docs" / "writing-a-game.md"
TEXT = DOCUMENT.read_text("utf-8")
LISTING = re.compile(r'```\w+ title="([^"]+)"\n(.*?)```', re.DOTALL)
CITATION = re.compile(r"\bGS-\d+\b")


def listings() -> dict[str, list[str]]:
    """The files that the document shows: the lines of each, empty ones left out."""
    files: dict[str, list[str]] = {}
    for name, text in LISTING.findall(TEXT):
        files.setdefault(name, []).extend(filter(None, text.splitlines()))
    return files


def files() -> list[str]:
    """The files of the package, without the tests of its rules."""
    found = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml", ".md")]
    return sorted(str(path.relative_to(PACKAGE)) for path in found if path.name != "test_rules.py")


def read(name: str) -> str:
    return (PACKAGE / name).read_text("utf-8")


def test_the_document_shows_every_file() -> None:
    assert sorted(listings()) == files()


@pytest.mark.parametrize("name", files())
def test_a_listing_is_the_file(name: str) -> None:
    assert listings()[name] == [line for line in read(name).splitlines() if line]


def test_it_is_a_small_package() -> None:
    lines = [line for name in files() if "tests" not in name for line in read(name).splitlines()]
    assert len([line for line in lines if line]) <= 320


def test_every_paragraph_has_a_rule_a_test_and_both_languages() -> None:
    english, spanish = (
        re.findall(r"(?m)^\*\*(GS-\d+)\*\*", read(f"goofspiel/rules.{language}.md"))
        for language in ("en", "es")
    )
    assert english == spanish
    for folder in ("goofspiel", "tests"):
        cited = {
            number
            for path in (PACKAGE / folder).glob("*.py")
            for number in CITATION.findall(path.read_text("utf-8"))
        }
        assert cited == set(english), folder


def test_what_a_pack_may_bring_is_described_where_the_document_says() -> None:
    rows = re.findall(r"(?m)^\| (`.*`) \| .* \| `(realms\.\w+\.game_parts)` \|$", TEXT)
    assert len(rows) > 3
    for names, module in rows:
        source = (ROOT / "src" / module.replace(".", "/")).with_suffix(".py").read_text("utf-8")
        for name in re.findall(r"`(\w+)`", names):
            assert f"def {name}(self" in source, (module, name)


def test_the_package_passes_its_own_tests(environment: Environment, tmp_path: Path) -> None:
    """With compiled rules too, for one of them compares."""
    compiled = {**environment, "REALMS_COMPILE": "1"}
    succeed(compiled, tmp_path, "pytest", "-q", "-p", "no:cacheprovider", str(PACKAGE / "tests"))


def test_the_examples_of_the_document_run(environment: Environment, tmp_path: Path) -> None:
    succeed(environment, tmp_path, "doctest", str(DOCUMENT))


def test_the_commands_of_the_document_run_in_order(
    environment: Environment, tmp_path: Path
) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    assert len(lines) > 6
    for line in lines:
        succeed(environment, tmp_path, *shlex.split(line), typed="1\n" * 60)
