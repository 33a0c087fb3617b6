"""The learned players: at each decision the action that the network thinks best."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.bots.budget import Budget
from realms.bots.learned.judging import judge
from realms.bots.learned.weights import About, LearnedNetwork, network_of
from realms.bots.tree_search import sample_place
from realms.kernel.errors import Unreadable
from realms.kernel.game import Game, State

TABLES_KEPT = 32


class TablePlaces(NamedTuple):
    """Where the numbers and actions of a table stand among those of the network."""

    inputs: NDArray[np.int64]
    actions: NDArray[np.int64]
    table: NDArray[np.int16]


class Judgement(NamedTuple):
    """What a network says of a position; seats from the viewer's place on."""

    policy: NDArray[np.float32]
    """Logits of the table's actions; −inf where one is not legal."""
    wins: NDArray[np.float64]
    """The chance of each seat to win."""
    margins: NDArray[np.float64]
    """Points ahead of the mean of the others, as far as the network tells them apart."""


def plays(game: Game, options: Any) -> bool:
    """Whether a network comes with the game that plays such a table."""
    network = network_of(game.name)
    return network is not None and _variant(options) in network.about.variants


def judged(game: Game, state: State, seat: int, begun: tuple[int, ...] = ()) -> Judgement:
    """What the network says of a position that a seat decides in."""
    network = _network(game, state)
    numbering: Any = game.numbering(state)
    seen, mask = numbering.show(state, seat, begun)
    places = _places(game.name, game.options(state), numbering.layout)
    about, arrays = network
    numbers = np.zeros(len(arrays.kinds), np.int16)
    numbers[: len(places.table)] = places.table
    numbers[places.inputs] = seen
    actions = sum(block.size for block in about.actions)
    legal = np.zeros(actions, np.bool_)
    legal[places.actions] = mask
    width = len(arrays.entry_bias)
    room = [np.zeros(width, np.float32) for _ in range(3)]
    out = np.full(len(arrays.heads), -np.inf, np.float32)
    judge(arrays, numbers, legal, *room, out)
    players = int(state["players"])
    wins = np.exp(out[actions : actions + players].astype(np.float64))
    margins = np.arctanh(
        np.clip(out[actions + about.players :][:players].astype(np.float64), -0.999, 0.999)
    )
    return Judgement(out[places.actions], wins / wins.sum(), margins * about.margin_scale)


def choose(game: Game, state: State, seat: int, rng_state: np.uint64, budget: Budget) -> Any:
    """A move, as its steps: the best action after another until the move is whole."""
    actions: tuple[int, ...] = ()
    temperature = budget.number("temperature", 0.0)
    while True:
        policy = judged(game, state, seat, actions).policy
        if temperature > 0:
            legal = np.flatnonzero(policy > -np.inf)
            place = legal[sample_place(policy[legal].astype(np.float64), temperature, rng_state)]
            rng_state = np.uint64(int(rng_state) * 6364136223846793005 + 1 & (2**64 - 1))
        else:
            place = int(policy.argmax())
        actions = (*actions, int(place))
        move = game.move_of(state, seat, actions)
        if move is not None:
            return game.encode(state, seat, move)


def _network(game: Game, state: State) -> LearnedNetwork:
    network = network_of(game.name)
    if network is None or _variant(game.options(state)) not in network.about.variants:
        raise Unreadable("bot/not_learned", game=game.title)
    return network


def _variant(options: Any) -> str:
    return str(getattr(options, "variant", ""))


@lru_cache(TABLES_KEPT)
def _places(game: str, options: Any, layout: Any) -> TablePlaces:
    network = network_of(game)
    assert network is not None
    about: About = network.about
    table = np.zeros(about.fields[0].size, np.int16)
    table[about.variants.index(_variant(options))] = 1
    table[len(about.variants) + int(options.players) - 1] = 1
    inputs = places_among(layout.fields, about.fields)
    return TablePlaces(inputs, places_among(layout.actions, about.actions), table)


def places_among(parts: Any, among: Any) -> NDArray[np.int64]:
    """Where each number of some parts stands among those of the same names."""
    starts = {part.name: part.start for part in among}
    size = max(part.start + part.size for part in parts)
    places = np.empty(size, np.int64)
    for part in parts:
        places[part.start : part.start + part.size] = starts[part.name] + np.arange(part.size)
    return places
