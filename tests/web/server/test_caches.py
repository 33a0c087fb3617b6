"""Every cache is bounded: none grows with what clients send."""

from __future__ import annotations

import ast
import random
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from realms.analysis.puzzles import games_with_puzzles, puzzles_of
from realms.analysis.review import QUICK
from realms.fantasy.content.cards import CARDS
from realms.fantasy.web.scorer import best as score_best
from realms.kernel.games import game_named
from realms.kernel.notation import write
from realms.kernel.record import Played, completed, new_record
from realms.kernel.text import LANGUAGES
from realms.tables import entries
from realms.tables.caching import table_cache
from realms.tables.caching.byte_cache import MEBIBYTE, BoundedCache, ByteCache, CachePart
from realms.tables.caching.object_size import size_of
from realms.tables.caching.table_cache import (
    ANSWER_BYTES,
    KEPT_ANSWERS,
    KEPT_PAGES,
    KEPT_STORIES,
    PAGE_BYTES,
    REVIEW_BYTES,
    TABLE_BYTES,
)
from realms.tables.database import engine_for
from realms.tables.log import TableLog
from realms.tables.permissions import IdleActs
from realms.tables.table import Table
from realms.tables.terms import Terms
from realms.web.pages.puzzles.shelf import POSITIONS, position_of
from realms.web.pages.replay.replay import REPLAYS, Replay, replay_of_table
from realms.web.pages.review import reviews
from realms.web.pages.review.reviews import PROGRESS, REVIEWS
from realms.web.pages.share import picture_queue
from realms.web.pages.table.story import story_of
from tests.tables.table_play import a_move
from tests.web.client import Client
from tests.web.table_setup import FANTASY, Company, company, service_of

MOST = 640 * MEBIBYTE
"""What all that a server process keeps may weigh, as the documents say."""
SOURCE = Path(__file__).parents[3] / "src" / "realms"
SERVED = ("web", "tables", "kernel", "bots", "analysis", "fantasy", "medieval")
"""The packages that a server runs."""
CLOSED = {
    "analysis/puzzles/mine.py", "analysis/puzzles/puzzle_sets.py", "analysis/what_wins.py",
    "bots/external.py", "bots/game_parts.py", "bots/learned/weights.py", "bots/levels.py",
    "bots/registry.py", "bots/strength.py", "bots/weights.py", "fantasy/device/games.py",
    "fantasy/solve/spread.py",
    "fantasy/web/board/cards.py", "fantasy/web/board/wants.py", "fantasy/web/card_list.py",
    "fantasy/web/scorer/card_finder.py",
    "kernel/compiled/folder.py", "kernel/compiled/switchover.py", "kernel/content_files.py",
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


def test_a_cache_is_bounded_by_number() -> None:
    kept: BoundedCache[int, str] = BoundedCache(3)
    for number in range(100):
        kept[number] = "x"
        kept.find(0)
        assert len(kept) <= 3
    assert sorted(kept) == [0, 98, 99], "what is used stays"


def test_caches_share_a_number_of_bytes() -> None:
    whole = ByteCache(100_000)
    parts = [whole.part(4) for _ in range(50)]
    dice = random.Random(1)
    for number in range(2_000):
        part = dice.choice(parts)
        part[number % 7] = "x" * dice.randrange(9_000)
        part.find(number % 3)
        assert len(part) <= 4
        kept = [entry.weight for one in parts for entry in one._entries.values()]
        assert sum(kept) == whole.weight <= whole.heaviest
        assert len(kept) == len(whole)
    assert len({len(part) for part in parts}) > 1, "some made room for others"
    parts[0]["heavy"] = "x" * 100_000
    assert "heavy" not in parts[0], "what outweighs all others is not kept"
    for part in parts:
        part.clear()
    assert (whole.weight, len(whole)) == (0, 0)


def test_all_of_them_together_are_bounded() -> None:
    wholes = [PAGE_BYTES, ANSWER_BYTES, REVIEW_BYTES]
    wholes += [part.whole.heaviest for part in (REPLAYS, REVIEWS, POSITIONS, score_best.FOUND)]
    assert TABLE_BYTES + sum(wholes) <= MOST


# --- What values weigh ---


def played(terms: Any = FANTASY, seed: str = "caches") -> Table:
    """A game at a table, to its end."""
    options = game_named(terms["game"]).options_type(**terms["options"])
    opened = Terms(terms["game"], terms["options"])
    table = Table("t", opened, seed)
    for seat in range(options.players):
        table.accept(table.consider(entries.SeatTaken(seat, f"Name {seat}", f"{seat}" * 64), 0))
    table.accept(table.consider(entries.GameStarted(), 0))
    dice = random.Random(seed)
    while table.outcome is None:
        table.accept(table.consider(a_move(table, dice), 0))
    return table


FIVE = {"game": "medieval", "options": {"players": 5}}


def a_story(table: Table) -> Any:
    stories = ByteCache(MEBIBYTE).part(1)
    story_of(table, None, "en", stories)
    return stories.find((None, "en"))


VALUES: dict[str, Callable[[Table], Any]] = {
    "text": lambda table: write(table.game, table.record()) * 20,
    "bytes": lambda _table: random.Random(1).randbytes(90_000),
    "sheets": lambda table: [table.game.sheets(_last(table)) for _ in range(20)],
    "moves": lambda table: tuple(table.game.legal(_first_placement(table), 0)),
    "views": lambda table: [table.game.view(turn.before, None) for turn in table.turns],
    "story": a_story,
}


def _last(table: Table) -> Any:
    return table.state


def _first_placement(table: Table) -> Any:
    return next(turn.before for turn in table.turns if len(table.game.legal(turn.before, 0)) > 500)


@pytest.mark.parametrize("name", VALUES)
def test_what_a_value_weighs_is_about_what_it_takes(name: str) -> None:
    table = played(FIVE)
    VALUES[name](table)  # what is loaded at first use is not weighed
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        value = VALUES[name](table)
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert taken > 20_000
    assert taken / 2 < size_of(value) < taken * 3


@pytest.mark.parametrize("terms", [FANTASY, FIVE], ids=["fantasy", "medieval"])
def test_what_a_table_weighs_is_about_what_it_takes(terms: Any) -> None:
    told_replay(played(terms))  # what is loaded at first use is not weighed
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        table = played(terms, "another")
        taken = tracemalloc.get_traced_memory()[0] - before
        weight = table_cache.TableCache(TableLog(engine_for("sqlite://"))).hold(table).weight
        replay = told_replay(table)
        taken_by_replay = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert taken / 2 < weight < taken * 3
    assert taken_by_replay < replay.memory_size() + weight


def told_replay(table: Table) -> Replay:
    """A replay that was looked at by as many as it remembers."""
    replay = replay_of_table(table, None)
    for viewer in (None, 0):
        for language in LANGUAGES:
            replay.story(viewer, language)
    return replay


# --- Each of them grows, and is bounded ---


@pytest.mark.anyio
async def test_what_is_made_of_many_tables_is_bounded(app: Any, monkeypatch: Any) -> None:
    """Pages, stories, records, sheets, replays, pictures: of many tables, for many readers."""

    async def drawn(_svg: str) -> bytes:
        return b"x" * 60_000

    monkeypatch.setattr(picture_queue, "rasterize", drawn)
    service = service_of(app)
    wholes = {"pages": 300_000, "answers": 250_000}
    for name, heaviest in wholes.items():
        getattr(service.cache, name).heaviest = heaviest
    made = dict.fromkeys(wholes, 0)
    keep = CachePart.keep

    def counted(self: Any, key: Any, value: Any, weight: int) -> None:
        for name in wholes:
            made[name] += weight * (self.whole is getattr(service.cache, name))
        keep(self, key, value, weight)

    monkeypatch.setattr(CachePart, "keep", counted)
    for _table in range(4):
        people = await company(app, FANTASY)
        await look_at_all(people, ("", "/story"))
        await people.finish()
        await look_at_all(people, ("", "/story", "/replay", "/picture.png"))
        for part in ("/record", "/export", "/sheets"):
            assert (await people.at[0].get(f"{people.path}{part}")).status == 200
        for name, heaviest in wholes.items():
            whole = getattr(service.cache, name)
            assert sum(entry.weight for entry in whole._used) == whole.weight <= heaviest
    for name, heaviest in wholes.items():
        assert made[name] > 3 * heaviest, "there was much more of it"


async def look_at_all(people: Company, parts: tuple[str, ...]) -> None:
    """Look at the pages of a table, for everybody, in both languages."""
    for part in parts:
        for client in (*people.at, people.nobody):
            for language in ("en", "es"):
                path = f"/tables/{people.id}{part}?lang={language}"
                assert (await client.get(path)).status == 200


@pytest.mark.anyio
async def test_tables_are_bounded_by_what_they_weigh(app: Any, monkeypatch: Any) -> None:
    service, heaviest = service_of(app), 60_000
    monkeypatch.setattr(table_cache, "TABLE_BYTES", heaviest)
    for number in range(8):
        people = await company(app)
        for _line in range(3):
            await service.say(people.id, None, f"{number}" * 400)
        held = service.cache.all()
        assert sum(cached.weighed for cached in held) == service.cache.weight
        assert service.cache.weight <= heaviest + held[-1].weight, "the last one stays"
        assert (await people.look())["status"] == "playing"
    assert len(service.cache.all()) < 8
    for cached in service.cache.all():
        assert cached.weight == cached.weighed


def record_text(number: int) -> bytes:
    """A record of a game that somebody played elsewhere."""
    game = game_named("fantasy")
    options = game.options_type(players=2, variant="duel")
    record = new_record(game, options, ("Ann", "Bob"), f"caches {number}")
    state, dice, moves = game.start(options, record.seed), random.Random(number), []
    while seats := game.awaiting(state):
        moves.append(Played(seats[0], dice.choice(list(game.legal(state, seats[0])))))
        state, _events = game.play(state, *(moves[-1].seat, moves[-1].move))
    played = type(record)(
        rules=record.rules,
        options=options,
        seats=record.seats,
        seed=record.seed,
        moves=tuple(moves),
        commitment=record.commitment,
    )
    return write(game, completed(game, played)).encode()


@pytest.mark.anyio
async def test_records_and_their_reviews_are_bounded(app: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(reviews, "STANDARD", QUICK)  # a close look takes long
    monkeypatch.setattr(REPLAYS.whole, "heaviest", 2_000_000)
    monkeypatch.setattr(REVIEWS.whole, "heaviest", 800_000)
    REPLAYS.clear()
    REVIEWS.clear()
    visitor, kept = Client(app, accept="text/html"), set()
    for number in range(4):
        head = b'--x\r\ncontent-disposition: form-data; name="text"\r\n\r\n'
        body = head + record_text(number) + b"\r\n--x--\r\n"
        visitor.headers = [
            (b"host", b"test"),
            (b"content-type", b"multipart/form-data; boundary=x"),
        ]
        brought = await visitor.post("/replays", body)
        assert brought.status == 303, brought.body
        where = dict(brought.headers)[b"location"].decode()
        for part in ("", "/review", "/review?depth=close"):
            assert (await Client(app).get(f"{where}{part}")).status == 200
        kept |= {*REVIEWS}
        for cache in (REPLAYS, REVIEWS):
            assert cache.whole.weight <= cache.whole.heaviest
        assert len(PROGRESS) <= PROGRESS.most
    assert 0 < len(REVIEWS) < len(kept)
    REPLAYS.clear()
    REVIEWS.clear()


def test_puzzles_are_bounded(monkeypatch: Any) -> None:
    monkeypatch.setattr(POSITIONS.whole, "heaviest", 3_000_000)
    POSITIONS.clear()
    for game in games_with_puzzles():
        for one in [*puzzles_of(game).values()][:8]:
            assert position_of(game, one, "en").last == one.puzzle.at
            assert POSITIONS.whole.weight <= 3_000_000
    assert 1 < len(POSITIONS) < 16
    POSITIONS.clear()


@pytest.mark.anyio
async def test_best_hands_are_bounded(app: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(score_best.FOUND.whole, "heaviest", 60_000)
    monkeypatch.setattr(score_best, "found", lambda cards: [str(cards) * 1_000])
    monkeypatch.setattr(score_best, "best_hand_shown", lambda *_: None)
    score_best.FOUND.clear()
    cards = [card.id for card in CARDS]
    for number, card in enumerate(cards[:12]):
        await Client(app).get(f"/score/best?hand={card}&without={cards[number + 13]}")
        assert score_best.FOUND.whole.weight <= 60_000
    assert 1 < len(score_best.FOUND) < 12
    score_best.FOUND.clear()


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
        stories = [cached.stories.find(key) for key in [*cached.stories]]
        lines = sum(len(story.lines) for story in stories if story is not None)
        assert lines <= len(stories) * (number + 10), "one line an entry and viewer, not one a name"
    assert lines
