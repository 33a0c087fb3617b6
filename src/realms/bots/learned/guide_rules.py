"""How moves are tried in many worlds: rules that `guide` specialises for a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots.learned.judgement import judge
from realms.kernel.chance import branch

NOBODY = -1
"""No seat: the game is over."""
MILLION = 1_000_000.0


# What a game hands in, and what `inference_rules` made for it. These stubs stand for it below.


def deal_world(
    s: Any, viewer: int, rng_state: np.uint64, beliefs: Any, thinking: Any, batch: Any
) -> None:
    """Deal anew what a seat cannot know, as by `beliefs` it may lie."""
    raise NotImplementedError


def make_step(s: Any, seat: int, step: int, batch: Any) -> None:
    """Make a step of a move on the state."""
    raise NotImplementedError


def decide_one(bot: int, s: Any, seat: int, thinking: Any, batch: Any) -> None:
    """Make the whole decision that a bot chooses for a seat."""
    raise NotImplementedError


def settle_one(s: Any, rewards: Any, scores: Any, batch: Any) -> None:
    """Write down the points of an ended game, and what they are worth."""
    raise NotImplementedError


def next_awaited(s: Any) -> int:
    """The first seat that owes a decision, or NOBODY."""
    raise NotImplementedError


def encode(s: Any, seat: int, workspace: Any) -> None:
    """Write what a seat sees as the numbers that the network reads."""
    raise NotImplementedError


def choose_steps(
    s: Any, seat: int, workspace: Any, temperature: float, rng_state: np.uint64
) -> int:
    """Make the move that the network would make."""
    raise NotImplementedError


def evaluate(s: Any, seat: int, workspace: Any) -> None:
    """Judge a position that a seat decides in."""
    raise NotImplementedError


def pick(workspace: Any, temperature: float, rng_state: np.uint64) -> int:
    """The likeliest action, or one drawn."""
    raise NotImplementedError


def step_of(s: Any, path: Any, seat: int, action: int, batch: Any) -> int:
    """The step that a legal action completes; −1 if `path` awaits another."""
    raise NotImplementedError


def is_midway(s: Any, seat: int, begun: int) -> bool:
    """Whether a move takes more steps from here; `begun` is the phase it began in."""
    raise NotImplementedError


# The rules.


def likely_actions(g: Any, seat: int) -> int:
    """The actions a move can begin with, and how likely each is by its logarithm: how many."""
    workspace = g.workspace
    g.trial[0] = g.position[0]
    workspace.path[:] = 0
    evaluate(g.trial[0], seat, workspace)
    whole = weight_of_all(workspace)
    n = 0
    for action in range(len(workspace.mask)):
        if workspace.mask[action] and workspace.actions[action] >= 0:
            g.actions[n] = action
            g.likely[n] = workspace.output[workspace.actions[action]] - whole
            n += 1
    return n


def weight_of_all(workspace: Any) -> float:
    """The logarithm of what all legal actions weigh together."""
    highest = -np.inf
    for action in range(len(workspace.mask)):
        if workspace.mask[action] and workspace.actions[action] >= 0:
            highest = max(highest, float(workspace.output[workspace.actions[action]]))
    total = 0.0
    for action in range(len(workspace.mask)):
        if workspace.mask[action] and workspace.actions[action] >= 0:
            total += np.exp(float(workspace.output[workspace.actions[action]]) - highest)
    return highest + np.log(total)


def propose(g: Any, seat: int, first: int, temperature: float, rng_state: np.uint64) -> int:
    """A move of the network that begins with an action, if told: steps in `g.steps`, how many.

    `g.likely[0]` is the logarithm of how likely it is.
    """
    workspace, s = g.workspace, g.trial[0]
    g.trial[0] = g.position[0]
    begun, length, made, likely = int(s.phase), 0, 0, 0.0
    workspace.path[:] = 0
    while length < len(g.steps):
        evaluate(s, seat, workspace)
        action = pick(workspace, temperature, branch(rng_state, made))
        if made == 0 and first >= 0:
            action = first
        made += 1
        likely += workspace.output[workspace.actions[action]] - weight_of_all(workspace)
        step = step_of(s, workspace.path, seat, action, workspace.batch)
        if step < 0:
            continue
        workspace.path[0] = 0
        g.steps[length] = step
        length += 1
        make_step(s, seat, step, workspace.batch)
        if not is_midway(s, seat, begun):
            break
    g.likely[0] = likely
    return length


def deal_worlds(g: Any, seat: int, rng_state: np.uint64, first: int, n: int) -> None:
    """Worlds `first` and on that a seat cannot tell from the position, each from its number."""
    for number in range(first, first + n):
        word = branch(rng_state, number)
        g.worlds[number] = g.position[0]
        g.thinking[0].chance = branch(word, 1)
        deal_world(g.worlds[number], seat, word, g.beliefs, g.thinking[0], g.workspace.batch)


def try_move(g: Any, seat: int, length: int, rng_state: np.uint64, first: int, n: int) -> None:
    """What a move, `length` steps in `g.steps`, comes to in worlds `first` and on: `g.values`."""
    g.last[:] = -1
    for number in range(first, first + n):
        word = branch(rng_state, number)
        g.trial[0] = g.worlds[number]
        g.thinking[0].chance = branch(word, 2)
        for place in range(length):
            make_step(g.trial[0], seat, g.steps[place], g.workspace.batch)
        g.values[number] = worth(g, g.trial[0], seat, branch(word, 3))


def worth(g: Any, s: Any, seat: int, rng_state: np.uint64) -> float:
    """The part of the win that a seat may expect after its move, by its own eyes.

    The others are played on until it decides again and, so many times as `g.ahead` says, the
    seat by what the network would do. A game that ends before counts as it ended.
    """
    decided = 0
    while True:
        awaited = next_awaited(s)
        if awaited == NOBODY:
            settle_one(s, g.rewards, g.scores, g.workspace.batch)
            return float(g.rewards[seat]) + 1.0 / float(s.players)
        if awaited == seat:
            g.workspace.path[:] = 0
            encode(s, seat, g.workspace)
            if knows_any(g.workspace.legal):
                if decided >= g.ahead[0]:
                    return foreseen(g, int(s.players))
                decided += 1
                choose_steps(s, seat, g.workspace, 0.0, branch(rng_state, decided))
                continue
        if g.rivals[0] < 0:
            choose_steps(s, awaited, g.workspace, 0.0, rng_state)
        else:
            decide_one(g.rivals[0], s, awaited, g.thinking[0], g.workspace.batch)


def knows_any(legal: Any) -> bool:
    """Whether the network learned to decide here: some legal action is one of its own."""
    for action in range(len(legal)):
        if legal[action]:
            return True
    return False


def foreseen(g: Any, players: int) -> float:
    """The chance to win of the seat whose view is encoded, without asking for a policy.

    It is told in millionths, so that the last bit of a power is the same everywhere. Many
    worlds look alike by that seat's eyes; what was judged last is not judged again.
    """
    workspace, same = g.workspace, True
    for place in range(len(g.last)):
        if g.last[place] != workspace.numbers[place]:
            same = False
            break
    if same:
        return float(g.foreseen[0])
    g.last[:] = workspace.numbers
    workspace.legal[:] = False
    judge(workspace.net, workspace.numbers, workspace.legal, workspace.layers, workspace.output)
    wins = workspace.output[len(workspace.legal) : len(workspace.legal) + players]
    highest, total = np.float64(wins[0]), 0.0
    for seat in range(players):
        highest = max(highest, np.float64(wins[seat]))
    for seat in range(players):
        total += np.exp(np.float64(wins[seat]) - highest)
    chance = np.exp(np.float64(wins[0]) - highest) / total
    g.foreseen[0] = np.rint(chance * MILLION) / MILLION
    return float(g.foreseen[0])
