"""The table of Medieval Realms as a page shows it: exact, whole, and no secret in it."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from itertools import pairwise
from statistics import median
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from realms.kernel.errors import IllegalMove, Unreadable
from realms.kernel.game import Event, copy_state
from realms.medieval import Options, game
from realms.medieval.interface import events as e
from realms.medieval.interface.moves import Activate, Place
from realms.medieval.rules.codes import PLAY
from realms.medieval.web.board import open_counts
from realms.medieval.web.board.board import board
from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.board.contests import lands_held
from realms.medieval.web.board.forms import form_move
from realms.medieval.web.board.news import worth_telling
from realms.medieval.web.board.panel import KEYS
from realms.medieval.web.board.prompt import headline
from realms.medieval.web.board.track import APART, MARGIN, WIDTH, spread_out
from realms.web.game_parts import FormTable
from tests.medieval.number_games import FLIPPED
from tests.support.samples import amount
from tests.web.pages.medieval.medieval_tables import Moment, drawn, played, table_page

LANGUAGES = ("en", "es")
TABLES = [
    Options(players=2),
    Options(players=3, edition="es"),
    Options(players=4, **FLIPPED),
    Options(players=5, island_test="taken"),
]
UNFINISHED = re.compile(r"\{\w*\}|&amp;(?:lt|gt|amp|#)|\bweb\.\w+|\bNone\b|\bundefined\b")
"""What no reader should see."""


def eyes(options: Options) -> tuple[int | None, ...]:
    """Every pair of eyes at a table, the spectator's among them."""
    return (None, *range(options.players))


def table_name(options: Options) -> str:
    return f"{options.players}-{options.edition}"


def test_once_the_walls_fell_nobody_is_told_that_somebody_had_placed() -> None:
    """[MR-23]"""
    placed: list[Event] = [e.Placed(seat, None) for seat in range(3)]
    fell: Event = e.Revealed(2, ())
    assert worth_telling([[placed[0]], [placed[1]]]) == [[placed[0]], [placed[1]]]
    moves: list[list[Event]] = [[placed[0]], [e.TookBack(0)], [placed[1], fell], [placed[2]]]
    assert worth_telling(moves) == [[], [], [fell], [placed[2]]]


@pytest.mark.soak
@pytest.mark.parametrize("options", TABLES, ids=table_name)
def test_every_moment_is_drawn_for_all_eyes(options: Options) -> None:
    """In a sample each moment for some: an eye misses a moment, no moment is missed."""
    apart = amount(options.players + 1, 1)
    for number, moment in enumerate(played(options, "drawn")):
        for seat in eyes(options)[number % apart :: apart]:
            check_drawn(moment, seat, LANGUAGES[(number + (seat or 0)) % 2])


@pytest.mark.soak
@pytest.mark.parametrize("options", TABLES, ids=table_name)
def test_every_moment_of_a_good_game_is_drawn(options: Options) -> None:
    """Every other one in a sample, the last among them."""
    for number, moment in enumerate([*played(options, "drawn", "greedy")][:: -amount(2, 1)]):
        seat = eyes(options)[number % (options.players + 1)]
        check_drawn(moment, seat, LANGUAGES[number % 2])


def check_drawn(moment: Moment, seat: int | None, language: str) -> None:
    """A page without an unfinished word, an inline style, or an id that is there twice."""
    page = table_page(moment, seat, language)
    html = drawn(page)
    assert not UNFINISHED.search(html), UNFINISHED.search(html)
    assert " style=" not in html
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids)), [id_ for id_, n in Counter(ids).items() if n > 1]
    keys = [key for key in re.findall(r'\bdata-key="([^"]+)"', html) if key != "Enter"]
    assert len(keys) == len(set(keys)), keys  # no key means two things
    assert headline(page)


@pytest.mark.soak
@pytest.mark.parametrize("options", TABLES, ids=table_name)
def test_who_cannot_tell_two_worlds_apart_sees_the_same_page(options: Options) -> None:
    """What a viewer may not know is in no part of the page. [MR-8]"""
    differing, apart = 0, amount(3, 1)
    for number, moment in enumerate(played(options, "leaks")):
        if number % 5 and moment.state.phase != 1:
            continue
        for seat in eyes(options)[number % apart :: apart]:
            other = Moment(game.redeal(moment.state, seat, f"other {number}"), moment.events)
            differing += game.hidden(other.state) != game.hidden(moment.state)
            one, two = table_page(moment, seat), table_page(other, seat)
            assert drawn(one) == drawn(two)
            assert headline(one) == headline(two)
    assert differing


# --- What the page works out by itself is what the rules say ---


@pytest.mark.parametrize("options", TABLES, ids=table_name)
def test_refusals_and_awards_are_those_of_the_rules(options: Options) -> None:
    """Why a card cannot be taken or played, and who would get it. [MR-34] [MR-38] [MR-48]"""
    checked: Counter[str] = Counter()
    for moment in played(options, "acting", "greedy"):
        state = moment.state
        if not game.awaiting(state) or game.view(state, None).phase != "acting":
            continue
        seat = game.awaiting(state)[0]
        page = table_page(moment, seat)
        shown = board(page)
        legal = {move.square for move in page.moves if isinstance(move, Activate)}
        for square in shown.current:
            if square.card is None:
                continue
            assert bool(square.action or square.opening) == (square.number in legal)
            assert bool(square.why) == (square.number not in legal)
            checked["barred"] += square.why is not None
            if square.majority and square.action:
                _, events = game.play(state, seat, Activate(square.number))
                to = next((ev.seat for ev in events if isinstance(ev, e.Received)), None)
                gets = [one.name for one in square.majority.running if one.gets]
                assert gets == ([] if to is None else [page.names[to]])
                checked["award"] += 1
        assert shown.mine is not None
        for slot, held in enumerate(shown.mine.hand):
            refused = game.refusal(state, seat, PLAY + slot)
            assert bool(held.action) == (refused is None)
            assert refused is None or (held.why and held.why.paragraph == refused[1])
            checked["hand"] += 1
    assert min(checked[what] for what in ("barred", "award", "hand")) > 5


@pytest.mark.parametrize("options", TABLES, ids=table_name)
def test_lands_and_scores_are_those_of_the_rules(options: Options) -> None:
    """Who holds a land, every sheet, and the ranking. [MR-24] [MR-75] [MR-76]"""
    for number, moment in enumerate(played(options, "counted")):
        state, view = moment.state, game.view(moment.state, None)
        fought = {ev.land: ev for ev in moment.events if isinstance(ev, e.LandFought)}
        if fought and view.phase != "placing":
            for land in lands_held(view, game.content(state)):
                event = fought.get(land.number)
                assert (event is None) == (not land.forces)
                if event:
                    assert land.seat == event.seat
                    assert {(f.seat, f.strength) for f in land.forces} == {
                        (f.seat, f.strength) for f in event.forces
                    }
        if number % 7 == 0 or not game.awaiting(state):
            sheets = open_counts.sheets(view, options)
            assert sheets == game.sheets(state)
            assert tuple(open_counts.ranking(sheets, view.order)) == game.ranking(state)


@pytest.mark.parametrize("options", TABLES, ids=table_name)
def test_what_a_placement_yields_for_certain_comes_in(options: Options) -> None:
    """Mayors, cards in play, and the goods for everybody. [MR-19] [MR-23] [MR-28]"""
    rounds = 0
    before: Moment | None = None
    for moment in played(options, "yields", "greedy"):
        revealed = next((ev for ev in moment.events if isinstance(ev, e.Revealed)), None)
        if revealed and before is not None:
            rounds += 1
            for seat in range(options.players):
                assert certain(before, seat, revealed.placements[seat]) == came(moment, seat)
        before = moment
    assert rounds == game.view(game.start(options, ""), None).rounds


def certain(moment: Moment, seat: int, placement: Place) -> Counter[str]:
    """What the page says that a placement brings for sure."""
    typed = fields_of(placement)
    placing = board(table_page(moment, seat, typed=typed)).placing
    assert placing is not None
    assert placing.is_whole
    return +Counter({one.resource.id: one.sure for one in placing.yields})


def came(moment: Moment, seat: int) -> Counter[str]:
    """What came of mayors, cards and step 4."""
    income: Counter[str] = Counter()
    for event in moment.events:
        match event:
            case e.Produced() | e.CardProduced() if event.seat == seat:
                income.update(event.tokens)
            case e.GoodsGiven(amount):
                income["goods"] += amount
    return income


# --- Forms ---


def fields_of(placement: Place) -> dict[str, str]:
    """A placement as its form sends it."""
    fields = {f"mayors.{id_}": str(n) for id_, n in (placement.mayors or {}).items()}
    for sort, lands in (
        ("general", placement.generals),
        ("admiral", placement.admirals),
        ("decoy", placement.decoys),
    ):
        fields |= {f"{sort}.{land}": str(n) for land, n in Counter(lands).items()}
    return {"general.9": "", "do": "place", "seq": "3"} | fields


def read(fields: dict[str, str]) -> Any:
    """A form as the game reads it."""
    page = table_page(Moment(game.start(TABLES[0], "form"), ()), 0)
    return form_move(fields, FormTable("medieval", page.names))


def test_a_placement_is_read_as_it_was_made() -> None:
    dice = random.Random("placements")
    for moment in played(Options(players=2), "form"):
        for seat in game.awaiting(moment.state):
            legal = game.legal(moment.state, seat)
            if not legal.are_steps:
                made = legal[dice.randrange(len(legal))]
                assert read(fields_of(made)) == made


@pytest.mark.parametrize(
    ("fields", "move"),
    [
        ({"move": '{"type":"pass"}'}, {"type": "pass"}),
        ({"do": "bid", "bid": "4"}, {"type": "bid", "amount": 4}),
        ({"do": "open 7", "bid": "2"}, {"type": "activate", "square": 7, "bid": 2}),
        (
            {"do": "draft", "token.gold": "1", "token.raw": "1"},
            {"type": "draft", "tokens": ["gold", "raw"]},
        ),
    ],
)
def test_forms_are_moves(fields: dict[str, str], move: dict[str, Any]) -> None:
    assert read(fields) == msgspec.convert(move, game.move_type)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "dance"},
        {"move": "{"},
        {"move": "3"},
        {"do": "bid", "bid": "many"},
        {"do": "bid", "bid": "-1"},
        {"do": "open x", "bid": "1"},
        {"do": "place", "mayors.gold": "1e3"},
        {"do": "place", "general.two": "1"},
        {"do": "place", "general.²": "1"},
    ],
)
def test_nonsense_is_refused(fields: dict[str, str]) -> None:
    with pytest.raises(Unreadable):
        read(fields)


def test_what_was_typed_is_there_again_after_a_refusal() -> None:
    moment = next(m for m in played(Options(players=3), "typed") if m.state.phase == 1)
    shown = board(table_page(moment, 0, typed={"mayors.gold": "3", "general.2": "1"}))
    assert shown.placing is not None
    assert [s.stepper.value for s in shown.placing.squares if s.resource.id == "gold"] == [3]
    assert [one.left for one in shown.placing.leaders] == [1, 0, 1]


# --- Placements and auctions ---


def test_only_ones_own_placement_is_shown_until_the_screens_come_down() -> None:
    """[MR-17] [MR-18]"""
    moment = next(m for m in played(Options(players=3), "screens") if m.state.phase == 1)
    state, _ = game.play(moment.state, 1, game.legal(moment.state, 1)[0])
    mine, others = (board(table_page(Moment(state, ()), seat)) for seat in (1, 0))
    assert mine.placing is not None
    assert mine.placing.is_ready
    assert mine.placing.is_whole
    assert sum(square.stepper.value for square in mine.placing.squares) == 4
    assert [realm.placement for realm in others.realms] == ["", "", ""]
    assert [mark.kind for realm in others.realms if realm.seat == 1 for mark in realm.marks] == [
        "ready"
    ]


def test_a_highest_bid_is_shown_to_who_left_it() -> None:
    """[MR-45]"""
    moment = next(
        m
        for m in played(Options(players=3), "sealed", "greedy")
        if (v := game.view(m.state, None)).auction and len(v.auction.inside) > 1
    )
    seat = game.awaiting(moment.state)[0]
    auction = board(table_page(moment, seat, most=17)).auction
    assert auction is not None
    assert auction.most == 17
    assert auction.bidding is not None
    assert auction.bidding.least == auction.bid + 1
    assert "17" in drawn(table_page(moment, seat, most=17))


def test_a_past_moment_can_only_be_looked_at() -> None:
    for moment in played(Options(players=2), "replayed", "greedy"):
        for seat in (None, 0, 1):
            assert "<form" not in drawn(table_page(moment, seat, at=3))


def test_every_square_has_a_key_of_its_own() -> None:
    assert len(set(KEYS)) == len(KEYS) == 12
    assert not {*KEYS} & {*"phlut?"}


# --- Time ---


@given(st.lists(st.integers(0, 67), min_size=1, max_size=5))
def test_shields_on_the_track_never_hide_one_another(points: list[int]) -> None:
    places = [MARGIN + 10 * place for place in sorted(points)]
    shields = spread_out(places)
    assert shields == sorted(shields)
    assert all(two - one >= APART - 0.2 for one, two in pairwise(shields))
    assert MARGIN <= shields[0] <= shields[-1] <= WIDTH - MARGIN + 0.1
    if all(two - one >= APART for one, two in pairwise(places)):
        assert shields == places, "nobody moves without need"


def test_a_table_of_five_is_drawn_quickly() -> None:
    """The median of a whole game, with room for a busy machine."""
    moments = [*played(Options(players=5), "quick", "greedy")]
    spent = []
    for number, moment in enumerate(moments):
        page = table_page(Moment(copy_state(moment.state), moment.events), number % 5)
        began = time.thread_time()
        drawn(page)
        spent.append(time.thread_time() - began)
    assert median(spent) < 0.020


def test_reading_names_the_table_as_its_eyes_may() -> None:
    reading = BoardReader(table_page(Moment(game.start(TABLES[3], "names"), ()), None, "es"))
    assert reading.mine is None
    assert reading.listed((0, 1)) == "Ada y Bob"


def test_at_the_end_everybody_has_the_points_they_are_said_to_win_with() -> None:
    for moment in played(Options(players=3), "the end", "greedy"):
        end = moment
    page = table_page(end, 0)
    assert page.table.outcome is not None
    points = {realm.seat: realm.points for realm in board(page).realms}
    assert [points[seat] for seat in range(3)] == list(page.table.outcome.scores)


def test_a_draft_of_anything_but_two_tokens_says_so() -> None:
    page = table_page(next(iter(played(Options(players=3), "a draft"))), 0)
    for tokens in ((), ("gold",), ("gold", "raw", "goods")):
        fields = {"do": "draft"} | {f"token.{token}": "1" for token in tokens}
        with pytest.raises(IllegalMove) as refused:
            form_move(fields, FormTable("medieval", page.names))
        assert refused.value.code == "move/two_tokens"
