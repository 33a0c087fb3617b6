"""What is true of every game, whatever its table, its switches and its moves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from hypothesis import given, settings

from realms.kernel import notation
from realms.kernel.record import completed, exported, final_state, verify
from realms.medieval import Options, game
from realms.medieval.interface import events as e
from realms.medieval.interface.moves import AnyMove
from realms.medieval.rules.state import left_in_deck
from tests.medieval.number_games import CHOICES, Ledger, options, record_of, steps

# Derandomised, so that a build fails only for a reason that is in it.
often = settings(deadline=None, derandomize=True, max_examples=25)


@often
@given(table=options(), choices=CHOICES)
def test_no_law_is_ever_broken(table: Options, choices: Sequence[int]) -> None:
    """[MR-4] [MR-6] [MR-21] [MR-36] [MR-54]"""
    for step in steps(table, choices):
        assert game.violations(step.after) == []
        for seat in game.view(step.after, None).seats:
            colours = [colour_of(step.after, card) for card in seat.hand]
            assert len(colours) <= 4
            assert len(set(colours)) == len(colours)
            assert min(seat.tokens.values()) >= 0
        assert left_in_deck(step.after) > 0


def colour_of(state: Any, card: str) -> str:
    return next(known.colour for known in game.content(state).card if known.id == card)


@often
@given(table=options(), choices=CHOICES)
def test_a_game_has_its_rounds_and_points_never_fall(
    table: Options, choices: Sequence[int]
) -> None:
    """[MR-16] [MR-53] [MR-55] [MR-74]"""
    rounds, points = [], [0] * table.players
    last = None
    for step in steps(table, choices):
        rounds += [event.number for event in step.events if isinstance(event, e.RoundBegan)]
        now = [seat.points for seat in game.view(step.after, None).seats]
        assert all(one >= other for one, other in zip(now, points, strict=True))
        points, last = now, step
    assert rounds == list(range(1, table.resolved().rounds + 1))  # type: ignore[operator]
    assert last is not None
    assert last.events[-1] == e.Finished(len(rounds))


@often
@given(table=options(), choices=CHOICES)
def test_events_tell_all_that_comes_and_goes(table: Options, choices: Sequence[int]) -> None:
    """[MR-4] [MR-8]"""
    ledger = Ledger(game.view(game.start(table, "driven"), None))
    for step in steps(table, choices):
        for event in step.events:
            ledger.enter(event)
        assert ledger.summary() == Ledger(game.view(step.after, None)).summary()


@often
@given(table=options(), choices=CHOICES)
def test_milestones_are_paid_one_token_each(table: Options, choices: Sequence[int]) -> None:
    """[MR-55] [MR-57]"""
    reached, paid = [0] * table.players, [0] * table.players
    for step in steps(table, choices):
        for event in step.events:
            if isinstance(event, e.MilestonesReached):
                reached[event.seat] += event.number
                assert event.points // 5 == reached[event.seat]
            elif isinstance(event, e.Chose) and event.what == "milestone":
                assert event.amount == 1
                paid[event.seat] += 1
    assert reached == paid


@often
@given(table=options(), choices=CHOICES)
def test_one_seat_wins_by_points_and_tie_breakers(table: Options, choices: Sequence[int]) -> None:
    """[MR-75] [MR-76]"""
    *_, last = steps(table, choices)
    outcome, sheets = game.outcome(last.after), game.sheets(last.after)
    assert outcome is not None
    assert outcome.scores == tuple(sheet.score for sheet in sheets)
    assert all(sheet.score == sum(line.points for line in sheet.lines) for sheet in sheets)
    order = game.view(last.after, None).order
    best = max(
        sheets,
        key=lambda sheet: (
            sheet.score,
            sheet.cards,
            sheet.castles,
            sheet.leaders,
            -order.index(sheet.seat),
        ),
    )
    assert outcome.winners == (best.seat,)


@often
@given(table=options(), choices=CHOICES)
def test_a_record_and_its_export_replay(table: Options, choices: Sequence[int]) -> None:
    """[MR-10] [MR-12]"""
    made = list(steps(table, choices))
    record = completed(game, record_of(table, made))
    _, read = notation.read(notation.write(game, record), [game])
    assert verify(game, read) == game.outcome(made[-1].after)
    assert final_state(game, read).tobytes() == made[-1].after.tobytes()
    data = json.loads(json.dumps(exported(game, record)))
    state = game.start(msgspec.convert(data["options"], Options), data["seed"])
    view = game.view(state, None)
    assert [*view.current, *view.future] == data["deck"][:18]
    assert list(view.order) == data["order"]
    for played in data["moves"]:
        move = msgspec.convert(played["move"], AnyMove)
        state, _ = game.play(state, played["seat"], move)
    outcome = game.outcome(state)
    assert outcome is not None
    assert data["result"] == {"scores": list(outcome.scores), "winners": list(outcome.winners)}
    assert [one["round"] for one in data["rounds"]] == [*range(1, len(data["rounds"]) + 1)]
    assert data["rounds"][-1]["points"] == [seat.points for seat in game.view(state, None).seats]
    assert data["deck"][18:] == drawn(made) + data["deck"][18 + len(drawn(made)) :]


def drawn(made: Sequence[Any]) -> list[str]:
    """The cards that came from the deck, in order."""
    refills = [event for step in made for event in step.events if isinstance(event, e.Refilled)]
    return [card for event in refills for card in event.cards]
