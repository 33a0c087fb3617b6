"""The learned players: at each decision the action that the network thinks best."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.bots.budget import Budget
from realms.bots.game_parts import Player
from realms.bots.learned.encoding import Encoding
from realms.bots.learned.inference import workspace_of
from realms.bots.learned.judgement import judge, judge_chances, new_layer_workspace
from realms.bots.learned.weights import LearnedNetwork
from realms.kernel.game import Game, State
from realms.kernel.games import pack_named

TABLES_KEPT = 32


class TablePlaces(NamedTuple):
    """Where the numbers and actions of a table stand among those of the network."""

    inputs: NDArray[np.int64]
    actions: NDArray[np.int64]
    table: NDArray[np.int16]


class SeatJudgement(NamedTuple):
    """What a network says of a position; seats from the viewer's place on."""

    policy: NDArray[np.float32]
    """Logits of the table's actions; −inf where one is not legal."""
    wins: NDArray[np.float64]
    """The chance of each seat to win, as people are told it."""
    margins: NDArray[np.float64]
    """Points ahead of the mean of the others, as far as the network tells them apart."""


def judgement_of(
    network: LearnedNetwork, game: Game, state: State, seat: int, begun: tuple[int, ...] = ()
) -> SeatJudgement:
    """What a network says of a position that a seat decides in, having begun a move."""
    numbering = game.numbering(state, seat)
    seen, mask = numbering.show(state, seat, begun)
    about, arrays = network
    places = _places(about, game.options(state), numbering.layout)
    numbers = np.zeros(len(arrays.kinds), np.int16)
    numbers[: len(places.table)] = places.table
    numbers[places.inputs[places.inputs >= 0]] = seen[places.inputs >= 0]
    actions = about.action_count
    legal = np.zeros(actions, np.bool_)
    judgeable = places.actions >= 0
    legal[places.actions[judgeable]] = mask[judgeable]
    out = np.full(len(arrays.heads), -np.inf, np.float32)
    layers = new_layer_workspace(len(arrays.entry_bias))
    judge(arrays, numbers, legal, layers, out)
    players = int(state["players"])
    odds = np.zeros(players, np.float32)
    judge_chances(arrays, layers, odds)
    wins = np.exp(odds.astype(np.float64) - odds.max())
    margins = np.arctanh(
        np.clip(out[actions + about.players :][:players].astype(np.float64), -0.999, 0.999)
    )
    policy = np.where(judgeable, out[places.actions], np.float32(-np.inf))
    return SeatJudgement(policy, wins / wins.sum(), margins * about.margin_scale)


def learned_player(game: Game, otherwise: Player) -> Player:
    """The learned player of a game; another one decides where the network never learned to.

    `learned:temperature=1` draws actions as they were played while it learned;
    `learned:weights=FILE` plays by another network.
    """

    def choose_steps(s: State, seat: int, rng_state: np.uint64, budget: Budget) -> Sequence[int]:
        workspace = workspace_of(game, s, budget.weights)
        if workspace is None:
            return otherwise(s, seat, rng_state, Budget())
        choose = pack_named(game.name).game_inference().rules.choose_steps
        workspace.tables[0] = s
        n = choose(
            workspace.tables[0], seat, workspace, budget.number("temperature", 0.0), rng_state
        )
        return tuple(int(step) for step in workspace.steps[:n])

    return choose_steps


@lru_cache(TABLES_KEPT)
def _places(encoding: Encoding, options: Any, layout: Any) -> TablePlaces:
    return TablePlaces(
        encoding.input_places(layout),
        encoding.action_places(layout),
        encoding.table_numbers(options),
    )
