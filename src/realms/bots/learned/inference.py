"""What a network says of positions, one after another, without leaving compiled rules.

A game *specialises* the rules of `inference_rules` by its own: how a seat's view becomes numbers,
which step an action completes, and how it is made. What they work in is a `NetworkWorkspace`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from realms.bots.learned import inference_rules
from realms.bots.learned.judgement import LayerWorkspace, new_layer_workspace
from realms.bots.learned.weights import LearnedNetwork, NetworkArrays, network_in, network_of
from realms.kernel.compiled.specialisation import specialise
from realms.kernel.game import Game, State
from realms.kernel.games import pack_named

PATH = 3
"""Numbers that keep the actions of a move that is not whole yet."""
MOST_STEPS = 64
"""Steps of one move at most."""
WORKSPACES_KEPT = 8
"""Tables whose workspaces are kept ready."""


class NetworkWorkspace(NamedTuple):
    """A network and a table of its game, as rules take it; for one thread at a time."""

    net: NetworkArrays
    inputs: NDArray[np.int64]
    """Where each number of an observation stands in the input; −1 nowhere."""
    actions: NDArray[np.int64]
    """Where each action of the table stands among the network's; −1 nowhere."""
    mask: NDArray[np.bool_]
    observation: NDArray[Any]
    numbers: NDArray[np.int16]
    legal: NDArray[np.bool_]
    layers: LayerWorkspace
    output: NDArray[np.float32]
    """The last judgement: logits, chances, margins."""
    path: NDArray[np.int16]
    steps: NDArray[np.int64]
    weights: NDArray[np.float64]
    tables: NDArray[Any]
    """An array of one state, to try moves on."""
    batch: Any
    """What the game's own rules need beside a state."""


class InferenceRules(NamedTuple):
    """The rules of `inference_rules` with a game's own in them."""

    encode: Callable[..., None]
    evaluate: Callable[..., None]
    pick: Callable[..., int]
    choose_steps: Callable[..., int]


class GameInference(Struct, frozen=True):
    """How a game is shown to a network."""

    rules: InferenceRules
    layout: Callable[[Any], Any]
    new_workspace: Callable[[Any, Any], Any]
    state_type: Any


@runtime_checkable
class BringsInference(Protocol):
    """A pack whose positions can be shown to a network inside compiled rules."""

    def game_inference(self) -> GameInference:
        """How they are shown."""


def specialise_inference(home: str, **handed_in: Callable[..., Any]) -> InferenceRules:
    """The rules by which a network sees a game; `inference_rules` says what each stub owes."""
    made = specialise(inference_rules, home, "inference", **handed_in)
    return InferenceRules(*(made[name] for name in InferenceRules._fields))


def workspace_of(game: Game, state: State, weights: str = "") -> NetworkWorkspace | None:
    """The workspace of a state's table; None where the network never learned to play there."""
    return _workspace_of(game.name, game.options(state), weights, threading.get_ident())


@lru_cache(WORKSPACES_KEPT)
def _workspace_of(game: str, options: Any, weights: str, _thread: int) -> NetworkWorkspace | None:
    network = network_in(weights) if weights else network_of(game)
    pack = pack_named(game)
    if network is None or not isinstance(pack, BringsInference):
        return None
    how = pack.game_inference()
    layout = how.layout(options)
    if not network.about.knows(options, layout):
        return None
    return new_network_workspace(network, how, options, layout)


def new_network_workspace(
    network: LearnedNetwork, how: GameInference, options: Any, layout: Any
) -> NetworkWorkspace:
    """A workspace of a table."""
    about, net = network
    numbers = np.zeros(len(net.kinds), np.int16)
    table = about.table_numbers(options)
    numbers[: len(table)] = table
    return NetworkWorkspace(
        net=net,
        inputs=about.input_places(layout),
        actions=about.action_places(layout),
        mask=np.zeros(layout.action_count, np.bool_),
        observation=np.zeros(layout.observation_size, layout.dtype),
        numbers=numbers,
        legal=np.zeros(about.action_count, np.bool_),
        layers=new_layer_workspace(len(net.entry_bias)),
        output=np.zeros(len(net.heads), np.float32),
        path=np.zeros(PATH, np.int16),
        steps=np.zeros(MOST_STEPS, np.int64),
        weights=np.zeros(layout.action_count, np.float64),
        tables=np.zeros(1, how.state_type),
        batch=how.new_workspace(options, layout),
    )
