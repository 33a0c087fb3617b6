"""One word an idea: class names are unique, names say what they hold, folders and parameter
lists stay small.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.test_house import tracked
from tools.import_map.document import ROOT

MOST_ENTRIES = 26
"""Entries of a folder that a reader still takes in."""
COLLECTIONS = {"docs", "docs/decisions", "docs/images", "tests/goldens"}
"""Folders of things of one kind, each read by itself: they have as many as there are."""
MOST_PARAMETERS = 8
"""More than these are better said by a record."""
EMPTY_NAMES = {
    *("told", "Told", "_told"),  # settings, a result, lines, columns, advice
    *("deed", "deeds", "telling", "crew", "cast"),  # moves, events, executors, hands
    *("glance", "sight", "Sight", "Look", "Thought"),  # estimates, workspaces, visits, jobs
    *("tools", "papers", "house", "House"),  # workspaces, exports, a service
    *("family", "families"),  # kinds of cards, processes
}
"""Names that stood for anything at all, or for something that has a name in the trade."""
PROGRAMS = ("src", "benchmarks", "tools")
EVERYWHERE = (*PROGRAMS, "examples", "tests")
NOUNS = {
    *("encoding", "numbering", "scoring", "ranking", "seating", "tuning", "listing"),
    *("settings", "seatings", "ratings", "standings", "endings"),  # things that can be counted
    "building",  # a command, as it is typed: `python -m realms.web.building`
    *("blanking", "ending", "entering"),  # steps of the rules, as the rulebooks call them
}
"""What ends in *-ing* or *-ed* in a dictionary and is a noun there, or a word of the rules."""
PARTICIPLES = {
    *("told", "asked", "held", "kept", "made", "seen", "shown", "given", "taken", "done", "found"),
    *("put", "set_up", "left", "later", "sent", "said", "met"),
}


def python_files(*folders: str) -> tuple[Path, ...]:
    """The modules of some folders, ours alone."""
    return tuple(
        path
        for path in tracked()
        if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in folders
    )


@cache
def tree_of(path: Path) -> ast.Module:
    """A module as Python reads it."""
    return ast.parse(path.read_text("utf-8"))


def place(path: Path, line: int) -> str:
    """Where something stands."""
    return f"{path.relative_to(ROOT)}:{line}"


def test_no_public_class_name_is_defined_twice() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in python_files(*PROGRAMS):
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(place(path, node.lineno))
    environments = {"raw_env", "parallel_env"}  # names that PettingZoo asks for
    twice = {name: where for name, where in homes.items() if len(where) > 1}
    assert {name: twice[name] for name in twice if name not in environments} == {}


def test_no_folder_holds_more_than_one_can_take_in() -> None:
    """Folders of templates, styles and tests as well as of modules."""
    entries: dict[str, set[str]] = defaultdict(set)
    for path in tracked():
        parts = path.relative_to(ROOT).parts
        for depth in range(1, len(parts)):
            entries["/".join(parts[:depth])].add(parts[depth])
    assert len(entries) > 150
    crowded = {name: len(there) for name, there in entries.items() if len(there) > MOST_ENTRIES}
    assert {name: n for name, n in crowded.items() if name not in COLLECTIONS} == {}


def test_no_function_has_more_parameters_than_one_can_take_in() -> None:
    long = [
        f"{place(path, node.lineno)} {node.name}"
        for path in python_files(*PROGRAMS, "examples")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not _is_command(node)
        and len(_parameters(node)) > MOST_PARAMETERS
    ]
    assert long == []


def test_names_say_what_they_hold() -> None:
    empty = [
        f"{place(path, line)} {name}"
        for path in python_files(*EVERYWHERE)
        if path != Path(__file__)
        for name, line in _given_names(tree_of(path))
        if name in EMPTY_NAMES
    ]
    assert empty == []


def test_modules_are_nouns() -> None:
    """What a module holds is a thing; a participle says that something happened to one."""
    actions = [
        str(path.relative_to(ROOT))
        for path in python_files(*EVERYWHERE)
        if not path.name.startswith("test_") and _is_participle(path.stem)
    ]
    assert actions == []


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("contested", True),
        ("practice_asked", True),
        ("weighing", True),
        ("later", True),
        ("scoring_hand", False),
        ("seat_encoding", False),
        ("seed", False),
        ("ring", False),
    ],
)
def test_participles_are_known_by_their_ends(name: str, is_one: bool) -> None:
    assert _is_participle(name) is is_one


def test_every_way_to_give_a_name_is_seen() -> None:
    source = """
class told: pass
def told(told, *a, told_2=(told := 1), **told): told.told = 1
for told in (): pass
import x as told
lambda told: 0
[1 for told in ()]
"""
    lines = {line for name, line in _given_names(ast.parse(source)) if name == "told"}
    assert lines == {2, 3, 4, 5, 6, 7}


def _given_names(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Names of variables, parameters, attributes, functions and classes where they are given."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.arg(arg=name) | ast.alias(asname=str(name)):
                yield name, node.lineno
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, node.lineno


def _is_participle(name: str) -> bool:
    """Whether the last word of a name is the form of a verb, by its end."""
    last = name.rpartition("_")[2]
    if last in NOUNS or len(last) <= len("bring"):
        return last in PARTICIPLES
    return last in PARTICIPLES or last.endswith(("ed", "ing", "ings"))


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.arg]:
    """Parameters without self; those after `*` are named where they are passed."""
    arguments = node.args
    given = arguments.posonlyargs + arguments.args
    return [one for one in given if one.arg not in ("self", "cls")]


def _is_command(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether the parameters are those of a command line, which has as many as it has."""
    return "typer." in ast.unparse(node.args) or "Lang" in ast.unparse(node.args)
