"""The network: what a seat sees in; a policy, chances to win and margins of points out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from realms.bots.learned.encoding import Encoding, sort_inputs
from realms.learning.settings import NetworkShape

SMALL_CATEGORY = 16
"""Kinds of things with fewer values than this need fewer numbers to be told apart."""
IMPOSSIBLE = -1e9
"""The logit of what cannot be."""


class Block(nn.Module):
    """Two layers whose result is added to what goes in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)
        nn.init.zeros_(self.second.weight)

    def forward(self, x: Tensor) -> Tensor:
        """What comes of it."""
        added: Tensor = self.second(torch.relu(self.first(self.norm(x))))
        return x + added


class Judgement(NamedTuple):
    """What a network says of positions, one row each; seats from the mover's place on."""

    policy: Tensor
    """Logits of all actions, legal or not."""
    wins: Tensor
    """Logits of the chances to win, one a seat; IMPOSSIBLE where nobody sits."""
    margins: Tensor
    """Expected margins of points, one a seat, in units of the game."""


class Network(nn.Module):
    """A residual network over one encoding."""

    def __init__(self, encoding: Encoding, shape: NetworkShape) -> None:
        super().__init__()
        self.encoding, self.shape = encoding, shape
        places = sort_inputs(encoding.fields)
        self.bits: Tensor
        self.register_buffer("bits", torch.tensor(places.bits), persistent=False)
        self.counts: Tensor
        self.register_buffer("counts", torch.tensor(places.counts), persistent=False)
        self.kinds = places.categories
        sizes = [shape.embedding if n >= SMALL_CATEGORY else 8 for n, _ in self.kinds]
        self.embeddings = nn.ParameterList(
            nn.Parameter(torch.randn(n, size) * 0.3)
            for (n, _), size in zip(self.kinds, sizes, strict=True)
        )
        embedded = sum(len(at) * size for (_, at), size in zip(self.kinds, sizes, strict=True))
        inputs = len(places.bits) + 2 * len(places.counts) + embedded
        self.entry = nn.Linear(inputs, shape.width)
        self.blocks = nn.ModuleList(Block(shape.width) for _ in range(shape.blocks))
        self.norm = nn.LayerNorm(shape.width)
        self.policy = nn.Linear(shape.width, encoding.action_count)
        self.wins = nn.Linear(shape.width, encoding.players)
        self.margins = nn.Linear(shape.width, encoding.players)
        for head in (self.policy, self.wins, self.margins):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)
        self._point(encoding, shape)

    def _point(self, encoding: Encoding, shape: NetworkShape) -> None:
        """Actions that point at cards judge them by an embedding of their own."""
        fields = {field.name: field for field in encoding.fields}
        pointing = [block for block in encoding.actions if block.about]
        self.pointing = tuple(
            (block.start, block.size, fields[block.about].start) for block in pointing
        )
        self.queries = nn.ModuleList(nn.Linear(shape.width, shape.embedding) for _ in self.pointing)
        values = [fields[block.about].category_count(0) for block in pointing]
        self.keys = nn.ParameterList(
            nn.Parameter(torch.randn(n, shape.embedding) * 0.05) for n in values
        )

    def features(self, numbers: Tensor) -> Tensor:
        """An input as numbers that a layer can weigh."""
        kind = self.entry.weight.dtype
        if torch.is_autocast_enabled(numbers.device.type):
            kind = torch.get_autocast_dtype(numbers.device.type)
        counts = numbers[:, self.counts].float().clamp(min=0)
        parts = [
            numbers[:, self.bits].to(kind),
            (counts / 16).to(kind),
            torch.log1p(counts).to(kind),
        ]
        for (values, places), table in zip(self.kinds, self.embeddings, strict=True):
            parts.append(
                (_one_hot(numbers[:, list(places)], values, kind) @ table.to(kind)).flatten(1)
            )
        return torch.cat(parts, 1)

    def forward(self, numbers: Tensor) -> Judgement:
        """Judge positions: a row of the encoding's numbers each."""
        x = self.entry(self.features(numbers))
        for block in self.blocks:
            x = block(x)
        x = torch.relu(self.norm(x))
        policy = self.policy(x).float()
        for (start, size, field), query, keys in zip(
            self.pointing, self.queries, self.keys, strict=True
        ):
            cards = numbers[:, field : field + size]
            shown = _one_hot(cards, len(keys), x.dtype) @ keys.to(x.dtype)
            points = (shown @ query(x).unsqueeze(2).to(x.dtype)).squeeze(2).float()
            policy = torch.cat(
                (
                    policy[:, :start],
                    policy[:, start : start + size] + points,
                    policy[:, start + size :],
                ),
                1,
            )
        first = len(self.encoding.variants)
        sitting = numbers[:, first : first + self.encoding.players]
        players = sitting.long().argmax(1, keepdim=True) + 1
        away = torch.arange(self.encoding.players, device=x.device)
        wins = self.wins(x).float().masked_fill(away >= players, IMPOSSIBLE)
        return Judgement(policy, wins, self.margins(x).float())


def _one_hot(numbers: Tensor, values: int, kind: torch.dtype) -> Tensor:
    """A one for the value of each number; noughts where it has none of them."""
    each = torch.arange(values, device=numbers.device, dtype=numbers.dtype)
    return (numbers.unsqueeze(2) == each).to(kind)


def plain_arrays(network: Network) -> dict[str, NDArray[np.float32]]:
    """The weights as plain arrays by name, as they are shipped."""
    return {
        name: value.detach().float().cpu().numpy() for name, value in network.state_dict().items()
    }
