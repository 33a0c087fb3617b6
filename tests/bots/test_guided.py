"""The guided players: moves tried in worlds that their seat cannot tell apart."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from realms.bots import bot_named
from realms.bots.budget import Budget, read_budget
from realms.bots.game_parts import Player
from realms.bots.learned.guide import LEAST_WORLDS, TriedMove, fallback_budget, try_moves
from realms.fantasy.bots.belief import believe, kept_at
from realms.fantasy.bots.hand_value import estimate_values
from realms.fantasy.bots.workspace import new_workspace
from realms.fantasy.rules.redeal import known_hand, redeal
from realms.fantasy.rules.state import TAKING, deck_cards, every_card
from realms.kernel.bits.sets import count
from realms.kernel.chance import branch, rng_state_from
from realms.kernel.game import Game
from realms.kernel.games import game_named

WORD = np.uint64(rng_state_from("a guided move"))
TABLES = [
    ("fantasy", {"variant": "duel", "players": 2}),
    ("fantasy", {"players": 3, "declare": True}),
    ("fantasy", {"players": 5}),
    ("medieval", {"players": 2}),
    ("medieval", {"players": 4}),
]


def under_way(game: Game, options: Any, decisions: int, bot: str = "learned") -> tuple[Any, int]:
    """A game that has come so far, and who decides in it."""
    state, player = game.start(options, "under way"), bot_named(bot, game.name)
    for number in range(decisions):
        seat = game.awaiting(state)[0]
        state, _ = game.play(state, seat, player.choose(game, state, seat, str(number)))
    return state, game.awaiting(state)[0]


def first_legal(game: Game) -> Player:
    """Who proposes the first legal move of a seat."""
    return lambda s, seat, _rng_state, _budget: game.encode(s, seat, game.legal(s, seat)[0])


@pytest.mark.parametrize(("name", "chosen"), TABLES)
def test_it_moves_alike_in_worlds_that_look_alike(name: str, chosen: dict[str, Any]) -> None:
    game = game_named(name)
    bot, options = bot_named("guided:48", name), game.options_type(**chosen)
    for decisions in (0, 9, 22):
        state, seat = under_way(game, options, decisions)
        worlds = [state, *(game.redeal(state, seat, deal) for deal in ("one", "other"))]
        moves = {bot.steps(game, world, seat, WORD) for world in worlds}
        assert len(moves) == 1
        game.play(state, seat, game.decode(state, seat, moves.pop()))


def test_moves_that_stay_are_compared_over_the_same_worlds() -> None:
    game = game_named("fantasy")
    state, seat = under_way(game, game.options_type(players=4), 21)
    tried = try_moves(game, state, seat, WORD, Budget(playouts=240), _planner)
    worlds = [len(one.values) for one in tried]
    assert len(tried) > 2
    assert worlds[0] == max(worlds) > min(worlds) >= LEAST_WORLDS
    assert sum(worlds) <= 240
    assert all(0 <= value <= 1 for one in tried for value in one.values)


def test_more_tries_begin_with_the_worlds_of_fewer() -> None:
    game = game_named("fantasy")
    state, seat = under_way(game, game.options_type(players=4), 21)
    few, many = (
        {one.steps: one.values for one in _tried(game, state, seat, tries)} for tries in (120, 480)
    )
    for steps in few.keys() & many.keys():
        shared = min(len(few[steps]), len(many[steps]))
        assert few[steps][:shared] == many[steps][:shared]


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("fantasy", {"variant": "chaos", "players": 3}),
        ("medieval", {"players": 2, "edition": "es"}),
    ],
)
def test_where_the_network_never_learned_it_leaves_the_move_to_the_search(
    name: str, chosen: dict[str, Any]
) -> None:
    game = game_named(name)
    state, seat = under_way(game, game.options_type(**chosen), 3, "random")
    asked = read_budget("20")
    assert try_moves(game, state, seat, WORD, asked, first_legal(game)) == []
    search = bot_named("search" + fallback_budget(asked).suffix(), name)
    guided = bot_named("guided:20", name)
    assert guided.steps(game, state, seat, WORD) == search.steps(game, state, seat, WORD)


def test_believed_hands_are_better_than_chance_deals_them_and_no_card_is_lost() -> None:
    game = game_named("fantasy")
    options = game.options_type(players=4)
    state, viewer = under_way(game, options, 34, "planner")
    workspace, others = new_workspace(), [seat for seat in range(4) if seat != viewer]
    known = [int(known_hand(state, seat, viewer)) for seat in range(4)]
    points: dict[bool, list[int]] = {False: [], True: []}
    for number in range(60):
        for is_believed in points:
            world = game.redeal(state, viewer, "any")
            redeal(world, viewer, np.uint64(branch(WORD, number)))
            workspace.chance = np.uint64(branch(WORD, 1000 + number))
            if is_believed:
                believe(world, viewer, kept_at(world), workspace)
            hands = [int(world.hands[seat]) for seat in range(4)]
            assert hands[viewer] == int(state.hands[viewer])
            assert [count(hand) for hand in hands] == [count(int(h)) for h in state.hands[:4]]
            assert all(hands[seat] & known[seat] == known[seat] for seat in others)
            parts = [*hands, int(world.area), int(deck_cards(world))]
            assert sum(parts) == int(every_card(world))
            assert game.view(world, viewer) == game.view(state, viewer)
            for place, seat in enumerate(others):
                workspace.hands[place] = hands[seat]
            estimate_values(workspace, len(others))
            points[is_believed] += [int(workspace.points[k]) for k in range(len(others))]
    true = [int(state.hands[seat]) for seat in others]
    for place, hand in enumerate(true):
        workspace.hands[place] = hand
    estimate_values(workspace, len(true))
    truth = np.mean([workspace.points[k] for k in range(len(true))])
    chance, belief = np.mean(points[False]), np.mean(points[True])
    assert belief > chance + 20
    assert abs(belief - truth) < abs(chance - truth)


def test_who_takes_a_card_is_judged_after_the_others_turns() -> None:
    game = game_named("fantasy")
    state, seat = under_way(game, game.options_type(players=4), 16)
    assert state.phase == TAKING
    taken = [one for one in _tried(game, state, seat, 120) if len(set(one.values)) > 1]
    assert taken, "what others do in other worlds changes what a card is worth"


@pytest.mark.parametrize(("name", "players", "at"), [("fantasy", 3, 14), ("medieval", 2, 9)])
def test_it_comes_to_the_same_with_plain_rules(name: str, players: int, at: int) -> None:
    answers = [_told_by_a_process(name, players, at, way) for way in ("0", "1")]
    assert answers[0] == answers[1] != ""


def _told_by_a_process(name: str, players: int, at: int, way: str) -> str:
    """What trying moves once comes to, to the last bit."""
    asking = (
        "from tests.bots.test_guided import WORD, Budget, first_legal, game_named, try_moves,"
        f" under_way; game = game_named({name!r});"
        f" s, seat = under_way(game, game.options_type(players={players}), {at}, 'random');"
        " tried = try_moves(game, s, seat, WORD,"
        " Budget(playouts=8), first_legal(game));"
        " print([(m.steps, m.likely, m.values) for m in tried])"
    )
    environment = {**os.environ, "REALMS_COMPILE": way}
    done = subprocess.run(
        [sys.executable, "-c", asking], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def _planner(s: Any, seat: int, rng_state: np.uint64, budget: Budget) -> tuple[int, ...]:
    return tuple(bot_named("planner").steps(game_named("fantasy"), s, seat, rng_state))


def _tried(game: Game, state: Any, seat: int, tries: int) -> list[TriedMove]:
    return try_moves(game, state, seat, WORD, Budget(playouts=tries), _planner)
