"""What every bot and every level is held to: whole legal games, and no look at what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from realms import fantasy, medieval
from realms.arena.games import deal_rng_state, play_out
from realms.bots import bot_named, bots_of, levels_of
from realms.bots.built_in import BuiltIn
from realms.bots.game_parts import bot_set
from realms.kernel.chance import branch, rng_state_from
from realms.kernel.games import game_named

FEW = 12
"""Playouts that are enough to see whether a bot keeps the rules."""
TABLES: dict[str, list[Any]] = {
    "fantasy": [
        fantasy.Options(players=3),
        fantasy.Options(players=6, jester=False, declare=True),
        fantasy.Options(players=2, variant="duel"),
        fantasy.Options(players=3, variant="chaos", rounds=2),
    ],
    "medieval": [
        medieval.Options(players=2),
        medieval.Options(players=3, edition="es"),
        medieval.Options(players=5),
    ],
}


def brief_bot_name(name: str, game: str) -> str:
    """A bot that thinks, with a few playouts only; any other as it is."""
    bot = bot_named(name, game)
    if bot.kind in bot_set(game).numbers:
        return name
    return f"{bot.kind}{structs.replace(bot.budget, playouts=FEW, seconds=0.0).suffix()}"


def every_bot() -> Iterator[tuple[str, str]]:
    """Every bot and every level of every game, by the bot that plays it."""
    for game in TABLES:
        yield from ((game, brief_bot_name(name, game)) for name in bots_of(game))
        yield from ((game, brief_bot_name(level.bot, game)) for level in levels_of(game))


EVERY = list(dict.fromkeys(every_bot()))


@pytest.mark.parametrize(("game", "bot"), EVERY, ids=str)
def test_plays_whole_legal_games_in_every_variant(game: str, bot: str) -> None:
    """`play_out` raises at the first move that is refused."""
    played = game_named(game)
    for options in TABLES[game]:
        names = [bot, *["random"] * (options.players - 1)]
        state, moves, _ = play_out(played, options, names, deal_rng_state(bot, options.players))
        assert played.outcome(state) is not None
        assert any(move.seat == 0 for move in moves)


@pytest.mark.parametrize(("game", "bot"), EVERY, ids=str)
def test_gives_the_same_move_in_every_world_its_seat_cannot_tell_apart(game: str, bot: str) -> None:
    """The state itself and two re-deals of it, at every few decisions of a game."""
    played, asked, mover = game_named(game), bot_named(bot, game), bot_named("greedy", game)
    for options in TABLES[game]:
        state = played.start(options, f"worlds {bot}")
        number = 0
        while awaited := played.awaiting(state):
            seat, word = awaited[0], np.uint64(branch(rng_state_from("worlds"), number))
            if number % 5 == 0:
                worlds = [state, *(played.redeal(state, seat, deal) for deal in ("one", "other"))]
                chosen = {asked.steps(played, world, seat, word) for world in worlds}
                assert len(chosen) == 1, (options, number, chosen)
            steps = mover.steps(played, state, seat, word)
            assert played.attempt(state, seat, steps)[0] is None
            number += 1


@pytest.mark.parametrize(("game", "bot"), EVERY, ids=str)
def test_repeats_itself_and_advises_what_may_be_played(game: str, bot: str) -> None:
    played = game_named(game)
    state = played.start(TABLES[game][0], "again")
    seat = played.awaiting(state)[0]
    one, two = (bot_named(bot, game) for _ in range(2))
    assert isinstance(one, BuiltIn)
    assert one.choose(played, state, seat, "x") == two.choose(played, state, seat, "x")
    advised = one.advise(played, state, seat, "x")
    assert advised
    for advice in advised:
        played.play(state, seat, advice.move)
        assert advice.wins == () or sum(advice.wins) == pytest.approx(1, abs=0.02)
        for reason in advice.reasons:
            assert all(reason.text(game, language) for language in ("en", "es"))


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "bot"), EVERY, ids=str)
def test_decides_with_rules_compiled_or_not(game: str, bot: str) -> None:
    """A few decisions of a game under way: as plain Python nothing else would try them."""
    played, kind = game_named(game), bot_named(bot, game)
    brief = f"{kind.kind}:1" if kind.kind not in bot_set(game).numbers else bot
    state, number = played.start(TABLES[game][0], "plain"), 0
    while number < 24:
        seat, seed = played.awaiting(state)[0], str(number)
        mover = bot_named(brief if number % 8 == 7 else "random", game)
        move = mover.choose(played, played.redeal(state, seat, seed), seat, seed)
        state, _ = played.play(state, seat, move)
        number += 1
