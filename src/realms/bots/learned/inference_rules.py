"""How a network sees and moves: rules that `inference` specialises for a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots.learned.judgement import judge
from realms.kernel.chance import branch

WHOLE = 9007199254740992.0
"""So many numbers there are from 0 to 1."""
S11 = np.uint64(11)


# What a game hands in. These stubs stand for it in the rules below.


def show_one(s: Any, path: Any, seat: int, mask: Any, seen: Any, batch: Any) -> None:
    """Write down what a seat sees and which actions it may play."""
    raise NotImplementedError


def step_of(s: Any, path: Any, seat: int, action: int, batch: Any) -> int:
    """The step that a legal action completes; −1 if `path` awaits another."""
    raise NotImplementedError


def make_step(s: Any, seat: int, step: int, batch: Any) -> None:
    """Make a step of a move on the state."""
    raise NotImplementedError


def is_midway(s: Any, seat: int, begun: int) -> bool:
    """Whether a move takes more steps from here; `begun` is the phase it began in."""
    raise NotImplementedError


# The rules.


def encode(s: Any, seat: int, workspace: Any) -> None:
    """Write what a seat sees as the numbers that the network reads."""
    show_one(s, workspace.path, seat, workspace.mask, workspace.observation, workspace.batch)
    inputs, actions, numbers, legal = (
        workspace.inputs,
        workspace.actions,
        workspace.numbers,
        workspace.legal,
    )
    for place in range(len(inputs)):
        if inputs[place] >= 0:
            numbers[inputs[place]] = workspace.observation[place]
    legal[:] = False
    for place in range(len(actions)):
        if actions[place] >= 0:
            legal[actions[place]] = workspace.mask[place]


def evaluate(s: Any, seat: int, workspace: Any) -> None:
    """Judge a position that a seat decides in: into `output`."""
    encode(s, seat, workspace)
    judge(workspace.net, workspace.numbers, workspace.legal, workspace.layers, workspace.output)


def pick(workspace: Any, temperature: float, rng_state: np.uint64) -> int:
    """The likeliest action; with a temperature, one drawn: e times rarer for so much less."""
    output, weights = workspace.output, workspace.weights
    best = -1
    for action in range(len(workspace.mask)):
        if workspace.mask[action] and workspace.actions[action] >= 0:
            weights[action] = output[workspace.actions[action]]
            if best < 0 or weights[action] > weights[best]:
                best = action
    if temperature <= 0:
        return best
    highest, total = weights[best], 0.0
    for action in range(len(workspace.mask)):
        if workspace.mask[action] and workspace.actions[action] >= 0:
            weights[action] = np.exp((weights[action] - highest) / temperature)
            total += weights[action]
    part = total * float(branch(rng_state, 1) >> S11) / WHOLE
    for action in range(len(workspace.mask)):
        if workspace.mask[action] and workspace.actions[action] >= 0:
            part -= weights[action]
            if part < 0:
                return action
    return best


def choose_steps(
    s: Any, seat: int, workspace: Any, temperature: float, rng_state: np.uint64
) -> int:
    """Choose action after action until a move is whole: its steps in `steps`; returns how many.

    The state is one to try the move on.
    """
    begun, length, actions = int(s.phase), 0, 0
    workspace.path[:] = 0
    while length < len(workspace.steps):
        evaluate(s, seat, workspace)
        action = pick(workspace, temperature, branch(rng_state, actions))
        actions += 1
        step = step_of(s, workspace.path, seat, action, workspace.batch)
        if step < 0:
            continue
        workspace.path[0] = 0
        workspace.steps[length] = step
        length += 1
        make_step(s, seat, step, workspace.batch)
        if not is_midway(s, seat, begun):
            break
    return length
