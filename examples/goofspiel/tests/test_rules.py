"""Goofspiel keeps to its rules, paragraph by paragraph."""

import pytest
from goofspiel.game import GAME
from goofspiel.moves import Bid, Carried, GoofspielOptions, Laid, Turned, Won
from msgspec import ValidationError, convert

from realms.kernel.errors import IllegalMove
from realms.kernel.game import Event, State


def dealt(*prizes: int, players: int = 2) -> State:
    """A table whose prizes come in this order."""
    state = GAME.start(GoofspielOptions(players=players, cards=len(prizes)), "a seed")
    state.prizes[: len(prizes)], state.stake = prizes, prizes[0]
    return state


def bids(state: State, *cards: int) -> tuple[State, list[Event]]:
    """Everybody bids; what came of the last bid."""
    events: list[Event] = []
    for seat, card in enumerate(cards):
        state, events = GAME.play(state, seat, Bid(card))
    return state, events


@pytest.mark.parametrize("options", [{"players": 1}, {"players": 6}, {"cards": 2}, {"cards": 14}])
def test_options_have_their_bounds(options: dict[str, int]) -> None:
    """[GS-1]"""
    with pytest.raises(ValidationError):
        convert(options, GoofspielOptions)


def test_the_highest_bid_takes_the_prize_and_the_next_is_turned() -> None:
    """[GS-2] [GS-4]"""
    state, events = bids(dealt(2, 3, 1), 1, 3)
    assert events[-2:] == [Won(1, 2), Turned(3, 3)]
    assert state.points[:2].tolist() == [0, 2]
    assert [seat.hand for seat in GAME.view(state, None).seats] == [(2, 3), (1, 2)]


def test_equal_bids_carry_the_prize_over() -> None:
    """[GS-5]"""
    state, events = bids(dealt(2, 3, 1, players=3), 3, 3, 1)
    assert events[-2:] == [Carried(2), Turned(3, 5)]
    state, events = bids(state, 2, 1, 3)
    assert events[-2:] == [Won(2, 5), Turned(1, 1)]


def test_most_points_win_and_equals_share() -> None:
    """[GS-5] [GS-6]"""
    state = dealt(1, 2, 3)
    for card in (1, 2, 3):
        assert GAME.outcome(state) is None
        state, _ = bids(state, card, card)
    outcome = GAME.outcome(state)
    assert outcome
    assert (outcome.scores, outcome.winners) == ((0, 0), (0, 1))
    with pytest.raises(IllegalMove, match="GS-6"):
        GAME.play(state, 0, Bid(1))


def test_a_bid_is_secret_and_may_be_changed_until_all_are_made() -> None:
    """[GS-3] [GS-7]"""
    state, events = bids(dealt(1, 2, 3), 2)
    assert [event.seen_by(1) for event in events] == [Laid(0, None)]
    assert [GAME.view(state, viewer).bid for viewer in (0, 1, None)] == [2, None, None]
    changed, events = GAME.play(state, 0, Bid(3))
    assert (GAME.view(changed, 1), events) == (GAME.view(state, 1), [])
    assert (GAME.awaiting(changed), GAME.may_change(changed)) == ((1,), (0,))
    with pytest.raises(IllegalMove, match="GS-3"):
        GAME.play(changed, 1, Bid(4))
