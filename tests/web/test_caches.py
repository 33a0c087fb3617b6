"""Every cache is bounded: none grows with what clients send."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from realms.tables import cache as table_cache
from realms.tables.cache import KEPT_ANSWERS, KEPT_PAGES, KEPT_STORIES, BoundedCache
from realms.tables.permissions import IdleActs
from realms.web.pages.replay.replay import KEPT, KEPT_MOMENTS, REPLAYS
from tests.web.asking import Client
from tests.web.sitting import company, service_of

SOURCE = Path(__file__).parents[2] / "src" / "realms"
SERVED = ("web", "tables", "kernel", "bots", "analysis", "fantasy", "medieval")
"""The packages that a server runs."""
CLOSED = {
    "bots/external.py", "bots/game_parts.py", "bots/learned/weights.py", "bots/levels.py",
    "bots/lighter.py",
    "bots/registry.py", "bots/strength.py", "bots/weights.py", "fantasy/device/games.py",
    "fantasy/solve/spread.py",
    "fantasy/web/board/cards.py", "fantasy/web/card_list.py", "fantasy/web/scorer/card_finder.py",
    "kernel/compiled/folder.py", "kernel/compiled/later.py", "kernel/content_files.py",
    "kernel/packs.py", "kernel/rule.py", "tables/names.py",
    "kernel/presentation/paragraphs.py",
    "kernel/text.py", "medieval/bots/search_player.py", "medieval/bots/weights.py",
    "medieval/web/card_list.py", "medieval/web/provenance.py", "web/connection.py",
    "web/pages/environment.py", "web/pages/files.py", "web/pages/learn/lessons.py",
    "web/pages/opening/routes.py", "web/pages/rules/rulebook.py",
}  # fmt: skip
"""Modules whose caches without a bound are asked by a game, a card or a language that there is.

Whoever adds one here has looked at where its arguments come from: not from a request.
"""


def unbounded_caches() -> Iterator[str]:
    """The modules with a function that remembers whatever it is asked."""
    for package in SERVED:
        for path in sorted((SOURCE / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef) and any(map(_remembers, node.decorator_list)):
                    yield str(path.relative_to(SOURCE))


def _remembers(decorator: ast.expr) -> bool:
    """Whether a decorator is a cache without a bound."""
    text = ast.unparse(decorator)
    name, _, arguments = text.partition("(")
    if name.rpartition(".")[2] == "cache":
        return True
    return name.rpartition(".")[2] == "lru_cache" and "None" in arguments


def test_caches_without_a_bound_are_asked_by_what_there_is() -> None:
    assert set(unbounded_caches()) <= CLOSED


def test_a_cache_is_bounded_by_number_and_weight() -> None:
    kept: BoundedCache[int, str] = BoundedCache(3, len, 10)
    for number in range(100):
        kept[number] = "x" * (number % 5)
        assert len(kept) <= 3
        assert sum(len(kept.find(key) or "") for key in [*kept]) <= 10
    kept[1] = "x" * 50
    assert [*kept] == [1], "one that is too heavy is kept alone, and not for long"
    kept[2] = "x"
    assert [*kept] == [2]


def test_replays_are_bounded_by_their_moments() -> None:
    assert (REPLAYS.most, REPLAYS.heaviest) == (KEPT, KEPT_MOMENTS)


@pytest.mark.anyio
async def test_names_and_views_do_not_grow_a_table(app: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("realms.tables.permissions.IDLE_BURST", 10**9)
    people = await company(app)
    cached = await service_of(app).load(people.id)
    cached.idle = IdleActs(burst=10**9)
    lines = 0
    for number in range(12):
        name = f"Ada{'x' * number}"
        renamed = await people.at[0].post(f"{people.path}/name", {"name": name})
        assert renamed.status == 200
        for seat, language in ((0, "en"), (1, "es"), (2, "en")):
            page = f"/tables/{people.id}?lang={language}"
            assert (await people.at[seat].get(page)).status == 200
            assert (await people.at[seat].get(f"{people.path}/record")).status == 200
        stranger = Client(app, cookie=f"realms-name=Eve{number}")
        assert (await stranger.get(f"/tables/{people.id}")).status == 200
        assert len(cached.pages) <= KEPT_PAGES
        assert len(cached.stories) <= KEPT_STORIES
        assert len(cached.answers) <= KEPT_ANSWERS
        told = [cached.stories.find(key) for key in [*cached.stories]]
        lines = sum(len(story.lines) for story in told if story is not None)
        assert lines <= len(told) * (number + 10), "one line an entry and viewer, not one a name"
    assert lines


@pytest.mark.anyio
async def test_long_logs_are_forgotten_first(app: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(table_cache, "KEPT_ENTRIES", 12)
    service = service_of(app)
    for _ in range(6):
        people = await company(app)
        held = sum(cached.table.seq for cached in service.cache.all())
        assert held <= 12 + 4, "the last one stays"
        assert (await people.look())["status"] == "playing"
