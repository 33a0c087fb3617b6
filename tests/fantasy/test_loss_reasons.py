"""Why a move was better: every sentence is true of the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from realms import fantasy
from realms.arena.games import deal_rng_state, make_record, play_out
from realms.bots.advice import AdviceReason
from realms.fantasy.analysis.loss_reasons import loss_reason, move_points
from realms.fantasy.bots.advice import Adviser
from realms.fantasy.content.cards import CARDS, NUMBER
from realms.fantasy.interface.what_if import (
    after_discarding,
    after_taking,
    best_sheet,
    hand_sheet,
)
from realms.fantasy.rules.codes import DISCARD, DRAW, KEEP, TAKE
from realms.fantasy.rules.state import DISCARDING, TAKING
from realms.kernel.record import replay
from realms.kernel.text import LANGUAGES

GAME = fantasy.game
Found = tuple[Any, int, int, int, str, AdviceReason]
"""A position, its seat, the move made and a better one, and what is said of which."""


@cache
def found() -> tuple[Found, ...]:
    """What is said of many pairs of moves in games between bots."""
    return tuple(_found())


def _found() -> Iterator[Found]:
    for number in range(3):
        options, bots = fantasy.Options(players=3), ("greedy", "random", "greedy")
        dealt = deal_rng_state("loss reasons", number)
        _state, moves, _seconds = play_out(GAME, options, bots, dealt)
        record = make_record(GAME, options, bots, dealt, moves)
        for moment in list(replay(GAME, record))[1:]:
            state = moment.before
            if state.phase not in (TAKING, DISCARDING):
                continue
            seat = GAME.awaiting(state)[0]
            codes = [int(code) for code in GAME.codes(state, seat)]
            for made, better in zip(codes, codes[1:] + codes[:1], strict=True):
                said = loss_reason(state, seat, (made,), (better,)) if made != better else None
                if said is not None:
                    yield state, seat, made, better, *said


def of_kind(*keys: str) -> list[Found]:
    """What is said with one of these keys."""
    return [one for one in found() if one[5].key in keys]


def after(state: Any, seat: int, code: int) -> int:
    """What the hand is worth after a move, as the pages reckon it."""
    view = GAME.view(state, seat)
    if code == DRAW:
        sheet = hand_sheet(view)
        return sheet.score if sheet else 0
    card = CARDS[code - (TAKE if code < DISCARD else DISCARD)].id
    known = after_taking(view) if code < DISCARD else after_discarding(view)
    return known[card].score


def test_most_kinds_are_said_somewhere() -> None:
    kinds = Counter(one[5].key for one in found())
    assert {"now_more", "gives", "chances", "grows", "completes"} <= set(kinds)


def test_what_the_hand_is_worth_is_what_it_scores() -> None:
    assert of_kind("now_more")
    for state, seat, made, better, which, reason in of_kind("now_more"):
        assert which == "better"
        assert reason.fields["points"] > reason.fields["less"]
        if {"necromancer"} & {*GAME.view(state, seat).hand, *GAME.view(state, seat).area}:
            continue  # what it may raise depends on what lies there by then
        assert reason.fields["points"] == after(state, seat, better)
        assert reason.fields["less"] == after(state, seat, made)


def test_what_the_next_player_gets_lies_there_or_goes_there() -> None:
    for state, seat, made, better, which, reason in of_kind("gives", "denies"):
        code = made if which == "made" else better
        assert (reason.key == "gives") == (DISCARD <= code < KEEP)
        card = CARDS[code - (DISCARD if reason.key == "gives" else TAKE)]
        assert reason.fields["card"] == card.name
        adviser = Adviser(state, seat, np.uint64(1))
        assert reason.fields["points"] == round(adviser.threats[NUMBER[card.id]])
        other = move_points(adviser, better if which == "made" else made)
        own = move_points(adviser, code)
        assert (own.gives, own.denies) > (other.gives, other.denies)


def test_a_card_adds_what_the_hand_would_lose_without_it() -> None:
    for state, seat, _made, better, which, reason in of_kind("brings", "completes"):
        assert which == "better"
        adviser = Adviser(state, seat, np.uint64(1))
        hand, card = adviser.ends[better], better - TAKE
        held = [one.id for one in CARDS if hand >> NUMBER[one.id] & 1]
        if "necromancer" in held:
            continue
        with_it = best_sheet(held, ()).score
        alone = with_it - best_sheet([one for one in held if one != CARDS[card].id], ()).score
        assert reason.fields["card"] == CARDS[card].name
        assert reason.fields["points"] > 0
        if reason.key == "brings":
            assert reason.fields["points"] == alone


def test_what_the_deck_adds_is_an_average_over_what_is_unseen() -> None:
    for state, seat, made, better, which, reason in of_kind("chances", "grows"):
        adviser = Adviser(state, seat, np.uint64(1))
        points = move_points(adviser, better if which == "better" else made)
        assert reason.fields["points"] == round(points.next)
        if reason.key == "grows":
            assert reason.fields["less"] == round(move_points(adviser, made).next)
            assert reason.fields["points"] > reason.fields["less"]
        else:
            view = GAME.view(state, seat)
            known = (
                len(view.hand)
                + len(view.area)
                + sum(len(one.known) for place, one in enumerate(view.seats) if place != seat)
            )
            assert reason.fields["n"] == len(CARDS) - known


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(language: str) -> None:
    for kind in {one[5].key: one[5] for one in found()}.values():
        sentence = kind.text("fantasy", language)
        assert "{" not in sentence
        assert "advice." not in sentence


def test_nothing_is_said_of_a_move_beside_itself() -> None:
    for state, seat, made, _better, _which, _reason in found()[::7]:
        assert loss_reason(state, seat, (made,), (made,)) is None
