"""Learning from decisions by proximal policy optimisation (PPO)."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from realms.learning.network import IMPOSSIBLE, Network
from realms.learning.self_play import Lessons
from realms.learning.settings import Settings


class Losses(NamedTuple):
    """What a lesson came to."""

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
) -> Losses:
    """Change the weights by all lessons, several times over."""
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
        for rows in order.split(settings.lesson):
            total += _lesson(network, optimiser, lessons.of(rows), settings, progress)
            parts += 1
    return Losses(*(total / parts).tolist())


def _lesson(
    network: Network,
    optimiser: torch.optim.Optimizer,
    lessons: Lessons,
    settings: Settings,
    progress: float,
) -> Tensor:
    """Change the weights once."""
    device = lessons.numbers.device.type
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        judged = network(lessons.numbers)
    likely = torch.log_softmax(judged.policy.masked_fill(~lessons.legal, IMPOSSIBLE), 1)
    chosen = likely.gather(1, lessons.actions[:, None]).squeeze(1)
    ratio = (chosen - lessons.likelihoods).exp()
    clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    policy = -torch.minimum(ratio * lessons.advantages, clipped * lessons.advantages).mean()
    aim = lessons.wins.clamp(min=0)
    aim = aim / aim.sum(1, keepdim=True).clamp(min=1e-6)
    wins = -(aim * torch.log_softmax(judged.wins, 1).clamp(min=-30)).sum(1).mean()
    margins = torch.nn.functional.mse_loss(judged.margins, lessons.margins)
    entropy = -(likely.exp() * likely.clamp(min=-30)).sum(1).mean()
    worth = between(settings.entropy, settings.last_entropy, progress)
    loss = policy + 0.5 * wins + 0.5 * margins - worth * entropy
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()
    moved = (lessons.likelihoods - chosen).mean()
    return torch.stack((policy, wins, margins, entropy, moved)).detach()
