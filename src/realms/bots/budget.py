"""The budget of a bot: how long it may think, and other parameters behind its name."""

from __future__ import annotations

import math
import re

from msgspec import Struct

from realms.kernel.errors import Unreadable

PLAYOUTS = re.compile(r"[0-9]{1,9}")
SECONDS = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,4})?|\.[0-9]{1,4})(s|ms)")
SETTING = re.compile(r"([a-z][a-z_]*)=(.+)")


class Budget(Struct, frozen=True):
    """How long a bot may think, in playouts or in seconds; neither means its own default.

    With playouts a bot gives the same move every time. Other parameters stand in
    `settings`, as text by name; `weights` among them is a file to read the weights of the
    bot's heuristics from.
    """

    playouts: int = 0
    seconds: float = 0.0
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def is_counted(self) -> bool:
        """Whether the same rng states give the same move every time."""
        return self.seconds == 0

    @property
    def weights(self) -> str:
        """The file of weights; empty for the one that comes with the game."""
        return dict(self.settings).get("weights", "")

    def number(self, name: str, otherwise: float) -> float:
        """A parameter that is a number, or what it is when untold."""
        value = dict(self.settings).get(name)
        return otherwise if value is None else float(value)

    def suffix(self) -> str:
        """The budget as it stands behind a bot's name.

        >>> Budget(seconds=0.5, settings=(("cores", "4"),)).suffix()
        ':0.5s:cores=4'
        """
        parts = [str(self.playouts)] if self.playouts else []
        parts += [f"{self.seconds:g}s"] if self.seconds else []
        return "".join(f":{part}" for part in [*parts, *("=".join(s) for s in self.settings)])


def read_budget(text: str) -> Budget:
    """The budget that stands behind a bot's name.

    >>> read_budget("2000"), read_budget("250ms").seconds
    (Budget(playouts=2000, seconds=0.0, settings=()), 0.25)
    """
    playouts, seconds = 0, 0.0
    settings: dict[str, str] = {}
    for part in (piece.strip() for piece in text.split(":") if piece.strip()):
        timed, setting = SECONDS.fullmatch(part), SETTING.fullmatch(part)
        if PLAYOUTS.fullmatch(part) and int(part):
            playouts = int(part)
        elif timed and float(timed[1]) > 0:
            seconds = float(timed[1]) / (1000 if timed[2] == "ms" else 1)
        elif setting and (setting[1] == "weights" or _is_number(setting[2])):
            settings[setting[1]] = setting[2]
        else:
            raise Unreadable("bot/budget", text=part)
    return Budget(playouts, seconds, tuple(sorted(settings.items())))


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False
