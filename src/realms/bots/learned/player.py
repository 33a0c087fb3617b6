"""The learned players: at each decision the action that the network thinks best."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.bots.budget import Budget
from realms.bots.game_parts import Player
from realms.bots.learned.judging import judge
from realms.bots.learned.weights import About, LearnedNetwork, network_in, network_of
from realms.bots.tree_search import sample_place
from realms.kernel.chance import branch
from realms.kernel.game import Game, State

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
    """The chance of each seat to win."""
    margins: NDArray[np.float64]
    """Points ahead of the mean of the others, as far as the network tells them apart."""


def knows(network: LearnedNetwork, options: Any, layout: Any) -> bool:
    """Whether a network learned at tables such as one: its variant, seats and cards."""
    about = network.about
    if variant_of(options) not in about.variants or int(options.players) > about.players:
        return False
    fields = {field.name: field for field in about.fields}
    known = [(field, fields[field.name]) for field in layout.fields if field.name in fields]
    return all(
        field.size <= other.size and field.categories == other.categories for field, other in known
    )


def judged(
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
    actions = sum(block.size for block in about.actions)
    legal = np.zeros(actions, np.bool_)
    judgeable = places.actions >= 0
    legal[places.actions[judgeable]] = mask[judgeable]
    width = len(arrays.entry_bias)
    room = np.zeros((3, width), np.float32)
    out = np.full(len(arrays.heads), -np.inf, np.float32)
    judge(arrays, numbers, legal, room[0], room[1], room[2], out)
    players = int(state["players"])
    wins = np.exp(out[actions : actions + players].astype(np.float64))
    margins = np.arctanh(
        np.clip(out[actions + about.players :][:players].astype(np.float64), -0.999, 0.999)
    )
    policy = np.where(judgeable, out[places.actions], np.float32(-np.inf))
    return SeatJudgement(policy, wins / wins.sum(), margins * about.margin_scale)


def choose(
    network: LearnedNetwork,
    game: Game,
    state: State,
    seat: int,
    rng_state: np.uint64,
    temperature: float = 0.0,
) -> tuple[int, ...]:
    """A move, as its steps: the best action after another until the move is whole.

    With a temperature, actions are drawn: one whose logit is that much lower is e times rarer.
    """
    actions: tuple[int, ...] = ()
    while True:
        policy = judged(network, game, state, seat, actions).policy
        place = int(policy.argmax())
        if temperature > 0:
            legal = np.flatnonzero(policy > -np.inf)
            drawn = np.uint64(branch(rng_state, len(actions)))
            chosen = sample_place(policy[legal].astype(np.float64), temperature, drawn)
            place = int(legal[chosen])
        actions = (*actions, place)
        move = game.move_of(state, seat, actions)
        if move is not None:
            return game.encode(state, seat, move)


def learned_player(game: Game, otherwise: Player) -> Player:
    """The learned player of a game; another one decides where the network never learned to.

    `learned:temperature=1` draws actions as they were played while it learned;
    `learned:weights=FILE` plays by another network.
    """

    def choose_steps(s: State, seat: int, rng_state: np.uint64, budget: Budget) -> Sequence[int]:
        network = network_in(budget.weights) if budget.weights else network_of(game.name)
        layout = game.numbering(s, seat).layout
        if network is None or not knows(network, game.options(s), layout):
            return otherwise(s, seat, rng_state, Budget())
        temperature = budget.number("temperature", 0.0)
        return choose(network, game, s, seat, rng_state, temperature)

    return choose_steps


def variant_of(options: Any) -> str:
    """The variant of a table; empty for games that have none."""
    return str(getattr(options, "variant", ""))


@lru_cache(TABLES_KEPT)
def _places(about: About, options: Any, layout: Any) -> TablePlaces:
    table = np.zeros(about.fields[0].size, np.int16)
    table[about.variants.index(variant_of(options))] = 1
    table[len(about.variants) + int(options.players) - 1] = 1
    inputs = places_among(layout.fields, about.fields)
    return TablePlaces(inputs, places_among(layout.actions, about.actions), table)


def places_among(parts: Any, among: Any) -> NDArray[np.int64]:
    """Where each number of some parts stands among those of the same names; −1 nowhere."""
    starts = {part.name: part.start for part in among}
    places = np.full(max(part.start + part.size for part in parts), -1, np.int64)
    for part in parts:
        if part.name in starts:
            own = slice(part.start, part.start + part.size)
            places[own] = starts[part.name] + np.arange(part.size)
    return places
