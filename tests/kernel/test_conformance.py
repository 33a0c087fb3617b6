"""The conformance checks catch games that break the contract: each way of breaking it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec import structs
from numpy.typing import NDArray

from realms import fantasy
from realms.fantasy.content.cards import CARDS
from realms.fantasy.rules.state import draw_card
from realms.kernel.conformance import Nonconformance, Report, check_game, check_one
from realms.kernel.game import Outcome, State

OPTIONS = fantasy.Options(players=3)


class ShowsTheDeck(fantasy.FantasyRealms):
    def view(self, state: State, seat: int | None) -> Any:
        top = CARDS[int(draw_card(state.copy()))].id
        return structs.replace(super().view(state, seat), taken=top)


class TellsWhoHoldsTheDragon(fantasy.FantasyRealms):
    def view(self, state: State, seat: int | None) -> Any:
        holder = [n for n in range(3) if "dragon" in super(type(self), self).view(state, n).hand]
        return structs.replace(super().view(state, seat), trades=sum(holder))


class DealsFromWhatWasThere(fantasy.FantasyRealms):
    def redeal_in_place(self, state: State, seat: int | None, word: np.uint64) -> None:
        before = state.chance
        super().redeal_in_place(state, seat, word)
        state.chance ^= before


class ListsBackwards(fantasy.FantasyRealms):
    def codes(self, state: State, seat: int | None) -> NDArray[np.int64]:
        return super().codes(state, seat)[::-1]


class ListsForEverybody(fantasy.FantasyRealms):
    def codes(self, state: State, seat: int | None) -> NDArray[np.int64]:
        return super().codes(state, int(state.turn) if seat is not None else None)


class AllowsAnything(fantasy.FantasyRealms):
    def refusal(self, state: State, seat: int | None, code: int) -> tuple[str, str] | None:
        return None


class LosesACard(fantasy.FantasyRealms):
    def advance(self, state: State, seat: int | None, code: int) -> list[Any]:
        events = super().advance(state, seat, code)
        state.area &= state.area - 1
        return events


class ChangesWhenAsked(fantasy.FantasyRealms):
    def encode(self, state: State, seat: int | None, move: Any) -> tuple[int, ...]:
        state.passes += 1
        return super().encode(state, seat, move)


class AddsAPoint(fantasy.FantasyRealms):
    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and structs.replace(outcome, scores=(outcome.scores[0] + 1, 0, 0))


class WritesBadly(fantasy.FantasyRealms):
    def write_move(self, move: Any, names: Any) -> str:
        return super().write_move(move, names).replace("Swamp", "Island")


class ForgetsOptions(fantasy.FantasyRealms):
    def options(self, state: State) -> fantasy.Options:
        return fantasy.Options(players=3, jester=False)


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (ShowsTheDeck, "a re-deal shows"),
        (TellsWhoHoldsTheDragon, "a re-deal shows"),
        (DealsFromWhatWasThere, "rests on what is hidden"),
        (ListsBackwards, "not ordered"),
        (ListsForEverybody, "not awaited"),
        (AllowsAnything, "an illegal move plays"),
        (LosesACard, "a law is broken|re-deal"),
        (ChangesWhenAsked, "asking changed the state"),
        (AddsAPoint, "sheets and scores differ"),
        (WritesBadly, "does not read back"),
        (ForgetsOptions, "forgets its options"),
    ],
)
def test_a_broken_game_is_found_out(broken: type[fantasy.FantasyRealms], complaint: str) -> None:
    with pytest.raises(Nonconformance, match=complaint):
        check_game(broken(), OPTIONS, ["a", "b", "c", "d"])


def test_the_report_tells_what_was_checked() -> None:
    report = Report()
    record = check_one(fantasy.game, OPTIONS, "report", report)
    assert report.games == 1
    assert report.positions == len(record.moves)
    assert report.moves_refused > report.positions
    assert report.redeals == 4 * (report.positions + 1)
    assert report.redeals_that_differ > report.redeals // 2
