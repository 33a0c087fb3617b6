"""Games of a network against itself, kept as what it learns from.

A decision is worth what its seat had of it: the chance to win that the network saw at that
seat's next decision, mixed with what came later (the trace), and in the end the win itself.
Where a stretch of play breaks off, the seat that moves next is judged by its own eyes, and
the other seats by the chances that the network gives them from there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from realms.arena.batches.batch import SKIP, open_batch
from realms.bots.learned.encoding import Encoding
from realms.learning.fusion import fused
from realms.learning.network import IMPOSSIBLE, Judgement, Network
from realms.learning.settings import Settings

SPREAD = 48
"""Decisions by which games at once are apart, to begin with."""


class Lessons(NamedTuple):
    """Decisions to learn from, one a row."""

    numbers: Tensor
    legal: Tensor
    actions: Tensor
    likelihoods: Tensor
    """Logarithms of how likely the action was."""
    advantages: Tensor
    """How much better it went than expected: wins, margins."""
    wins: Tensor
    """What the chances of all seats came to, from the mover's place on."""
    margins: Tensor

    def of(self, rows: Tensor) -> Lessons:
        """Some of them."""
        return Lessons(*(part[rows] for part in self))


def judge(network: Network, numbers: Tensor) -> Judgement:
    """What a network says of positions."""
    judged: Judgement = network(numbers)
    return judged


def joined(lessons: list[Lessons]) -> Lessons:
    """The decisions of several tables as one."""
    return Lessons(*(torch.cat(parts) for parts in zip(*lessons, strict=True)))


def seed_of_games(settings: Settings, options: Any, learned: int) -> str:
    """What deals the games of a table; a run that is gone on with deals others than before."""
    return f"{settings.seed} {options}" + (f" {learned}" if learned else "")


class SelfPlay:
    """The games of one table that a network plays against itself, on one device."""

    on_processor = False
    """Whether games are played on the processor even where the network is on a GPU."""

    def __init__(
        self,
        settings: Settings,
        encoding: Encoding,
        options: Any,
        device: str,
        learned: int = 0,
    ) -> None:
        self.settings, self.encoding, self.device = settings, encoding, device
        self.seed = seed_of_games(settings, options, learned)
        self._open(options)
        self.players = int(options.players)
        self.inputs = self._tensor(encoding.input_places(self.games.layout))
        self.choices = self._tensor(encoding.action_places(self.games.layout))
        self.table = self._tensor(encoding.table_numbers(options))
        self.away = torch.arange(self.players, device=device)
        self.points = 0.0
        """The mean of final points in the last stretch of play."""
        self.best = 0.0
        self.share = 1 / self.players
        """A seat's part of the wins in the last stretch; against itself that is the fair one."""
        self.finished = 0
        self._look()
        self._spread()

    def _open(self, options: Any) -> None:
        """Deal the games."""
        rows = self.settings.rows
        self.games = open_batch(
            self.settings.game, options, rows, seed=self.seed, device=self._home()
        )

    def _home(self) -> str:
        """The device that has the games."""
        return "cpu" if self.on_processor else self.device

    def _spread(self) -> None:
        """Play some games on at random, so that they are not all at the same point."""
        rows = torch.arange(self.settings.rows)
        for step in range(SPREAD):
            actions = self._tensor(self.games.random_actions()).clone()
            actions[(rows % SPREAD <= step).to(self.device)] = SKIP
            self._step(actions)

    def _step(self, actions: Tensor) -> None:
        """Play an action in every game."""
        if self._home() == "cpu":
            self.games.step(actions.cpu().numpy())
            self._look()
        else:
            self.games.step(actions)

    def _tensor(self, array: Any) -> Tensor:
        if isinstance(array, np.ndarray):  # a copy: the batch's own are read only
            return torch.from_numpy(np.array(array)).to(self.device)
        return torch.as_tensor(array, device=self.device)

    def _look(self) -> None:
        """See the arrays of the batch as tensors."""
        self.shown = [self._tensor(array) for array in self.games.turns]

    def numbers(self) -> Tensor:
        """What the seats that move next see, in the numbering of the network."""
        size = (self.settings.rows, self.encoding.input_size)
        numbers = torch.zeros(size, dtype=torch.int16, device=self.device)
        numbers[:, : len(self.table)] = self.table
        numbers[:, self.inputs] = self.shown[2].to(torch.int16)
        return numbers

    def legal(self) -> Tensor:
        """Their legal actions, likewise."""
        size = (self.settings.rows, self.encoding.action_count)
        legal = torch.zeros(size, dtype=torch.bool, device=self.device)
        legal[:, self.choices] = self.shown[1]
        return legal

    def by_seat(self, values: Tensor, movers: Tensor) -> Tensor:
        """Values of seats from the movers' places on, by seat."""
        seats = (movers[:, None] + self.away) % self.players
        return torch.zeros_like(values[:, : self.players]).scatter(
            1, seats, values[:, : self.players]
        )

    def from_mover(self, values: Tensor, movers: Tensor) -> Tensor:
        """Values by seat, from the movers' places on, with room for all seats there may be."""
        seats = (movers[:, None] + self.away) % self.players
        turned = values.gather(1, seats)
        return torch.nn.functional.pad(turned, (0, self.encoding.players - self.players))

    @torch.no_grad()
    def play(self, network: Network) -> Lessons:
        """Play a stretch, and keep what can be learned from it."""
        kept = []
        back = torch.zeros(self.encoding.action_count, dtype=torch.long, device=self.device)
        back[self.choices] = torch.arange(len(self.choices), device=self.device)
        points, best, ended = 0.0, 0.0, 0
        for _ in range(self.settings.steps):
            numbers, legal, movers = self.numbers(), self.legal(), self.shown[0].clone()
            judged = fused(judge, self.device)(network, numbers)
            logits = judged.policy.masked_fill(~legal, IMPOSSIBLE)
            likely = torch.log_softmax(logits, 1)
            noise = -torch.empty_like(logits).exponential_().log()
            actions = (logits + noise).argmax(1)
            chosen = likely.gather(1, actions[:, None]).squeeze(1)
            wins = self.by_seat(torch.softmax(judged.wins, 1), movers)
            margins = self.by_seat(judged.margins, movers)
            self._step(back[actions])
            rewards, over, scores = (self.shown[3].clone(), self.shown[4].clone(), self.shown[5])
            outcome = self._margins(scores.float())
            kept.append(
                (numbers, legal, movers, actions, chosen, wins, margins, rewards, over, outcome)
            )
            done = over.float()
            points = points + (scores.float().mean(1) * done).sum()
            best = best + (scores.float().amax(1) * done).sum()
            ended = ended + done.sum()
        self.finished = int(ended)
        if self.finished:
            self.points, self.best = float(points / ended), float(best / ended)
        return self._lessons(network, kept)

    def _margins(self, scores: Tensor) -> Tensor:
        """Points ahead of the mean of the others, squashed."""
        others = (scores.sum(1, keepdim=True) - scores) / (self.players - 1)
        return torch.tanh((scores - others) / self.settings.margin_scale)

    def _lessons(self, network: Network, kept: list[Any]) -> Lessons:
        """Go back over a stretch of play: what each decision was worth."""
        movers = self.shown[0]
        judged = fused(judge, self.device)(network, self.numbers())
        win = self.by_seat(torch.softmax(judged.wins, 1), movers)
        margin = self.by_seat(judged.margins, movers)
        ahead = torch.stack((win, margin), 2)
        later = torch.zeros_like(ahead)
        lessons = []
        for (
            numbers,
            legal,
            movers,
            actions,
            chosen,
            wins,
            margins,
            rewards,
            over,
            outcome,
        ) in reversed(kept):
            ended = torch.stack((rewards + 1 / self.players, outcome), 2)
            ahead = torch.where(over[:, None, None], ended, ahead)
            later = torch.where(over[:, None, None], torch.zeros_like(later), later)
            mover = movers[:, None, None].expand(-1, 1, 2)
            seen = torch.stack((wins, margins), 2).gather(1, mover)
            gain = ahead.gather(1, mover) - seen + self.settings.trace * later.gather(1, mover)
            ahead = ahead.scatter(1, mover, seen)
            later = later.scatter(1, mover, gain)
            came = ahead + later
            lessons.append(
                Lessons(
                    numbers,
                    legal,
                    actions,
                    chosen,
                    gain.squeeze(1),
                    self.from_mover(came[:, :, 0], movers),
                    self.from_mover(came[:, :, 1], movers),
                )
            )
        return joined(lessons)
