"""A card enters play: what it costs and gives, what answers to it, and the milestones."""

from __future__ import annotations

import pytest

from realms.medieval.interface import events as e
from tests.medieval.positions import (
    MANY,
    events,
    gains,
    has,
    legal,
    of_type,
    play,
    play_lines,
    position,
    refused,
    seat_of,
    turn_of,
    view,
)

pytestmark = pytest.mark.uncompiled


# --- Immediate effects ---

COSTS_AND_GIVES = [
    # card, cost, points, leader
    ("market", ("goods", 6), 0, None),  # [MR-59]
    ("city-red", ("raw", 5), 0, None),  # [MR-61]
    ("castle", ("raw", 6), 0, None),  # [MR-58]
    ("war", ("battle", 7), 6, None),  # [MR-64]
    ("artist-blue", ("culture", 5), 2, None),  # [MR-65]
    ("missionary-grey", ("religion", 5), 2, None),  # [MR-65]
    ("scientist-white", ("science", 5), 2, None),  # [MR-65]
    ("scidev-gold", ("science", 5), 2, None),  # [MR-66]
    ("art-gallery", ("culture", 5), 5, None),  # [MR-67]
    ("cathedral", ("religion", 5), 5, None),  # [MR-67]
    ("inquisition", ("religion", 4), 0, "general"),  # [MR-69]
    ("gunpowder", ("science", 4), 0, "general"),  # [MR-70]
    ("university", ("science", 4), 0, "mayor"),  # [MR-70]
    ("docking-bay", ("science", 4), 0, "admiral"),  # [MR-70]
]


@pytest.mark.parametrize(
    ("card", "cost", "points", "leader"), COSTS_AND_GIVES, ids=[row[0] for row in COSTS_AND_GIVES]
)
def test_a_card_costs_and_gives_what_it_says(
    card: str, cost: tuple[str, int], points: int, leader: str | None
) -> None:
    """[MR-7] [MR-48]"""
    kind, amount = cost
    poor = position(hands={"Ada": card}, tokens={"Ada": f"{kind} {amount - 1}"})
    assert refused(poor, f"Ada play {card}") == ("move/too_few_tokens", "MR-48")
    state = position(hands={"Ada": card}, tokens={"Ada": f"{kind} {amount}"})
    after = play(state, f"Ada play {card}")
    assert has(after, "Ada") == {}
    assert seat_of(after, "Ada").points == points
    leaders = {"mayor": 4, "admiral": 1, "general": 1}
    if leader:
        leaders[leader] += 1
    assert seat_of(after, "Ada").leaders == leaders


@pytest.mark.parametrize("leader", ["mayor", "admiral", "general"])
def test_a_realm_leader_brings_a_leader(leader: str) -> None:
    """[MR-60]"""
    state = position(panel={1: f"leader-{leader}"}, tokens={"Ada": "gold 1"})
    after = play(state, "Ada activate 1 bid 1")
    assert seat_of(after, "Ada").leaders[leader] == seat_of(state, "Ada").leaders[leader] + 1
    assert has(after, "Ada") == {}


@pytest.mark.parametrize("kind", ["goods", "science", "culture", "religion", "gold", "raw"])
def test_a_territory_gives_five_tokens(kind: str) -> None:
    """[MR-62]"""
    state = position(panel={1: f"territory-{kind}"}, tokens={"Ada": "battle 1"})
    after = play(state, "Ada activate 1 bid 1")
    assert has(after, "Ada") == {kind: 5}
    assert seat_of(after, "Ada").realm == (f"territory-{kind}",)


def test_an_immediate_effect_comes_once() -> None:
    """[MR-7]"""
    state = position(hands={"Ada": "cathedral, market"}, tokens={"Ada": MANY}, passed="Bob Cleo")
    state = play(state, "Ada play cathedral", "Ada milestone gold", "Ada play market")
    assert seat_of(state, "Ada").points == 5


def test_a_tithe_gives_four_tokens_of_a_kind_that_is_not_religion() -> None:
    """[MR-68]"""
    state = position(hands={"Ada": "tithe"}, tokens={"Ada": "religion 5"})
    state = play(state, "Ada play tithe")
    assert seat_of(state, "Ada").points == 2
    assert legal(state, "Ada") == [
        f"tithe {kind}" for kind in ("goods", "science", "culture", "gold", "raw", "battle")
    ]
    assert refused(state, "Ada tithe religion") == ("move/excluded", "MR-68")
    assert events(state, "Ada tithe battle") == [e.Chose(0, "tithe", "battle", 4, "tithe")]
    after = play(state, "Ada tithe battle")
    assert has(after, "Ada") == {"battle": 4}
    assert turn_of(after) == "Bob"


# --- Islands ---

ISLANDS = "island-blue2, island-white2, island-violet2"


@pytest.mark.parametrize(("islands", "admirals"), [("", 1), ("island-blue2", 2), (ISLANDS, 4)])
def test_the_nth_island_needs_n_admirals(islands: str, admirals: int) -> None:
    """[MR-63]"""
    for owned in (admirals - 1, admirals):
        state = position(
            hands={"Ada": "island-mayors6"},
            realms={"Ada": islands, "Bob": "island-persons2"},
            leaders={"Ada": f"mayor 4, general 9, admiral {owned}"},
        )
        if owned < admirals:
            line = "Ada play island-mayors6"
            assert refused(state, line) == ("move/too_few_leaders", "MR-63")
    after = play(state, "Ada play island-mayors6")
    assert seat_of(after, "Ada").leaders["admiral"] == admirals  # needed, not spent
    assert gains(state, after, "Ada") == {}
    assert seat_of(after, "Ada").points == 2


def test_an_island_is_taken_without_admirals() -> None:
    """[MR-35] [MR-63]"""
    state = position(
        panel={1: "island-blue2"}, tokens={"Ada": "goods 1"}, leaders={"Ada": "mayor 4"}
    )
    assert seat_of(play(state, "Ada activate 1"), "Ada").hand == ("island-blue2",)


# --- What answers ---


def test_a_city_answers_to_cards_of_its_colour() -> None:
    """[MR-7] [MR-61]"""
    state = position(
        hands={"Ada": "gunpowder, tithe"}, realms={"Ada": "city-blue"}, tokens={"Ada": MANY}
    )
    after, happened = play_lines(state, "Ada play gunpowder")
    assert of_type(happened, e.Answered) == [e.Answered(0, "city-blue", 1, {"science": 1})]
    assert gains(state, after, "Ada") == {"science": 1 - 4}
    assert seat_of(after, "Ada").points == 1
    assert of_type(events(state, "Ada play tithe"), e.Answered) == []


def test_a_city_answers_every_time() -> None:
    """[MR-7]"""
    state = position(
        hands={"Ada": "gunpowder"},
        panel={1: "university"},
        realms={"Ada": "city-blue"},
        tokens={"Ada": MANY},
        passed="Bob Cleo",
    )
    lines = ("Ada play gunpowder", "Ada activate 1", "Ada play university")
    assert len(of_type(events(state, *lines), e.Answered)) == 2


def test_a_city_does_not_answer_to_itself() -> None:
    """[MR-61]"""
    state = position(hands={"Ada": "city-green"}, tokens={"Ada": "raw 5"})
    assert of_type(events(state, "Ada play city-green"), e.Answered) == []
    state = position(
        hands={"Ada": "city-red"}, realms={"Ada": "city-green"}, tokens={"Ada": "raw 5"}
    )
    assert of_type(events(state, "Ada play city-red"), e.Answered) == [
        e.Answered(0, "city-green", 1, {"raw": 1})
    ]


def test_each_city_answers_on_its_own() -> None:
    """[MR-61]"""
    state = position(
        hands={"Ada": "gunpowder"}, realms={"Ada": "city-blue, city-blue"}, tokens={"Ada": MANY}
    )
    after, happened = play_lines(state, "Ada play gunpowder")
    assert of_type(happened, e.Answered) == [e.Answered(0, "city-blue", 1, {"science": 1})] * 2
    assert seat_of(after, "Ada").points == 2


def test_a_city_answers_to_its_owner_alone() -> None:
    """[MR-61]"""
    state = position(
        hands={"Ada": "gunpowder"}, realms={"Bob": "city-blue"}, tokens={"Ada": "science 4"}
    )
    after, happened = play_lines(state, "Ada play gunpowder")
    assert of_type(happened, e.Answered) == []
    assert seat_of(after, "Bob").points == 0


def test_a_city_in_hand_does_not_answer() -> None:
    """[MR-61] [MR-72]"""
    state = position(hands={"Ada": "gunpowder, city-blue"}, tokens={"Ada": MANY})
    assert of_type(events(state, "Ada play gunpowder"), e.Answered) == []


def test_a_card_won_in_an_auction_is_answered_too() -> None:
    """[MR-61]"""
    state = position(
        panel={1: "territory-goods"}, realms={"Ada": "city-grey"}, tokens={"Ada": "battle 2"}
    )
    after, happened = play_lines(state, "Ada activate 1 bid 2")
    assert of_type(happened, e.Answered) == [e.Answered(0, "city-grey", 1, {"battle": 1})]
    assert has(after, "Ada") == {"goods": 5, "battle": 1}


def test_a_majority_card_received_is_not_yet_played() -> None:
    """[MR-61]"""
    state = position(
        panel={1: "war"}, realms={"Ada": "city-black"}, tokens={"Ada": "goods 1, battle 9"}
    )
    assert of_type(events(state, "Ada activate 1"), e.Answered) == []


# --- The order of things ---


def test_pay_enter_effects_answers_in_this_order() -> None:
    """[MR-49]"""
    state = position(
        hands={"Ada": "scidev-gold"},
        realms={"Ada": "city-blue"},
        tokens={"Ada": "science 5"},
        points={"Ada": 4},
    )
    assert events(state, "Ada play scidev-gold") == [
        e.CardPlayed(0, "scidev-gold", {"science": 5}, {}),
        e.Gained(0, "scidev-gold", 2, {}, {}),
        e.MilestonesReached(0, 1, 6),
        e.Answered(0, "city-blue", 1, {"science": 1}),
    ]


def test_an_answer_does_not_help_to_pay() -> None:
    """[MR-49]"""
    state = position(
        hands={"Ada": "scidev-gold"}, realms={"Ada": "city-blue"}, tokens={"Ada": "science 4"}
    )
    assert refused(state, "Ada play scidev-gold") == ("move/too_few_tokens", "MR-48")


# --- Milestones ---


@pytest.mark.parametrize(
    ("before", "milestones"), [(0, 1), (3, 1), (4, 2), (5, 1), (8, 1), (9, 2), (14, 2)]
)
def test_every_multiple_of_five_reached_or_passed_gives_a_token(
    before: int, milestones: int
) -> None:
    """[MR-55]"""
    state = position(
        hands={"Ada": "war"}, tokens={"Ada": "battle 7"}, points={"Ada": before}
    )  # a War is worth 6
    state = play(state, "Ada play war")
    choice = view(state).choice
    assert choice is not None
    assert (choice.seat, choice.what, choice.amount, choice.times) == (
        0,
        "milestone",
        1,
        milestones,
    )
    kinds = ("gold", "battle")[:milestones]
    for kind in kinds:
        assert turn_of(state) == "Ada"
        state = play(state, f"Ada milestone {kind}")
    assert has(state, "Ada") == dict.fromkeys(kinds, 1)
    assert turn_of(state) == "Bob"


def test_short_of_a_multiple_there_is_no_token() -> None:
    """[MR-55]"""
    state = position(hands={"Ada": "scidev-raw"}, tokens={"Ada": "science 5"}, points={"Ada": 5})
    after = play(state, "Ada play scidev-raw")  # 7 points
    assert turn_of(after) == "Bob"
    assert has(after, "Ada") == {}


def test_a_milestone_may_be_any_of_seven_kinds() -> None:
    """[MR-55]"""
    state = position(hands={"Ada": "cathedral"}, tokens={"Ada": "religion 5"})
    state = play(state, "Ada play cathedral")
    assert legal(state, "Ada") == [
        f"milestone {kind}"
        for kind in ("goods", "science", "culture", "religion", "gold", "raw", "battle")
    ]
    assert events(state, "Ada milestone religion") == [e.Chose(0, "milestone", "religion", 1, None)]


def test_a_choice_comes_before_anything_else() -> None:
    """[MR-55]"""
    state = position(hands={"Ada": "cathedral, market"}, tokens={"Ada": MANY})
    state = play(state, "Ada play cathedral")
    for line in ("pass", "play market", "activate 1", "bid 1"):
        assert refused(state, f"Ada {line}") == ("move/must_choose", "MR-55")
    assert refused(state, "Bob pass") == ("move/not_asked_to_choose", "MR-55")
    assert refused(state, "Bob milestone gold") == ("move/not_asked_to_choose", "MR-55")


def test_what_is_not_due_cannot_be_chosen() -> None:
    """[MR-55] [MR-68]"""
    state = position(hands={"Ada": "tithe"}, tokens={"Ada": "religion 5"}, points={"Ada": 4})
    state = play(state, "Ada play tithe")
    assert refused(state, "Ada tithe gold") == ("move/meaningless", "MR-31")
    assert refused(state, "Ada get 1") == ("move/wrong_step", "MR-16")
    state = play(state, "Ada milestone gold")
    assert refused(state, "Ada milestone gold") == ("move/meaningless", "MR-31")
    state = play(state, "Ada tithe gold")
    assert has(state, "Ada") == {"gold": 5}


def test_cards_come_and_choices_follow_in_the_order_they_fell_due() -> None:
    """[MR-49] [MR-55]"""
    state = position(
        hands={"Ada": "tithe"},
        realms={"Ada": "city-white, city-white"},
        tokens={"Ada": "religion 5"},
        points={"Ada": 3},
    )
    state = play(state, "Ada play tithe")  # 3 + 2 for itself, 1 + 1 for the Cities
    assert seat_of(state, "Ada").points == 7
    state = play(state, "Ada milestone goods", "Ada tithe goods")
    assert has(state, "Ada") == {"goods": 5, "religion": 2}
    assert turn_of(state) == "Bob"


def test_an_answer_can_reach_a_milestone() -> None:
    """[MR-55] [MR-61]"""
    state = position(
        hands={"Ada": "gunpowder"},
        realms={"Ada": "city-blue, city-blue"},
        tokens={"Ada": "science 4"},
        points={"Ada": 3},
    )
    state, happened = play_lines(state, "Ada play gunpowder")
    assert of_type(happened, e.MilestonesReached) == [e.MilestonesReached(0, 1, 5)]
    assert turn_of(state) == "Ada"


def test_milestones_of_a_card_and_of_an_answer_add_up() -> None:
    """[MR-55] [MR-61]"""
    state = position(
        hands={"Ada": "art-gallery"},
        realms={"Ada": "city-violet"},
        tokens={"Ada": "culture 5"},
        points={"Ada": 4},
    )
    state = play(state, "Ada play art-gallery")  # to 9, then to 10
    state = play(state, "Ada milestone gold", "Ada milestone raw")
    assert has(state, "Ada") == {"culture": 1, "gold": 1, "raw": 1}
    assert turn_of(state) == "Bob"


def test_points_in_the_turn_of_another_pay_at_once() -> None:
    """[MR-47] [MR-57]"""
    state = position(
        panel={1: "leader-mayor"},
        realms={"Cleo": "city-yellow"},
        tokens={"Ada": "gold 1", "Cleo": "gold 2"},
        points={"Cleo": 4},
        passed="Cleo",
    )
    state = play(state, "Ada activate 1 bid 1", "Cleo bid 2")
    assert turn_of(state) == "Cleo"
    assert legal(state, "Ada") == []
    assert refused(state, "Ada milestone gold") == ("move/not_asked_to_choose", "MR-55")
    state = play(state, "Cleo milestone battle")
    assert has(state, "Cleo") == {"gold": 1, "battle": 1}
    assert turn_of(state) == "Bob"  # after Ada, who opened the auction
