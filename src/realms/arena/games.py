"""Games between bots, played as a plan has them: in compiled loops, or move by move.

Where all bots of a table are rules, whole batches run compiled, in threads. Any other bot is
asked move by move and handed a re-deal, in processes of their own. Either way the plan and
the sitting fix every game, but for bots that go by the clock.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct, structs

from realms.arena.game_parts import loops_of, seat_columns
from realms.arena.loops import Lineup
from realms.arena.seatings import GameKey, Seating
from realms.bots import bot_named
from realms.kernel.chance import branch, decision_seed, rng_state_from, seed_of
from realms.kernel.errors import IllegalMove
from realms.kernel.game import Game, State
from realms.kernel.games import game_named
from realms.kernel.notation import write
from realms.kernel.record import Played, Record, completed, new_record


class Plan(Struct, frozen=True):
    """What is played: the bots of each table, on deals that all tables share."""

    game: str
    options: Any
    tables: tuple[tuple[str, ...], ...]
    seed: str
    content: str = ""
    """A file of content of one's own; processes read it again."""
    records: str = ""
    """How the file of a game's record is called, `{table}`, `{deal}` and `{turn}` in it."""
    keep: bool = False
    """Whether it is kept what each seat did, and how each game ended."""


class FinishedGame(Struct, frozen=True, array_like=True):
    """What came of one game; scores, winners and times are by seat."""

    table: int
    deal: int
    turn: int
    seating: Seating
    scores: tuple[int, ...]
    winners: int
    decisions: int
    seconds: tuple[float, ...] = ()
    """What each seat took to think; empty where nobody looked at the clock."""
    moves: tuple[int, ...] = ()
    """How many moves each seat made; empty likewise."""
    columns: dict[str, tuple[int, ...]] = {}
    """What the game tells of each seat at its end, where the plan keeps it."""

    @property
    def sitting(self) -> GameKey:
        """The key of the game: its table, deal and turn."""
        return GameKey(self.table, self.deal, self.turn)

    def share(self, seat: int) -> float:
        """A seat's part of the win."""
        return ((self.winners >> seat) & 1) / self.winners.bit_count()


Seated = tuple[GameKey, Seating]


def is_compiled(plan: Plan, table: int) -> bool:
    """Whether all bots of a table are rules, so that whole games run compiled."""
    return not plan.records and all_compiled(plan.tables[table], plan.game)


def all_compiled(bots: Sequence[str], game: str) -> bool:
    """Whether compiled loops know all of some bots."""
    return None not in numbers_of(bots, game)


def numbers_of(bots: Sequence[str], game: str) -> list[Any]:
    """The numbers by which compiled loops know bots; None for those they do not know."""
    named = (bot_named(name, game) for name in bots)
    return [bot.number(game) if hasattr(bot, "number") else None for bot in named]


def play_compiled(plan: Plan, games: Sequence[Seated]) -> list[FinishedGame]:
    """Play games of one table in a compiled loop."""
    players = loops_of(plan.game)
    table = games[0][0].table
    deals = np.array([sitting.deal for sitting, _ in games], np.int64)
    who = np.array([seating for _, seating in games], np.int64)
    bots = np.array(numbers_of(plan.tables[table], plan.game), np.int64)
    lineup = Lineup(deals, who, bots, players.new_workspaces(len(bots)))
    played = players.play_rows(plan.options, rng_state_from(plan.seed), lineup)
    return [
        FinishedGame(*sitting, seating, tuple(points), won, length)
        for (sitting, seating), points, won, length in zip(
            games,
            played.scores.tolist(),
            played.winners.tolist(),
            played.lengths.tolist(),
            strict=True,
        )
    ]


def play_moves(plan: Plan, games: Sequence[Seated]) -> list[FinishedGame]:
    """Play games move by move; each is written down where the plan wants records."""
    return [_play_moves(plan, *seated) for seated in games]


def _play_moves(plan: Plan, sitting: GameKey, seating: Seating) -> FinishedGame:
    game = game_named(plan.game)
    names = [plan.tables[sitting.table][place] for place in seating]
    dealt = deal_rng_state(plan.seed, sitting.deal)
    state, moves, seconds = play_out(game, plan.options, names, dealt)
    if plan.records:
        record = completed(game, make_record(game, plan.options, names, dealt, moves))
        path = Path(plan.records.format(**sitting._asdict()))
        path.write_text(write(game, record), encoding="utf-8")
    outcome: Any = game.outcome(state)
    return FinishedGame(
        *sitting,
        seating,
        scores=outcome.scores,
        winners=sum(1 << seat for seat in outcome.winners),
        decisions=len(moves),
        seconds=tuple(round(thought, 6) for thought in seconds),
        moves=tuple(sum(move.seat == seat for move in moves) for seat in range(len(names))),
        columns=_columns_at_end(plan, state) if plan.keep else {},
    )


def _columns_at_end(plan: Plan, state: State) -> dict[str, tuple[int, ...]]:
    """What a game tells of each seat at its end."""
    definition = seat_columns(plan.game)
    if definition is None:
        return {}
    states = np.frombuffer(bytearray(state.tobytes()), state.dtype)
    columns = definition.columns_of(plan.options, states)
    return {name: tuple(values[0].tolist()) for name, values in columns.items()}


def deal_rng_state(seed: str, deal: int) -> np.uint64:
    """The rng state that deals a game of many."""
    return np.uint64(branch(rng_state_from(seed), deal))


def decision_rng_state(dealt: np.uint64, number: int) -> np.uint64:
    """The rng state for the `number`-th decision of a game; compiled loops use the same."""
    return np.uint64(decision_seed(np.uint64(branch(dealt, 1)), number))


def play_out(
    game: Game, options: Any, names: Sequence[str], dealt: np.uint64
) -> tuple[State, list[Played], list[float]]:
    """Play a game move by move between the bots of its seats; how long each thought too."""
    bots = [bot_named(name, game.name) for name in names]
    state = game.start(options, seed_of(dealt))
    moves: list[Played] = []
    seconds = [0.0] * len(names)
    while awaited := game.awaiting(state):
        seat = awaited[0]
        rng_state = decision_rng_state(dealt, len(moves))
        position = game.redeal(state, seat, seed_of(np.uint64(branch(rng_state, 1))))
        begin = time.perf_counter()
        steps = choose_steps(bots[seat], game, position, seat, rng_state)
        seconds[seat] += time.perf_counter() - begin
        moves.append(Played(seat, game.decode(state, seat, steps)))
        refused, _events = game.attempt(state, seat, steps)
        if refused:
            reason = IllegalMove(refused[0], paragraph=refused[1], move=str(moves[-1].move))
            raise IllegalMove("arena/illegal", bot=names[seat], reason=str(reason))
    return state, moves, seconds


def choose_steps(
    bot: Any, game: Game, position: State, seat: int, rng_state: np.uint64
) -> tuple[int, ...]:
    """The move of a bot as steps; bots of other packages need only know how to choose."""
    if hasattr(bot, "steps"):
        steps: tuple[int, ...] = bot.steps(game, position, seat, rng_state)
        return steps
    return game.encode(position, seat, bot.choose(game, position, seat, seed_of(rng_state)))


def make_record(
    game: Game, options: Any, names: Sequence[str], dealt: np.uint64, moves: Sequence[Played]
) -> Record:
    """A game as a record; bots are called by their name and a letter."""
    heads = (name.partition(":")[0].capitalize() for name in names)
    seats = [f"{head} {letter}" for head, letter in zip(heads, "ABCDEFG", strict=False)]
    return structs.replace(new_record(game, options, seats, seed_of(dealt)), moves=tuple(moves))
