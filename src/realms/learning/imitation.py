"""Games of a bot against itself, for a network that begins by doing as the bot does.

Where a game is hard to come into by chance alone (nobody learns what a trade is worth while
nobody trades well), a bot shows the way: its moves are what the network is to play, and how
its games end what the network is to expect. Whole games only, on the processor.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from msgspec import structs
from torch import Tensor

from realms.bots import bot_named
from realms.bots.learned.encoding import Encoding
from realms.learning.fusion import fused, halved
from realms.learning.network import IMPOSSIBLE, Network
from realms.learning.self_play import SelfPlay
from realms.learning.settings import Settings


class Examples(NamedTuple):
    """Decisions of a bot, one a row, and what came of its games."""

    numbers: Tensor
    legal: Tensor
    actions: Tensor
    wins: Tensor
    """Each seat's part of the win, from the mover's place on."""
    margins: Tensor

    def of(self, rows: Tensor) -> Examples:
        """Some of them."""
        return Examples(*(part[rows] for part in self))


def gathered(examples: list[Examples], device: str) -> Examples:
    """Examples of several tables as one, where they are learned from."""
    return Examples(*(torch.cat(parts).to(device) for parts in zip(*examples, strict=True)))


class TaughtGames(SelfPlay):
    """The games of one table that a bot plays on all seats."""

    def __init__(
        self, settings: Settings, encoding: Encoding, options: Any, learned: int = 0
    ) -> None:
        self.teacher = bot_named(settings.teacher, settings.game)
        here = structs.replace(settings, rows=settings.teacher_rows)
        super().__init__(here, encoding, options, "cpu", learned)
        rows = range(self.games.n)
        self.ahead: list[list[int]] = [[] for _ in rows]
        """In each game, the actions that are left of a move."""
        self.kept: list[list[tuple[Tensor, ...]]] = [[] for _ in rows]
        self.asked = 0

    def _spread(self) -> None:
        """Games begin together: none is to be amid a move that the bot never began."""

    def show(self, decisions: int) -> Examples:
        """Let the bot play until so many decisions of ended games are there."""
        made: list[Examples] = []
        while sum(len(one.actions) for one in made) < decisions:
            numbers, legal, movers = self.numbers(), self.legal(), self.shown[0].clone()
            actions = torch.tensor([self._next(row) for row in range(self.games.n)])
            example = (numbers, legal, self.choices[actions], movers)
            for row, kept in enumerate(self.kept):
                kept.append(tuple(part[row] for part in example))
            self._step(actions)
            ended = torch.nonzero(self.shown[4]).flatten().tolist()
            made += [self._ended(row) for row in ended]
        return gathered(made, "cpu")

    def _next(self, row: int) -> int:
        """The action that the bot plays next in a game."""
        if not self.ahead[row]:
            game, state, seat = self.games.game, self.games.state(row), int(self.shown[0][row])
            self.asked += 1
            seed = f"{self.seed} {row} {self.asked}"
            move = self.teacher.choose(game, game.redeal(state, seat, seed), seat, seed)
            self.ahead[row] = list(game.action_of(state, seat, move))
        return self.ahead[row].pop(0)

    def _ended(self, row: int) -> Examples:
        """The decisions of a game that is over, and what came of it."""
        numbers, legal, actions, movers = (
            torch.stack(part) for part in zip(*self.kept[row], strict=True)
        )
        self.kept[row] = []
        scores = self.shown[5][row].float()[None]
        self.points, self.best, self.finished = float(scores.mean()), float(scores.max()), 1
        wins = (self.shown[3][row] + 1 / self.players)[None].expand(len(actions), -1)
        margins = self._margins(scores).expand(len(actions), -1)
        ends = self.from_mover(wins, movers), self.from_mover(margins, movers)
        return Examples(numbers, legal, actions, *ends)


class Likeness(NamedTuple):
    """How closely a network agrees with its teacher: losses, and the share of equal moves."""

    policy: float
    """How unlikely the teacher's action was, as a logarithm."""
    wins: float
    margins: float
    same: float
    """How often the network's best action was the teacher's."""


def imitate(
    network: Network, optimiser: torch.optim.Optimizer, examples: Examples, settings: Settings
) -> Likeness:
    """Change the weights by all examples, several times over."""
    device = examples.numbers.device
    for group in optimiser.param_groups:
        group["lr"] = settings.rate
    total, parts = torch.zeros(4, device=device), 0
    for _ in range(settings.epochs):
        order = torch.randperm(len(examples.actions), device=device)
        for rows in order.split(settings.lesson):
            optimiser.zero_grad(set_to_none=True)
            loss, measures = fused(_unlikeness, device.type)(network, examples.of(rows))
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            total, parts = total + measures, parts + 1
    return Likeness(*(total / parts).tolist())


def _unlikeness(network: Network, examples: Examples) -> tuple[Tensor, Tensor]:
    """How far a network is from doing and expecting what the examples show."""
    with halved(examples.numbers.device.type):
        judged = network(examples.numbers)
    logits = judged.policy.masked_fill(~examples.legal, IMPOSSIBLE)
    policy = torch.nn.functional.cross_entropy(logits, examples.actions)
    likely = torch.log_softmax(judged.wins, 1).clamp(min=-30)
    wins = -(examples.wins * likely).sum(1).mean()
    margins = torch.nn.functional.mse_loss(judged.margins, examples.margins)
    same = (logits.argmax(1) == examples.actions).float().mean()
    measures = torch.stack((policy, wins, margins, same)).detach()
    return policy + 0.5 * wins + 0.5 * margins, measures
