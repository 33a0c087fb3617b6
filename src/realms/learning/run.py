"""A run of learning: games and lessons in turn, with checkpoints from which it goes on."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import torch

from realms.arena.game_parts import batch_rules
from realms.bots.learned.weights import FILE as WEIGHTS
from realms.bots.learned.weights import About, write_network
from realms.kernel.chance import rng_state_from
from realms.kernel.errors import Unreadable
from realms.kernel.games import game_named
from realms.learning.encoding import Encoding, encoding_of
from realms.learning.lessons import learn
from realms.learning.network import Network, plain_arrays
from realms.learning.self_play import SelfPlay, joined
from realms.learning.settings import Settings
from realms.learning.strength import Strength, measure, opponents

CHECKPOINT = "checkpoint.pt"
MOMENTS = "moments.pt"
CURVE = "curve.jsonl"
STRENGTH = "strength.jsonl"
SETTINGS = "settings.json"


class Run:
    """A network that learns, and all that it needs to go on where it stopped."""

    def __init__(self, settings: Settings, folder: Path, device: str) -> None:
        self.settings, self.folder, self.device = settings, folder, device
        folder.mkdir(parents=True, exist_ok=True)
        game = game_named(settings.game)
        self.options = [msgspec.convert(table, game.options_type) for table in settings.tables]
        rules = batch_rules(game)
        self.encoding: Encoding = encoding_of([(one, rules.layout(one)) for one in self.options])
        torch.manual_seed(int(rng_state_from(settings.seed)) >> 1)
        self.network = Network(self.encoding, settings.shape).to(device)
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(),
            settings.rate,
            eps=1e-5,
            weight_decay=0.01,
            fused=device == "cuda",
        )
        self.decisions = 0
        self.seconds = 0.0
        if (folder / CHECKPOINT).is_file():
            self._resume()

    def _resume(self) -> None:
        kept: dict[str, Any] = torch.load(self.folder / CHECKPOINT, map_location=self.device)
        self.network.load_state_dict(kept["network"])
        moments: dict[str, Any] = torch.load(self.folder / MOMENTS, map_location=self.device)
        self.optimiser.load_state_dict(_as_type(moments, torch.float32))
        self.decisions, self.seconds = kept["decisions"], kept["seconds"]

    def keep(self) -> None:
        """Write a checkpoint, whole or not at all, and the weights as plain arrays."""
        kept = {
            "network": self.network.state_dict(),
            "decisions": self.decisions,
            "seconds": self.seconds,
        }
        moments = _as_type(self.optimiser.state_dict(), torch.bfloat16)
        torch.save(moments, self.folder / MOMENTS)
        torch.save(kept, self.folder / f"{CHECKPOINT}.new")
        (self.folder / f"{CHECKPOINT}.new").replace(self.folder / CHECKPOINT)
        about = about_network(self.encoding, self.settings, self.decisions)
        written = write_network(about, plain_arrays(self.network))
        (self.folder / f"{WEIGHTS}.new").write_bytes(written)
        (self.folder / f"{WEIGHTS}.new").replace(self.folder / WEIGHTS)
        told = {
            "settings": msgspec.to_builtins(self.settings),
            "encoding": msgspec.to_builtins(self.encoding),
        }
        (self.folder / SETTINGS).write_text(json.dumps(told, indent=1), encoding="utf-8")

    def go(self, seconds: float, tell: Callable[[dict[str, Any]], None]) -> None:
        """Learn until the run is over or the time is up; keep what was learned."""
        until = time.monotonic() + seconds
        tables = [SelfPlay(self.settings, self.encoding, one, self.device) for one in self.options]
        kept = time.monotonic()
        while self.decisions < self.settings.decisions and time.monotonic() < until:
            began = time.monotonic()
            told = self._round(tables)
            self.seconds += time.monotonic() - began
            tell(told | {"seconds": round(self.seconds, 1)})
            with (self.folder / CURVE).open("a", encoding="utf-8") as curve:
                curve.write(json.dumps(told | {"seconds": round(self.seconds, 1)}) + "\n")
            if time.monotonic() - kept > 60:
                self.keep()
                kept = time.monotonic()
        self.keep()

    def measure_strength(self, games: int) -> list[Strength]:
        """Measure what was learned so far, at every table, against bots of the game."""
        self.keep()
        found = [
            measure(
                self.settings.game, table, self.folder / WEIGHTS, bot, games, self.settings.seed
            )
            for table in self.settings.tables
            for bot in opponents(self.settings.game)[-1:]
        ]
        with (self.folder / STRENGTH).open("a", encoding="utf-8") as file:
            for one in found:
                told = {"decisions": self.decisions, **msgspec.to_builtins(one)}
                file.write(json.dumps(told) + "\n")
        return found

    def _round(self, tables: list[SelfPlay]) -> dict[str, Any]:
        """Play a stretch at every table, and learn from all of them."""
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            began = time.monotonic()
            lessons = joined([table.play(self.network) for table in tables])
            played = time.monotonic() - began
        progress = self.settings.progress(self.decisions)
        losses = learn(self.network, self.optimiser, lessons, self.settings, progress)
        self.decisions += len(lessons.actions)
        return {
            "decisions": self.decisions,
            "played": round(played, 3),
            "points": [round(table.points, 1) for table in tables],
            "best": [round(table.best, 1) for table in tables],
            "games": sum(table.finished for table in tables),
            **{name: round(value, 4) for name, value in losses._asdict().items()},
        }


def open_run(settings: Settings, folder: Path, device: str) -> Run:
    """A new run, or one that is gone on with: then its settings must be the same."""
    told = folder / SETTINGS
    if told.is_file():
        known = msgspec.convert(json.loads(told.read_text("utf-8"))["settings"], Settings)
        if msgspec.structs.replace(known, decisions=settings.decisions) != settings:
            raise Unreadable("learn/other", path=str(folder))
    return Run(settings, folder, device)


def about_network(encoding: Encoding, settings: Settings, decisions: int) -> About:
    """What the weights of a run mean, as it is written beside them."""
    told = msgspec.to_builtins(encoding)
    return msgspec.convert(
        {**told, "margin_scale": settings.margin_scale, "decisions": decisions}, About
    )


def _as_type(kept: Any, kind: torch.dtype) -> Any:
    """What an optimiser remembers, in numbers of another size."""
    if isinstance(kept, dict):
        return {key: _as_type(value, kind) for key, value in kept.items()}
    if isinstance(kept, torch.Tensor) and kept.dim():
        return kept.to(kind)
    return kept
