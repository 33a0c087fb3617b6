"""One tree search for every game: re-deal Monte-Carlo tree search in compiled code.

The search holds no rules. A game *specialises* it by handing in its compiled rules, and gets
back a search of its own, compiled as one piece (`tree_search.specialised`):

    SEARCH = specialised(
        __name__,                  # the module the search belongs to; names its compiled code
        awaited=...,               # (s, w) -> seat
        candidates=...,            # (s, seat, viewer, w, moves, priors) -> n
        apply=...,                 # (s, seat, move, w)
        decide=...,                # (s, seat, viewer, w)
        observation=...,           # (s, viewer, w) -> int
        redeal=...,                # (s, viewer, rng_state, w)
        playout=...,               # (s, viewer, w, result)
        is_surely_listed=...,      # (s, seat, viewer, w) -> bool; may be left out
    )
    findings = SEARCH.think(root, viewer, rng_state, budget, w, settings)

`s` is the state; `w` is whatever the game needs beside it (a record, or a tuple of
records: the workspace, the book …), handed through untouched; what each rule owes is told at its
stub below. A *move* is any 64-bit integer the game likes: the code of a move, a packed
placement, or a number in a list that it keeps among its w.

How an iteration goes:

1. An edge of the root is chosen, then everything the viewer cannot see is dealt anew. The
   rng state of the n-th visit of an edge is the n-th for *every* edge, so that the moves of
   the root are compared over the same re-deals (settings.paired).
2. Down the tree. Where `candidates` lists moves, the decision is one of the tree: the seat
   takes the move with the highest upper bound (its own mean, plus `exploration` × prior ×
   √offered / (1 + tried)); only so many candidates take part, the best by prior first, as
   `widening` × visits ** `power` allows, so candidates stand in order of prior. Where it
   lists none, `decide` makes the decision by policy: so simultaneous or hidden decisions of
   others never leak into the tree.
3. What came of a move is told apart by `observation` alone: positions that look alike to the
   viewer share a node, whatever was dealt behind its back.
4. A new node is added; `playout` brings the game to its end (or to an estimate) and gives
   each seat's value; every edge on the path takes it in.

The memory is a pool of fixed size, so it is bounded; when it is full, the tree stops growing
and goes on counting. The same rng state and the same number of playouts give the same findings.
A budget in seconds runs in chunks of compiled code that let go of Python's lock and look at
the clock in between. `threads` grows that many trees side by side and adds up their roots.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

SEATS = 8
"""Room for the values of every seat."""

MOST = 512
"""Room for the candidates of one decision."""

DEEPEST = 64
"""Tree decisions of one iteration at most."""

NONE = -1
"""No node, no edge, no seat."""

SETTINGS = np.dtype(
    (
        np.record,
        [
            ("exploration", np.float64),
            ("urgency", np.float64),  # an untried move counts as its node's mean less this
            ("widening", np.float64),
            ("power", np.float64),
            ("deepest", np.int64),
            ("paired", np.int64),
        ],
    )
)
"""How a search weighs what it knows against what it does not."""

RESULT = np.dtype(
    (
        np.record,
        [
            ("value", np.float64, SEATS),  # what each seat strives for, about 0 to 1
            ("wins", np.float64, SEATS),  # its part of the win, 0 to 1
            ("score", np.float64, SEATS),  # its points
        ],
    )
)
"""What came of one playout."""


class Tree(NamedTuple):
    """A pool of nodes and of edges; an edge is a move tried at a node.

    Node 0 is the root, and its edges stand first. `first`, `beside` and `leads` chain what
    belongs together: the edges of a node, and the outcomes of an edge.
    """

    used: NDArray[np.int64]  # nodes, and edges
    seat: NDArray[np.int8]
    visits: NDArray[np.int32]
    first: NDArray[np.int32]  # a node's first edge
    seen: NDArray[np.int64]  # a node's observation
    beside: NDArray[np.int32]  # the next outcome of the same edge
    mean: NDArray[np.float64]  # the sum of its own seat's value at a node
    move: NDArray[np.int64]
    prior: NDArray[np.float64]
    tried: NDArray[np.int32]
    offered: NDArray[np.int32]
    leads: NDArray[np.int32]  # an edge's first outcome
    after: NDArray[np.int32]  # the next edge of the same node
    value: NDArray[np.float64]  # (edge, seat): sums
    wins: NDArray[np.float64]  # (root edge, seat): sums
    score: NDArray[np.float64]  # (root edge, seat): sums
    squares: NDArray[np.float64]  # root edge: sum of the viewer's squared part of the win


def new_tree(nodes: int) -> Tree:
    """An empty pool: some 420 bytes a node, with four edges for each."""
    edges = 4 * nodes + MOST
    return Tree(
        used=np.zeros(2, np.int64),
        seat=np.full(nodes, NONE, np.int8),
        visits=np.zeros(nodes, np.int32),
        first=np.full(nodes, NONE, np.int32),
        seen=np.zeros(nodes, np.int64),
        beside=np.full(nodes, NONE, np.int32),
        mean=np.zeros(nodes, np.float64),
        move=np.zeros(edges, np.int64),
        prior=np.zeros(edges, np.float64),
        tried=np.zeros(edges, np.int32),
        offered=np.zeros(edges, np.int32),
        leads=np.full(edges, NONE, np.int32),
        after=np.full(edges, NONE, np.int32),
        value=np.zeros((edges, SEATS), np.float64),
        wins=np.zeros((MOST, SEATS), np.float64),
        score=np.zeros((MOST, SEATS), np.float64),
        squares=np.zeros(MOST, np.float64),
    )


def new_settings(**given: float) -> Any:
    """Settings, those not given as they do for most games."""
    settings = np.zeros(1, SETTINGS)[0]
    usual = {
        "exploration": 0.7,
        "urgency": 0.1,
        "widening": 4.0,
        "power": 0.4,
        "deepest": 8,
        "paired": 1,
    }
    for name, value in {**usual, **given}.items():
        settings[name] = value
    return settings


# What a game hands in. These stubs stand for it in the rules below.


def awaited(s: Any, w: Any) -> int:
    """The seat whose decision is next, or NONE when the game (or what is searched) is over."""
    raise NotImplementedError


def candidates(s: Any, seat: int, viewer: int, w: Any, moves: Any, priors: Any) -> int:
    """List the moves worth trying, best prior first, with priors that add up to one.

    Returns how many (MOST at most); 0 where the decision is not one for the tree. At the
    root it is asked once, before any re-deal: it has to rest on what the viewer knows.
    """
    raise NotImplementedError


def is_surely_listed(s: Any, seat: int, viewer: int, w: Any) -> bool:
    """Whether `candidates` would surely list moves here: then it is asked only where needed.

    A game may leave this rule out; it is worth having where listing moves is dear.
    """
    return False


def apply(s: Any, seat: int, move: int, w: Any) -> None:
    """Make a candidate move on the state."""
    raise NotImplementedError


def decide(s: Any, seat: int, viewer: int, w: Any) -> None:
    """Make a decision by policy, where the tree has none."""
    raise NotImplementedError


def observation(s: Any, viewer: int, w: Any) -> int:
    """What the viewer has learned since the last decision of the tree, as a number."""
    raise NotImplementedError


def redeal(s: Any, viewer: int, rng_state: np.uint64, w: Any) -> None:
    """Deal anew, from a rng state, all that the viewer cannot know.

    It also feeds whatever else is random (chance in the workspace, say).
    """
    raise NotImplementedError


def playout(s: Any, viewer: int, w: Any, result: Any) -> None:
    """Bring the game to its end, or to an estimate of it, and write the result down."""
    raise NotImplementedError
