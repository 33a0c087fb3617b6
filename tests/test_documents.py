"""Every link and anchor of every document leads somewhere, and the site builds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import pytest
import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from realms.fantasy.rules import state as fantasy_state
from realms.medieval.rules import state as medieval_state
from tests.test_house import ROOT, tracked

TEMPLATES = ("tools", "benchmarks")
"""Where documents are made from: what they become is in `docs`, and is checked there."""


class Link(NamedTuple):
    document: Path
    target: str

    def __str__(self) -> str:
        return f"{self.document.relative_to(ROOT)}: {self.target}"


def documents() -> list[Path]:
    found = [path for path in tracked() if path.suffix == ".md"]
    return [path for path in found if path.relative_to(ROOT).parts[0] not in TEMPLATES]


@cache
def tokens(path: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(path.read_text("utf-8"))


def links(path: Path) -> Iterator[Link]:
    for block in tokens(path):
        for token in block.children or ():
            target = token.attrs.get("href") or token.attrs.get("src")
            if target:
                yield Link(path, unquote(str(target)))


@cache
def anchors(path: Path) -> set[str]:
    """The anchors of a document's headings, as they are made from their words."""
    found: Counter[str] = Counter()
    names = set()
    for block, following in zip(tokens(path), tokens(path)[1:], strict=False):
        if block.type == "heading_open":
            words = "".join(token.content for token in following.children or ())
            name = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
            names.add(f"{name}-{found[name]}" if found[name] else name)
            found[name] += 1
    return names


def broken(link: Link) -> bool:
    name, _, anchor = link.target.partition("#")
    path = (link.document.parent / name).resolve() if name else link.document
    if not path.is_relative_to(ROOT) or not path.exists():
        return True
    if path.is_file() and path not in set(tracked()):
        return True
    return bool(anchor) and (path.suffix != ".md" or anchor not in anchors(path))


def relative_links() -> list[Link]:
    found = [link for path in documents() for link in links(path)]
    return [link for link in found if not re.match(r"[a-z]+:", link.target)]


def test_every_relative_link_and_anchor_leads_somewhere() -> None:
    assert len(relative_links()) > 100
    assert [str(link) for link in relative_links() if broken(link)] == []


@pytest.mark.parametrize(
    "target", ["no-such.md", "glossary.md#no-such-heading", "#no-such-heading", "../../etc/passwd"]
)
def test_a_link_that_leads_nowhere_is_found(target: str) -> None:
    assert broken(Link(ROOT / "docs" / "api.md", target))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation site, where every warning is an error."""
    home = tmp_path_factory.mktemp("site")
    ran = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(home)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr + ran.stdout
    return home


def test_the_site_has_every_document_and_the_api_from_its_docstrings(site: Path) -> None:
    for path in (ROOT / "docs").rglob("*.md"):
        page = path.relative_to(ROOT / "docs").with_suffix("")
        folder = page.parent if page.name in ("index", "README") else page
        assert (site / folder / "index.html").exists(), page
    game = (site / "reference" / "realms.kernel.game" / "index.html").read_text("utf-8")
    assert 'id="realms.kernel.game.Game.play"' in game
    examples = (site / "reference" / "realms.fantasy" / "index.html").read_text("utf-8")
    assert "&gt;&gt;&gt; " in examples
    assert "<blockquote>" not in examples


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    loaded = re.compile(r"<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=\"?(https?:)?//")
    for page in site.rglob("*.html"):
        assert not loaded.search(page.read_text("utf-8")), page
    for style in site.rglob("*.css"):
        assert not re.search(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", style.read_text("utf-8"))


def test_pre_commit_runs_what_make_check_runs() -> None:
    recipe = re.search(r"(?m)^check:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text())
    assert recipe
    made = [line.strip().replace("$(BIN)", ".venv/bin") for line in recipe[1].splitlines()]
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    assert [repo["repo"] for repo in config["repos"]] == ["local"]
    hooks = config["repos"][0]["hooks"]
    assert [hook["entry"] for hook in hooks] == made
    assert not any(hook["pass_filenames"] for hook in hooks)


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("Fantasy Realms", fantasy_state.STATE.itemsize),
        ("Medieval Realms", medieval_state.STATE.itemsize),
    ],
)
def test_the_size_of_a_state_is_as_told(game: str, size: int) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    matches = re.search(
        rf"\| {game} \| \|\n(?:\|.*\n)*?\| the size of a state \| (\d+) bytes", readme
    )
    assert matches
    assert int(matches[1]) == size


SECURITY = ROOT / "docs" / "security.md"
HOLDER = re.compile(r"`(test_\w+)`|in `(tests/[\w/]+\.py)`|(;|\||\.\s)")
"""A test that holds a promise; the file that those before it are in; where others begin."""


def holders(text: str) -> Iterator[tuple[str, str]]:
    """The tests that a document of promises names, each with the file that it names."""
    waiting: list[str] = []
    for found in HOLDER.finditer(text):
        name, file, _end = found.groups()
        if name:
            waiting.append(name)
            continue
        yield from ((one, file or "tests/web/test_security.py") for one in waiting)
        waiting = []
    yield from ((one, "tests/web/test_security.py") for one in waiting)


def test_every_promise_of_security_is_held_by_tests_that_there_are() -> None:
    text = SECURITY.read_text("utf-8")
    named = [*holders(text)]
    assert len(named) > 50
    missing = [
        f"{name} in {file}"
        for name, file in named
        if f"def {name}(" not in (ROOT / file).read_text("utf-8")
    ]
    assert not missing, "\n".join(missing)
    files = re.findall(r"`(tests/[\w/.]+)`", text)
    assert [file for file in files if not (ROOT / file).exists()] == []
    rows = [line for line in text.splitlines() if line.startswith("| ") and "test" in line]
    unheld = [row for row in rows if not re.search(r"`(tests/|test_\w+`)|make attack", row)]
    assert not unheld, "\n".join(unheld)
