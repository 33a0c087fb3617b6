"""Reviews: what decisions were worth by what their seats could know; luck apart from skill."""

from __future__ import annotations

import zlib
from functools import cache
from html import escape
from typing import Any

import msgspec
import numpy as np
import pytest

from realms.analysis.review import (
    FAULTS,
    GameReview,
    ReviewDepth,
    depth_named,
    first_picture,
    review_decisions,
    review_record,
    with_remarks,
)
from realms.analysis.review.archive import packed, unpacked
from realms.analysis.review.decisions import Decision, decisions_in
from realms.analysis.review.estimates import estimate, no_more_than
from realms.analysis.review.loss_reasons import LossReasons
from realms.analysis.review.playout_trust import combined, playout_trust
from realms.analysis.review.verdict_search import VerdictSearch, is_near
from realms.analysis.review.weigher import Weigher
from realms.arena.games import deal_rng_state, make_record, play_out
from realms.bots.learned.player import judgement_of
from realms.bots.learned.weights import network_of
from realms.kernel.errors import Unreadable
from realms.kernel.game import Game
from realms.kernel.games import all_games, game_named
from realms.kernel.notation import read, write
from realms.kernel.record import Moment, Record, replay, verify
from realms.kernel.text import say
from tests.support.bare_game import bare_game  # noqa: F401  (a fixture)

SHORT = ReviewDepth("short", moves=2, first=0, redeals=2, played_out=1, to_the_end=2)
"""A look as short as can be: what holds of it holds of longer ones."""
WHOLE = ReviewDepth(
    "whole", moves=3, first=2, redeals=4, played_out=1, most=64, to_the_end=4, most_played=128
)
"""A look with all that a close one has: a first look, more re-deals, faults that are tried."""
TABLES = {
    "fantasy": (3, ("greedy", "random", "greedy")),
    "medieval": (2, ("greedy", "random")),
}


@cache
def game_and_record(name: str) -> tuple[Game, Record]:
    """A game between bots, one of them careless."""
    game = game_named(name)
    players, bots = TABLES[name]
    options, dealt = game.options_type(players=players), deal_rng_state("review", 0)
    _state, moves, _seconds = play_out(game, options, bots, dealt)
    return game, make_record(game, options, bots, dealt, moves)


@cache
def first_moments(name: str, n: int = 26) -> tuple[Game, Any, list[Moment]]:
    """How a game began."""
    game, record = game_and_record(name)
    return game, record.options, list(replay(game, record))[:n]


@cache
def reviewed() -> GameReview:
    """A review of a game of Fantasy Realms."""
    return review_record(*game_and_record("fantasy"), SHORT)


def test_every_free_decision_is_judged() -> None:
    game, record = game_and_record("fantasy")
    free = [one.number for one in decisions_in(game, list(replay(game, record)))]
    assert [one.number for one in reviewed().decisions] == free
    for one in reviewed().decisions:
        assert one.loss >= 0
        assert one.before[one.seat] >= one.after[one.seat]
        assert sum(one.before) == pytest.approx(1, abs=1e-3)
        assert sum(one.after) == pytest.approx(1, abs=1e-3)
        assert one.low <= one.after[one.seat] <= one.high
        assert one.move in [alternative.move for alternative in one.alternatives]
        chances = [alternative.chance for alternative in one.alternatives]
        assert chances[:-1] == sorted(chances[:-1], reverse=True)


def test_intervals_hold_what_they_are_of() -> None:
    for one in reviewed().decisions:
        for chances, low, high in (
            (one.before, one.before_low, one.before_high),
            (one.after, one.after_low, one.after_high),
        ):
            assert len(low) == len(chances) == len(high)
            for least, chance, most in zip(low, chances, high, strict=True):
                assert 0 <= least <= chance + 1e-4
                assert chance <= most + 1e-4 <= 1 + 2e-4


def test_luck_skill_and_the_others_are_the_whole_change_of_chances() -> None:
    review = reviewed()
    for seat in review.seats:
        assert seat.start + seat.luck + seat.skill + seat.others == pytest.approx(seat.end)
        assert seat.skill <= 0
        assert seat.deal + seat.draws + seat.hidden == pytest.approx(seat.luck)
    rounded = 1e-3 * len(review.decisions)
    assert sum(seat.luck for seat in review.seats) == pytest.approx(0, abs=rounded)


def test_the_curve_begins_even_and_ends_with_the_result() -> None:
    game, record = game_and_record("fantasy")
    outcome: Any = game.outcome(list(replay(game, record))[-1].state)
    last = reviewed().curve[-1].chances
    assert last == tuple(outcome.share(seat) for seat in range(3))
    for point in reviewed().curve:
        assert sum(point.chances) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("name", TABLES)
def test_a_first_picture_is_what_each_seat_sees_itself(name: str) -> None:
    game, record = game_and_record(name)
    moments = list(replay(game, record))
    points = first_picture(game, record.options, moments)
    assert points[-1].chances == tuple(
        game.outcome(moments[-1].state).share(seat)  # type: ignore[union-attr]
        for seat in range(record.options.players)
    )
    decisions = {one.number: one for one in decisions_in(game, moments)}
    seen: Any = Weigher(game, record.options).own_judgements([*decisions.values()])
    known = {
        one.number: seen.wins[row, one.seat]
        for row, one in enumerate(decisions.values())
        if seen.is_known[row]
    }
    assert [point.number for point in points[:-1]] == list(known)
    first = points[0]
    seat = decisions[first.number].seat
    fair = 1 / record.options.players
    own = known[first.number]
    whole = own + fair * (record.options.players - 1)
    assert first.chances[seat] == pytest.approx(own / whole, abs=1e-3)
    for point in points:
        assert sum(point.chances) == pytest.approx(1, abs=1e-3)


def test_a_review_tells_its_data_in_both_languages() -> None:
    english, spanish = (reviewed().data(language) for language in ("en", "es"))
    faults = [one for one in english["decisions"] if one["verdict"] in FAULTS]
    assert faults, "a careless bot makes mistakes"
    assert [one["number"] for one in english["decisions"]] == [
        one["number"] for one in spanish["decisions"]
    ]
    explained = [one for one in faults if one["reason"]]
    assert explained
    others = {one["number"]: one["reason"] for one in spanish["decisions"]}
    assert all(one["reason"] != others[one["number"]] for one in explained)
    assert msgspec.json.decode(msgspec.json.encode(english))["moments"] == list(reviewed().moments)


def test_data_of_one_seat_has_its_decisions_alone() -> None:
    data = reviewed().data("en", seat=1)
    assert {one["seat"] for one in data["decisions"]} == {1}
    assert [one["seat"] for one in data["seats"]] == [1]


def test_a_notebook_shows_the_curve_names_and_reasons() -> None:
    review, shown = reviewed(), reviewed()._repr_html_()
    assert shown.count("<polygon") == review.players
    for name in review.names:
        assert name in shown
    reasons = [
        one.reason["en"]
        for number in review.moments
        if (one := review.decision(number)) is not None and one.reason is not None
    ]
    assert reasons
    assert all(escape(reason) in shown for reason in reasons)


@pytest.mark.parametrize("name", TABLES)
def test_a_review_that_was_kept_is_the_same(name: str) -> None:
    game, record = game_and_record(name)
    review = reviewed() if name == "fantasy" else review_record(game, record, SHORT)
    assert unpacked(game, packed(review)) == review


def test_bytes_that_are_no_review_are_none() -> None:
    game, _record = game_and_record("fantasy")
    other, _ = game_and_record("medieval")
    assert unpacked(game, b"nothing") is None
    assert unpacked(game, zlib.compress(b"{}")) is None
    assert unpacked(other, packed(reviewed())) is None


def test_an_unfinished_game_is_refused() -> None:
    game, record = game_and_record("fantasy")
    half = msgspec.structs.replace(record, moves=record.moves[:5])
    with pytest.raises(Unreadable, match="over"):
        review_record(game, half, SHORT)


def test_a_depth_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Unreadable, match="standard"):
        depth_named("bottomless")


# --- What a seat could know ---


LAWFUL: dict[str, tuple[str, dict[str, Any], ReviewDepth]] = {
    "standard": ("fantasy", {"players": 3}, SHORT),
    "standard, closely": ("fantasy", {"players": 3}, WHOLE),
    "duel": ("fantasy", {"players": 2, "variant": "duel"}, WHOLE),
    "Chaos": ("fantasy", {"players": 3, "variant": "chaos"}, SHORT),
    "English": ("medieval", {"players": 2}, SHORT),
    "English, closely": ("medieval", {"players": 2}, WHOLE),
    "Spanish": ("medieval", {"players": 3, "edition": "es"}, WHOLE),
}


@pytest.mark.parametrize("table", LAWFUL)
def test_worlds_that_a_seat_cannot_tell_apart_are_reviewed_alike(table: str) -> None:
    """To the byte: not a chance, not a move, not a word of a reason tells what was hidden."""
    name, settings, depth = LAWFUL[table]
    game, options, found = begun(name, tuple(sorted(settings.items())))
    chosen = [found[len(found) // 3], found[len(found) // 2], found[-1]]
    assert any(game.hidden(other(game, one).state) != game.hidden(one.state) for one in chosen)
    assert judged_bytes(game, options, chosen, depth) == judged_bytes(
        game, options, [other(game, one) for one in chosen], depth
    )


def begun(name: str, settings: tuple[tuple[str, Any], ...]) -> tuple[Game, Any, list[Decision]]:
    """The first decisions of a game, by a careful bot and careless ones in turn."""
    game = game_named(name)
    options = game.options_type(**dict(settings))
    bots = [("random", "greedy")[seat % 2] for seat in range(options.players)]
    dealt = deal_rng_state("law", 0)
    _state, moves, _seconds = play_out(game, options, bots, dealt)
    moments = list(replay(game, make_record(game, options, bots, dealt, moves)))
    return game, options, decisions_in(game, moments[:30])


def other(game: Game, decision: Decision) -> Decision:
    """The same decision in another world."""
    state = game.redeal(decision.state, decision.seat, "another world")
    return msgspec.structs.replace(decision, state=state)


def judged_bytes(
    game: Game, options: Any, decisions: list[Decision], depth: ReviewDepth = SHORT
) -> bytes:
    """What is made of decisions, as bytes."""
    names = [f"seat {seat}" for seat in range(options.players)]
    reasons = LossReasons(game, options, names)
    weigher = Weigher(game, options)
    return msgspec.json.encode(review_decisions(weigher, decisions, depth, reasons))


# --- Where chances come from ---


@pytest.mark.parametrize("name", TABLES)
def test_many_positions_are_judged_as_one_is(name: str) -> None:
    game, options, moments = first_moments(name)
    network: Any = network_of(name)
    decisions = decisions_in(game, moments)[:6]
    seen: Any = Weigher(game, options).own_judgements(decisions)
    for row, one in enumerate(decisions):
        alone = judgement_of(network, game, one.state, one.seat)
        turned = np.roll(alone.wins, one.seat)
        assert seen.wins[row] == pytest.approx(turned, abs=1e-4)
        legal = alone.policy > -np.inf
        assert seen.policy[row][legal] == pytest.approx(alone.policy[legal], abs=1e-3)


def test_a_game_without_network_or_loop_is_played_out(bare_game: Game) -> None:  # noqa: F811
    options, dealt = bare_game.options_type(players=2), deal_rng_state("bare", 0)
    _state, moves, _seconds = play_out(bare_game, options, ("random", "random"), dealt)
    record = make_record(bare_game, options, ("random", "random"), dealt, moves)
    review = review_record(bare_game, record, msgspec.structs.replace(SHORT, played_out=4))
    assert review.source == "playouts"
    assert review.decisions
    for seat in review.seats:
        assert seat.start + seat.luck + seat.skill + seat.others == pytest.approx(seat.end)


def test_a_loss_within_its_error_is_none() -> None:
    level = np.full((2, 8, 2), 0.5)
    level[1, :, 0] += np.tile([0.3, -0.29], 4)
    level[:, :, 1] = 1 - level[:, :, 0]
    assert estimate([*level], 0, None).loss == 0
    level[1, :, 0] = 0.7
    found = estimate([*level], 0, None)
    assert found.loss == pytest.approx(0.2)
    assert found.ahead == 0
    assert estimate([*level[::-1]], 0, None).ahead == pytest.approx(0.2)


def test_moves_that_were_left_behind_are_never_the_best() -> None:
    """A move that few re-deals flattered stays behind those that were tried in more."""
    made, better = np.full((64, 2), 0.5), np.full((64, 2), 0.5)
    better[:, 0], better[:, 1] = 0.6, 0.4
    flattered = np.full((16, 2), 0.2)
    flattered[:, 0] = 0.8
    found = estimate([made, flattered, better], 0, None)
    assert found.best == 2
    assert found.moves[1].chances[0] == pytest.approx(0.6)


def test_the_best_move_promises_what_the_seat_sees_itself() -> None:
    worths = np.zeros((2, 4, 2))
    worths[0], worths[1] = (0.8, 0.2), (0.9, 0.1)
    found = estimate([*worths], 0, np.array([0.3, 0.7]))
    assert found.moves[1].chances == pytest.approx([0.3, 0.7])
    assert found.moves[0].chances[0] < 0.3
    assert found.moves[0].chances.sum() == pytest.approx(1)


def test_a_fault_is_no_larger_than_games_played_out_bear_out() -> None:
    worths = np.zeros((2, 4, 2))
    worths[0], worths[1] = (0.4, 0.6), (0.9, 0.1)
    found = estimate([*worths], 0, None)
    assert found.loss == pytest.approx(0.5)
    less = no_more_than(found, 0.1, 0)
    assert less.loss == pytest.approx(0.1)
    assert less.moves[0].chances == pytest.approx([0.8, 0.2])
    assert less.before.chances == pytest.approx([0.9, 0.1])
    none = no_more_than(found, -0.2, 0)
    assert none.loss == 0
    assert none.before.chances == pytest.approx([0.9, 0.1])
    assert no_more_than(found, 0.7, 0).moves[0].chances == pytest.approx([0.4, 0.6])


def test_network_and_games_played_out_count_as_each_is_trusted() -> None:
    network, played = np.array([0.2, 0.8]), np.tile([1.0, 0.0], (400, 1))
    assert combined(network, played, 0.0) == pytest.approx(network)
    assert combined(network, played[:0], 0.5) == pytest.approx(network)
    half, whole = (combined(network, played, trust)[0] for trust in (0.5, 1.0))
    assert 0.2 < half < whole < 1


@pytest.mark.parametrize("name", TABLES)
def test_trust_rests_on_what_every_seat_knows(name: str) -> None:
    game, _options, moments = first_moments(name)
    for moment in moments:
        trust = playout_trust(game, moment.state)
        assert 0 <= trust <= 1
        for seat in game.awaiting(moment.state):
            assert trust == playout_trust(game, game.redeal(moment.state, seat, "another world"))


def test_moves_that_come_to_the_same_gain_nothing() -> None:
    game, options, moments = first_moments("medieval")
    weigher = Weigher(game, options)
    decision = decisions_in(game, moments)[3]
    (same,) = weigher.gains([(decision, decision.steps, decision.steps)], 0, 8)
    assert not same.any()
    apart = weigher.played_apart(decision, decision.steps, decision.steps)
    assert (apart.points, apart.rival, apart.wins) == (0, 0, 0)
    assert apart.finding == ("", 0)


@pytest.mark.parametrize("name", TABLES)
def test_games_are_played_out_alike_alone_and_with_others(name: str) -> None:
    """What is asked for beside a decision changes nothing of what is found about it."""
    game, options, moments = first_moments(name)
    weigher = Weigher(game, options)
    decisions = decisions_in(game, moments)[:3]
    known = [np.full(options.players, 1 / options.players)] * 3
    together = weigher.chances(decisions, known, 16)
    for one, chances in zip(decisions, together, strict=True):
        (alone,) = weigher.chances([one], known[:1], 16)
        assert alone is not None
        assert chances == pytest.approx(alone)


def test_only_what_is_unclear_is_looked_at_again() -> None:
    """Far from every threshold few re-deals do; near one there are as many as a look may take."""
    game, options, moments = first_moments("fantasy", 60)
    found = decisions_in(game, moments)
    weigher = Weigher(game, options)
    depth = msgspec.structs.replace(WHOLE, redeals=8, most=512, to_the_end=0)
    search = VerdictSearch(weigher, depth)
    seen: Any = weigher.own_judgements(found)
    moves = weigher.candidates(found, seen, depth)
    weighed = search.begin(found, moves, [*seen.wins])
    search.settle(weighed)
    looked = {len(one.samples[one.found.best]) for one in weighed}
    assert min(looked) == 8
    assert max(looked) > 32
    for one in weighed:
        last = len(one.samples[one.found.best])
        if 32 < last < 512:
            assert not is_near(one.found.behind, one.found.error)
        assert len(one.samples[0]) == last


# --- Written into the record ---


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_commented_record_reads_back_as_the_same_game(language: str) -> None:
    game, record = game_and_record("fantasy")
    marked = msgspec.structs.replace(record.moves[0], remark="a {good} start")
    own = msgspec.structs.replace(record, moves=(marked, *record.moves[1:]))
    commented = with_remarks(game, own, reviewed(), language)
    read_game, back = read(write(game, commented), all_games())
    assert read_game.name == game.name
    assert verify(game, back) is not None
    assert [played.move for played in back.moves] == [played.move for played in record.moves]
    assert back.moves[0].remark.startswith("a (good) start")
    remarks = {number: played.remark for number, played in enumerate(back.moves, 1)}
    faults = [one for one in reviewed().decisions if one.verdict in FAULTS]
    assert faults
    for one in faults:
        assert say(f"review.verdict.{one.verdict}", language) in remarks[one.number]
    silent = {one.number for one in reviewed().decisions} - {one.number for one in faults}
    assert any(not remarks[number] for number in silent)


def test_remarks_of_one_seat_are_about_its_moves_alone() -> None:
    game, record = game_and_record("fantasy")
    commented = with_remarks(game, record, reviewed(), "en", seat=1)
    assert {played.seat for played in commented.moves if played.remark} == {1}
