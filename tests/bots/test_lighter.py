"""Who plays for a bot whose rules are not compiled."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from realms.arena.prepare import all_parts, play_parts
from realms.bots import bot_named, levels_of, lighter
from realms.bots.game_parts import bot_set
from realms.bots.lighter import bot_parts, is_bot_ready, lighter_bot, needs_speed, part_of_bot
from realms.kernel.games import game_named
from realms.tables.thinking import worker
from realms.tables.thinking.worker import BotRequest

GAMES = [
    ("fantasy", "squire", "archmage", ("knight", "archmage", "oracle", "search", "search:80ms")),
    ("medieval", "chancellor", "sovereign", ("sovereign", "emperor", "search")),
]
"""Games, the strongest level that does not search, the strongest that plays by play's own rules,
and bots that search."""


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Says how rules run, and which parts are compiled."""

    def say(way: str, *prepared: str) -> None:
        monkeypatch.setattr(lighter, "rules_now", lambda: way)
        monkeypatch.setattr(lighter, "is_part_prepared", lambda part: part in prepared)

    return say


@pytest.mark.parametrize(("game", "light", "_strong", "searching"), GAMES)
def test_the_strongest_level_that_does_not_search_plays_while_nothing_is_compiled(
    rules: Callable[..., None], game: str, light: str, _strong: str, searching: tuple[str, ...]
) -> None:
    rules("compiling")
    for bot in searching:
        assert needs_speed(bot, game)
        assert not is_bot_ready(bot, game)
        assert lighter_bot(bot, game) == light
    for bot in (light, "random", "greedy", "no such bot"):
        assert lighter_bot(bot, game) == bot


@pytest.mark.parametrize(("game", "_light", "strong", "searching"), GAMES)
def test_a_level_below_plays_until_the_part_of_a_bot_is_compiled(
    rules: Callable[..., None], game: str, _light: str, strong: str, searching: tuple[str, ...]
) -> None:
    rules("compiled")
    strongest = levels_of(game)[-1].name
    part = part_of_bot(strongest, game)
    assert part in bot_parts()
    assert lighter_bot(strongest, game) == strong
    for bot in searching:
        assert lighter_bot(bot, game) == (strong if part_of_bot(bot, game) else bot)
    rules("compiled", part)
    assert lighter_bot(strongest, game) == strongest


def test_every_part_that_a_bot_names_is_compiled() -> None:
    assert set(bot_parts()) <= set(all_parts())
    for game in ("fantasy", "medieval"):
        assert set(bot_set(game).parts) <= set(bot_set(game).players)
        assert not set(bot_parts()) & set(play_parts(game))


@pytest.mark.parametrize(("game", "_light", "strong", "_searching"), GAMES)
def test_a_worker_lets_a_level_below_play_whose_rules_are_there(
    rules: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    _light: str,
    strong: str,
    _searching: tuple[str, ...],
) -> None:
    asked: list[str] = []

    def note(name: str, game: str | None = None) -> object:
        asked.append(name)
        return bot_named("random", game)

    rules("compiled")
    monkeypatch.setattr(worker, "bot_named", note)
    played = game_named(game)
    state = played.start(played.options_type(players=3), "worker")
    snapshot = played.snapshot(state)
    strongest = levels_of(game)[-1].name
    request = BotRequest(game, snapshot, played.awaiting(state)[0], strongest, "seed")
    assert worker.answer_request(request).move is not None
    rules("compiled", part_of_bot(strongest, game))
    assert worker.answer_request(request).move is not None
    assert asked == [strong, strongest]
