"""Weights to begin with, from a network that learned before, perhaps at other tables.

They are those of a run, exact, or of a file as it is shipped, in whole steps of a byte each.
What both networks read, and the actions both choose from, keep their weights; what only the
new one has begins as it would without. A variant that the first one never saw is read as its
first variant was, so that it begins as it would there.
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
    if _trunk(weights) != _trunk(own):
        raise Unreadable("learn/shape", width=len(weights["entry.bias"]))
    theirs, ours = _parts(encoding), _parts(network.encoding)
    taken: Weights = {}
    for name, value in own.items():
        part, _dot, place = name.partition(".")
        if part in ours:  # a list with a part for each kind, or for each block of actions
            number, _dot, rest = place.partition(".")
            kind = ours[part][int(number)]
            found = theirs[part].index(kind) if kind in theirs[part] else -1
            given = weights.get(".".join(filter(None, (part, str(found), rest))), value)
        else:
            given = weights[name]
        if given.shape[1:] != value.shape[1:] and name != FEATURES:
            given = value
        taken[name] = _fitted(
            name, given.to(value), value, (encoding, weights), (network.encoding, own)
        )
    network.load_state_dict(taken)


Read = tuple[Encoding, Weights]


def _fitted(name: str, given: Tensor, value: Tensor, theirs: Read, ours: Read) -> Tensor:
    """A part of a network, its rows and columns where the new one has them."""
    if name == FEATURES:
        return _moved(given.T, _feature_keys(*theirs), _feature_keys(*ours), value.T).T
    if name in ROWS_OF_ACTIONS:
        return _moved(given, _action_keys(theirs[0]), _action_keys(ours[0]), value)
    if name in ROWS_OF_SEATS:
        return _moved(given, range(theirs[0].players), range(ours[0].players), value)
    return given


def _trunk(weights: Weights) -> dict[str, torch.Size]:
    """The layers that all encodings share, and their shapes."""
    names = ("entry.bias", "blocks.", "norm.")
    return {name: value.shape for name, value in weights.items() if name.startswith(names)}


def _parts(encoding: Encoding) -> dict[str, list[Hashable]]:
    """What the parts of a list of weights stand for, list by list, as `Network` has them."""
    pointing: list[Hashable] = [block.name for block in encoding.actions if block.about]
    kinds: list[Hashable] = [values for values, _ in sort_inputs(encoding.fields).categories]
    return {"embeddings": kinds, "queries": pointing, "keys": pointing}


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
