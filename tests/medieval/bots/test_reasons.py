"""Reasons of Medieval Realms: each kind is told only where it is true of the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from realms import medieval
from realms.bots import bot_named
from realms.bots.advice import AdviceReason
from realms.bots.tree import MOST
from realms.kernel.game import State, copy_state
from realms.medieval.bots.candidates import list_ranks
from realms.medieval.bots.reasons import Speaker
from realms.medieval.bots.workspace import new_workspace
from realms.medieval.content.rule_tables import BIDDING, MAJORITY, NOTHING, TOKENS
from realms.medieval.rules import codes
from realms.medieval.rules.actions import play_refusal
from realms.medieval.rules.income import leaders_owned
from realms.medieval.rules.state import PLACING
from realms.medieval.scoring.scoring import final_score

game = medieval.game
LISTED = 5
"""Moves of a decision whose reasons are looked at, beside a pass."""


class GivenReason(NamedTuple):
    """A reason, and the position and move it is told about."""

    state: State
    seat: int
    steps: tuple[int, ...]
    reason: AdviceReason

    @property
    def tables(self) -> Any:
        return game.rule_tables(self.state)

    def after(self, code: int | None = None) -> State:
        """The position that the move leads to."""
        made = copy_state(self.state)
        refused, _ = game.attempt(made, self.seat, self.steps if code is None else (code,))
        assert refused is None
        return made

    def card(self) -> int:
        """The card that the reason names."""
        cards = game.content(self.state).card
        return next(n for n, one in enumerate(cards) if one.name == self.reason.fields["card"])

    def number(self) -> int:
        """How many tokens the reason names."""
        return int(self.reason.fields["amount"].en.split()[0])

    def resource(self, name: str) -> int:
        """The resource that goes by a name."""
        resources = game.content(self.state).resource
        return next(n for n, one in enumerate(resources) if name in (one.en.one, one.en.other))

    def on_panel(self) -> list[int]:
        """The cards of the panel that are about the tokens of the reason."""
        resource = self.resource(self.reason.fields["tokens"].en)
        lying = [int(card) for card in self.state.current if card != NOTHING]
        return [card for card in lying if int(self.tables.asks_for[card]) == resource]


def moves_of(state: State, seat: int) -> list[tuple[int, ...]]:
    """Moves that a steward weighs, good and bad, and to pass; or a placement."""
    if state.phase == PLACING:
        chosen = bot_named("steward").choose(game, state, seat, "place")
        return [game.encode(state, seat, chosen)]
    workspace, moves = new_workspace(), np.zeros(MOST, np.int64)
    n = list_ranks(state, game.rule_tables(state), seat, workspace, moves, np.zeros(MOST))
    chosen = [int(code) for code in moves[: min(n, LISTED)]]
    legal = set(game.codes(state, seat).tolist())
    listed = dict.fromkeys([*chosen, *(code for code in (codes.PASS,) if code in legal)])
    return [(code,) for code in listed if code in legal]


@cache
def all_told() -> tuple[GivenReason, ...]:
    """Every reason of two games, at every decision."""
    reasons: list[GivenReason] = []
    for players, seed in ((3, "reasons"), (2, "more")):
        state = game.start(medieval.Options(players=players), seed)
        for turn in range(400):
            if not game.awaiting(state):
                break
            seat = game.awaiting(state)[0]
            speaker = Speaker(state, seat)
            for steps in moves_of(state, seat):
                reasons += [GivenReason(state, seat, steps, one) for one in speaker.reasons(steps)]
            move = bot_named("steward").choose(game, state, seat, f"{seed} {turn}")
            state, _ = game.play(state, seat, move)
    return tuple(reasons)


def is_majority_told(given: GivenReason) -> bool:
    """More tokens than anybody else, and the card comes to whoever takes it."""
    after, fields = given.after(), given.reason.fields
    resource = given.resource(fields["tokens"].en)
    others = [int(given.state.tokens[k, resource]) for k in range(given.state.players)]
    own = others.pop(given.seat)
    return (own, max(others)) == (fields["own"], fields["most"]) and (
        own > max(others) and after.held[given.seat] == given.state.held[given.seat] + 1
    )


def is_playable_next(given: GivenReason) -> bool:
    """The card that came can be played."""
    after, tables = given.after(), given.tables
    card = int(given.state.current[given.steps[0] - codes.ACTIVATE])
    held = [int(after.hands[given.seat, slot]) for slot in range(after.held[given.seat])]
    return play_refusal(after, tables, given.seat, held.index(card)) == 0


def is_short(given: GivenReason) -> bool:
    """The card that came still wants so many tokens."""
    card = int(given.state.current[given.steps[0] - codes.ACTIVATE])
    owned = int(given.after().tokens[given.seat, given.tables.asks_for[card]])
    return int(given.tables.amount[card]) - owned == given.number() > 0


def is_nothing_better(given: GivenReason) -> bool:
    """No card of the hand would bring a point."""
    now = int(final_score(given.state, given.tables, given.seat))
    for slot in range(given.state.held[given.seat]):
        if play_refusal(given.state, given.tables, given.seat, slot) == 0:
            after = given.after(codes.PLAY + slot)
            if int(final_score(after, given.tables, given.seat)) > now:
                return False
    return True


def has_leader_more(given: GivenReason) -> bool:
    after = given.after()
    return any(
        leaders_owned(after, given.tables, given.seat, kind)
        > leaders_owned(given.state, given.tables, given.seat, kind)
        for kind in range(3)
    )


def bid_of(given: GivenReason) -> int:
    """What a move bids."""
    code = given.steps[0]
    return code - codes.BID if code >= codes.BID else (code - codes.OPEN) % codes.BIDS


def missing_for(given: GivenReason) -> int:
    """Tokens that the named card of the hand still wants."""
    card = given.card()
    assert card in given.state.hands[given.seat, : given.state.held[given.seat]]
    owned = int(given.state.tokens[given.seat, given.tables.asks_for[card]])
    return int(given.tables.amount[card]) - owned


TRUE: dict[str, Callable[[GivenReason], bool]] = {
    "takes_lead": lambda t: any(t.tables.type[c] == MAJORITY for c in t.on_panel()),
    "for_panel": lambda t: any(t.tables.asks[c] in (TOKENS, BIDDING) for c in t.on_panel()),
    "majority": is_majority_told,
    "affordable": is_playable_next,
    "lacks": is_short,
    "leaves": lambda t: int(t.after().tokens[t.seat, 0]) == t.number(),
    "nothing_pays": is_nothing_better,
    "worth_bid": lambda t: t.number() >= bid_of(t),
    "too_dear": lambda t: t.steps[0] == codes.PASS_BID,
    "points": lambda t: (
        int(t.after().points[t.seat]) - int(t.state.points[t.seat]) == t.reason.fields["n"]
    ),
    "leader": has_leader_more,
    "wanted_for": lambda t: missing_for(t) == t.reason.fields["n"] > 0,
    "pays_for": lambda t: missing_for(t) > 0,
    "denies": lambda t: all(
        int(t.state.tokens[int(rival) - 1, 0]) >= int(t.tables.price[t.steps[0] - codes.ACTIVATE])
        for rival in t.reason.fields["seats"]
    ),
    "still_affordable": lambda t: (
        int(t.after().tokens[t.seat, t.tables.asks_for[t.card()]]) >= int(t.tables.amount[t.card()])
    ),
}
"""What has to hold where a reason of a kind is told."""
ESTIMATES = {"promises", "land", "makes", "income", "end_points", "for_actions"}
"""Kinds that say about how much something is, or what holds everywhere."""


@pytest.mark.parametrize("kind", TRUE)
def test_a_reason_is_told_only_where_it_is_true(kind: str) -> None:
    for given in all_told():
        if given.reason.key == kind:
            assert TRUE[kind](given), (given.reason, given.steps)


def test_every_kind_of_reason_is_held_to_the_position_and_most_are_met() -> None:
    met = Counter(given.reason.key for given in all_told())
    assert set(met) <= set(TRUE) | ESTIMATES
    assert {"takes_lead", "majority", "affordable", "lacks", "leaves", "nothing_pays"} <= set(met)
