"""Why a move was better: every sentence is true of the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from realms import medieval
from realms.arena.games import deal_rng_state, make_record, play_out
from realms.bots.advice import AdviceReason
from realms.kernel.game import copy_state
from realms.kernel.record import replay
from realms.kernel.text import LANGUAGES
from realms.medieval.analysis.loss_reasons import loss_reason
from realms.medieval.interface import events as e
from realms.medieval.rules import codes
from realms.medieval.rules.actions import play_refusal
from realms.medieval.rules.state import BIDDING, PLACING
from realms.medieval.scoring.scoring import final_score

GAME = medieval.game
Steps = tuple[int, ...]
Found = tuple[Any, int, Steps, Steps, str, AdviceReason]
"""A position, its seat, the move made and a better one, and what is said of which."""


@cache
def found() -> tuple[Found, ...]:
    """What is said of many pairs of moves in games between bots."""
    return tuple(_found())


def _found() -> Iterator[Found]:
    for number in range(3):
        options, bots = medieval.Options(players=3), ("steward", "random", "greedy")
        dealt = deal_rng_state("loss reasons", number)
        _state, moves, _seconds = play_out(GAME, options, bots, dealt)
        record = make_record(GAME, options, bots, dealt, moves)
        for moment in list(replay(GAME, record))[1:]:
            state, played = moment.before, moment.played
            assert played is not None
            seat = played.seat
            if seat is None or seat not in GAME.awaiting(state):
                continue
            made = GAME.encode(state, seat, played.move)
            for other in _others(state, seat):
                for one, two in ((made, other), (other, made)):
                    said = loss_reason(state, seat, one, two) if one != two else None
                    if said is not None:
                        yield state, seat, one, two, *said


def _others(state: Any, seat: int) -> Iterator[Steps]:
    """Some of the moves that there are."""
    if state.phase == PLACING:
        legal = GAME.legal(state, seat)
        for place in (0, len(legal) // 3, 2 * len(legal) // 3, len(legal) - 1):
            yield GAME.encode(state, seat, legal[place])
    else:
        for code in islice(GAME.codes(state, seat), 0, None, 3):
            yield (int(code),)


def of_kind(*keys: str) -> list[Found]:
    """What is said with one of these keys."""
    return [one for one in found() if one[5].key in keys]


def steps_of(one: Found) -> Steps:
    """The move that something is said of."""
    return one[2] if one[4] == "made" else one[3]


def played(state: Any, seat: int, steps: Steps) -> tuple[Any, list[Any]]:
    """The position after a move, and what happened."""
    after = copy_state(state)
    refused, events = GAME.attempt(after, seat, steps)
    assert refused is None
    return after, events


def test_most_kinds_are_said_somewhere() -> None:
    kinds = Counter(one[5].key for one in found())
    usual = {"points", "end_points", "promises", "goes_to", "land_more", "makes", "lacks"}
    assert usual | {"unbeatable", "costs_points", "takes_lead"} <= set(kinds)


def test_points_are_those_that_the_move_brings() -> None:
    for one in of_kind("points", "end_points"):
        state, seat, steps, reason = one[0], one[1], steps_of(one), one[5]
        tables, (after, _events) = GAME.rule_tables(state), played(state, seat, steps)
        now = int(after.points[seat]) - int(state.points[seat])
        if reason.key == "points":
            assert reason.fields["n"] == now
        assert reason.fields["n"] > 0 or reason.key == "end_points"
        assert int(final_score(after, tables, seat)) >= 0


def test_what_a_move_costs_is_what_the_score_loses() -> None:
    for one in of_kind("costs_points"):
        state, seat, steps = one[0], one[1], steps_of(one)
        tables, (after, _events) = GAME.rule_tables(state), played(state, seat, steps)
        lost = int(final_score(state, tables, seat)) - int(final_score(after, tables, seat))
        assert one[4] == "made"
        assert lost == one[5].fields["n"] >= 1


def test_a_card_that_goes_to_another_seat_does() -> None:
    for one in of_kind("goes_to"):
        _after, events = played(one[0], one[1], steps_of(one))
        (received,) = [event for event in events if isinstance(event, e.Received)]
        assert received.seat == one[5].fields["seat"] - 1 != one[1]


def test_what_nobody_can_outbid_is_sold_at_once() -> None:
    for one in of_kind("unbeatable"):
        after, events = played(one[0], one[1], steps_of(one))
        assert after.phase != BIDDING
        (won,) = [event for event in events if isinstance(event, e.Won)]
        assert won.seat == one[1]


def test_a_card_that_lacks_tokens_cannot_be_played_yet() -> None:
    for one in of_kind("lacks"):
        state, seat, steps = one[0], one[1], steps_of(one)
        assert codes.ACTIVATE <= steps[0] < codes.OPEN
        after, _events = played(state, seat, steps)
        tables, card = GAME.rule_tables(state), int(state.current[steps[0] - codes.ACTIVATE])
        held = [int(after.hands[seat, slot]) for slot in range(after.held[seat])]
        if card in held:
            assert play_refusal(after, tables, seat, held.index(card))


def test_lands_and_tokens_of_a_placement_are_those_placed() -> None:
    for one in of_kind("land_more", "makes", "pays_for"):
        state, seat, steps, reason = one[0], one[1], steps_of(one), one[5]
        move: Any = GAME.decode(state, seat, steps)
        assert one[4] == "better"
        if reason.key == "land_more":
            assert reason.fields["land"] in (*move.generals, *move.admirals)
            assert 100 >= reason.fields["chance"] > reason.fields["less"] >= 0
        else:
            assert move.mayors


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(language: str) -> None:
    for kind in {one[5].key: one[5] for one in found()}.values():
        sentence = kind.text("medieval", language)
        assert "{" not in sentence
        assert "advice." not in sentence
