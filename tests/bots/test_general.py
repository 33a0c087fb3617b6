"""The bots that every game has: they know nothing but its contract."""

from __future__ import annotations

import math

import numpy as np
import pytest

from realms import fantasy, medieval
from realms.arena.games import Plan
from realms.arena.simulate import simulate
from realms.arena.tournament import tournament
from realms.bots import bot_named, bots_of, levels_of, sentence_of, title_of
from realms.bots.budget import Budget
from realms.bots.general import general_bots, random_steps
from realms.bots.general_search import GeneralSearch
from realms.bots.levels import GENERAL_LEVELS
from realms.kernel.chance import rng_state_from
from realms.kernel.conformance import check_game
from realms.kernel.errors import RealmsError
from realms.kernel.game import State, copy_state
from realms.kernel.packs import packs
from tests.support.bare_game import BareGame, BareOptions, bare_game

__all__ = ["bare_game"]

TABLE = BareOptions(players=2)
pytestmark = pytest.mark.uncompiled


def late_position(game: BareGame, seed: str, left: int) -> tuple[State, int]:
    """A game some moves before its end, and who is to move."""
    states = [game.start(TABLE, seed)]
    while awaited := game.awaiting(states[-1]):
        after = copy_state(states[-1])
        game.attempt(after, awaited[0], random_steps(game, after, awaited[0], rng_state_from(seed)))
        states.append(after)
    return states[-1 - left], game.awaiting(states[-1 - left])[0]


def test_a_game_that_brings_no_bots_has_random_and_search(bare_game: BareGame) -> None:
    assert "bare" in packs()
    assert bots_of("bare") == ("random", "search")
    assert levels_of("bare") == GENERAL_LEVELS
    for language in ("en", "es"):
        for name in (*bots_of("bare"), *(level.name for level in GENERAL_LEVELS)):
            assert sentence_of("bare", name, language).endswith(".")
        assert title_of("bare", "hard", language) != "hard"
    with pytest.raises(RealmsError):
        bot_named("greedy", "bare")


def test_it_is_simulated_and_played_in_tournaments_move_by_move(bare_game: BareGame) -> None:
    found = simulate(bare_game, TABLE, ["random"], 3, "bare", jobs=1)
    assert (found.games, found.bots) == (3, ["random", "random"])
    assert sum(found.wins) == 3
    plan = Plan("bare", TABLE, (("search:2", "random"),), "bare")
    results = tournament(plan, 2, 1)
    assert results.bots["search:2"].seats == 2


def test_random_chooses_the_kind_of_move_first() -> None:
    """With many cards lying there a draw is as likely as taking any of them."""
    game = fantasy.game
    state = game.start(fantasy.Options(players=3), "kinds")
    for _ in range(6):
        seat = game.awaiting(state)[0]
        state, _ = game.play(state, seat, fantasy.Draw())
        state, _ = game.play(state, seat, game.legal(state, seat)[0])
    seat = game.awaiting(state)[0]
    kinds = [type(game.decode(state, seat, random_steps(game, state, seat, np.uint64(word))))
             for word in range(200)]  # fmt: skip
    assert len(game.legal(state, seat)) == 7
    assert 70 < kinds.count(fantasy.Draw) < 130


def test_search_finds_what_wins(bare_game: BareGame) -> None:
    """Two cards each are left, and the first of them decides."""
    game, decided = bare_game, 0
    for seed in map(str, range(40)):
        state, seat = late_position(game, seed, 3)
        shares = {}
        for move in game.legal(state, seat):
            after, _ = game.play(state, seat, move)
            while awaited := game.awaiting(after):
                after, _ = game.play(after, awaited[0], game.legal(after, awaited[0])[0])
            outcome = game.outcome(after)
            assert outcome is not None
            shares[move] = outcome.share(seat)
        if len(set(shares.values())) == 1:
            continue
        decided += 1
        chosen = general_bots(game).players["search"](state, seat, np.uint64(3), Budget(60))
        assert shares[game.decode(state, seat, chosen)] == max(shares.values())
    assert decided > 3


def test_search_beats_random(bare_game: BareGame) -> None:
    plan = Plan("bare", TABLE, (("search:16", "random"),), "beats")
    standing = tournament(plan, 24, 1).bots["search:16"]
    assert standing.win_rate > 0.6


def test_the_same_word_and_playouts_find_the_same(bare_game: BareGame) -> None:
    state = bare_game.start(TABLE, "again")
    found = [GeneralSearch(bare_game, state, 1, np.uint64(7)).think(Budget(20)) for _ in range(2)]
    assert found[0].visits.tolist() == found[1].visits.tolist()
    assert found[0].playouts == 20
    assert np.allclose(found[0].wins.sum(axis=1)[found[0].visits > 0], 1)


def test_what_is_decided_at_once_does_not_answer(bare_game: BareGame) -> None:
    """Who lays a card aside after the viewer has a node for what it sees, not for what lies."""
    state = bare_game.start(TABLE, "at once")
    search = GeneralSearch(bare_game, state, 0, np.uint64(7))
    search.think(Budget(200))
    laid = {key for key in search.nodes if key[0] == 1 and b'"ready":[true,false]' in key[2]}
    assert laid
    assert all(b'"aside":null' in key[2] for key in laid)
    hands = math.comb(8, 4)
    assert len(laid) <= hands, "a node a hand, whatever the viewer did"


def test_of_a_list_that_is_not_written_down_some_moves_are_tried() -> None:
    """[MR-18]"""
    game = medieval.game
    state = game.start(medieval.Options(players=2), "general")
    while len(game.awaiting(state)) < 2:
        seat = game.awaiting(state)[0]
        state, _ = game.play(state, seat, game.legal(state, seat)[0])
    search = GeneralSearch(game, state, 1, np.uint64(1))
    assert len(search.root.moves) == 64
    steps = random_steps(game, state, 1, np.uint64(1))
    assert len(steps) > 1
    assert game.attempt(state, 1, steps)[0] is None


def test_advice_is_best_first_and_counts_its_playouts(bare_game: BareGame) -> None:
    state = bare_game.start(TABLE, "advice")
    bot = bot_named("search:40", "bare")
    advice = bot.advise(bare_game, state, 1, "advice")
    visits = [one.visits for one in advice]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == 40
    assert all(sum(one.wins) == pytest.approx(1) and one.score is not None for one in advice)
    assert advice[0].move == bot.choose(bare_game, state, 1, "advice")
    assert all(one.move in bare_game.legal(state, 1) for one in advice)


def test_the_game_keeps_the_contract(bare_game: BareGame) -> None:
    report = check_game(bare_game, TABLE, ["one", "two"])
    assert report.redeals_that_differ
