"""How a tree grows: the rules of the search that `tree_search` specialises for a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots.tree import (
    NONE,
    SEATS,
    apply,
    awaited,
    candidates,
    decide,
    is_surely_listed,
    observation,
    playout,
    redeal,
)
from realms.kernel.chance import branch


def plant(tree: Any, s: Any, viewer: int, w: Any, moves: Any, priors: Any) -> int:
    """The root and its edges, one for each candidate; returns how many.

    Call it once, on the position as it was handed in.
    """
    n = candidates(s, viewer, viewer, w, moves, priors)
    tree.used[0] = 1
    tree.seat[0] = viewer
    for k in range(n):
        add_edge(tree, 0, moves[n - 1 - k], priors[n - 1 - k])
    return n


def add_edge(tree: Any, node: int, move: int, prior: float) -> int:
    """A move not tried before, in front of the node's others; NONE if there is no room."""
    edge = int(tree.used[1])
    if edge >= len(tree.move):
        return NONE
    tree.used[1] = edge + 1
    tree.move[edge] = move
    tree.prior[edge] = prior
    tree.after[edge] = tree.first[node]
    tree.first[node] = edge
    return edge


def edge_of(tree: Any, node: int, move: int) -> int:
    """The edge of a move at a node, or NONE."""
    edge = int(tree.first[node])
    while edge != NONE and tree.move[edge] != move:
        edge = int(tree.after[edge])
    return edge


def bound(tree: Any, edge: int, seat: int, mean: float, settings: Any) -> float:
    """The upper bound by which a seat chooses."""
    tried = tree.tried[edge]
    known = tree.value[edge, seat] / tried if tried else mean - settings.urgency
    hope = settings.exploration * tree.prior[edge] * np.sqrt(tree.offered[edge])
    return float(known + hope / (1 + tried))


def choose_at_root(tree: Any, settings: Any) -> int:
    """The edge of the root to visit next."""
    mean = tree.mean[0] / max(tree.visits[0], 1)
    best, highest = NONE, -1e9
    edge = int(tree.first[0])
    while edge != NONE:
        tree.offered[edge] += 1
        hope = bound(tree, edge, int(tree.seat[0]), mean, settings)
        if hope > highest:
            best, highest = edge, hope
        edge = int(tree.after[edge])
    return best


def choose_edge(
    tree: Any, node: int, seat: int, n: int, moves: Any, priors: Any, settings: Any
) -> int:
    """The edge to follow among the candidates of this re-deal; NONE if there is no room."""
    mean = tree.mean[node] / max(tree.visits[node], 1)
    allowed = max(1, int(settings.widening * tree.visits[node] ** settings.power))
    best, highest = NONE, -1e9
    for k in range(min(n, allowed)):
        edge = edge_of(tree, node, moves[k])
        if edge == NONE:
            edge = add_edge(tree, node, moves[k], priors[k])
        if edge == NONE:
            continue
        tree.offered[edge] += 1
        hope = bound(tree, edge, seat, mean, settings)
        if hope > highest:
            best, highest = edge, hope
    return best


def outcome_of(tree: Any, edge: int, seen: int, seat: int) -> int:
    """The node a move led to, told apart by what was seen; NONE if it is new.

    A new one is added, where there is room.
    """
    node = int(tree.leads[edge])
    while node != NONE:
        if tree.seen[node] == seen and tree.seat[node] == seat:
            return node
        node = int(tree.beside[node])
    node = int(tree.used[0])
    if node < len(tree.seat):
        tree.used[0] = node + 1
        tree.seat[node] = seat
        tree.seen[node] = seen
        tree.beside[node] = tree.leads[edge]
        tree.leads[edge] = node
    return NONE


def descend(tree: Any, s: Any, edge: int, viewer: int, w: Any, settings: Any, room: Any) -> int:
    """Follow the tree from an edge of the root, as far as it goes; returns the depth.

    `room.path[depth]` holds the edge and the node it was taken at.
    """
    path, moves, priors = room.path, room.moves, room.priors
    node, seat, depth = 0, viewer, 0
    while True:
        path[depth, 0] = edge
        path[depth, 1] = node
        depth += 1
        apply(s, seat, tree.move[edge], w)
        n = 0
        seat = awaited(s, w)
        while seat != NONE and not is_surely_listed(s, seat, viewer, w):
            n = candidates(s, seat, viewer, w, moves, priors)
            if n:
                break
            decide(s, seat, viewer, w)
            seat = awaited(s, w)
        if seat == NONE or depth >= settings.deepest:
            return depth
        node = outcome_of(tree, edge, observation(s, viewer, w), seat)
        if node == NONE:
            return depth
        if n == 0:
            n = candidates(s, seat, viewer, w, moves, priors)
        edge = choose_edge(tree, node, seat, n, moves, priors, settings)
        if edge == NONE:
            return depth


def take_in(tree: Any, path: Any, depth: int, viewer: int, result: Any) -> None:
    """Every edge on the path, and every node, takes in the result."""
    for step in range(depth):
        edge, node = path[step, 0], path[step, 1]
        tree.tried[edge] += 1
        tree.visits[node] += 1
        tree.mean[node] += result.value[tree.seat[node]]
        for seat in range(SEATS):
            tree.value[edge, seat] += result.value[seat]
    root = path[0, 0]
    for seat in range(SEATS):
        tree.wins[root, seat] += result.wins[seat]
        tree.score[root, seat] += result.score[seat]
    tree.squares[root] += result.wins[viewer] * result.wins[viewer]


def grow(
    tree: Any,
    viewer: int,
    rng_state: np.uint64,
    playouts: int,
    w: Any,
    settings: Any,
    room: Any,
) -> None:
    """Some more iterations."""
    s, result = room.table[0], room.result
    for _playout in range(playouts):
        room.table[0] = room.position[0]
        edge = choose_at_root(tree, settings)
        number = int(tree.tried[edge]) if settings.paired else int(tree.visits[0])
        redeal(s, viewer, branch(rng_state, number), w)
        depth = descend(tree, s, edge, viewer, w, settings, room)
        playout(s, viewer, w, result)
        take_in(tree, room.path, depth, viewer, result)
