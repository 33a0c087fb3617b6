"""What if: moves of one moment played out many times, and what came of each.

All that the deciding seat could not know is dealt anew for every game, and a quick bot plays
everybody on to the end; the n-th game of every move has the same cards and the same luck. So
moves are compared like with like, and nothing rests on what was hidden.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from msgspec import Struct, to_builtins
from numpy.typing import NDArray

from realms.analysis.review.decisions import Decision
from realms.analysis.review.play_on import NOBODY, quick_bot
from realms.analysis.review.weigher import Weigher
from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.game import Game, State, copy_state
from realms.kernel.presentation.html import html_of
from realms.kernel.record import Record, replay

GAMES, MOST_GAMES = 400, 2000
"""Games that each move is played out in, usually and at most."""
MOST_MOVES = 6
"""Moves that are compared, at most."""
REDEALS = 1 << 20
"""The re-deals are numbered from here on; reviews have others."""
BUNCH = 200
"""Games that are held at once."""
BINS = 24
"""Bars of the picture, at most."""
WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""How many points a bar may stand for."""
SURE = 1.96
"""Standard errors of an interval of 95 %."""

Notice = Callable[[float], None]
"""Told how much is done, from 0 to 1."""


class MoveSpread(Struct, frozen=True):
    """What became of a move."""

    move: Any
    chance: float
    """The part of the wins."""
    low: float
    """Its interval of 95 %."""
    high: float
    points: float
    """On average."""
    margin: float
    """Points before the best of the others, on average; below nought for points behind."""
    quarter: int
    """A quarter of the games ended with a margin below this …"""
    half: int
    """… half of them …"""
    three_quarters: int
    """… and three quarters."""
    bars: tuple[int, ...]
    """Games by their margin, from `WhatIf.first` on."""


class WhatIf(Struct, frozen=True):
    """Moves of one moment, each played out many times."""

    game: str
    at: int
    """The moves that were made before."""
    seat: int
    games: int
    """That each move was played out in."""
    bot: str
    """Who played everybody on."""
    first: int
    """The margin at which the first bar begins."""
    width: int
    """The points that a bar stands for."""
    moves: tuple[MoveSpread, ...]
    """In the order in which they were asked for."""
    gains: tuple[float, ...]
    """By move: how much more it won than the first, in the same deals …"""
    errors: tuple[float, ...]
    """… and half the interval of 95 % of that."""

    def data(self) -> dict[str, Any]:
        """As plain data."""
        data: dict[str, Any] = to_builtins(self)
        return data

    def _repr_html_(self) -> str:
        """The moves as a table, for notebooks."""
        return html_of(self.moves)


def what_if(
    game: Game,
    record: Record,
    at: int,
    moves: Sequence[Any],
    games: int = GAMES,
    seed: str = "what if",
) -> WhatIf:
    """Play moves of a moment of a record out: those of whoever decides after `at` moves.

    With the move that was made as the first, `gains` says what each other would have won
    more. Raises `IllegalMove` for a move that could not be made, `Unreadable` for a moment
    at which nobody decides.
    """
    state, made = None, [0] * int(record.options.players)
    for moment in replay(game, record):
        if moment.number == at:
            state = moment.state
            break
        if moment.played is not None and moment.played.seat is not None:
            made[moment.played.seat] += 1
    awaited = () if state is None else game.awaiting(state)
    if state is None or not awaited:
        raise Unreadable("what_if/nobody", n=at)
    seat = record.moves[at].seat if at < len(record.moves) else awaited[0]
    if seat is None:
        raise Unreadable("what_if/nobody", n=at)
    asked = MomentAsked(state, at, seat, made[seat])
    return play_out_moves(game, record.options, asked, moves, games, seed)


class MomentAsked(Struct, frozen=True):
    """A moment of a game, and the seat that decides in it."""

    state: State
    at: int
    seat: int
    own_number: int
    """Moves that the seat made before."""


def play_out_moves(
    game: Game,
    options: Any,
    asked: MomentAsked,
    moves: Sequence[Any],
    games: int = GAMES,
    seed: str = "what if",
    notice: Notice | None = None,
) -> WhatIf:
    """Play moves of one moment out; the first is the one that others are compared with."""
    try:
        game.check_unattended(options)
    except RealmsError as error:
        raise Unreadable("review/unattended") from error
    if not 1 <= len(moves) <= MOST_MOVES:
        raise Unreadable("what_if/moves", n=MOST_MOVES)
    if not 2 <= games <= MOST_GAMES:
        raise Unreadable("what_if/games", n=MOST_GAMES)
    for move in moves:
        game.play(asked.state, asked.seat, move)
    shares, scores = _ends(game, options, asked, moves, games, seed, notice)
    others = np.delete(scores, asked.seat, axis=2)
    margins = scores[:, :, asked.seat] - others.max(axis=2)
    first, width = bins_of(margins)
    bins = int(margins.max() - first) // width + 1
    own = shares[:, :, asked.seat]
    gains = own - own[0]
    return WhatIf(
        game=game.name,
        at=asked.at,
        seat=asked.seat,
        games=games,
        bot=quick_bot(game.name) or "random",
        first=first,
        width=width,
        moves=tuple(
            _spread(
                move,
                own[n],
                scores[n, :, asked.seat],
                (margins[n] - first) // width,
                bins,
                margins[n],
            )
            for n, move in enumerate(moves)
        ),
        gains=tuple(round(float(gain), 4) for gain in gains.mean(axis=1)),
        errors=tuple(
            round(SURE * float(error), 4) for error in gains.std(axis=1, ddof=1) / math.sqrt(games)
        ),
    )


def _ends(
    game: Game,
    options: Any,
    asked: MomentAsked,
    moves: Sequence[Any],
    games: int,
    seed: str,
    notice: Notice | None,
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """How the games ended: parts of the win, and points, by move, game and seat."""
    weigher, state = Weigher(game, options, seed), asked.state
    steps = [game.encode(state, asked.seat, move) for move in moves]
    decision = Decision(asked.at + 1, asked.seat, state, moves[0], steps[0], asked.own_number)
    shape = (len(moves), games, weigher.players)
    shares, scores = np.zeros(shape), np.zeros(shape, np.int64)
    for begin in range(0, games, BUNCH):
        worlds = weigher.redeals(decision, REDEALS + begin, min(BUNCH, games - begin))
        numbers = np.arange(begin, begin + len(worlds))
        for n, made in enumerate(steps):
            afters = [_after(game, world, asked.seat, made) for world in worlds]
            rows = np.concatenate([np.frombuffer(bytearray(one), state.dtype) for one in afters])
            nobody = np.full(len(rows), NOBODY)
            ended = weigher.play_on.play(rows, nobody, numbers, weigher.seed)
            shares[n, numbers] = ended.shares
            scores[n, numbers] = [_outcome(game, row).scores for row in rows]
            if notice is not None:
                notice((begin + len(worlds) * (n + 1) / len(steps)) / games)
    return shares, scores


def _after(game: Game, world: State, seat: int, steps: Sequence[int]) -> bytes:
    state = copy_state(world)
    game.make_steps(state, seat, steps)
    return bytes(state.tobytes())


def _outcome(game: Game, state: State) -> Any:
    return game.outcome(state)


def _spread(
    move: Any,
    won: NDArray[np.float64],
    points: NDArray[np.int64],
    places: NDArray[np.int64],
    bins: int,
    margins: NDArray[np.int64],
) -> MoveSpread:
    chance = float(won.mean())
    low, high = interval_of(chance, len(won))
    quarter, half, three = (int(one) for one in np.percentile(margins, (25, 50, 75)))
    return MoveSpread(
        move=move,
        chance=round(chance, 4),
        low=round(low, 4),
        high=round(high, 4),
        points=round(float(points.mean()), 1),
        margin=round(float(margins.mean()), 1),
        quarter=quarter,
        half=half,
        three_quarters=three,
        bars=tuple(int(n) for n in np.bincount(places, minlength=bins)),
    )


def bins_of(margins: NDArray[np.int64]) -> tuple[int, int]:
    """Where the first bar begins, and how many points each stands for: nought divides two bars.

    >>> bins_of(np.array([-38, 12, 61]))
    (-40, 5)
    """
    least, most = int(margins.min()), int(margins.max())
    width = next((one for one in WIDTHS if most // one - least // one < BINS), WIDTHS[-1])
    return least // width * width, width


def interval_of(part: float, games: int) -> tuple[float, float]:
    """Between what and what a part of so many games lies with 95 %, by Wilson.

    >>> [round(end, 3) for end in interval_of(0.0, 100)]
    [0.0, 0.037]
    """
    spread = SURE * SURE / games
    middle = (part + spread / 2) / (1 + spread)
    reach = SURE / (1 + spread) * math.sqrt(max(part * (1 - part), 0) / games + spread / games / 4)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)
