"""Nothing comes or goes untold: tokens, points and leaders move as events say, cards stay."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from realms.kernel.game import Event, State
from realms.medieval import Options, PassRound, game
from realms.medieval.content import effects as does
from realms.medieval.content.rule_tables import LEADERS, RESOURCES
from realms.medieval.interface import events as e
from tests.medieval.positions import content_with

pytestmark = pytest.mark.uncompiled


class Ledger:
    """Tokens, points and leaders of all seats, as events tell them."""

    def __init__(self, players: int) -> None:
        self.tokens = np.zeros((players, len(RESOURCES)), int)
        self.points = np.zeros(players, int)
        self.leaders = np.zeros((players, len(LEADERS)), int)

    def add(self, seat: int, tokens: dict[str, int], sign: int = 1) -> None:
        for kind, amount in tokens.items():
            self.tokens[seat, RESOURCES.index(kind)] += sign * amount

    def lead(self, seat: int, leaders: dict[str, int], sign: int = 1) -> None:
        for leader, number in leaders.items():
            self.leaders[seat, LEADERS.index(leader)] += sign * number

    def write(self, event: Any) -> None:
        """Note what an event gives and takes."""
        match event:
            case e.Drafted() | e.Produced() | e.CardProduced():
                self.add(event.seat, event.tokens)
            case e.LandFought():
                if event.seat is not None:
                    self.add(event.seat, event.tokens)
            case e.GoodsGiven():
                self.tokens[:, RESOURCES.index("goods")] += event.amount
            case e.TookCard() | e.Activated():
                self.add(event.seat, {"goods": event.price}, -1)
            case e.Won():
                self.add(event.seat, {event.resource: event.bid}, -1)
            case e.CardPlayed():
                self.add(event.seat, event.tokens, -1)
                self.lead(event.seat, event.leaders, -1)
            case e.Gained():
                self.add(event.seat, event.tokens)
                self.lead(event.seat, event.leaders)
                self.points[event.seat] += event.points
            case e.Answered():
                self.add(event.seat, event.tokens)
                self.points[event.seat] += event.points
            case e.Chose():
                self.add(event.seat, {event.resource: event.amount})


def some_move(state: State, dice: Random) -> tuple[int, Any]:
    """A random move; a pass only if there is nothing else, or now and then."""
    seat = dice.choice(game.awaiting(state))
    moves = game.legal(state, seat)
    if not moves.are_steps:
        return seat, moves[dice.randrange(len(moves))]
    others = [move for move in moves if move != PassRound()]
    if not others or (len(others) < len(moves) and dice.random() < 0.05):
        return seat, PassRound()
    kinds = sorted({type(move).__name__ for move in others})
    kind = dice.choice(kinds)
    return seat, dice.choice([move for move in others if type(move).__name__ == kind])


def played(options: Options, seed: str) -> set[str]:
    """Play a game, holding every move to its events; the kinds of events there were."""
    state, dice, kinds = game.start(options, seed), Random(seed), set()
    players = options.players
    while game.awaiting(state):
        seat, move = some_move(state, dice)
        after, happened = game.play(state, seat, move)
        ledger = Ledger(players)
        for event in happened:
            ledger.write(event)
            kinds.add(type(event).__name__)
        assert (after.tokens - state.tokens)[:players].tolist() == ledger.tokens.tolist(), move
        assert (after.points - state.points)[:players].tolist() == ledger.points.tolist(), move
        assert (after.leaders - state.leaders)[:players].tolist() == ledger.leaders.tolist(), move
        assert game.violations(after) == [], move
        state = after
    return kinds


@pytest.mark.parametrize("edition", ["en", "es"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_events_tell_all_that_comes_and_goes(players: int, edition: Any) -> None:
    """[MR-4] [MR-6] [MR-27]"""
    played(Options(players=players, edition=edition), f"{players} {edition}")


def test_so_do_those_of_every_switch_turned() -> None:
    """[MR-63]"""
    options = Options(
        players=2,
        scidev="on_square",
        island_consumes=True,
        auction_min_bid=0,
        decoys_count_as_mayors=True,
        milestone_final=True,
        rounds=8,
    )
    played(options, "every switch")


def test_so_do_those_of_content_of_ones_own() -> None:
    """[MR-71]"""
    effects = (does.GetCard(2), does.GainPoints(4), does.ChooseTokens(3))
    content = content_with("leader-mayor", immediate=effects)
    assert "GotCard" in played(Options(players=3, content=content), "own content")


def test_random_games_meet_every_kind_of_event() -> None:
    kinds = set()
    for seed in ("a", "b", "c"):
        kinds |= played(Options(players=3), seed)
    declared = {cls.__name__ for cls in Event.__subclasses__() if cls.__module__ == e.__name__}
    assert declared - kinds <= {
        "GotCard",
        "TookBack",
        "Unclaimed",
    }  # no card, half a move, too rare
