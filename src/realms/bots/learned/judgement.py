"""What a network makes of a position, as a rule: sums in a fixed order, the same everywhere."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.bots.learned.arithmetic import add_row, add_rows, dot
from realms.bots.learned.weights import BIT, CATEGORY, COUNT, SMALL_COUNT
from realms.kernel.rule import rule

SMALL = np.float32(1e-5)
"""What keeps a division from ending in nothing."""


AT_ONCE = 4
"""Rows of a layer that are added at once."""


class LayerWorkspace(NamedTuple):
    """What a judgement reckons with on its way."""

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    z: NDArray[np.float32]
    places: NDArray[np.int64]
    factors: NDArray[np.float32]


def new_layer_workspace(width: int) -> LayerWorkspace:
    """A workspace for a network so many numbers wide."""
    x, y, z = np.zeros((3, width), np.float32)
    return LayerWorkspace(x, y, z, np.zeros(AT_ONCE, np.int64), np.zeros(AT_ONCE, np.float32))


@rule
def judge(net: Any, numbers: Any, legal: Any, workspace: Any, out: Any) -> None:
    """Judge a position: the logits of legal actions, then chances and margins, into `out`.

    Layers are whole numbers of steps, which are small in memory: sums are taken of them, and
    only then become weights.
    """
    x, y, z = workspace.x, workspace.y, workspace.z
    x[:] = net.entry_bias
    for place in range(len(numbers)):
        enter(net, place, numbers[place], x)
    for block in range(len(net.layers)):
        normalise(x, net.norms[block], y)
        z[:] = 0
        add_layer(net.layers[block, 0], y, z, workspace)
        z *= net.steps[block, 0]
        z += net.biases[block, 0]
        y[:] = 0
        add_layer_of_positive(net.layers[block, 1], z, y, workspace)
        y *= net.steps[block, 1]
        x += y
        x += net.biases[block, 1]
    normalise(x, net.norms[len(net.layers)], y)
    for place in range(len(y)):
        y[place] = max(y[place], 0)
    actions = len(legal)
    for row in range(len(out)):
        if row >= actions or legal[row]:
            out[row] = net.head_biases[row] + dot(net.heads[row], y)
    for pointer in range(len(net.pointers)):
        point(net, pointer, numbers, legal, y, z, out)


@rule
def judge_chances(net: Any, workspace: Any, out: Any) -> None:
    """The chances to tell of the position judged last, as logarithms, seats from the viewer on.

    They rest on the same last layer as the chances that moves are chosen by, which `judge`
    left in the workspace.
    """
    for row in range(len(out)):
        out[row] = net.chance_biases[row] + dot(net.chances[row], workspace.y)


@rule
def enter(net: Any, place: int, number: int, x: Any) -> None:
    """Add what a number of the input says."""
    kind, row = net.kinds[place], net.rows[place]
    if kind == CATEGORY:
        if 0 <= number < net.values[place]:
            add_row(x, net.entry[row + number], np.float32(1))
    elif number != 0 and kind == BIT:
        add_row(x, net.entry[row], np.float32(number))
    elif number > 0 and kind == COUNT:
        add_row(x, net.entry[row], np.float32(number) * SMALL_COUNT)
        add_row(x, net.entry[row + 1], net.logarithms[min(int(number), len(net.logarithms) - 1)])


@rule
def normalise(x: Any, norm: Any, y: Any) -> None:
    """Numbers with mean nought and spread one, then times and plus what was learned."""
    width = len(x)
    mean = np.float64(0)
    for place in range(width):
        mean += x[place]
    mean = mean / width
    spread = np.float64(0)
    for place in range(width):
        spread += (x[place] - mean) * (x[place] - mean)
    scale = 1.0 / np.sqrt(spread / width + SMALL)
    for place in range(width):
        y[place] = np.float32((x[place] - mean) * scale) * norm[0, place] + norm[1, place]


@rule
def add_layer(layer: Any, y: Any, total: Any, workspace: Any) -> None:
    """Add what a layer makes of some numbers."""
    places, factors = workspace.places, workspace.factors
    for first in range(0, len(y), AT_ONCE):
        for k in range(AT_ONCE):
            places[k], factors[k] = first, 0
            if first + k < len(y):
                places[k] = first + k
                factors[k] = y[first + k]
        add_rows(total, layer, places, factors)


@rule
def add_layer_of_positive(layer: Any, y: Any, total: Any, workspace: Any) -> None:
    """The same, numbers below nought left out."""
    places, factors = workspace.places, workspace.factors
    n = 0
    for place in range(len(y)):
        if y[place] > 0:
            places[n] = place
            factors[n] = y[place]
            n += 1
            if n == AT_ONCE:
                add_rows(total, layer, places, factors)
                n = 0
    if n:
        for k in range(n, AT_ONCE):
            factors[k] = 0
        add_rows(total, layer, places, factors)


@rule
def point(net: Any, pointer: int, numbers: Any, legal: Any, y: Any, z: Any, out: Any) -> None:
    """Judge actions that point at cards by those cards."""
    first, size, field = net.pointers[pointer]
    depth = net.keys.shape[2]
    for place in range(depth):
        z[place] = net.query_biases[pointer, place] + dot(net.queries[pointer, place], y)
    for place in range(size):
        if legal[first + place]:
            card = numbers[field + place]
            out[first + place] += dot(net.keys[pointer, card], z[:depth])
