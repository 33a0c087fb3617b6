"""What was measured of the bots: `bots/ladder.json` of each game's folder.

It is data for people, not for rules: so it is not TOML, and compiled rules outlive it.
"""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec import Struct

from realms.kernel.games import pack_named
from realms.kernel.packs import game_names

FILE = "ladder.json"


class Rung(Struct, frozen=True):
    """One bot or level against those below it: one of it, and the other on all other seats."""

    game: str
    variant: str
    players: int
    bot: str
    below: str
    games: int
    win_rate: float
    low: float
    high: float
    chance: float
    """How likely one would see so much by luck if it were no better."""
    score: float
    score_below: float
    command: str


class Thinking(Struct, frozen=True):
    """How long a bot or level takes for a move, on one core, in seconds."""

    game: str
    bot: str
    moves: int
    mean: float
    most: float
    """What nineteen of twenty moves stay below."""


class Ladder(Struct, frozen=True):
    """All that was measured, and how."""

    seed: str = ""
    machine: str = ""
    rungs: tuple[Rung, ...] = ()
    thinking: tuple[Thinking, ...] = ()

    def rungs_of(self, game: str, bot: str = "") -> list[Rung]:
        """The rungs of a game, or of one of its bots."""
        return [rung for rung in self.rungs if rung.game == game and bot in ("", rung.bot)]

    def thinking_of(self, game: str, bot: str) -> Thinking | None:
        """How long a bot takes; None where nobody looked."""
        found = (one for one in self.thinking if (one.game, one.bot) == (game, bot))
        return next(found, None)

    def of_game(self, game: str) -> Ladder:
        """What was measured of one game."""
        thinking = tuple(one for one in self.thinking if one.game == game)
        return Ladder(self.seed, self.machine, tuple(self.rungs_of(game)), thinking)


@cache
def read_ladder(game: str) -> Ladder:
    """The ladder that comes with a game's bots; an empty one where there is none."""
    file = pack_named(game).folder.joinpath("bots", FILE)
    return msgspec.json.decode(file.read_bytes(), type=Ladder) if file.is_file() else Ladder()


@cache
def read_ladders() -> Ladder:
    """The ladders of all games as one, with the seed and machine of the first that has any."""
    ladders = [ladder for game in game_names() if (ladder := read_ladder(game)).rungs]
    return Ladder(
        seed=ladders[0].seed if ladders else "",
        machine=ladders[0].machine if ladders else "",
        rungs=tuple(rung for ladder in ladders for rung in ladder.rungs),
        thinking=tuple(one for ladder in ladders for one in ladder.thinking),
    )
