"""Both editions, and every switch at both of its values."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from realms.medieval import Options, game
from realms.medieval.content import effects as does
from realms.medieval.content.switches import NAMES as SWITCHES
from realms.medieval.content.switches import VALUES, switches_of
from realms.medieval.interface import events as e
from tests.medieval.positions import (
    MANY,
    NAMES,
    content_with,
    end_points,
    events,
    has,
    in_order,
    legal,
    lines_of,
    of_type,
    placing,
    play,
    position,
    refused,
    revealed,
    seat_of,
    sheet,
    view,
)

pytestmark = pytest.mark.uncompiled

PRESETS: dict[str, dict[str, Any]] = {
    "en": {
        "hole_requires_cost": False,
        "war_colour": "black",
        "gallery_cathedral": "majority",
        "gp_end": "colour",
        "city_trigger": "shown",
        "tithe_exclude_religion": True,
        "milestone_final": False,
        "scidev": "per_mayor",
        "island_consumes": False,
        "auction_min_bid": 1,
        "decoys_count_as_mayors": False,
        "rounds": 7,
        "majority_tie": "tied",
        "island_test": "played",
    },
    "es": {
        "hole_requires_cost": True,
        "war_colour": "orange",
        "gallery_cathedral": "hole",
        "gp_end": "distinct",
        "city_trigger": "same",
        "tithe_exclude_religion": False,
        "milestone_final": False,
        "scidev": "per_mayor",
        "island_consumes": False,
        "auction_min_bid": 1,
        "decoys_count_as_mayors": False,
        "rounds": 7,
        "majority_tie": "tied",
        "island_test": "played",
    },
}


def tables(**switch: Any) -> list[dict[str, Any]]:
    """Ways to set a switch: by itself in either edition, and by the editions that have it."""
    ((name, value),) = switch.items()
    return [{"edition": edition, name: value} for edition in PRESETS] + [
        {"edition": edition} for edition, preset in PRESETS.items() if preset[name] == value
    ]


def each(**switch: Any) -> pytest.MarkDecorator:
    """The test, for every way to set a switch to a value."""
    found = tables(**switch)
    return pytest.mark.parametrize(
        "table", found, ids=[" ".join(map(str, t.values())) for t in found]
    )


# --- Editions ---


@pytest.mark.parametrize("edition", ["en", "es"])
def test_an_edition_sets_every_switch(edition: Any) -> None:
    assert structs.asdict(switches_of(Options(edition=edition))) == PRESETS[edition]
    assert tuple(PRESETS[edition]) == SWITCHES


def test_the_english_edition_is_the_default() -> None:
    assert Options().edition == "en"
    assert view(position()).edition == "en"
    assert view(position(edition="es")).edition == "es"


@pytest.mark.parametrize("edition", ["en", "es"])
@pytest.mark.parametrize("name", SWITCHES)
def test_a_table_may_set_each_switch_by_itself(name: str, edition: Any) -> None:
    for value in VALUES[name]:
        options = Options(players=3, edition=edition, **{name: value})
        assert structs.asdict(switches_of(options)) == {**PRESETS[edition], name: value}
        assert game.options(game.start(options, "")) == options
        assert options.resolved() == Options(
            players=3, edition=edition, **{**PRESETS[edition], name: value}
        )


# --- Taking hole cards ---


@each(hole_requires_cost=False)
def test_a_hole_card_may_be_taken_by_who_cannot_play_it(table: dict[str, Any]) -> None:
    """[MR-35]"""
    state = position(panel={1: "market"}, tokens={"Ada": "goods 1"}, **table)
    assert "activate 1" in legal(state, "Ada")


@each(hole_requires_cost=True)
def test_a_hole_card_may_be_taken_only_by_who_could_play_it(table: dict[str, Any]) -> None:
    """[MR-35]"""
    for science, may in ((3, False), (4, True)):
        tokens = {"Ada": f"goods 1, science {science}"}
        state = position(panel={1: "gunpowder"}, tokens=tokens, **table)
        assert ("activate 1" in legal(state, "Ada")) is may
        if not may:
            assert refused(state, "Ada activate 1") == ("move/cost_not_owned", "MR-35")


@each(hole_requires_cost=True)
def test_the_cost_is_tested_after_the_price_is_paid(table: dict[str, Any]) -> None:
    """[MR-35]"""
    for goods, may in ((8, False), (9, True)):  # 3 for the square, 6 for the Market
        state = position(panel={12: "market"}, tokens={"Ada": f"goods {goods}"}, **table)
        assert ("activate 12" in legal(state, "Ada")) is may


@each(hole_requires_cost=True)
def test_an_island_is_then_taken_with_enough_admirals(table: dict[str, Any]) -> None:
    """[MR-35] [MR-63]"""
    for admirals in (1, 2):
        state = position(
            panel={1: "island-blue2"},
            realms={"Ada": "island-white2"},
            leaders={"Ada": f"mayor 4, admiral {admirals}"},
            tokens={"Ada": "goods 1"},
            **table,
        )
        assert ("activate 1" in legal(state, "Ada")) is (admirals == 2)


@each(hole_requires_cost=True)
def test_a_majority_card_asks_nobody_for_its_cost(table: dict[str, Any]) -> None:
    """[MR-41]"""
    state = position(panel={1: "castle"}, tokens={"Ada": "goods 1"}, **table)
    assert seat_of(play(state, "Ada activate 1"), "Ada").hand == ("castle",)


# --- Cards that the editions print differently ---


@pytest.mark.parametrize("colour", ["black", "orange"])
def test_wars_have_a_colour(colour: str) -> None:
    """[MR-64]"""
    for table in tables(war_colour=colour):
        state = position(
            panel={1: "castle"},
            hands={"Ada": "war"},
            realms={"Bob": "war, castle, market"},
            tokens={"Ada": "goods 1", "Bob": "raw 1"},
            **table,
        )
        assert end_points(state, "Bob")["market"] == (3 if colour == "black" else 2)
        state = position(
            2,
            panel={1: "castle"},
            hands={"Ada": "war"},
            tokens={"Ada": "goods 1, raw 1"},
            **table,
        )
        (received,) = of_type(events(state, "Ada activate 1"), e.Received)
        assert received.seat == (0 if colour == "black" else 1)  # a hand has a colour once


@pytest.mark.parametrize("card", ["art-gallery", "cathedral"])
def test_galleries_and_cathedrals_have_a_type(card: str) -> None:
    """[MR-67]"""
    tokens = {"Ada": "goods 1, culture 5, religion 5", "Bob": "culture 9, religion 9"}
    for table in tables(gallery_cathedral="majority"):
        happened = events(position(panel={1: card}, tokens=tokens, **table), "Ada activate 1")
        assert [event.seat for event in of_type(happened, e.Received)] == [1]
    for table in tables(gallery_cathedral="hole"):
        happened = events(position(panel={1: card}, tokens=tokens, **table), "Ada activate 1")
        assert happened == [e.TookCard(0, card, 1, 1)]


def test_great_persons_score_their_colour_or_different_colours() -> None:
    """[MR-65]"""
    realms = {"Ada": "scientist-blue, gunpowder, tithe, market, market"}
    for table in tables(gp_end="colour"):
        assert end_points(position(realms=realms, **table), "Ada")["scientist-blue"] == 2
    for table in tables(gp_end="distinct"):
        assert end_points(position(realms=realms, **table), "Ada")["scientist-blue"] == 3


def test_cities_answer_to_the_colour_shown_or_to_their_own() -> None:
    """[MR-61]"""
    for value, answered in (("shown", "gunpowder"), ("same", "city-red")):
        for table in tables(city_trigger=value):
            state = position(
                hands={"Ada": "gunpowder, city-red"},
                realms={"Ada": "city-blue"},
                tokens={"Ada": MANY},
                **table,
            )
            for card in ("gunpowder", "city-red"):
                answers = of_type(events(state, f"Ada play {card}"), e.Answered)
                expected = [e.Answered(0, "city-blue", 1, {"science": 1})]
                assert answers == (expected if card == answered else [])


def test_a_tithe_leaves_out_religion_or_nothing() -> None:
    """[MR-68]"""
    for value in (True, False):
        for table in tables(tithe_exclude_religion=value):
            state = position(hands={"Ada": "tithe"}, tokens={"Ada": "religion 5"}, **table)
            state = play(state, "Ada play tithe")
            assert ("tithe religion" in legal(state, "Ada")) is not value
            choice = view(state).choice
            assert choice is not None
            assert len(choice.resources) == (6 if value else 7)
            if not value:
                assert has(play(state, "Ada tithe religion"), "Ada") == {"religion": 4}


# --- Rulings that can be taken the other way ---


def test_end_effects_may_pay_milestones() -> None:
    """[MR-56]"""
    fields: dict[str, Any] = {
        "realms": {"Ada": "castle, castle, artist-red"},  # 6 at the end, and 1 for the set
        "points": {"Ada": 9},
        "tokens": {"Ada": "gold 1"},
    }
    for table in tables(milestone_final=False):
        assert sheet(position(**fields, **table), "Ada").track == 9
        assert lines_of(position(**fields, **table), "Ada", "tokens")[0].times == 1
    state = position(**fields, edition="en", milestone_final=True)
    assert lines_of(state, "Ada", "tokens")[0].times == 3  # 9 + 6 passes 10 and reaches 15
    assert sheet(state, "Ada").score == 9 + 6 + 1 + 1


def test_no_milestones_are_paid_for_leftovers_or_the_set() -> None:
    """[MR-56]"""
    state = position(
        realms={"Ada": "artist-red"}, points={"Ada": 4}, tokens={"Ada": "gold 11"},
        milestone_final=True,
    )  # fmt: skip
    assert lines_of(state, "Ada", "tokens")[0].times == 11
    assert sheet(state, "Ada").score == 4 + 5 + 1


@pytest.mark.parametrize(("value", "raw"), [("per_mayor", 4 + 1), ("on_square", 1 + 1)])
def test_developments_produce_for_mayors_owned_or_on_the_square(value: str, raw: int) -> None:
    """[MR-66]"""
    for table in tables(scidev=value):
        state = placing(realms={"Ada": "scidev-raw"}, **table)
        after, _ = revealed(state, Ada="gold 3 raw")
        assert has(after, "Ada")["raw"] == raw


def test_islands_may_take_their_admirals() -> None:
    """[MR-63]"""
    fields: dict[str, Any] = {"hands": {"Ada": "island-blue2"}, "realms": {"Ada": "island-white2"}}
    for table in tables(island_consumes=False):
        state = position(leaders={"Ada": "admiral 1"}, **fields, **table)
        assert refused(state, "Ada play island-blue2") == ("move/too_few_leaders", "MR-63")
        state = position(leaders={"Ada": "admiral 2"}, **fields, **table)
        assert seat_of(play(state, "Ada play island-blue2"), "Ada").leaders["admiral"] == 2
    for edition in PRESETS:
        state = position(
            leaders={"Ada": "admiral 1"}, **fields, edition=edition, island_consumes=True
        )
        (played, _) = events(state, "Ada play island-blue2")
        assert played == e.CardPlayed(0, "island-blue2", {}, {"admiral": 1})
        after = play(state, "Ada play island-blue2")
        assert seat_of(after, "Ada").leaders["admiral"] == 0
        state = position(
            leaders={"Ada": "mayor 1"}, **fields, edition=edition, island_consumes=True
        )
        assert refused(state, "Ada play island-blue2") == ("move/too_few_leaders", "MR-63")


def test_an_auction_may_open_with_nothing() -> None:
    """[MR-44]"""
    for table in tables(auction_min_bid=1):
        state = position(panel={1: "leader-mayor"}, tokens={"Ada": "gold 1"}, **table)
        assert legal(state, "Ada") == ["activate 1 bid 1", "pass"]
    state = position(panel={1: "leader-mayor"}, tokens={"Bob": "gold 1"}, auction_min_bid=0)
    assert legal(state, "Ada") == ["activate 1 bid 0", "pass"]
    state = play(state, "Ada activate 1 bid 0")
    assert legal(state, "Bob") == ["bid 1", "pass bid"]
    after = play(state, "Bob pass bid")
    assert seat_of(after, "Ada").realm == ("leader-mayor",)
    assert has(after, "Ada") == {}


@pytest.mark.parametrize(("value", "more"), [(False, 0), (True, 2)])
def test_decoys_may_count_as_mayors_for_cards(value: bool, more: int) -> None:
    """[MR-73]"""
    for table in tables(decoys_count_as_mayors=value):
        realms = {"Ada": "city-red, island-mayors6, castle, scidev-raw"}
        state = position(2, realms=realms, **table)
        assert end_points(state, "Ada") == {
            "city-red": 4 + more,
            "island-mayors6": 3 if more else 0,
            "castle": 3,  # never
        }
        after, _ = revealed(placing(2, realms=realms, **table))
        assert has(after, "Ada")["raw"] == 4 + more
        assert end_points(position(3, realms=realms, **table), "Ada")["city-red"] == 4


def test_decoys_are_never_other_leaders() -> None:
    """[MR-73]"""
    content = content_with("city-red", end=(does.PointsPerLeader(1, "admiral"),))
    state = position(2, realms={"Ada": "city-red"}, decoys_count_as_mayors=True, content=content)
    assert end_points(state, "Ada") == {"city-red": 1}


# --- Readings of a sentence ---


def given_to(state: Any) -> list[int]:
    """Who gets the War when Ada activates it."""
    return [received.seat for received in of_type(events(state, "Ada activate 5"), e.Received)]


def war(battle: tuple[int, ...], **fields: Any) -> Any:
    tokens = {name: f"battle {n}" for name, n in zip(NAMES, battle, strict=False)}
    tokens["Ada"] += ", goods 2"
    return position(4, panel={5: "war"}, tokens=tokens, turn="Ada", **fields)


@each(majority_tie="tied")
def test_a_tie_goes_to_an_activator_among_the_tied(table: dict[str, Any]) -> None:
    """[MR-39]"""
    assert given_to(war((3, 3, 1, 0), **table)) == [0]
    assert given_to(war((1, 3, 3, 0), **table)) == [1]
    assert given_to(war((1, 2, 3, 0), **table)) == [2]


@each(majority_tie="activator")
def test_a_tie_may_go_to_the_activator_tied_or_not(table: dict[str, Any]) -> None:
    """[MR-39] [MR-40]; literally, and only where there is a tie for the most."""
    assert given_to(war((1, 3, 3, 0), **table)) == [0]
    assert given_to(war((0, 3, 1, 3), **table)) == [0]
    assert given_to(war((0, 0, 0, 0), **table)) == [0]
    assert given_to(war((1, 2, 3, 2), **table)) == [2]  # a tie below the most is none
    assert given_to(war((2, 1, 3, 2), **table)) == [2]
    full = "market, gunpowder, tithe, city-red"
    assert given_to(war((1, 3, 3, 0), hands={"Ada": full}, **table)) == [1]
    colour = "castle" if view(war((0, 0, 0, 0), **table)).edition == "es" else "war"
    assert given_to(war((1, 3, 3, 0), hands={"Ada": colour}, **table)) == [1]


@pytest.mark.parametrize("consumes", [False, True])
def test_an_island_may_ask_for_its_admirals_when_it_is_taken(consumes: bool) -> None:
    """[MR-63]"""
    for test, needed in (("played", 0), ("taken", 1 if consumes else 2)):
        for admirals in (0, 1, 2):
            state = position(
                panel={1: "island-blue2", 2: "market"},
                realms={"Ada": "island-white2"},
                leaders={"Ada": f"mayor 4, admiral {admirals}"},
                tokens={"Ada": "goods 1"},
                island_test=test,
                island_consumes=consumes,
            )
            assert "activate 2" in legal(state, "Ada")  # no other card is asked for its cost
            assert ("activate 1" in legal(state, "Ada")) is (admirals >= needed)
            if admirals < needed:
                assert refused(state, "Ada activate 1") == ("move/too_few_leaders", "MR-63")


@pytest.mark.parametrize("rounds", [7, 8])
def test_a_game_has_seven_or_eight_rounds(rounds: int) -> None:
    """[MR-16] [MR-74]"""
    for table in tables(rounds=rounds):
        for number in (7, 8)[: rounds - 6]:
            state = position(round_now=number, **table)
            assert view(state).rounds == rounds
            state = play(state, *(f"{name} pass" for name in in_order(state)))
            assert (game.outcome(state) is not None) is (number == rounds)
