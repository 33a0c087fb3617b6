"""Imports point one way, every one of them: those inside functions and for types as well."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.import_map.document import ROOT, SOURCE, games, imported_names

GAMES = games()
"""The folders that are games."""

SHARED = {
    "kernel": (),
    "bots": ("kernel",),
    "arena": ("kernel", "bots"),
    "analysis": ("kernel", "bots", "arena"),
    "tables": ("kernel", "bots", "analysis"),
    "web": ("kernel", "bots", "analysis", "arena", "tables"),
    "learning": ("kernel", "bots", "arena"),
    "cli": ("kernel", "bots", "analysis", "arena", "learning", "tables", "web"),
    "research": ("kernel", "bots", "arena", "cli"),
    "__main__": ("cli",),
    "__init__": (),
}
"""What each shared package may import besides itself. None of them may import a game."""

OF_A_GAME = {
    "content": ("kernel",),
    "scoring": ("kernel", "content", "rules"),
    "rules": ("kernel", "content", "scoring"),
    "interface": ("kernel", "content", "scoring", "rules"),
    "game": ("kernel", "content", "scoring", "rules", "interface"),
    "bots": ("kernel", "content", "scoring", "rules", "game", "shared bots", "shared analysis"),
    "analysis": ("bots",),
    "arena": ("bots", "device", "solve", "shared arena"),
    "device": ("bots", "arena", "solve", "shared arena"),
    "solve": ("game", "device", "shared arena"),
    "terminal": ("game", "interface", "cli", "shared analysis"),
    "commands": ("terminal", "solve", "device", "arena", "cli"),
    "web": ("game", "interface", "solve", "shared analysis", "web", "tables"),
    "environment": ("research",),
}
"""What each part of a game may import; the rules know nothing of what is built on them."""


@cache
def modules() -> tuple[Path, ...]:
    """Every module of the package."""
    return tuple(sorted(SOURCE.rglob("*.py")))


def is_module(*parts: str) -> bool:
    """Whether a dotted name is a package or a module, not something in one."""
    path = SOURCE.joinpath(*parts)
    return path.is_dir() or path.with_suffix(".py").exists()


def part_of_game(game: str, name: str) -> str:
    """The part of a game that a module or folder of its package belongs to."""
    if name in (f"{game}_realms", "__init__"):
        return "game"
    return "environment" if re.fullmatch(rf"{game}_v\d+", name) else name


def part_imported(name: tuple[str, ...]) -> str:
    """The part of the package that an import leads to."""
    if name[0] in GAMES:
        inner = name[1] if len(name) > 1 and is_module(*name[:2]) else "__init__"
        return f"{name[0]}/{part_of_game(name[0], inner)}"
    return name[0]


def reachable(game: str, part: str) -> set[str]:
    """All that a part of a game may import, by way of what it may import."""
    found: set[str] = set()
    waiting = [part]
    while waiting:
        for allowed in OF_A_GAME[waiting.pop()]:
            shared = allowed.removeprefix("shared ")
            if allowed.startswith("shared ") or allowed not in OF_A_GAME:
                found |= {shared, *SHARED[shared]}
            elif f"{game}/{allowed}" not in found:
                found.add(f"{game}/{allowed}")
                waiting.append(allowed)
    if part == "web":  # a game's pages and the shared ones have one name
        found |= {"web", *SHARED["web"]}
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    first, *rest = path.relative_to(SOURCE).with_suffix("").parts
    found = {part_imported(name) for name in imported_names(path) if is_module(name[0])}
    if first not in GAMES:
        assert found <= {first, *SHARED[first]}
        return
    part = part_of_game(first, rest[0])
    others = {one for game in GAMES if game != first for one in found if one.startswith(game)}
    assert not others, "a game knows no other"
    if part != "pack":  # which declares all that the game brings
        assert found <= {f"{first}/{part}", *reachable(first, part)}


def test_no_module_imports_itself_by_way_of_others() -> None:
    """At import time, that is: inside functions modules may look at one another."""
    graph = {path: set(_at_import_time(path)) for path in modules()}
    done: set[Path] = set()
    for start in graph:
        _walk(start, graph, [], done)


def _walk(path: Path, graph: dict[Path, set[Path]], way: list[Path], done: set[Path]) -> None:
    cycle = [str(one.relative_to(SOURCE)) for one in way[way.index(path) :]] if path in way else []
    assert not cycle, " → ".join(cycle)
    if path not in done:
        for other in graph[path]:
            _walk(other, graph, [*way, path], done)
        done.add(path)


def _at_import_time(path: Path) -> Iterator[Path]:
    """The modules that importing a module imports, its own packages left out."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("realms"):
            home = (node.module or "").split(".")[1:]
            for alias in node.names:
                yield from _module_file((*home, alias.name), path)


def _module_file(name: tuple[str, ...], importer: Path) -> Iterator[Path]:
    for parts in (name, name[:-1]):
        file = SOURCE.joinpath(*parts).with_suffix(".py")
        package = SOURCE.joinpath(*parts) / "__init__.py"
        if file.exists():
            yield file
            return
        if package.exists() and package.parent not in importer.parents:
            yield package
            return


def test_no_import_is_relative() -> None:
    for path in modules():
        assert not re.search(r"^\s*from \.", path.read_text("utf-8"), re.M), path


@pytest.mark.parametrize("folder", ["src", "tools", "benchmarks"])
def test_no_import_is_built_from_a_string(folder: str) -> None:
    """Engines of others are the exception: each is loaded where it is installed."""
    for path in (ROOT / folder).rglob("*.py"):
        if "engines" not in path.parts:
            assert not re.search(r"import_module|__import__", path.read_text("utf-8")), path


def test_the_package_imports_neither_tests_nor_what_stands_beside_it() -> None:
    for path in modules():
        text = path.read_text("utf-8")
        assert not re.search(r"^\s*(from|import) (tests|benchmarks|tools)\b", text, re.M), path


SPEAKS_OF_GAMES = re.compile(rf"(?i)\b(?:{'|'.join(GAMES)})(?:_\w+|Realms|Options)?\b|\b[FM]R-\d")
OF_ALL = ("py", "html", "toml", "css", "js", "md", "json")


def shared_files() -> list[Path]:
    """The files of the shared packages."""
    files = (path for kind in OF_ALL for path in SOURCE.rglob(f"*.{kind}"))
    return sorted(
        path
        for path in files
        if path.relative_to(SOURCE).parts[0] not in (*GAMES, "__init__.py")
        and not {"built", "__pycache__"} & set(path.parts)
    )


def _without_examples(text: str) -> str:
    """A text without what its docstrings show as examples, which need some game."""
    return re.sub(r"(?m)^\s*(>>>|\.\.\.|'|\(|\[|\d).*$", "", text)


@pytest.mark.parametrize("path", shared_files(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_shared_files_name_no_game(path: Path) -> None:
    text = path.read_text("utf-8")
    if path.suffix == ".py" and ">>>" in text:
        text = _without_examples(text)
    found = [line.strip() for line in text.splitlines() if SPEAKS_OF_GAMES.search(line)]
    assert not found, found[:5]


def test_no_style_of_the_whole_page_asks_what_the_page_contains() -> None:
    """A browser would work out the styles of everything anew with every move."""
    styles = sorted(SOURCE.rglob("assets/css/*.css"))
    assert len(styles) > 10
    asking = [path.name for path in styles if ":root:has(" in path.read_text("utf-8")]
    assert asking == []
