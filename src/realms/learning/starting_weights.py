"""Weights to begin with, from a network that learned before, perhaps at other tables.

They are those of a run, exact, or of a file as it is shipped, in whole steps of a byte each.
What both networks read, and the actions both choose from, keep their weights. A variant that
the first one never saw is read as its first variant was, so that it begins as it would there.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from msgspec import MsgspecError, convert
from torch import Tensor

from realms.bots.learned.encoding import Encoding, sort_inputs
from realms.bots.learned.weights import read_weights
from realms.kernel.errors import Unreadable
from realms.learning.network import Network

Weights = dict[str, Tensor]
CHECKPOINT = "checkpoint.pt"
SETTINGS = "settings.json"
FEATURES = "entry.weight"
ROWS_OF_ACTIONS = ("policy.weight", "policy.bias")
ROWS_OF_SEATS = ("wins.weight", "wins.bias", "margins.weight", "margins.bias")


class StartingWeights(NamedTuple):
    """What a network begins with: weights, what they read, and the decisions behind them."""

    weights: Weights
    encoding: Encoding
    decisions: int


def read_start(place: Path, device: str) -> StartingWeights:
    """The weights of a run's folder, or of a file as it is shipped."""
    try:
        return _of_file(place, device) if place.is_file() else _of_run(place, device)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, MsgspecError) as fault:
        raise Unreadable("learn/start", path=str(place)) from fault


def _of_run(folder: Path, device: str) -> StartingWeights:
    kept: dict[str, Any] = torch.load(folder / CHECKPOINT, map_location=device)
    encoding = json.loads((folder / SETTINGS).read_text("utf-8"))["encoding"]
    decisions = int(kept.get("earlier", 0) + kept["decisions"])
    return StartingWeights(
        kept.get("mean", kept["network"]), convert(encoding, Encoding), decisions
    )


def _of_file(file: Path, device: str) -> StartingWeights:
    about, arrays = read_weights(file.read_bytes())
    weights = {name: torch.from_numpy(array).to(device) for name, array in arrays.items()}
    return StartingWeights(weights, about, about.decisions)


def take_over(network: Network, weights: Weights, encoding: Encoding) -> None:
    """Begin with the weights of a network of the same shape over another encoding."""
    own = network.state_dict()
    taken: Weights = {}
    if weights["entry.bias"].shape != own["entry.bias"].shape or len(weights) < len(own):
        raise Unreadable("learn/shape", width=len(weights["entry.bias"]))
    for name, value in own.items():
        given = weights[name].to(value)
        if name == FEATURES:
            keys = _feature_keys(encoding, weights), _feature_keys(network.encoding, own)
            taken[name] = _moved(given.T, *keys, value.T).T
        elif name in ROWS_OF_ACTIONS:
            keys = _action_keys(encoding), _action_keys(network.encoding)
            taken[name] = _moved(given, *keys, value)
        elif name in ROWS_OF_SEATS:
            keys = list(range(encoding.players)), list(range(network.encoding.players))
            taken[name] = _moved(given, *keys, value)
        else:
            taken[name] = given
    network.load_state_dict(taken)


def _moved(
    given: Tensor, theirs: Sequence[Hashable], ours: Sequence[Hashable], own: Tensor
) -> Tensor:
    """Rows by what they stand for; noughts where nobody had such a row."""
    where = {key: row for row, key in enumerate(theirs)}
    made = torch.zeros_like(own)
    for row, key in enumerate(ours):
        if key in where:
            made[row] = given[where[key]]
        elif isinstance(key, tuple) and key[0] == "variant":
            made[row] = given[0]
    return made


def _action_keys(encoding: Encoding) -> list[Hashable]:
    return [(block.name, place) for block in encoding.actions for place in range(block.size)]


def _feature_keys(encoding: Encoding, weights: Weights) -> list[Hashable]:
    """What each number that the first layer weighs stands for."""
    names = list(_input_keys(encoding))
    places = sort_inputs(encoding.fields)
    keys: list[Hashable] = [names[place] for place in places.bits]
    for kind in ("count", "logarithm"):
        keys += [(kind, names[place]) for place in places.counts]
    for number, (_values, those) in enumerate(places.categories):
        depth = weights[f"embeddings.{number}"].shape[1]
        keys += [(names[place], part) for place in those for part in range(depth)]
    return keys


def _input_keys(encoding: Encoding) -> Iterator[Hashable]:
    """What each number of an input stands for; variants first, as they are told."""
    for variant in encoding.variants:
        yield ("variant", variant)
    for players in range(encoding.players):
        yield ("players", players)
    for field in encoding.fields[1:]:
        for place in range(field.size):
            yield (field.name, place)
