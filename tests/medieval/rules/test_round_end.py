"""The seven steps of a round, its end, and the end of the game."""

from __future__ import annotations

from itertools import groupby

import pytest

from realms.kernel.game import Event, State
from realms.medieval import game
from realms.medieval.content.content import CARDS
from realms.medieval.interface import events as e
from tests.medieval.positions import (
    drafted,
    events,
    in_order,
    of_type,
    play,
    play_lines,
    position,
    refused,
    revealed,
    started,
    view,
)

pytestmark = pytest.mark.uncompiled

PANEL = {square: card.id for square, card in enumerate(CARDS[:12], start=1)}


def passing(state: State) -> tuple[State, list[Event]]:
    """Everybody passes, and what that leads to."""
    return play_lines(state, *(f"{name} pass" for name in in_order(state)))


def test_a_round_has_seven_steps() -> None:
    """[MR-16]"""
    state, placed = revealed(drafted(3))
    _, passed = passing(state)
    order = [kind for kind, _ in groupby(type(event) for event in (*placed, *passed))]
    assert order == [
        e.Placed,  # 2, behind the screens that are up since 1
        e.Revealed,  # 3
        e.Produced,
        e.LandFought,
        e.GoodsGiven,  # 4
        e.OrderSet,  # 5
        e.PassedRound,  # 6
        e.Swept,  # 7
        e.Refilled,
        e.RoundBegan,  # 1
    ]


def test_the_draft_leads_to_the_first_round() -> None:
    """[MR-16]"""
    state = play(started(2, order="Ada Bob"), "Bob draft gold raw")
    assert events(state, "Ada draft gold battle")[-1] == e.RoundBegan(1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_first_squares_are_cleared(players: int) -> None:
    """[MR-51]"""
    state = position(players, panel=PANEL)
    after, happened = passing(state)
    swept = tuple(PANEL[square] for square in range(1, 7 - players))
    assert of_type(happened, e.Swept) == [e.Swept(swept)]
    assert view(after).discards == swept


def test_empty_squares_clear_nothing() -> None:
    """[MR-51]"""
    panel = {square: card for square, card in PANEL.items() if square not in (1, 3)}
    after, happened = passing(position(3, panel=panel))
    assert of_type(happened, e.Swept) == [e.Swept((PANEL[2],))]
    assert view(after).current[0] == PANEL[4]
    bare = {square: card for square, card in PANEL.items() if square > 3}
    assert of_type(passing(position(3, panel=bare))[1], e.Swept) == []


def test_cards_slide_and_the_future_follows() -> None:
    """[MR-52]"""
    panel = {square: card for square, card in PANEL.items() if square not in (5, 9)}
    state = position(4, panel=panel, future="war, market, castle, tithe, cathedral, university",
                     deck="gunpowder, inquisition, docking-bay, art-gallery")  # fmt: skip
    after, happened = passing(state)
    kept = [PANEL[square] for square in (3, 4, 6, 7, 8, 10, 11, 12)]
    assert view(after).current == (*kept, "war", "market", "castle", "tithe")
    assert view(after).future == (
        "cathedral", "university", "gunpowder", "inquisition", "docking-bay", "art-gallery",
    )  # fmt: skip
    drawn = ("gunpowder", "inquisition", "docking-bay", "art-gallery")
    assert of_type(happened, e.Refilled) == [e.Refilled(drawn)]
    assert view(after).deck == view(state).deck - 4


def test_more_than_six_holes_are_filled_from_the_deck() -> None:
    """[MR-52]"""
    state = position(5, panel={1: "market", 7: "castle"}, future="war, war, war, war, war, war",
                     deck="gunpowder, inquisition, docking-bay, art-gallery, tithe")  # fmt: skip
    after, _ = passing(state)
    drawn = ("gunpowder", "inquisition", "docking-bay", "art-gallery", "tithe")
    assert view(after).current == ("castle", *["war"] * 6, *drawn)
    assert None not in view(after).future


def test_the_round_token_advances() -> None:
    """[MR-53]"""
    state, happened = passing(position(round_now=3, panel=PANEL))
    assert view(state).round == 4
    assert happened[-1] == e.RoundBegan(4)


def test_after_the_last_round_nothing_is_cleared() -> None:
    """[MR-53]"""
    state = position(round_now=7, panel=PANEL)
    after, happened = passing(state)
    assert happened[-1] == e.Finished(7)
    assert of_type(happened, e.Swept) == of_type(happened, e.Refilled) == []
    assert view(after).current == view(state).current
    assert view(after).round == 7


def test_the_sixth_round_is_not_the_last() -> None:
    """[MR-74]"""
    state, _ = passing(position(round_now=6))
    assert game.outcome(state) is None
    assert view(state).phase == "placing"


def test_the_game_ends_after_round_seven() -> None:
    """[MR-74]"""
    state, _ = passing(position(round_now=7, points={"Bob": 3}))
    assert game.awaiting(state) == ()
    assert view(state).phase == "ended"
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.paragraph) == ("last_round", "MR-74")
    assert (outcome.scores, outcome.winners) == ((0, 3, 0), (1,))
    for line in ("pass", "activate 1", "draft gold raw", "place gold 4 general 1 admiral 1"):
        assert refused(state, f"Ada {line}") == ("move/game_over", "MR-74")


def test_a_choice_of_the_last_action_is_made_before_the_round_ends() -> None:
    """[MR-55] [MR-74]"""
    state = position(
        round_now=7, hands={"Ada": "war"}, tokens={"Ada": "battle 7"}, passed="Bob Cleo"
    )
    state = play(state, "Ada play war", "Ada milestone gold", "Ada pass")
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores == (6, 0, 0)  # one token left is worth nothing


def test_seven_rounds_are_played_from_the_start() -> None:
    """[MR-16] [MR-74]"""
    state, rounds = drafted(2), []
    while view(state).phase != "ended":
        rounds.append(view(state).round)
        state, _ = revealed(state)
        state, _ = passing(state)
    assert rounds == [1, 2, 3, 4, 5, 6, 7]
