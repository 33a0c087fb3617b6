"""The weights of a network as they are shipped: plain arrays, and what their numbers mean."""

from __future__ import annotations

import io
import json
import zipfile
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from msgspec import MsgspecError, convert, structs, to_builtins
from numpy.typing import NDArray

from realms.bots.learned.encoding import Encoding, sort_inputs
from realms.kernel.errors import Unreadable
from realms.kernel.games import pack_named

NETWORKS_KEPT = 8
"""Networks of files that are kept ready."""
FILE = "learned.npz"
ABOUT = "about"
"""The array that tells, as JSON, what the others mean."""
ABSENT, BIT, COUNT, CATEGORY = range(4)
"""What a number of the input is."""
SCALE = ":step"
"""Behind the name of an array whose weights are bytes: the array of what a step is."""
STEPS = 127
WORTH_PACKING = 1 << 12
"""Arrays with fewer numbers than this are kept as they are."""
CHANCES = "chances"
"""The head of the chances that people are told; a file without it tells those it plays by."""
COUNTED = 512
"""Counts that are told apart by their logarithm."""
SMALL_COUNT = np.float32(1 / 16)

Array = NDArray[np.float32]


class About(Encoding, frozen=True):
    """What the weights are of, and how they came about."""

    margin_scale: float
    decisions: int
    """Decisions that it learned from."""
    chance_error: float = 0.0
    """How far off the chances are that it tells, as a deviation of log-odds; 0 where unknown."""


class NetworkArrays(NamedTuple):
    """A network as rules read it; rows of weights lie one behind another."""

    kinds: NDArray[np.int8]
    """What each number of the input is."""
    rows: NDArray[np.int32]
    """Its first row in `entry`."""
    values: NDArray[np.int32]
    """How many values it has, where it is a category."""
    logarithms: Array
    """Of one more than each count; the last stands for all beyond."""
    entry: Array
    entry_bias: Array
    norms: Array
    """For each block, and the end, factors and summands: `(blocks + 1, 2, width)`."""
    layers: NDArray[Any]
    """`(blocks, 2, width, width)`, a row for each number that goes in; whole steps as bytes."""
    steps: Array
    """`(blocks, 2, width)`: what a step is, for each number that comes out."""
    biases: Array
    heads: Array
    """Policy, chances and margins, a row for each of their numbers: what moves are chosen by."""
    head_biases: Array
    chances: Array
    """The chances that people are told, a row a seat: fitted to how games between levels end."""
    chance_biases: Array
    pointers: NDArray[np.int64]
    """For each kind of action that points: its first action, how many, and the first number."""
    queries: Array
    query_biases: Array
    keys: Array


class LearnedNetwork(NamedTuple):
    """A network, ready to judge."""

    about: About
    arrays: NetworkArrays


@cache
def network_of(game: str) -> LearnedNetwork | None:
    """The network that comes with a game; None for a game that has none."""
    file = pack_named(game).folder.joinpath("bots", FILE)
    return read_network(file.read_bytes()) if file.is_file() else None


@lru_cache(NETWORKS_KEPT)
def network_in(path: str) -> LearnedNetwork:
    """The network in a file of one's own; raises `Unreadable` for any other file."""
    try:
        return read_network(Path(path).read_bytes())
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, MsgspecError) as fault:
        raise Unreadable("bot/network", path=path) from fault


def read_network(content: bytes) -> LearnedNetwork:
    """A network from the bytes of its file."""
    about, kept = _contents(content)
    return LearnedNetwork(about, _arrays(about, kept))


def read_weights(content: bytes) -> tuple[About, dict[str, Array]]:
    """What a network's file says of it, and its weights by name as numbers."""
    about, kept = _contents(content)
    return about, {name: _unpacked(name, kept) for name in kept if not name.endswith(SCALE)}


def _contents(content: bytes) -> tuple[About, dict[str, Any]]:
    with np.load(io.BytesIO(content)) as stored:
        kept = {name: stored[name] for name in stored.files}
    return convert(json.loads(bytes(kept.pop(ABOUT))), About), kept


def write_network(about: About, arrays: dict[str, Array]) -> bytes:
    """The bytes of a network's file: what the weights mean, and the weights in a byte each.

    A byte tells how many steps of its row's own size a weight is; small arrays stay exact.
    """
    header = np.frombuffer(json.dumps(to_builtins(about)).encode(), np.uint8)
    packed: dict[str, Any] = {ABOUT: header}
    for name, array in arrays.items():
        if array.ndim != 2 or array.size < WORTH_PACKING:
            packed[name] = array.astype(np.float16)
            continue
        steps = np.maximum(np.abs(array).max(axis=1, keepdims=True), 1e-8) / STEPS
        packed[name] = np.rint(array / steps).astype(np.int8)
        packed[name + SCALE] = steps[:, 0].astype(np.float32)
    out = io.BytesIO()
    np.savez_compressed(out, **packed)
    return out.getvalue()


def with_chances(
    content: bytes, weights: NDArray[Any], biases: NDArray[Any], error: float
) -> bytes:
    """The bytes of a network's file with another head for the chances that it tells.

    Everything else stays as it is, to the byte, so the network plays as before.
    """
    about, kept = _contents(content)
    header = to_builtins(structs.replace(about, chance_error=error))
    packed: dict[str, Any] = {ABOUT: np.frombuffer(json.dumps(header).encode(), np.uint8), **kept}
    packed[f"{CHANCES}.weight"] = weights.astype(np.float16)
    packed[f"{CHANCES}.bias"] = biases.astype(np.float16)
    out = io.BytesIO()
    np.savez_compressed(out, **packed)
    return out.getvalue()


def _unpacked(name: str, kept: dict[str, Any]) -> Array:
    """An array of a file as numbers."""
    array = np.ascontiguousarray(kept[name], np.float32)
    return array * kept[name + SCALE][:, None] if name + SCALE in kept else array


def _in_steps(name: str, kept: dict[str, Any]) -> NDArray[Any]:
    """A layer as it is kept, a row for each number that goes in: whole steps, or numbers."""
    kind = np.int8 if name + SCALE in kept else np.float32
    return np.ascontiguousarray(kept[name].T.astype(kind))


def _arrays(about: About, kept: dict[str, Any]) -> NetworkArrays:
    given = {name: _unpacked(name, kept) for name in kept if not name.endswith(SCALE)}
    blocks = sum(name.endswith("first.weight") for name in given)
    width = len(given["entry.bias"])
    kinds, rows, values, entry = _entry(about, given)
    norms = [(f"blocks.{k}.norm") for k in range(blocks)] + ["norm"]
    layers = [f"blocks.{k}.{which}" for k in range(blocks) for which in ("first", "second")]
    heads = ("policy", "wins", "margins")
    chances = CHANCES if f"{CHANCES}.weight" in given else "wins"
    pointing = [block for block in about.actions if block.about]
    fields = {field.name: field.start for field in about.fields}
    most = max((len(given[f"keys.{k}"]) for k in range(len(pointing))), default=1)
    depth = given["keys.0"].shape[1] if pointing else 1
    keys = np.zeros((len(pointing), most, depth), np.float32)
    for k in range(len(pointing)):
        keys[k, : len(given[f"keys.{k}"])] = given[f"keys.{k}"]
    queries = [f"queries.{k}" for k in range(len(pointing))]
    return NetworkArrays(
        kinds=kinds,
        rows=rows,
        values=values,
        logarithms=np.log1p(np.arange(COUNTED, dtype=np.float64)).astype(np.float32),
        entry=entry,
        entry_bias=given["entry.bias"],
        norms=np.stack([np.stack((given[f"{n}.weight"], given[f"{n}.bias"])) for n in norms]),
        layers=np.stack([_in_steps(f"{n}.weight", kept) for n in layers]).reshape(
            blocks, 2, width, width
        ),
        steps=np.stack(
            [kept.get(f"{n}.weight{SCALE}", np.ones(width, np.float32)) for n in layers]
        ).reshape(blocks, 2, width),
        biases=np.stack([given[f"{n}.bias"] for n in layers]).reshape(blocks, 2, width),
        heads=np.concatenate([given[f"{n}.weight"] for n in heads]),
        head_biases=np.concatenate([given[f"{n}.bias"] for n in heads]),
        chances=given[f"{chances}.weight"],
        chance_biases=given[f"{chances}.bias"],
        pointers=np.array(
            [(one.start, one.size, fields[one.about]) for one in pointing], np.int64
        ).reshape(-1, 3),
        queries=np.stack(
            [given[f"{n}.weight"] for n in queries] or [np.zeros((1, width), np.float32)]
        ),
        query_biases=np.stack([given[f"{n}.bias"] for n in queries] or [np.zeros(1, np.float32)]),
        keys=keys,
    )


def _entry(about: About, given: dict[str, Array]) -> tuple[Any, Any, Any, Array]:
    """The first layer, as a row for each bit, two for each count, one for each value of a kind.

    What a kind of thing is told apart by and what the layer makes of it become one table.
    """
    weights = np.ascontiguousarray(given["entry.weight"].T)
    size = sum(field.size for field in about.fields)
    kinds, rows = np.zeros(size, np.int8), np.zeros(size, np.int32)
    values = np.zeros(size, np.int32)
    sorted_places = sort_inputs(about.fields)
    made: list[Array] = []
    first = 0
    bits, counts = len(sorted_places.bits), len(sorted_places.counts)
    for n, place in enumerate(sorted_places.bits):
        kinds[place], rows[place] = BIT, n
    made.append(weights[:bits])
    first = bits
    for n, place in enumerate(sorted_places.counts):
        kinds[place], rows[place] = COUNT, first + 2 * n
    pairs = np.stack((weights[bits : bits + counts], weights[bits + counts : bits + 2 * counts]), 1)
    made.append(pairs.reshape(2 * counts, -1))
    first += 2 * counts
    begin = bits + 2 * counts
    for k, (n, places) in enumerate(sorted_places.categories):
        table = given[f"embeddings.{k}"]
        for place in places:
            made.append(table @ weights[begin : begin + table.shape[1]])
            kinds[place], rows[place], values[place] = CATEGORY, first, n
            begin += table.shape[1]
            first += n
    return kinds, rows, values, np.ascontiguousarray(np.concatenate(made))
