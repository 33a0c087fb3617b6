"""What each seat and a spectator see: all but the deck and what is behind screens."""

from __future__ import annotations

import json
import random

import msgspec
import pytest
from msgspec import structs

from realms.kernel import notation
from realms.kernel.conformance import random_move, seat_names
from realms.kernel.game import Event, State
from realms.kernel.notation import options_written
from realms.kernel.record import Played, new_record, redacted
from realms.medieval import Bid, Draft, Options, Place, game
from realms.medieval.interface import events as e
from realms.medieval.rules.state import PLACING
from tests.medieval.positions import MANY, placing, play, position, started, view

pytestmark = pytest.mark.uncompiled

TABLES = [Options(players=2), Options(players=3, edition="es"), Options(players=5)]


# --- Told cases ---


def test_at_the_start_all_lies_open_but_the_deck() -> None:
    """[MR-8] [MR-9] [MR-10] [MR-13] [MR-14]"""
    seen = view(started(3))
    assert (seen.phase, seen.round, seen.rounds, seen.deck) == ("drafting", 1, 7, 109 - 18)
    assert None not in (*seen.current, *seen.future)
    assert seen.prices == (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)
    assert seen.lands == tuple(range(1, 9))
    assert seen.turn == seen.order[-1] == seen.awaiting[0]
    for seat in seen.seats:
        assert sum(seat.tokens.values()) == 22
        assert seat.leaders == {"mayor": 4, "admiral": 1, "general": 1}
        assert (seat.hand, seat.realm, seat.drafted, seat.placement) == ((), (), (), None)


def test_what_was_drafted_is_seen_by_all() -> None:
    """[MR-15]"""
    state = started(3, order="Ada Bob Cleo")
    state, _ = game.play(state, 2, Draft(("gold", "raw")))
    assert view(state).seats[2].drafted == ("gold", "raw")
    assert view(state).seats[2].tokens["gold"] == 4


def test_nobody_has_the_turn_while_all_place() -> None:
    """[MR-18]"""
    seen = view(play(placing(), "Bob place gold 4 general 1 admiral 2"))
    assert (seen.phase, seen.turn, seen.awaiting) == ("placing", None, (0, 2))
    assert [seat.ready for seat in seen.seats] == [False, True, False]


def test_hands_are_open() -> None:
    """[MR-8] [MR-36]"""
    state = position(panel={5: "market"}, tokens={"Ada": "goods 2"})
    state = play(state, "Ada activate 5")
    assert view(state, "Cleo").seats[0].hand == ("market",)
    assert view(state, "Cleo").current[4] is None


def test_an_auction_shows_the_bid_who_is_in_and_what_can_be_bid() -> None:
    """[MR-45]"""
    tokens = {"Ada": "gold 5", "Bob": "gold 3", "Cleo": "gold 9"}
    state = position(panel={2: "leader-mayor"}, tokens=tokens, passed="Bob")
    state = play(state, "Ada activate 2 bid 1")
    auction = view(state, "Cleo").auction
    assert auction is not None
    assert (auction.card, auction.resource) == ("leader-mayor", "gold")
    assert (auction.bid, auction.bidder, auction.asked, auction.purse) == (1, 0, 1, 3)
    assert auction.inside == (0, 1, 2)
    auction = view(play(state, "Bob pass bid")).auction
    assert auction is not None
    assert (auction.asked, auction.inside) == (2, (0, 2))
    assert view(play(state, "Bob bid 3", "Cleo bid 6")).auction is None, "nobody can raise"


def test_a_choice_shows_who_owes_what() -> None:
    """[MR-55] [MR-68]"""
    state = position(hands={"Ada": "tithe"}, tokens={"Ada": MANY}, points={"Ada": 9})
    state = play(state, "Ada play tithe")
    owed = view(state, "Bob").choice
    assert owed is not None
    assert (owed.seat, owed.what, owed.card, owed.amount, owed.times) == (
        (0, "milestone", "tithe", 1, 1)
    )
    assert len(owed.resources) == 7
    owed = view(play(state, "Ada milestone gold"), "Bob").choice
    assert owed is not None
    assert (owed.what, owed.amount) == ("tithe", 4)
    assert "religion" not in owed.resources


def test_a_lent_view_of_another_edition_says_so() -> None:
    assert view(started(2, edition="es", rounds=8)).edition == "es"
    assert view(started(2, edition="es", rounds=8)).rounds == 8


def test_only_placing_is_told_to_some_and_not_to_others() -> None:
    """[MR-8]"""
    for kind in vars(e).values():
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event:
            own = "seen_by" in vars(kind)
            assert own == (kind in (e.Placed, e.TookBack))


# --- Random games ---


def positions(options: Options, seed: str) -> list[State]:
    """Every position of a random game, the end included."""
    dice, states = random.Random(seed), [game.start(options, seed)]
    while game.awaiting(states[-1]):
        states.append(game.play(states[-1], *random_move(game, states[-1], dice, evenly=True))[0])
    return states


@pytest.mark.parametrize("options", TABLES, ids=options_written)
def test_all_see_the_same_but_for_their_own_screens(options: Options) -> None:
    """[MR-8] [MR-17]"""
    behind = 0
    for state in positions(options, "open"):
        public = game.view(state, None)
        for viewer in range(options.players):
            own = game.view(state, viewer)
            assert own.seat == viewer
            shown = own.seats[viewer].placement
            if state.phase == PLACING:
                assert own.seats[viewer].ready == (shown is not None)
                behind += shown is not None
                seats = list(own.seats)
                seats[viewer] = structs.replace(seats[viewer], placement=None)
                own = structs.replace(own, seats=tuple(seats))
            assert structs.replace(own, seat=None) == public
    assert behind > 5


@pytest.mark.parametrize("options", TABLES, ids=options_written)
def test_a_view_is_plain_data_and_its_cards_are_known(options: Options) -> None:
    """[MR-8]"""
    known = {card.id for card in game.content(game.start(options, "plain")).card}
    for state in positions(options, "plain")[::7]:
        seen = game.view(state, 0)
        assert json.loads(json.dumps(msgspec.to_builtins(seen)))
        cards = [*seen.current, *seen.future, *seen.discards]
        cards += [card for seat in seen.seats for card in (*seat.hand, *seat.realm)]
        lot = [seen.auction.card] if seen.auction else []
        open_cards = [card for card in (*cards, *lot) if card]
        assert set(open_cards) <= known
        assert len(open_cards) + seen.deck == 109


@pytest.mark.parametrize("options", TABLES, ids=options_written)
def test_no_seat_s_view_or_record_tells_what_another_has_placed(options: Options) -> None:
    """[MR-8] [MR-17] [MR-18]"""
    dice, seed = random.Random("secret"), "secret"
    record = new_record(game, options, seat_names(options.players), seed)
    state, moves, checked = game.start(options, seed), [], 0
    while game.awaiting(state) and checked < 6:
        seat, move = random_move(game, state, dice)
        state, _ = game.play(state, seat, move)
        moves.append(Played(seat, move))
        if state.phase != PLACING or not isinstance(move, Place):
            continue
        whole = structs.replace(record, moves=tuple(moves))
        for viewer in (None, *range(options.players)):
            redaction = notation.write(game, redacted(game, whole, viewer))
            now = [row for row in redaction.splitlines() if " place " in row][-len(moves) :]
            assert (f" {move}" in now[-1]) == (viewer == seat), "its own, and nobody else's"
        checked += 1
    assert checked == 6


def test_a_bid_is_no_secret() -> None:
    """[MR-8] [MR-45]"""
    tokens = {"Ada": "gold 5", "Bob": "gold 3", "Cleo": "gold 9"}
    state = position(panel={2: "leader-mayor"}, tokens=tokens)
    state = play(state, "Ada activate 2 bid 1")
    move = Bid(2)
    assert game.redact_move(state, 1, move, None, state) == move
