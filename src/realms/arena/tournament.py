"""A tournament: who is better, by paired deals and rotated seats, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import Any

import msgspec
from msgspec import Struct

from realms.arena.executors import play_games
from realms.arena.games import FinishedGame, Plan
from realms.arena.ledger import Ledger
from realms.arena.seatings import GameKey, pairings, sittings
from realms.arena.standings import BotStanding, PairStanding, standings
from realms.bots import bot_named
from realms.kernel.chance import rng_state_from
from realms.kernel.errors import IllegalMove
from realms.kernel.games import game_named
from realms.kernel.presentation.html import html_of


class TableResult(Struct):
    """One table of a tournament."""

    bots: list[str]
    games: int
    standings: dict[str, BotStanding]


class TournamentResults(Struct):
    """What came of a tournament."""

    game: str
    variant: str
    players: int
    games: int
    deals: int
    seed: str
    bots: dict[str, BotStanding]
    pairs: dict[str, PairStanding]
    tables: list[TableResult]

    _repr_html_ = html_of


def tables_of(
    bots: Sequence[str], players: int, game: str, round_robin: bool = False
) -> tuple[tuple[str, ...], ...]:
    """The tables of a tournament: the bots as they are listed, or every pairing of them."""
    named = [bot_named(name, game).name for name in bots]
    if round_robin:
        if len(set(named)) < 2:
            raise IllegalMove("arena/alone")
        return tuple(pairings(named, players))
    if len(named) != players:
        raise IllegalMove("arena/seats", bots=len(named), players=players)
    return (tuple(named),)


def head_of(plan: Plan) -> dict[str, Any]:
    """What a ledger says of a plan; the number of games is left open, so that it can grow."""
    return {
        "realms": "tournament",
        "rules": game_named(plan.game).rules,
        "options": msgspec.to_builtins(plan.options),
        "tables": plan.tables,
        "seed": plan.seed,
    }


def kept_in(ledger: Ledger) -> dict[GameKey, FinishedGame]:
    """The games that a ledger holds."""
    finished = msgspec.convert([game for line in ledger.lines for game in line], list[FinishedGame])
    return {game.sitting: game for game in finished}


class Tournament:
    """A tournament that is being played; what is finished can be looked at any time."""

    def __init__(self, plan: Plan, games: int, ledger: Ledger) -> None:
        game_named(plan.game).check_unattended(plan.options)
        self.plan, self.ledger = plan, ledger
        kept = kept_in(ledger)
        wanted = list(sittings(plan.tables, games, rng_state_from(plan.seed)))
        self.finished = {which: kept[which] for which, _ in wanted if which in kept}
        self.left = [seated for seated in wanted if seated[0] not in kept]
        self.games = len(wanted)

    def play(
        self,
        jobs: int = 0,
        report: Callable[[int], None] = lambda _games: None,
        cluster: str = "",
    ) -> None:
        """Play what is left; every unit is in the ledger as soon as it is finished."""
        with closing(play_games(self.plan, self.left, jobs, cluster)) as units:
            for unit in units:
                self.ledger.append(unit)
                self.finished |= {game.sitting: game for game in unit}
                report(len(unit))

    def results(self) -> TournamentResults:
        """The results of all games that are finished."""
        return results_of(self.plan, self.finished.values())


def results_of(plan: Plan, finished: Iterable[FinishedGame]) -> TournamentResults:
    """The results of finished games, whatever order they were finished in."""
    games = sorted(finished, key=lambda game: (game.deal, game.table, game.turn))
    bots, pairs = standings(plan, games)
    return TournamentResults(
        game=plan.game,
        variant=getattr(plan.options, "variant", ""),
        players=plan.options.players,
        games=len(games),
        deals=len({game.deal for game in games}),
        seed=plan.seed,
        bots=bots,
        pairs=pairs,
        tables=[
            _table(plan, number, [game for game in games if game.table == number])
            for number in range(len(plan.tables))
        ]
        if len(plan.tables) > 1
        else [],
    )


def _table(plan: Plan, number: int, games: list[FinishedGame]) -> TableResult:
    return TableResult(list(plan.tables[number]), len(games), standings(plan, games)[0])


def tournament(
    plan: Plan,
    games: int,
    jobs: int = 0,
    path: str | None = None,
    report: Callable[[int], None] = lambda _games: None,
    cluster: str = "",
) -> TournamentResults:
    """Play a whole tournament; with a path, what is finished there is not played again."""
    with Ledger(path, head_of(plan)) as ledger:
        running = Tournament(plan, games, ledger)
        running.play(jobs, report, cluster)
        return running.results()
