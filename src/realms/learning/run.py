"""A run of learning: games and lessons in turn, with checkpoints from which it goes on."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import torch
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from realms.arena.game_parts import batch_rules
from realms.bots.learned.encoding import Encoding
from realms.bots.learned.weights import FILE as WEIGHTS
from realms.bots.learned.weights import About, write_network
from realms.kernel.chance import rng_state_from
from realms.kernel.errors import Unreadable
from realms.kernel.games import game_named
from realms.learning.against_bots import AgainstBots
from realms.learning.encoding import encoding_of
from realms.learning.fusion import halved
from realms.learning.imitation import TaughtGames, gathered, imitate
from realms.learning.lessons import learn
from realms.learning.network import Network, plain_arrays
from realms.learning.self_play import SelfPlay, joined
from realms.learning.settings import Settings
from realms.learning.starting_weights import CHECKPOINT, SETTINGS, read_start, take_over
from realms.learning.strength import Measured, Strength, measure, opponents

MOMENTS = "moments.pt"
CURVE = "curve.jsonl"
STRENGTH = "strength.jsonl"


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
        self.mean = AveragedModel(
            self.network, multi_avg_fn=get_ema_multi_avg_fn(settings.average), use_buffers=True
        )
        self.decisions = 0
        self.earlier = 0
        """Decisions of the run that this one began from."""
        self.seconds = 0.0
        if (folder / CHECKPOINT).is_file():
            self._resume()

    def _resume(self) -> None:
        kept: dict[str, Any] = torch.load(self.folder / CHECKPOINT, map_location=self.device)
        self.network.load_state_dict(kept["network"])
        self._set_mean(kept.get("mean", kept["network"]))
        moments: dict[str, Any] = torch.load(self.folder / MOMENTS, map_location=self.device)
        self.optimiser.load_state_dict(_as_type(moments, torch.float32))
        self.decisions, self.seconds = kept["decisions"], kept["seconds"]
        self.earlier = kept.get("earlier", 0)
        _set_luck(kept["luck"])

    def begin_from(self, *places: Path) -> None:
        """Begin with what another run learned, perhaps at other tables; the mean of several.

        A place is the folder of a run, or a file of weights as they are shipped.
        """
        found: list[dict[str, Any]] = []
        for place in places:
            start = read_start(place, self.device)
            take_over(self.network, start.weights, start.encoding)
            found.append({name: value.clone() for name, value in self.network.state_dict().items()})
            self.earlier = max(self.earlier, start.decisions)
        mean = {name: sum(one[name] for one in found) / len(found) for name in found[0]}
        self.network.load_state_dict(mean)
        self._set_mean(self.network.state_dict())

    def _set_mean(self, weights: dict[str, Any]) -> None:
        self.mean.module.load_state_dict(weights)
        self.mean.n_averaged.fill_(1)

    def _follow(self) -> None:
        """Let the mean of weights follow a change."""
        if self.settings.average:
            self.mean.update_parameters(self.network)

    def _best(self) -> Network:
        """The network as it is kept: its mean, if there is one."""
        best: Network = self.mean.module if self.settings.average else self.network
        return best

    def keep(self) -> None:
        """Write a checkpoint, whole or not at all, and the weights as plain arrays."""
        kept = {
            "network": self.network.state_dict(),
            **({"mean": self.mean.module.state_dict()} if self.settings.average else {}),
            "decisions": self.decisions,
            "earlier": self.earlier,
            "seconds": self.seconds,
            "luck": _luck(self.device),
        }
        moments = _as_type(self.optimiser.state_dict(), torch.bfloat16)
        torch.save(moments, self.folder / MOMENTS)
        torch.save(kept, self.folder / f"{CHECKPOINT}.new")
        (self.folder / f"{CHECKPOINT}.new").replace(self.folder / CHECKPOINT)
        about = about_network(self.encoding, self.settings, self.earlier + self.decisions)
        written = write_network(about, plain_arrays(self._best()))
        (self.folder / f"{WEIGHTS}.new").write_bytes(written)
        (self.folder / f"{WEIGHTS}.new").replace(self.folder / WEIGHTS)
        settings = {
            "settings": msgspec.to_builtins(self.settings),
            "encoding": msgspec.to_builtins(self.encoding),
        }
        (self.folder / SETTINGS).write_text(json.dumps(settings, indent=1), encoding="utf-8")

    def go(self, seconds: float, tell: Callable[[dict[str, Any]], None]) -> None:
        """Learn until the run is over or the time is up; keep what was learned."""
        until = time.monotonic() + seconds
        self._be_taught(until, tell)
        how = (self.settings, self.encoding)
        tables = [SelfPlay(*how, one, self.device, self.decisions) for one in self.options]
        if self.settings.opponent_rows:
            tables += [
                AgainstBots(*how, one, bot, self.device, self.decisions)
                for bot in self.settings.opponents
                for one in self.options
            ]
        kept = time.monotonic()
        while self.decisions < self.settings.decisions and time.monotonic() < until:
            began = time.monotonic()
            figures = self._round(tables)
            self.seconds += time.monotonic() - began
            tell(figures | {"seconds": round(self.seconds, 1)})
            with (self.folder / CURVE).open("a", encoding="utf-8") as curve:
                curve.write(json.dumps(figures | {"seconds": round(self.seconds, 1)}) + "\n")
            if time.monotonic() - kept > 60:
                self.keep()
                kept = time.monotonic()
        self.keep()

    def _be_taught(self, until: float, tell: Callable[[dict[str, Any]], None]) -> None:
        """Do as the teacher does, until it has shown enough."""
        settings = self.settings
        if not settings.teacher or self.decisions >= settings.taught:
            return
        tables = [TaughtGames(settings, self.encoding, one, self.decisions) for one in self.options]
        while self.decisions < settings.taught and time.monotonic() < until:
            began = time.monotonic()
            share = settings.lesson // len(tables) + 1
            examples = gathered([table.show(share) for table in tables], self.device)
            like = imitate(self.network, self.optimiser, examples, settings)
            self._set_mean(self.network.state_dict())
            self.decisions += len(examples.actions)
            self.seconds += time.monotonic() - began
            tell(
                {
                    "decisions": self.decisions,
                    "points": [round(table.points, 1) for table in tables],
                    "seconds": round(self.seconds, 1),
                    **{name: round(value, 4) for name, value in like._asdict().items()},
                }
            )
        self.keep()

    def curve(self) -> list[dict[str, Any]]:
        """What each round came to, from the first on."""
        file = self.folder / CURVE
        lines = file.read_text("utf-8").splitlines() if file.is_file() else []
        return [json.loads(line) for line in lines]

    def measure_strength(self, games: int, bots: Sequence[str] = ()) -> list[Strength]:
        """Measure what was learned so far, at every table, against each of a set of bots.

        Those that are rules of the game unless others are told; always on the same deals.
        """
        self.keep()
        settings = self.settings
        with TemporaryDirectory() as place:  # players keep what they have read, by its path
            file = Path(place, WEIGHTS)
            file.write_bytes((self.folder / WEIGHTS).read_bytes())
            found = [
                measure(settings.game, table, file, bot, games, settings.seed)
                for table in settings.tables
                for bot in bots or opponents(settings.game)
            ]
        with (self.folder / STRENGTH).open("a", encoding="utf-8") as lines:
            for one in found:
                line = {"decisions": self.decisions, **msgspec.to_builtins(one)}
                lines.write(json.dumps(line) + "\n")
        return found

    def strengths(self) -> list[Measured]:
        """What all measurements of the run came to, in order."""
        file = self.folder / STRENGTH
        lines = file.read_text("utf-8").splitlines() if file.is_file() else []
        return [msgspec.json.decode(line, type=Measured) for line in lines]

    def _round(self, tables: list[SelfPlay]) -> dict[str, Any]:
        """Play a stretch at every table, and learn from all of them."""
        with halved(self.device):
            began = time.monotonic()
            lessons = joined([table.play(self.network) for table in tables])
            played = time.monotonic() - began
        progress = self.settings.progress(self.decisions)
        losses = learn(self.network, self.optimiser, lessons, self.settings, progress, self._follow)
        self.decisions += len(lessons.actions)
        return {
            "decisions": self.decisions,
            "played": round(played, 3),
            "points": [round(table.points, 1) for table in tables],
            "share": [round(table.share, 3) for table in tables],
            "best": [round(table.best, 1) for table in tables],
            "games": sum(table.finished for table in tables),
            **{name: round(value, 4) for name, value in losses._asdict().items()},
        }


def open_run(settings: Settings, folder: Path, device: str) -> Run:
    """A new run, or one that is gone on with: then its settings must be the same."""
    path = folder / SETTINGS
    if path.is_file():
        known = msgspec.convert(json.loads(path.read_text("utf-8"))["settings"], Settings)
        if msgspec.structs.replace(known, decisions=settings.decisions) != settings:
            raise Unreadable("learn/other", path=str(folder))
    return Run(settings, folder, device)


def about_network(encoding: Encoding, settings: Settings, decisions: int) -> About:
    """What the weights of a run mean, as it is written beside them."""
    fields = msgspec.to_builtins(encoding)
    return msgspec.convert(
        {**fields, "margin_scale": settings.margin_scale, "decisions": decisions}, About
    )


def _luck(device: str) -> dict[str, torch.Tensor]:
    """Where the generators of random numbers stand."""
    on_card = {"cuda": torch.cuda.get_rng_state()} if device == "cuda" else {}
    return {"cpu": torch.get_rng_state(), **on_card}


def _set_luck(kept: dict[str, torch.Tensor]) -> None:
    """Go on with the random numbers where a run stopped."""
    torch.set_rng_state(kept["cpu"].cpu())
    if "cuda" in kept and torch.cuda.is_available():
        torch.cuda.set_rng_state(kept["cuda"].cpu())


def _as_type(kept: Any, kind: torch.dtype) -> Any:
    """What an optimiser remembers, in numbers of another size."""
    if isinstance(kept, dict):
        return {key: _as_type(value, kind) for key, value in kept.items()}
    if isinstance(kept, torch.Tensor) and kept.dim():
        return kept.to(kind)
    return kept
