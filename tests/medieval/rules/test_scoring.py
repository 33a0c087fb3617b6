"""Final scoring: end effects, leftovers, the set of Great Persons, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from realms.kernel.game import State
from realms.medieval import game
from realms.medieval.content.content import CARDS
from realms.medieval.scoring.sheets import ScoreLine
from tests.medieval.positions import (
    NAMES,
    end_points,
    in_order,
    lines_of,
    play,
    position,
    sheet,
)

pytestmark = pytest.mark.uncompiled

PERSONS = [card.id for card in CARDS if card.great_person]


def ada(realm: str = "", players: int = 3, **fields: Any) -> State:
    """A position with a realm of Ada's."""
    return position(players, realms={"Ada": realm}, **fields)


# --- End effects ---


def test_a_castle_scores_the_combat_value_of_military_leaders() -> None:
    """[MR-5] [MR-58]"""
    state = ada("castle, castle", leaders={"Ada": "mayor 5, admiral 3, general 2"})
    assert [line.points for line in lines_of(state, "Ada", "end")] == [7, 7]  # each of them


def test_decoys_are_worth_nothing_to_a_castle() -> None:
    """[MR-58] [MR-73]"""
    assert end_points(ada("castle", players=2), "Ada") == {"castle": 3}


def test_a_market_scores_the_different_colours_in_play() -> None:
    """[MR-59]"""
    assert end_points(ada("market"), "Ada") == {"market": 1}
    state = ada("market, market, war, war, gunpowder, university, territory-raw")
    assert [line.points for line in lines_of(state, "Ada", "end")] == [4, 4]


def test_a_city_scores_its_owners_mayors() -> None:
    """[MR-61]"""
    state = ada("city-red", leaders={"Ada": "mayor 6, admiral 4", "Bob": "mayor 9"})
    assert end_points(state, "Ada") == {"city-red": 6}


ISLANDS = [
    ("island-blue2", "gunpowder, university", "gunpowder, tithe"),
    ("island-white2", "tithe, cathedral", "tithe"),
    ("island-violet2", "art-gallery, artist-red", "art-gallery"),
    ("island-war-castle", "war, castle", "war"),
    ("island-war-castle", "war, war", "castle"),
    ("island-war-castle", "castle, castle", "market"),
    (
        "island-colours6",  # itself the sixth
        "war, castle, market, gunpowder, tithe",
        "war, castle, market, gunpowder",
    ),
    ("island-persons2", "artist-red, scientist-blue", "artist-red, art-gallery"),
]


@pytest.mark.parametrize(("island", "enough", "short"), ISLANDS)
def test_an_island_scores_three_if_its_condition_holds(
    island: str, enough: str, short: str
) -> None:
    """[MR-63]"""
    assert end_points(ada(f"{island}, {enough}"), "Ada")[island] == 3
    assert end_points(ada(f"{island}, {short}"), "Ada")[island] == 0


@pytest.mark.parametrize(
    ("island", "enough", "short"),
    [
        ("island-mayors6", "mayor 6", "mayor 5, general 9"),
        ("island-military5", "admiral 1, general 2", "admiral 2, general 1, mayor 9"),
    ],
)
def test_an_island_may_ask_for_leaders(island: str, enough: str, short: str) -> None:
    """[MR-63]"""
    assert end_points(ada(island, leaders={"Ada": enough}), "Ada")[island] == 3
    assert end_points(ada(island, leaders={"Ada": short}), "Ada")[island] == 0


def test_a_great_person_scores_the_cards_of_its_colour() -> None:
    """[MR-65]"""
    state = ada("scientist-blue, gunpowder, artist-blue, tithe")
    assert end_points(state, "Ada") == {"scientist-blue": 2, "artist-blue": 2}
    assert end_points(ada("artist-violet"), "Ada") == {"artist-violet": 1}  # itself
    assert end_points(ada("artist-green"), "Ada") == {"artist-green": 0}


# --- What counts ---


def test_cards_in_hand_score_nothing_and_count_for_nothing() -> None:
    """[MR-72]"""
    state = position(
        realms={"Ada": "market, artist-blue"},
        hands={"Ada": "castle, gunpowder, war, missionary-black"},
    )
    assert end_points(state, "Ada") == {"market": 2, "artist-blue": 0}
    assert sheet(state, "Ada").cards == 2
    assert lines_of(state, "Ada", "great_persons")[0].times == 1


def test_the_cards_of_others_count_for_nothing() -> None:
    """[MR-72]"""
    state = position(realms={"Ada": "market", "Bob": "war, castle, tithe"})
    assert end_points(state, "Ada") == {"market": 1}


def test_leaders_are_no_tokens() -> None:
    """[MR-72]"""
    state = ada(leaders={"Ada": "mayor 9, general 9"}, tokens={"Ada": "gold 1"})
    assert sheet(state, "Ada").score == 0


def test_decoys_are_no_mayors() -> None:
    """[MR-73]"""
    state = ada("city-red, island-mayors6", players=2)
    assert end_points(state, "Ada") == {"city-red": 4, "island-mayors6": 0}
    state = ada("city-red", players=2, leaders={"Ada": "mayor 5, general 1"})
    assert end_points(state, "Ada") == {"city-red": 5}


def test_a_mayor_gained_later_produces_and_decoys_stay_two() -> None:
    """[MR-73]"""
    state = position(2, hands={"Ada": "university"}, tokens={"Ada": "science 4"})
    state = play(state, "Ada play university", "Bob pass", "Ada pass")
    seat = game.view(state, None).seats[0]
    assert (seat.leaders["mayor"], seat.decoys) == (5, 2)
    assert play(state, "Ada place gold 5 general 1 admiral 2 decoy 3 3") is not None


# --- The three steps ---


@pytest.mark.parametrize(
    ("tokens", "points"),
    [("", 0), ("gold 1", 0), ("gold 1, raw 1", 1), ("goods 3, battle 4", 3), ("science 8", 4)],
)
def test_two_tokens_of_any_kinds_are_a_point(tokens: str, points: int) -> None:
    """[MR-75]"""
    assert sheet(ada(tokens={"Ada": tokens}), "Ada").score == points


@pytest.mark.parametrize(
    ("persons", "points"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 15), (18, 15)]
)
def test_a_set_of_great_persons_scores(persons: int, points: int) -> None:
    """[MR-75]"""
    state = ada(", ".join(PERSONS[:persons]))
    assert lines_of(state, "Ada", "great_persons") == [
        ScoreLine("great_persons", points, "MR-75", times=persons)
    ]


def test_final_scoring_has_three_steps() -> None:
    """[MR-75]"""
    state = ada("castle, artist-orange, gunpowder", tokens={"Ada": "gold 5"}, points={"Ada": 2})
    # track 2; Castle 3, Artist 1 for the Castle; 5 tokens 2; one Great Person 1
    assert sheet(state, "Ada").score == 2 + 3 + 1 + 2 + 1
    assert [(line.why, line.card, line.points) for line in sheet(state, "Ada").lines] == [
        ("entering", "artist-orange", 2),
        ("end", "castle", 3),
        ("end", "artist-orange", 1),
        ("tokens", None, 2),
        ("great_persons", None, 1),
    ]


def test_final_scoring_pays_no_milestones() -> None:
    """[MR-56]"""
    state = ada("castle, castle", points={"Ada": 4}, tokens={"Ada": "gold 1"}, round_now=7)
    state = play(state, *(f"{name} pass" for name in in_order(state)))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores[0] == 4 + 6  # passes 5 and 10: two tokens more would give a point


# --- Sheets ---


def test_a_running_sheet_tells_what_the_seat_would_have_now() -> None:
    """[MR-75]"""
    state = position(
        hands={"Ada": "scidev-gold"},
        realms={"Ada": "city-blue"},
        tokens={"Ada": "science 5, gold 3"},
        points={"Ada": 1},
    )
    before = sheet(state, "Ada")
    assert (before.track, before.score) == (1, 1 + 4 + 4)  # four mayors, eight tokens
    after = sheet(play(state, "Ada play scidev-gold"), "Ada")
    assert (after.track, after.score) == (4, 4 + 4 + 2)
    assert [(line.why, line.points) for line in after.lines] == [
        ("entering", 2),
        ("answers", 2),  # one before, one for the Development
        ("end", 4),
        ("tokens", 2),
    ]
    assert {line.why: line.paragraph for line in after.lines} == {
        "entering": "MR-49",
        "answers": "MR-61",
        "end": "MR-75",
        "tokens": "MR-75",
    }


def test_every_line_is_so_many_times_so_much() -> None:
    """[MR-75]"""
    state = ada("castle, market, city-red, island-blue2, artist-red")
    for line in sheet(state, "Ada").lines:
        if line.why in ("entering", "end"):
            assert line.points == line.times * line.each
    assert sum(line.points for line in sheet(state, "Ada").lines) == sheet(state, "Ada").score


def test_the_outcome_is_that_of_the_sheets() -> None:
    """[MR-75] [MR-76]"""
    state = position(
        4,
        realms={"Ada": "castle", "Bob": "market, war", "Cleo": ", ".join(PERSONS[:4])},
        tokens={"Ada": "gold 9", "Dora": "raw 3"},
        points={"Bob": 11, "Dora": 2},
        round_now=7,
    )
    scores = [sheet(state, name).score for name in NAMES[:4]]
    state = play(state, *(f"{name} pass" for name in in_order(state)))
    outcome = game.outcome(state)
    assert outcome is not None
    assert list(outcome.scores) == scores == [sheet(state, name).score for name in NAMES[:4]]
    assert outcome.winners == (scores.index(max(scores)),)


# --- Ties ---


def winner(**fields: Any) -> str:
    """Who wins, with three tied at 20 points."""
    state = position(round_now=7, **fields)
    for seat, name in enumerate(NAMES[:3]):
        state.points[seat] += 20 - sheet(state, name).score
    state = play(state, *(f"{name} pass" for name in in_order(state)))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores == (20, 20, 20)
    (seat,) = outcome.winners
    return NAMES[seat]


def test_most_points_win() -> None:
    """[MR-76]"""
    state = position(points={"Bob": 2, "Cleo": 3}, realms={"Bob": "castle, market"})
    assert [NAMES[seat] for seat in game.ranking(state)] == ["Bob", "Cleo", "Ada"]
    state = position(points={"Ada": 1, "Cleo": 3}, realms={"Ada": "gunpowder, university"})
    assert [NAMES[seat] for seat in game.ranking(state)] == ["Cleo", "Ada", "Bob"]


def test_a_tie_goes_to_most_cards_in_play() -> None:
    """[MR-76]"""
    realms = {"Ada": "castle", "Bob": "castle, castle", "Cleo": "gunpowder, war, war"}
    assert winner(realms=realms, leaders={"Ada": "mayor 9"}) == "Cleo"


def test_then_to_most_castles() -> None:
    """[MR-76]"""
    realms = {"Ada": "castle, war", "Bob": "castle, castle", "Cleo": "gunpowder, war"}
    assert winner(realms=realms, leaders={"Ada": "mayor 9"}) == "Bob"


def test_then_to_most_leaders() -> None:
    """[MR-76]"""
    leaders = {"Ada": "mayor 4, general 2", "Bob": "mayor 5, admiral 3", "Cleo": "general 7"}
    assert winner(leaders=leaders) == "Bob"


def test_then_to_the_earliest_on_the_track() -> None:
    """[MR-76]"""
    assert winner(order="Cleo Bob Ada") == "Cleo"
    assert winner(order="Bob Ada Cleo") == "Bob"
    assert winner(order="Cleo Bob Ada", realms={"Ada": "war", "Bob": "war"}) == "Bob"


def test_decoys_count_among_the_leaders() -> None:
    """[MR-76]"""
    assert sheet(position(2), "Ada").leaders == 8
    assert sheet(position(3), "Ada").leaders == 6
