"""Steps 1 and 2: screens go up, and everybody places leaders in secret."""

from __future__ import annotations

import pytest

from realms.medieval import Place, game
from realms.medieval.interface import events as e
from realms.medieval.rules.codes import PLACE_ADMIRAL, PLACE_GENERAL, PLACE_MAYOR, TAKE_BACK
from tests.medieval.positions import (
    NAMES,
    drafted,
    events,
    has,
    of_type,
    placing,
    play,
    play_lines,
    position,
    refused,
    refused_move,
    revealed,
    seat_of,
    view,
)

pytestmark = pytest.mark.uncompiled


# --- Screens ---


def test_a_screen_hides_zone_and_map_but_not_the_manor() -> None:
    """[MR-8] [MR-17]"""
    state = play(placing(tokens={"Ada": "gold 3"}), "Ada place gold 4 general 1 admiral 2")
    for name in ("Bob", None):
        seat = view(state, name).seats[0]
        assert seat.placement is None
        assert seat.ready
        assert seat.tokens["gold"] == 3
    assert view(state, "Ada").seats[0].placement == Place({"gold": 4}, (1,), (2,))


def test_others_learn_that_a_seat_has_placed_and_no_more() -> None:
    """[MR-17]"""
    (event,) = events(placing(), "Ada place gold 4 general 1 admiral 2")
    assert event == e.Placed(0, Place({"gold": 4}, (1,), (2,)))
    assert event.seen_by(0) == event
    assert event.seen_by(1) == event.seen_by(None) == e.Placed(0, None)


def test_a_round_begins_with_screens_up() -> None:
    """[MR-17]"""
    happened = events(position(), "Ada pass", "Bob pass", "Cleo pass")
    assert happened[-1] == e.RoundBegan(2)


# --- All at once ---


def test_everybody_places_at_the_same_time() -> None:
    """[MR-18]"""
    state = placing(4)
    assert game.awaiting(state) == (0, 1, 2, 3)
    state = play(state, "Cleo place gold 4 general 1 admiral 2")
    assert game.awaiting(state) == (0, 1, 3)


def test_placements_are_revealed_together() -> None:
    """[MR-18] [MR-23]"""
    state = play(
        placing(), "Cleo place gold 4 general 1 admiral 2", "Ada place raw 4 general 3 admiral 4"
    )
    assert has(state, "Cleo") == {}
    happened = events(state, "Bob place goods 4 general 5 admiral 6")
    placements = (
        Place({"raw": 4}, (3,), (4,)),
        Place({"goods": 4}, (5,), (6,)),
        Place({"gold": 4}, (1,), (2,)),
    )
    assert of_type(happened, e.Revealed) == [e.Revealed(2, placements)]
    after = play(state, "Bob place goods 4 general 5 admiral 6")
    assert tuple(seat.placement for seat in view(after, "Bob").seats) == placements


def test_a_placement_may_be_changed_until_the_last_has_placed() -> None:
    """[MR-18]"""
    state = play(placing(), "Ada place gold 4 general 1 admiral 2")
    assert game.may_change(state) == (0,)
    state = play(state, "Ada place raw 4 general 3 admiral 3")
    assert view(state, "Ada").seats[0].placement == Place({"raw": 4}, (3,), (3,))
    assert view(state, "Bob").seats[0].placement is None
    after, _ = play_lines(
        state, "Bob place gold 4 general 1 admiral 2", "Cleo place gold 4 general 1 admiral 2"
    )
    assert has(after, "Ada")["raw"] == 4
    assert refused(after, "Ada place gold 4 general 1 admiral 2") == ("move/wrong_step", "MR-16")


def test_nobody_else_learns_of_a_change() -> None:
    """[MR-8] [MR-18]"""
    state = play(placing(), "Ada place gold 4 general 1 admiral 2")
    (event,) = events(state, "Ada place raw 4 general 3 admiral 3")
    assert event == e.Placed(0, Place({"raw": 4}, (3,), (3,)), again=True)
    assert (event.seen_by(0), event.seen_by(1), event.seen_by(None)) == (event, None, None)
    assert game.advance(state, 0, TAKE_BACK) == [e.TookBack(0)]
    assert e.TookBack(0).seen_by(2) is None


def test_a_placement_that_is_refused_leaves_the_one_before() -> None:
    """[MR-18]"""
    state = play(placing(), "Ada place gold 4 general 1 admiral 2")
    assert refused(state, "Ada place gold 4 general 1") == ("move/not_all_placed", "MR-21")


def test_a_placement_of_nobody_is_not_among_the_legal_changes() -> None:
    """[MR-18] [MR-21]"""
    state = play(placing(), "Ada place gold 4 general 1 admiral 2")
    assert refused_move(state, "Ada", Place()) == ("move/not_all_placed", "MR-21")


def test_each_placement_is_one_path_of_steps() -> None:
    """[MR-18]"""
    state = placing()
    game.advance(state, 0, PLACE_MAYOR + 3)
    assert game.refusal(state, 0, PLACE_MAYOR + 2) == ("move/out_of_order", "MR-18")
    assert game.refusal(state, 0, PLACE_MAYOR + 3) is None
    assert game.refusal(state, 0, PLACE_GENERAL) == ("move/not_all_placed", "MR-21")
    assert game.refusal(state, 0, TAKE_BACK) == ("move/not_all_placed", "MR-21")


@pytest.mark.parametrize(
    ("players", "ways"),
    [
        (2, 126 * (8 * 28 + 56 * 21)),  # decoys on 7 free lands, or on 6
        (3, 126 * 8 * 8),
        (5, 126 * 10 * 10),
    ],
)
def test_there_are_so_many_placements(players: int, ways: int) -> None:
    """[MR-19] [MR-20] [MR-22]"""
    moves = game.legal(placing(players), 0)
    assert len(moves) == ways
    assert moves[0] in moves
    assert moves[ways - 1] in moves


# --- Mayors ---


def test_mayors_may_share_a_square() -> None:
    """[MR-19]"""
    for mayors in ("gold 4", "gold 2 raw 2", "goods science culture religion"):
        assert play(placing(), f"Ada place {mayors} general 1 admiral 1") is not None


def test_no_mayor_goes_to_battle() -> None:
    """[MR-3] [MR-19]"""
    line = "Ada place battle gold 3 general 1 admiral 1"
    assert refused(placing(), line) == ("move/no_square", "MR-19")


# --- Military leaders ---


def test_military_leaders_may_share_a_land() -> None:
    """[MR-20]"""
    state = play(placing(), "Ada place gold 4 general 3 admiral 3")
    assert view(state, "Ada").seats[0].placement == Place({"gold": 4}, (3,), (3,))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("land", [9, 10])
def test_lands_9_and_10_are_there_for_five(players: int, land: int) -> None:
    """[MR-20]"""
    decoys = " decoy 2 2" if players == 2 else ""
    for leaders in (f"general {land} admiral 1", f"general 1 admiral {land}"):
        line = f"Ada place gold 4 {leaders}{decoys}"
        assert refused(placing(players), line) == ("move/no_land", "MR-20")
    assert play(placing(5), f"Ada place gold 4 general {land} admiral {land}") is not None


# --- All of them, every round ---


@pytest.mark.parametrize(
    "placed", ["gold 3 general 1 admiral 1", "gold 4 admiral 1", "gold 4 general 1"]
)
def test_no_leader_is_held_back(placed: str) -> None:
    """[MR-21]"""
    assert refused(placing(), f"Ada place {placed}") == ("move/not_all_placed", "MR-21")


def test_placing_nobody_is_holding_back() -> None:
    """[MR-21]"""
    assert refused_move(placing(), "Ada", Place()) == ("move/not_all_placed", "MR-21")


@pytest.mark.parametrize("placed", ["gold 5 general 1 admiral 1", "gold 4 general 1 2 admiral 1"])
def test_no_more_are_placed_than_owned(placed: str) -> None:
    """[MR-21]"""
    assert refused(placing(), f"Ada place {placed}") == ("move/too_many_placed", "MR-21")


def test_no_more_admirals_are_placed_than_owned() -> None:
    """[MR-21]"""
    line = "Ada place gold 4 general 1 admiral 1 2"
    assert refused(placing(), line) == ("move/too_many_placed", "MR-21")


def test_no_more_admirals_are_placed_than_owned_by_the_last_to_place() -> None:
    """[MR-21]"""
    state = placing()
    for name in ("Ada", "Bob"):
        state = play(state, f"{name} place gold 4 general 1 admiral 1")
    line = "Cleo place gold 4 general 1 admiral 1 2"
    assert refused(state, line) == ("move/too_many_placed", "MR-21")


def test_with_three_there_are_no_decoys() -> None:
    """[MR-22]"""
    line = "Ada place gold 4 general 1 admiral 1 decoy 3"
    assert refused(placing(), line) == ("move/too_many_placed", "MR-21")


def test_leaders_are_taken_back_every_round() -> None:
    """[MR-21]"""
    state, _ = revealed(placing(), Ada="gold 4 general 1 admiral 2")
    assert seat_of(state, "Ada").placement == Place({"gold": 4}, (1,), (2,))
    state = play(state, *(f"{NAMES[seat]} pass" for seat in view(state).order))
    assert view(state, "Ada").seats[0].placement is None
    assert play(state, "Ada place raw 4 general 5 admiral 5") is not None


def test_a_leader_gained_is_placed_from_the_next_round_on() -> None:
    """[MR-21]"""
    state = position(hands={"Ada": "gunpowder"}, tokens={"Ada": "science 4"})
    state = play(state, "Ada play gunpowder")
    assert seat_of(state, "Ada").leaders["general"] == 2
    assert seat_of(state, "Ada").placement is None
    state = play(state, "Bob pass", "Cleo pass", "Ada pass")
    assert refused(state, "Ada place gold 4 general 1 admiral 1") == (
        "move/not_all_placed",
        "MR-21",
    )
    assert play(state, "Ada place gold 4 general 1 2 admiral 1") is not None


# --- Decoys ---


def test_decoys_go_where_no_own_military_leader_stands() -> None:
    """[MR-22]"""
    for decoys in ("1 3", "2 3", "1 1"):
        line = f"Ada place gold 4 general 1 admiral 2 decoy {decoys}"
        assert refused(placing(2), line) == ("move/decoy_beside_leaders", "MR-22")
    assert play(placing(2), "Ada place gold 4 general 1 admiral 2 decoy 3 4") is not None


def test_both_decoys_may_stand_on_one_land() -> None:
    """[MR-22]"""
    state = play(placing(2), "Ada place gold 4 general 1 admiral 2 decoy 6 6")
    assert view(state, "Ada").seats[0].placement == Place({"gold": 4}, (1,), (2,), (6, 6))


def test_decoys_too_are_placed_all() -> None:
    """[MR-21] [MR-22]"""
    for decoys in ("", " decoy 3"):
        line = f"Ada place gold 4 general 1 admiral 2{decoys}"
        assert refused(placing(2), line) == ("move/not_all_placed", "MR-21")


def test_decoys_stay_off_a_map_that_is_full() -> None:
    """[MR-22]"""
    everywhere = "general 1 2 3 4 5 6 7 8"
    state = placing(2, leaders={"Ada": "mayor 1, general 8"})
    after = play(state, f"Ada place gold {everywhere}")
    assert seat_of(after, "Ada").ready
    assert seat_of(after, "Ada").decoys == 2
    line = "Ada place gold general 1 2 3 4 5 6 7 7"  # one land is free
    assert refused(state, line) == ("move/not_all_placed", "MR-21")
    assert play(state, f"{line} decoy 8 8") is not None


def test_decoys_are_placed_anew_after_a_round_off_the_map() -> None:
    """[MR-21] [MR-22]"""
    state = placing(2, leaders={"Ada": "mayor 1, general 8"})
    state = play(
        state,
        "Ada place gold general 1 2 3 4 5 6 7 8",
        "Bob place gold 4 general 1 admiral 2 decoy 3 3",
    )
    state = play(state, *(f"{NAMES[seat]} pass" for seat in view(state).order))
    line = "Ada place gold general 1 1 1 1 1 1 1 1"
    assert refused(state, line) == ("move/not_all_placed", "MR-21")
    assert play(state, f"{line} decoy 2 2") is not None


# --- The wrong time ---


@pytest.mark.parametrize("line", ["pass", "activate 1", "play war", "bid 1", "pass bid"])
def test_while_placing_nothing_else_is_done(line: str) -> None:
    """[MR-16]"""
    assert refused(drafted(3), f"Ada {line}") == ("move/wrong_step", "MR-16")


def test_leaders_stay_where_they_are_while_others_act() -> None:
    """[MR-16]"""
    line = "Ada place gold 4 general 1 admiral 1"
    assert refused(position(), line) == ("move/wrong_step", "MR-16")
    assert game.refusal(position(), 0, PLACE_ADMIRAL) == ("move/wrong_step", "MR-16")
