"""What a network makes of a position, as a rule: sums in a fixed order, the same everywhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots.learned.arithmetic import add_row, dot
from realms.bots.learned.weights import BIT, CATEGORY, COUNT, SMALL_COUNT
from realms.kernel.rule import rule

SMALL = np.float32(1e-5)
"""What keeps a division from ending in nothing."""


@rule
def judge(net: Any, numbers: Any, legal: Any, x: Any, y: Any, z: Any, out: Any) -> None:
    """Judge a position: the logits of legal actions, then chances and margins, into `out`.

    `x`, `y` and `z` are room for as many numbers as the network is wide.
    """
    x[:] = net.entry_bias
    for place in range(len(numbers)):
        enter(net, place, numbers[place], x)
    for block in range(len(net.layers)):
        normalise(x, net.norms[block], y)
        z[:] = net.biases[block, 0]
        add_layer(net.layers[block, 0], y, z)
        add_layer_of_positive(net.layers[block, 1], z, x)
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
def add_layer(layer: Any, y: Any, z: Any) -> None:
    """Add what a layer makes of some numbers."""
    for place in range(len(y)):
        add_row(z, layer[place], y[place])


@rule
def add_layer_of_positive(layer: Any, y: Any, z: Any) -> None:
    """The same, numbers below nought left out."""
    for place in range(len(y)):
        if y[place] > 0:
            add_row(z, layer[place], y[place])


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
