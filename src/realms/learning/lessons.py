"""Learning from decisions by proximal policy optimisation (PPO)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from realms.learning.fusion import fused, halved
from realms.learning.network import IMPOSSIBLE, Network
from realms.learning.self_play import Lessons
from realms.learning.settings import Settings


class Losses(NamedTuple):
    """The parts of the loss of a lesson, or their mean over several."""

    policy: float
    wins: float
    margins: float
    entropy: float
    moved: float
    """How far the policy moved from the one that played."""


def between(first: float, last: float, progress: float) -> float:
    """A setting that goes down over a run."""
    return first + (last - first) * progress


def learn(
    network: Network,
    optimiser: torch.optim.Optimizer,
    lessons: Lessons,
    settings: Settings,
    progress: float,
    after: Callable[[], None] = lambda: None,
) -> Losses:
    """Change the weights by all lessons, several times over; `after` each change, do a thing."""
    for group in optimiser.param_groups:
        group["lr"] = between(settings.rate, settings.last_rate, progress)
    weight = between(settings.margin_weight, 0.0, progress)
    gains = lessons.advantages[:, 0] + weight * lessons.advantages[:, 1]
    gains = ((gains - gains.mean()) / (gains.std() + 1e-6)).clamp(-5, 5)
    lessons = lessons._replace(advantages=gains)
    total = torch.zeros(5, device=gains.device)
    parts = 0
    for _ in range(settings.epochs):
        order = torch.randperm(len(gains), device=gains.device)
        for rows in _equal_parts(order, settings.lesson):
            total += _lesson(network, optimiser, lessons.of(rows), settings, progress)
            after()
            parts += 1
    return Losses(*(total / parts).tolist())


def _equal_parts(order: Tensor, size: int) -> tuple[Tensor, ...]:
    """Rows in parts of one size, which a fused kernel is made for; what is left over waits."""
    whole = len(order) // size * size
    return order[:whole].split(size) if whole else (order,)


def _lesson(
    network: Network,
    optimiser: torch.optim.Optimizer,
    lessons: Lessons,
    settings: Settings,
    progress: float,
) -> Tensor:
    """Change the weights once."""
    worth = between(settings.entropy, settings.last_entropy, progress)
    factors = torch.tensor((settings.clip, worth), device=lessons.numbers.device)
    optimiser.zero_grad(set_to_none=True)
    loss, parts = fused(_loss, lessons.numbers.device.type)(network, lessons, factors)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()
    return parts.detach()


def _loss(network: Network, lessons: Lessons, factors: Tensor) -> tuple[Tensor, Tensor]:
    """How far a network is from its lessons, and the parts of it; told: clip, entropy's worth."""
    device = lessons.numbers.device.type
    clip, worth = factors[0], factors[1]
    with halved(device):
        judged = network(lessons.numbers)
    likely = torch.log_softmax(judged.policy.masked_fill(~lessons.legal, IMPOSSIBLE), 1)
    chosen = likely.gather(1, lessons.actions[:, None]).squeeze(1)
    ratio = (chosen - lessons.likelihoods).exp()
    clipped = torch.minimum(torch.maximum(ratio, 1 - clip), 1 + clip)
    policy = -torch.minimum(ratio * lessons.advantages, clipped * lessons.advantages).mean()
    aim = lessons.wins.clamp(min=0)
    aim = aim / aim.sum(1, keepdim=True).clamp(min=1e-6)
    wins = -(aim * torch.log_softmax(judged.wins, 1).clamp(min=-30)).sum(1).mean()
    margins = torch.nn.functional.mse_loss(judged.margins, lessons.margins)
    entropy = -(likely.exp() * likely.clamp(min=-30)).sum(1).mean()
    loss = policy + 0.5 * wins + 0.5 * margins - worth * entropy
    moved = (lessons.likelihoods - chosen).mean()
    return loss, torch.stack((policy, wins, margins, entropy, moved)).detach()
