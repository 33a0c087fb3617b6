"""The cases of the specification: worked examples, printed tables, and edges of the rules."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from realms.kernel.errors import IllegalMove
from realms.kernel.game import State
from realms.medieval import Activate, Bid, Draft, Options, PassBid, Place, game
from realms.medieval.content.content import CARDS, CONTENT, NUMBER
from realms.medieval.content.rule_tables import NOTHING
from realms.medieval.interface import events as e
from realms.medieval.rules.manor import milestones_passed
from tests.medieval.positions import (
    MANY,
    NAMES,
    begin_acting,
    end_points,
    enter,
    events,
    has,
    in_order,
    laid_out,
    legal,
    lines_of,
    of_type,
    placing,
    play,
    play_lines,
    position,
    revealed,
    seat_of,
    sheet,
    stack,
    started,
    view,
)

pytestmark = pytest.mark.uncompiled

EXAMPLES: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("examples.json").read_text("utf-8")
)
OPS: dict[str, Callable[..., Any]] = {}
Case = dict[str, Any]


def op(check: Callable[..., Any]) -> Callable[..., Any]:
    """What runs the cases of that name: from set-up and input to what is expected."""
    OPS[check.__name__] = check
    return check


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_an_example_goes_as_told(example: dict[str, Any]) -> None:
    OPS[example["op"]](example["setup"], example["input"], example["expected"])


def test_all_examples_are_there() -> None:
    kinds = Counter(example["kind"] for example in EXAMPLES)
    assert kinds == {"worked_example": 6, "table": 9, "derived": 33}
    assert len({example["id"] for example in EXAMPLES}) == 48


HAND_CARD = {
    "red": "market",
    "blue": "gunpowder",
    "white": "tithe",
    "green": "city-red",
    "violet": "art-gallery",
    "orange": "castle",
    "black": "war",
    "yellow": "leader-mayor",
    "grey": "territory-gold",
}


def cards(colours: Iterable[str]) -> str:
    """A card of each colour."""
    return ", ".join(HAND_CARD[colour] for colour in colours)


def seated(names: list[str]) -> dict[str, str]:
    """Who of the case sits where of ours, clockwise."""
    return dict(zip(names, NAMES, strict=False))


def plays(check: Callable[[], Any]) -> bool:
    """Whether something is allowed."""
    try:
        check()
    except IllegalMove:
        return False
    return True


# --- Set-up ---


@op
def setup_draft(setup: Case, given: Case, expected: Case) -> None:
    """[MR-15]"""
    who = seated(setup["turn_order"])
    before = started(setup["players"], order=" ".join(who.values()))
    state = before

    def draft() -> None:
        nonlocal state
        for name, pair in given["picks"]:
            state, _ = game.play(state, NAMES.index(who[name]), Draft(tuple(pair)))

    assert plays(draft) is expected["legal"]
    for name, extra in expected.get("extra", {}).items():
        old, new = has(before, who[name]), has(state, who[name])
        assert Counter(new) - Counter(old) == extra


@op
def starting_capital(_setup: Case, _given: Case, expected: Case) -> None:
    """[MR-13] [MR-14]"""
    for players, leaders in expected["leaders"].items():
        for name in NAMES[: int(players)]:
            seat = seat_of(started(int(players)), name)
            assert {**seat.leaders, "decoy": seat.decoys} == leaders
            assert seat.tokens == expected["tokens"]
            assert sorted(seat.tokens.values()) == sorted(expected["tokens_multiset"])


@op
def lands_available(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-20]"""
    for players in given["players"]:
        assert len(view(started(players)).lands) == expected["lands"][str(players)]


# --- Placement and income ---


@op
def mayor_production(setup: Case, given: Case, expected: Case) -> None:
    """[MR-19]"""
    assert seat_of(started(), "Ada").leaders["mayor"] == setup["mayors"]
    mayors = " ".join(f"{kind} {number}" for kind, number in given["placement"].items())
    _, happened = revealed(placing(), Ada=mayors)
    assert of_type(happened, e.Produced)[0] == e.Produced(0, expected["gain"])


@op
def resolve_lands(setup: Case, given: Case, expected: Case) -> None:
    """[MR-24] [MR-25] [MR-26]"""
    state, who = placing(setup["players"]), list(given["forces"])
    lands: dict[str, str | None] = {}
    elsewhere = [8, 8] if setup["players"] == 2 else []

    def place() -> None:
        nonlocal state
        for seat, forces in enumerate(given["forces"].values()):
            moved = Place(
                {"gold": 4},
                generals=tuple(forces["general"]),
                admirals=tuple(forces["admiral"]),
                decoys=tuple(forces.get("decoy", elsewhere)),
            )
            state, happened = game.play(state, seat, moved)
            for fought in of_type(happened, e.LandFought):
                lands[str(fought.land)] = None if fought.seat is None else who[fought.seat]

    assert plays(place) is not expected.get("error", False)
    if "winners" in expected:
        assert {land: lands.pop(land) for land in expected["winners"]} == expected["winners"]
        assert set(lands.values()) <= {None}  # decoys that the case does not speak of


@op
def combat_value(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-5] [MR-26]"""
    _, happened = revealed(placing(2), Ada="general 1 admiral 2 decoy 3 4")
    stood = {fought.land: fought.forces[0] for fought in of_type(happened, e.LandFought)}
    land = {"general": 1, "admiral": 2, "decoy": 3}
    assert [stood[land[unit]].strength for unit in given["units"]] == expected["values"]


@op
def scidev(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-66] [MR-73]"""
    mayors = " ".join(f"{kind} {number}" for kind, number in given["placement"].items())
    for value, made in expected.items():
        state = placing(
            2,
            realms={"Ada": f"scidev-{given['resource']}"},
            leaders={"Ada": f"mayor {given['mayors']}, general 1"},
            scidev=value,
        )
        assert seat_of(state, "Ada").decoys == given["decoys"]
        (produced,) = of_type(revealed(state, Ada=mayors)[1], e.CardProduced)
        assert produced.tokens == {given["resource"]: made}


@op
def turn_order(setup: Case, given: Case, expected: Case) -> None:
    """[MR-29] [MR-30]"""
    who = seated(setup["seats_clockwise"])
    previous = who[setup["previous_initial"]]
    others = [name for name in who.values() if name != previous]
    state = placing(
        len(who),
        order=" ".join([previous, *others]),
        tokens={who[name]: f"goods {goods - 2}" for name, goods in given["goods"].items()},
    )
    after, happened = revealed(state)  # nobody wins goods; everybody gets two more
    assert in_order(after) == [who[name] for name in expected["order"]]
    assert of_type(happened, e.OrderSet)[0].order == view(after).order


# --- Actions ---


@op
def square_price(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-33]"""
    prices = []
    for square in given["squares"]:
        state = position(panel={square: "market"}, tokens={"Ada": "goods 9"})
        prices.append(9 - has(play(state, f"Ada activate {square}"), "Ada")["goods"])
    assert prices == expected["prices"]


@op
def can_activate_hole(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-34]"""
    found = []
    for case in given["cases"]:
        other = {"red": "market", "violet": "artist-blue"}[case["colour"]]
        state = position(
            panel={case["square"]: HAND_CARD[case["colour"]]},
            hands={
                "Ada": ", ".join(other if c == case["colour"] else cards([c]) for c in case["hand"])
            },
            tokens={"Ada": f"goods {case['goods']}"},
            gallery_cathedral="hole",  # else no violet card is one
        )
        found.append(Activate(case["square"]) in game.legal(state, 0))
    assert found == expected["legal"]


@op
def majority(setup: Case, given: Case, expected: Case) -> None:
    """[MR-38] [MR-39] [MR-42]"""
    who = seated(sorted(setup["turn_order"]))
    card = {"orange": "castle", "black": "war", "violet": "art-gallery"}[given["colour"]]
    resource = {"castle": "raw", "war": "battle", "art-gallery": "culture"}[card]
    state = position(
        max(2, len(who)),
        panel={1: card},
        hands={who[name]: cards(hand) for name, hand in given["hands"].items()},
        tokens={
            who[name]: f"goods 1, {resource} {amount}" for name, amount in given["amounts"].items()
        },
        order=" ".join(who[name] for name in setup["turn_order"]),
        turn=who[given["activator"]],
    )
    after, happened = play_lines(state, f"{who[given['activator']]} activate 1")
    received = [NAMES[event.seat] for event in of_type(happened, e.Received)]
    assert received == ([who[expected["recipient"]]] if expected["recipient"] else [])
    assert (view(after).discards[-1:] == (card,)) is not bool(expected["recipient"])


@op
def auction(setup: Case, given: Case, expected: Case) -> None:
    """[MR-44] [MR-45] [MR-46]"""
    who = seated(setup["seats_clockwise"])
    state = position(
        len(who),
        panel={1: "leader-mayor"},
        tokens={who[name]: f"gold {gold}" for name, gold in setup["holdings"].items()},
        turn=who[given["activator"]],
    )
    happened: list[Any] = []

    def bid() -> None:
        nonlocal state
        (opener, opening), *rest = given["bids"]
        assert opener == given["activator"]
        moves: list[tuple[str, Any]] = [(opener, Activate(1, opening))]
        moves += [(name, PassBid() if amount is None else Bid(amount)) for name, amount in rest]
        for name, move in moves:
            seat = NAMES.index(who[name])
            if move == PassBid() and e.LeftAuction(seat, had_to=True) in happened:
                continue  # who cannot raise is not asked
            state, more = game.play(state, seat, move)
            happened.extend(more)

    assert plays(bid) is not expected.get("error", False)
    won = [(NAMES[event.seat], event.bid) for event in of_type(happened, e.Won)]
    assert won == ([(who[expected["winner"]], expected["price"])] if "winner" in expected else [])
    for name, gold in setup["holdings"].items() if won else ():
        paid = expected["price"] if name == expected["winner"] else 0
        assert seat_of(state, who[name]).tokens["gold"] == gold - paid


@op
def war_cost(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-64]"""
    for players in given["players"]:
        cost = expected["battle"][str(players)]
        for battle in (cost - 1, cost):
            state = position(players, hands={"Ada": "war"}, tokens={"Ada": f"battle {battle}"})
            assert ("play war" in legal(state, "Ada")) is (battle == cost)
        assert has(play(state, "Ada play war"), "Ada") == {}


@op
def island_requirement(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-63]"""
    islands = [card.id for card in CARDS if card.kind == "island"]
    for number, needed in zip(given["islands_in_play"], expected["admirals_needed"], strict=True):
        for admirals in (needed - 1, needed):
            state = position(
                hands={"Ada": islands[-1]},
                realms={"Ada": ", ".join(islands[:number])},
                leaders={"Ada": f"mayor 4, admiral {admirals}"},
            )
            assert (f"play {islands[-1]}" in legal(state, "Ada")) is (admirals == needed)


@op
def tithe_choices(_setup: Case, _given: Case, expected: Case) -> None:
    """[MR-68]"""
    for edition, resources in expected.items():
        state = position(hands={"Ada": "tithe"}, tokens={"Ada": "religion 5"}, edition=edition)
        state = play(state, "Ada play tithe")
        assert legal(state, "Ada") == [f"tithe {resource}" for resource in resources]


@op
def city_trigger(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-61]"""
    assert given["city_colour"] == "yellow"
    lines = {
        "green(the city itself)": ["Ada play city-yellow"],
        "blue": ["Ada play gunpowder"],
        "yellow(auction)": ["Ada activate {} bid 1"],
    }
    state = position(
        panel={1: "leader-mayor", 2: "leader-general"},
        hands={"Ada": "city-yellow, gunpowder"},
        tokens={"Ada": MANY},
        passed="Bob Cleo",
    )
    happened, square = [], 0
    for entering in given["entering"]:
        for line in lines[entering]:
            square += "activate" in line
            state, more = play_lines(state, line.format(square))
            happened += more
    answers = of_type(happened, e.Answered)
    assert answers == [e.Answered(0, "city-yellow", 1, {"gold": 1})] * expected["triggers"]


@op
def milestones(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-55]"""
    every = CONTENT.board.milestone
    passed = [int(milestones_passed(old, new, every)) for old, new in given["moves"]]
    assert passed == expected["tokens"]


# --- The end of a round ---


@op
def discard_squares(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-51]"""
    for players in given["players"]:
        panel = dict(enumerate((card.id for card in CARDS[:12]), start=1))
        state = position(players, panel=panel)
        (swept,) = of_type(events(state, *(f"{n} pass" for n in in_order(state))), e.Swept)
        squares = expected["squares"][str(players)]
        assert swept.cards == tuple(panel[square] for square in squares)


@op
def end_of_round(setup: Case, given: Case, expected: Case) -> None:
    """[MR-51] [MR-52]"""
    named = [name for name in (*given["current"], *given["future"], *given["deck"]) if name]
    id_of = {name: card.id for name, card in zip(named, CARDS, strict=False)}
    state = position(
        setup["players"],
        panel={n: id_of[name] for n, name in enumerate(given["current"], start=1) if name},
        future=", ".join(id_of[name] for name in given["future"]),
        deck=", ".join(id_of[name] for name in given["deck"]),
        left=len(given["deck"]),
    )
    away = len(view(state).discards)
    after = play(state, *(f"{name} pass" for name in in_order(state)))
    assert [*view(after).discards[away:]] == [id_of[name] for name in expected["discarded"]]
    assert [*view(after).current] == [id_of[name] for name in expected["current"]]
    assert [*view(after).future] == [id_of[name] for name in expected["future"]]
    assert view(after).deck == len(expected["deck"])
    assert game.hidden(after)[0] == tuple(NUMBER[id_of[name]] for name in expected["deck"])


# --- Scoring ---


@op
def castle_vp(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-58]"""
    for realm, points in zip(given["realms"], expected["vp"], strict=True):
        leaders = ", ".join(f"{leader} {n}" for leader, n in realm.items() if leader != "decoy")
        state = position(2, realms={"Ada": "castle"}, leaders={"Ada": leaders})
        assert seat_of(state, "Ada").decoys == realm["decoy"]
        assert end_points(state, "Ada") == {"castle": points}


@op
def great_person_end(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-65]"""
    person, first = f"scientist-{given['colour']}", given["in_play"][0]
    assert first == "blue"  # that of the Scientist
    for edition, points in expected.items():
        realm = f"{person}, {cards(given['in_play'][1:])}"
        state = position(realms={"Ada": realm}, edition=edition)
        assert end_points(state, "Ada")[person] == points


@op
def market_end(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-59]"""
    markets = given["in_play"].count("red")
    state = position(realms={"Ada": cards(given["in_play"])})
    scored = [line.points for line in lines_of(state, "Ada", "end") if line.card == "market"]
    assert scored == [expected["vp_each"]] * markets


@op
def leftover_vp(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-75]"""
    for manor, points in zip(given["manors"], expected["vp"], strict=True):
        tokens = ", ".join(f"{kind} {number}" for kind, number in manor.items())
        state = position(tokens={"Ada": tokens})
        assert sheet(state, "Ada").score == points


@op
def gp_points(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-75]"""
    persons = [card.id for card in CARDS if card.great_person]
    for number, points in zip(given["cards"], expected["points"], strict=True):
        state = position(realms={"Ada": ", ".join(persons[:number])})
        assert sum(line.points for line in lines_of(state, "Ada", "great_persons")) == points


@op
def milestones_final(_setup: Case, given: Case, expected: Case) -> None:
    """[MR-56]"""
    for value, tokens in expected["tokens"].items():
        state = position(
            realms={"Ada": "castle, castle, castle"},  # each for a general and an admiral
            points={"Ada": given["vp_before"]},
            milestone_final=value == "milestone_final=true",
        )
        ending = sum(line.points for line in lines_of(state, "Ada", "end"))
        assert ending == given["end_effects"]
        (left,) = lines_of(state, "Ada", "tokens")
        assert left.times == tokens
        assert sheet(state, "Ada").score - left.points == expected["vp"]


@op
def tie_break(setup: Case, given: Case, expected: Case) -> None:
    """[MR-76]"""
    who = seated(sorted(given["players"]))
    state: State = laid_out(Options(players=len(who)))
    stack(state, [])
    assert (state.current == NOTHING).all()
    begin_acting(state, " ".join(who[name] for name in setup["final_turn_order"]), "", "", 7)
    for name, facts in given["players"].items():
        seat = NAMES.index(who[name])
        state.leaders[seat] = [facts["leaders"] - 2, 1, 1]
        for place in range(facts["cards"]):  # more Castles than the deck has
            enter(state, who[name], NUMBER["castle" if place < facts["castles"] else "gunpowder"])
        state.points[seat] = facts["vp"] - sheet(state, who[name]).score
        assert sheet(state, who[name]).score == facts["vp"]
    ranking = [NAMES[seat] for seat in game.ranking(state)]
    assert ranking == [who[name] for name in expected["ranking"]]
