"""What each seat and a spectator see: positions, events and redacted records."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from realms.fantasy import Offer, Options, game
from realms.fantasy.content.cards import CARDS
from realms.fantasy.content.tables import DECK
from realms.fantasy.interface.moves import (
    Declared,
    Discarded,
    Drew,
    Ended,
    Kept,
    LaidAside,
    Offered,
    Passed,
    TimeCalled,
    Took,
    Traded,
    TradeMade,
    Withdrew,
)
from realms.fantasy.interface.view import ids, seat_numbers
from realms.kernel import notation
from realms.kernel.bits.sets import bits_of
from realms.kernel.conformance import random_move, seat_names
from realms.kernel.game import Event, State
from realms.kernel.record import Played, new_record, redacted
from tests.fantasy.stories import (
    SPECTATOR,
    all_viewers,
    area_of,
    events,
    hand_of,
    known,
    moves_of,
    names_in,
    play,
    position,
    seat_of,
    seen,
    view,
)

pytestmark = pytest.mark.uncompiled

TABLES = [
    Options(players=3),
    Options(players=5, declare=True),
    Options(players=2, variant="duel"),
    Options(players=2, variant="duel", declare=True),
    Options(players=3, variant="chaos", clock=True, declare=True),
    Options(players=4, variant="chaos", rounds=6, declare=True),
]


# --- Told cases, a variant at a time ---


def test_in_the_standard_game_a_seat_sees_its_hand_the_area_and_what_was_taken() -> None:
    """[FR-5]"""
    state = position(["Dragon", "Hydra", ""], area="Swamp, Candle", deck="Unicorn")
    state = play(state, "Ada +Swamp -Dragon", "Bob +deck (Unicorn) -Hydra")
    for viewer in ("Bob", "Cleo", SPECTATOR):
        assert view(state, viewer).area == ("candle", "dragon", "hydra")
        assert known(state, viewer, "Ada") == {"swamp"}
        assert view(state, viewer).deck == 54 - 21 - 2 - 1
    assert set(view(state, "Bob").hand) == hand_of(state, "Bob") == known(state, "Bob", "Bob")
    assert known(state, "Cleo", "Bob") == known(state, SPECTATOR, "Cleo") == set()
    assert view(state, SPECTATOR).hand == ()


def test_the_number_of_cards_is_no_secret() -> None:
    """[FR-4]"""
    state = play(position(deck="Unicorn"), "Ada +deck")
    assert [seat.cards for seat in view(state, SPECTATOR).seats] == [8, 7, 7]
    assert view(state, "Bob").phase == "discarding"
    assert known(state, "Bob", "Ada") == set()


def test_in_the_duel_what_is_kept_stays_hidden_and_what_is_discarded_does_not() -> None:
    """[FR-5] [FR-21]"""
    state = position(["", ""], variant="duel", deck="Dragon, Smoke, Hydra, Candle")
    state = play(state, "Ada +deck =Dragon", "Bob +Smoke", "Ada +deck")
    assert view(state, "Ada").drawn == ("hydra", "candle")
    assert view(state, "Bob").drawn == view(state, SPECTATOR).drawn == ()
    assert known(state, "Ada", "Bob") == {"smoke"}
    assert known(state, "Bob", "Ada") == known(state, SPECTATOR, "Ada") == set()
    state = play(state, "Ada =Candle")
    assert view(state, SPECTATOR).area == ("hydra",)
    assert known(state, "Bob", "Ada") == set()


def test_in_chaos_all_see_the_number_of_trades_and_no_card() -> None:
    """[FR-23b]"""
    state = position(["Dragon", "Candle", ""], variant="chaos", clock=True)
    before = view(state, "Cleo")
    state = play(state, "Ada offer Dragon to Bob", "Bob accept Ada 1 with Candle")
    after = view(state, "Cleo")
    assert after == msgspec.structs.replace(before, trades=1)


def test_in_chaos_the_necromancer_s_cards_are_its_owner_s_until_the_end() -> None:
    """[FR-24]"""
    hands = ["Necromancer", "", ""]
    state = position(hands, variant="chaos", clock=True, declare=True, deck="Smoke, Hydra, Rain")
    deck = view(state, "Bob").deck
    state = play(state, "Table time")
    assert set(view(state, "Ada").area) == {"smoke", "hydra", "rainstorm"}
    for viewer in ("Bob", "Cleo", SPECTATOR):
        assert view(state, viewer).area == ()
        assert view(state, viewer).deck == deck  # or the deck would tell that he is about
    state = play(state, "Ada declare best", "Bob declare best", "Cleo declare best")
    assert view(state, "Bob").area == view(state, "Ada").area
    assert view(state, "Bob").deck == deck - 3


@pytest.mark.parametrize("options", TABLES, ids=notation.options_written)
def test_at_the_end_all_hands_are_open(options: Options) -> None:
    """[FR-6]"""
    for state, _ in story(options, "open"):
        last = state
    assert game.outcome(last) is not None
    for viewer in all_viewers(last):
        for name in seat_names(options.players):
            assert known(last, viewer, name) == hand_of(last, name)


# --- Events ---


@pytest.mark.parametrize(
    ("event", "who", "expected"),
    [
        (Drew(0, ("dragon",)), "Bob", Drew(0, ("?",))),
        (Drew(0, ("dragon", "smoke")), "Bob", Drew(0, ("?", "?"))),
        (Took(0, "dragon"), "Bob", Took(0, "dragon")),
        (Discarded(0, "dragon"), "Bob", Discarded(0, "dragon")),
        (Kept(0, "dragon", "smoke"), "Bob", Kept(0, "?", "smoke")),
        (Offered(0, "dragon", None, "leader"), "Bob", Offered(0, "?", None, "leader")),
        (Offered(0, "dragon", 1, None), "Bob", Offered(0, "?", 1, None)),
        (Offered(0, "dragon", 1, None), "Cleo", None),
        (Offered(0, "dragon", 1, None), SPECTATOR, None),
        (Traded(0, 1, "dragon", "smoke"), "Bob", Traded(0, 1, "dragon", "smoke")),
        (Traded(0, 1, "dragon", "smoke"), "Cleo", TradeMade()),
        (Traded(0, 1, "dragon", "smoke"), SPECTATOR, TradeMade()),
        (Withdrew(0, "dragon", None), "Bob", Withdrew(0, "?", None)),
        (Withdrew(0, "dragon", None), SPECTATOR, Withdrew(0, "?", None)),
        (Withdrew(0, "dragon", 1), "Bob", Withdrew(0, "?", 1)),
        (Withdrew(0, "dragon", 1), "Cleo", None),
        (Withdrew(0, "dragon", 1), SPECTATOR, None),
        (Passed(0), "Bob", Passed(0)),
        (TimeCalled(), "Bob", TimeCalled()),
        (LaidAside(0, "dragon"), "Bob", None),
        (LaidAside(0, "dragon"), SPECTATOR, None),
        (Declared(0, "mirage", "swamp"), "Bob", None),
        (Declared(0, "best", None), SPECTATOR, None),
        (Ended("time_over", "FR-24"), "Bob", Ended("time_over", "FR-24")),
    ],
)
def test_an_event_tells_a_viewer_what_it_may_know(
    event: Event, who: str, expected: Event | None
) -> None:
    """[FR-4] [FR-5] [FR-18] [FR-21] [FR-23a] [FR-23b] [FR-24]"""
    assert event.seen_by(seat_of(who)) == expected
    assert event.seen_by(0) == event  # Ada's own


def test_the_log_of_a_trade_for_everybody() -> None:
    """[FR-23b]"""
    state = position(["Dragon", "Candle", ""], variant="chaos", clock=True)
    happened = events(state, "Ada offer Dragon to Bob", "Bob accept Ada 1 with Candle")
    assert seen(happened, "Ada") == happened
    assert seen(happened, "Bob") == [Offered(0, "?", 1, None), Traded(0, 1, "dragon", "candle")]
    assert seen(happened, "Cleo") == seen(happened, SPECTATOR) == [TradeMade()]


# --- Redacted records ---


def moves_told(options: Options, who: str, *lines: str) -> list[str]:
    """The moves in the record of an unfinished game, redacted for a viewer; Ada begins."""
    moves = [
        Played(seat, move) for line in lines for _, seat, move, _ in moves_of(line, options.players)
    ]
    record = new_record(game, options, seat_names(options.players), ADA_BEGINS)
    record = msgspec.structs.replace(record, moves=tuple(moves))
    text = notation.write(game, redacted(game, record, seat_of(who)))
    assert notation.write(game, notation.read(text, [game])[1]) == text
    lines_told = text.partition("\n\n")[2].splitlines()
    return [" ".join(line.lstrip(" 0123456789.").split()) for line in lines_told]


ADA_BEGINS = "b"


def test_a_redacted_record_hides_what_others_drew() -> None:
    """[FR-4] [FR-5]"""
    lines = ("Ada +deck -Island", "Bob +deck -Lightning", "Cleo +Island -Swamp")
    table = Options(players=3)
    assert moves_told(table, "Ada", *lines) == [
        "Ada +deck (Great Flood) -Island",
        "Bob +deck (?) -Lightning",
        "Cleo +Island -Swamp",
    ]
    assert moves_told(table, "Bob", *lines)[:2] == [
        "Ada +deck (?) -Island",
        "Bob +deck (Lightning) -Lightning",
    ]
    assert moves_told(table, SPECTATOR, *lines)[:2] == [
        "Ada +deck (?) -Island",
        "Bob +deck (?) -Lightning",
    ]


def test_a_redacted_record_of_a_duel_hides_what_was_kept() -> None:
    """[FR-21]"""
    lines = ("Ada +deck =Island", "Bob +deck =Basilisk", "Ada +Rangers")
    table = Options(players=2, variant="duel")
    assert moves_told(table, "Ada", *lines) == [
        "Ada +deck (Island, Bell Tower) =Island (Bell Tower)",
        "Bob +deck (?, ?) =? (Rangers)",
        "Ada +Rangers",
    ]
    assert moves_told(table, SPECTATOR, *lines)[0] == "Ada +deck (?, ?) =? (Bell Tower)"


def test_a_redacted_record_hides_the_trades_of_others() -> None:
    """[FR-23a] [FR-23b]"""
    lines = (
        "Ada offer Basilisk to Bob for Wizard",
        "Bob accept Ada 1 with Necromancer",
        "Cleo offer Swamp to all for Beast",
        "Cleo withdraw Swamp",
    )
    table = Options(players=3, variant="chaos", clock=True)
    assert moves_told(table, "Ada", *lines) == [
        "Ada offer Basilisk to Bob for Wizard",
        "Bob accept Ada 1 with Necromancer (Basilisk)",
        "Cleo offer ? to all for Beast",
        "Cleo withdraw ?",
    ]
    assert moves_told(table, "Bob", *lines)[0] == "Ada offer ? to Bob for Wizard"
    # The others see that there was a trade, from the number of trades, and not whose.
    assert moves_told(table, "Cleo", *lines) == [
        "Table …",
        "Cleo offer Swamp to all for Beast",
        "Cleo withdraw Swamp",
    ]


def test_a_redacted_record_hides_declarations_and_the_necromancer_s_cards() -> None:
    """[FR-18] [FR-24]"""
    lines = ("Table time", "Bob declare Necromancer: Lightning", "Ada declare best")
    table = Options(players=3, variant="chaos", clock=True, declare=True)
    assert moves_told(table, "Bob", *lines)[:2] == [
        "Table time (Great Flood, Lightning, Doppelgänger)",
        "Bob declare Necromancer: Lightning",
    ]
    for viewer in ("Cleo", SPECTATOR):
        assert moves_told(table, viewer, *lines)[0] == "Table time"
        assert names_in(str(moves_told(table, viewer, *lines))) == set()


def test_a_redacted_record_keeps_the_seed_and_others_remarks_back() -> None:
    """[FR-3]"""
    record = new_record(game, Options(players=3), ("Ada", "Bob", "Cleo"), ADA_BEGINS)
    moves = [
        Played(seat, move, remark=f"thought of {seat}")
        for _, seat, move, _ in [*moves_of("Ada +deck -Island", 3), *moves_of("Bob +deck", 3)]
    ]
    record = msgspec.structs.replace(record, moves=tuple(moves))
    redaction = redacted(game, record, 0)
    assert (redaction.is_redacted, redaction.viewer, redaction.result) == (True, "Ada", "")
    assert set(redaction.dealt.split(", ")) >= {"Island", "Bell Tower", "Basilisk"}
    assert [played.remark for played in redaction.moves] == ["thought of 0", "thought of 0", ""]
    assert redacted(game, record, None).dealt == ""
    assert redacted(game, record, None).commitment == record.commitment


# --- Along random games ---


def story(options: Options, seed: str) -> Iterator[tuple[State, list[Event]]]:
    """A random game, state by state, with what led to each; nobody wishes for anything."""
    for state, happened, _ in story_moves(options, seed):
        yield state, happened


def story_moves(options: Options, seed: str) -> Iterator[tuple[State, list[Event], Played | None]]:
    dice = random.Random(f"views {seed}")
    state = game.start(options, seed)
    yield state, [], None
    while game.awaiting(state):
        seat, move = random_move(game, state, dice)
        if isinstance(move, Offer):
            move = Offer(move.card, move.to)  # a wish names cards that nobody saw
        state, happened = game.play(state, seat, move)
        yield state, happened, Played(seat, move)


@pytest.mark.parametrize(
    "options", [options for options in TABLES if options.variant != "chaos"], ids=str
)
def test_taken_cards_are_known_until_discarded_and_nothing_else_is(options: Options) -> None:
    """[FR-5]"""
    for seed in ("one", "two"):
        public: dict[str, int] = {}
        for state, happened in story(options, seed):
            for event in happened:
                if isinstance(event, Took):
                    public[event.card] = event.seat
                elif isinstance(event, Discarded):
                    public.pop(event.card, None)
            if game.outcome(state) is None:
                check_known(state, dict.fromkeys(all_viewers(state), public))


@pytest.mark.parametrize(
    "options", [options for options in TABLES if options.variant == "chaos"], ids=str
)
def test_traders_know_what_they_gave_until_others_trade(options: Options) -> None:
    """[FR-23b]"""
    for seed in ("one", "two"):
        where: dict[str, dict[str, int]] = {name: {} for name in [*seat_names(7), SPECTATOR]}
        for state, happened in story(options, seed):
            for event in happened:
                if isinstance(event, Traded):
                    remember(where, event)
            if game.outcome(state) is None:
                check_known(state, where)


def remember(where: dict[str, dict[str, int]], trade: Traded) -> None:
    """What each seat knows of others' cards after a trade."""
    sides = {
        trade.seat: (trade.card, trade.answer, trade.other),
        trade.other: (trade.answer, trade.card, trade.seat),
    }
    for name, cards in where.items():
        seat = seat_of(name)
        if seat is None or seat not in sides:
            cards.clear()
            continue
        given, received, to = sides[seat]
        cards[given] = to
        cards.pop(received, None)


def check_known(state: State, where: dict[str, dict[str, int]]) -> None:
    """Everybody knows the own hand, and of others' hands exactly what was expected."""
    for viewer in all_viewers(state):
        for seat, name in enumerate(seat_names(int(state.players))):
            expected = {card for card, holder in where[viewer].items() if holder == seat}
            if viewer == name:
                expected = hand_of(state, name)
            assert known(state, viewer, name) == expected


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_no_hidden_card_is_ever_named(options: Options) -> None:
    """[FR-5] [FR-21] [FR-23b] [FR-24]"""
    for seed in ("three", "four"):
        record = new_record(game, options, seat_names(options.players), seed)
        may_know: dict[str, set[str]] = {}
        for state, happened, played in story_moves(options, seed):
            if game.outcome(state) is not None:
                break
            if played:
                record = msgspec.structs.replace(record, moves=(*record.moves, played))
            for viewer in all_viewers(state):
                cards = may_know.setdefault(viewer, set())
                cards |= laid_open(state, viewer)
                if played and played.seat == seat_of(viewer):
                    cards |= names_in(str(played.move))  # what it declared itself
                shown = [view(state, viewer), seen(happened, viewer)]
                assert names_in(msgspec.json.encode(shown).decode()) <= cards
        for viewer, cards in may_know.items():
            text = notation.write(game, redacted(game, record, seat_of(viewer)))
            assert names_in(text) <= cards


def laid_open(state: State, viewer: str) -> set[str]:
    """The cards that a viewer has before its eyes, by the true state."""
    mine = hand_of(state, viewer) if viewer != SPECTATOR else set()
    if state.variant != 2 or "necromancer" in mine:
        mine |= area_of(state)
    if view(state, SPECTATOR).phase == "keeping" and int(state.turn) == seat_of(viewer):
        mine |= set(view(state, viewer).drawn)
    return mine


def test_names_are_found_in_a_text() -> None:
    """So that the test above can fail."""
    assert names_in('"phase":"taking","hand":["king"]') == {"king"}
    assert names_in("Bob +deck (Bell Tower) -Warlord") == {"bell_tower", "warlord"}
    assert names_in("Ada takes a card") == set()


def test_any_set_of_cards_is_told_in_the_order_of_the_catalogue() -> None:
    dice = random.Random("sets")
    for _ in range(300):
        chosen = sorted(dice.sample(range(DECK), dice.randrange(DECK + 1)))
        assert ids(bits_of(chosen)) == tuple(CARDS[card].id for card in chosen)
        assert seat_numbers(bits_of(chosen[:5])) == tuple(chosen[:5])
