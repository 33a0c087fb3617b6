"""A moment of a game becomes a table of one's own, against bots; it counts for nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from realms.fantasy import Options as Fantasy
from realms.kernel.chance import commitment
from realms.kernel.game import Game
from realms.kernel.games import all_games
from realms.kernel.notation import read, write
from realms.kernel.record import BrokenRecord, Record, exported, redacted, replay, verify
from realms.tables import entries
from realms.tables.following.practice import PracticePlan, open_practice, practice_log
from realms.tables.following.rematch import open_rematch
from realms.tables.results.history import player_results
from realms.tables.secrets import new_secret
from realms.tables.service import TableService
from realms.tables.table import Table
from realms.tables.table_view import view_table
from tests.tables.conftest import NewService
from tests.tables.table_play import VARIANTS, opened, play, refused, table_at

pytestmark = pytest.mark.anyio
PRACTISED = {name: options for name, options in VARIANTS.items() if name != "chaos on a clock"}
MINE = new_secret()


async def finished(service: TableService, options: Any, seed: str = "a seed") -> Table:
    """A game that was played to its end by people."""
    id_ = await opened(service, options, seed=seed)
    return (await play(service, id_)).table


def plan_of(game: Game, record: Record, at: int, seat: int, is_anew: bool = False) -> PracticePlan:
    others = [place for place in range(len(record.seats)) if place != seat]
    return PracticePlan(
        game=game,
        record=record,
        at=at,
        seat=seat,
        name="Zoe",
        secret=MINE,
        bots=dict.fromkeys(others, ("random", "Dice")),
        is_anew=is_anew,
        source="/replays/x",
    )


async def practised(service: TableService, plan: PracticePlan) -> Table:
    table, log = practice_log(plan, service.clock())
    return await table_at(service, await open_practice(service, plan, table, log))


def moments_to_try(table: Table) -> list[int]:
    """Some moments of a game: its deal, its last decision, and some between."""
    last = len(table.turns) - 1
    return sorted({0, 1, last // 3, last // 2, 2 * last // 3, last})


@pytest.mark.parametrize("name", PRACTISED)
async def test_a_moment_is_gone_on_from_as_it_was(service: TableService, name: str) -> None:
    old = await finished(service, PRACTISED[name])
    for at in moments_to_try(old):
        seat = at % len(old.chairs)
        new = await practised(service, plan_of(old.game, old.record(), at, seat))
        before = old.turns[at].before
        assert new.state is not None
        assert new.game.snapshot(new.state) == old.game.snapshot(before)
        assert new.awaiting == old.game.awaiting(before)
        assert (new.status, new.progress.begins) == ("playing", at)
        assert [chair.bot for chair in new.chairs].count("") == 1
        assert new.seating.proven_by(MINE) == (seat,)
        assert not new.terms.watched


@pytest.mark.parametrize("name", PRACTISED)
async def test_dealt_anew_a_seat_sees_what_it_saw(service: TableService, name: str) -> None:
    """The law of re-deals: its view and its legal moves are as they were; what is hidden is not."""
    old = await finished(service, PRACTISED[name])
    hidden = set()
    for at in moments_to_try(old):
        seat, before = at % len(old.chairs), old.turns[at].before
        places = set()
        for _ in range(2):
            new = await practised(service, plan_of(old.game, old.record(), at, seat, True))
            assert new.state is not None
            assert new.game.view(new.state, seat) == old.game.view(before, seat)
            assert new.awaiting == old.game.awaiting(before)
            if seat in new.awaiting:
                assert new.game.legal(new.state, seat).codes == old.game.legal(before, seat).codes
            places.add(new.seq_for(seat))
            hidden.add(repr(new.game.hidden(new.state)) == repr(new.game.hidden(before)))
        assert len(places) == 1  # not even their number tells what bots decided anew
    assert False in hidden


@pytest.mark.parametrize("is_anew", [False, True])
@pytest.mark.parametrize("name", PRACTISED)
async def test_its_record_says_where_it_begins_and_holds(
    service: TableService, name: str, is_anew: bool
) -> None:
    old = await finished(service, PRACTISED[name])
    at = len(old.turns) // 2
    new = await practised(service, plan_of(old.game, old.record(), at, 1, is_anew))
    for viewer in (None, *range(len(new.chairs))):
        redaction = write(new.game, redacted(new.game, new.record(), viewer))
        assert old.seed not in redaction
        assert all(one.seed not in redaction for one in new.progress.redeals)
        assert write(*read(redaction, all_games())) == redaction
        assert '[From "' in redaction
        assert ('[Redeals "' in redaction) == is_anew
    await play(service, new.id)
    assert new.outcome is not None
    text = write(new.game, new.record())
    game, again = read(text, all_games())
    assert write(game, again) == text
    assert verify(game, again) == new.outcome
    assert (again.begins, len(again.redeals)) == (new.progress.begins, int(is_anew))
    assert exported(game, again)["begins"] == again.begins
    secret = again.redeals[-1].seed if is_anew else old.seed
    assert again.commitment == new.commitment == commitment(secret)
    states = [new.game.snapshot(moment.state) for moment in replay(game, again)]
    assert states == [new.game.snapshot(state) for state in new.progress.moments(None)]
    forged = msgspec.structs.replace(again, commitment=commitment("another"))
    with pytest.raises(BrokenRecord):
        verify(game, forged)


@pytest.mark.parametrize("is_anew", [False, True])
@pytest.mark.parametrize("name", ["standard", "chaos", "medieval"])
async def test_it_outlives_its_server(
    service: TableService, new_service: NewService, name: str, is_anew: bool
) -> None:
    old = await finished(service, PRACTISED[name])
    new = await practised(service, plan_of(old.game, old.record(), len(old.turns) // 2, 0, is_anew))
    await play(service, new.id, moves=3)
    again = await table_at(await new_service(), new.id)
    for seat in (None, *range(len(new.chairs))):
        assert view_table(again, seat) == view_table(new, seat)
    assert again.practice == new.practice == entries.PracticeBegun(0, "/replays/x")
    assert write(again.game, again.record()) == write(new.game, new.record())


async def test_nothing_is_undone_that_was_played_in_the_other_game(service: TableService) -> None:
    old = await finished(service, Fantasy(players=3))
    at = next(
        n for n, turn in enumerate(old.turns) if n > 8 and turn.seat == 1 and not turn.uncovered
    )
    plan = plan_of(old.game, old.record(), at, 1)
    new = await practised(service, plan)
    assert new.undo.free_moves(1) == 0
    for moves in (1, 2, at):
        with refused("table/nothing_to_undo"):
            await service.undo(new.id, 1, moves)
    take = old.turns[at]
    await service.write(new.id, entries.MoveMade(1, msgspec.to_builtins(take.move)))
    with refused("table/nothing_to_undo"):
        await service.undo(new.id, 1, 2)
    await service.undo(new.id, 1, 1)
    assert len(new.turns) == at
    with refused("table/nothing_to_undo"):
        await service.undo(new.id, 1, 1)


async def test_it_counts_for_nothing(service: TableService) -> None:
    old = await finished(service, Fantasy(players=3))
    new = await practised(service, plan_of(old.game, old.record(), 4, 0))
    await play(service, new.id)
    (kept,) = await player_results(service, MINE)
    assert (kept.table, kept.practice, kept.day) == (new.id, True, "")
    with refused("table/practice_again"):
        await open_rematch(service, new.id)


async def test_practice_can_be_practised_again(service: TableService) -> None:
    """What was dealt anew on the way stays so, at its place."""
    old = await finished(service, Fantasy(players=3))
    one = await practised(service, plan_of(old.game, old.record(), 5, 1, True))
    await play(service, one.id)
    other = await practised(service, plan_of(one.game, one.record(), 9, 2, True))
    assert [(r.after, r.seat) for r in other.progress.redeals] == [(5, 1), (9, 2)]
    assert other.state is not None
    assert other.game.view(other.state, 2) == one.game.view(one.turns[9].before, 2)
    await play(service, other.id)
    assert verify(other.game, other.record()) == other.outcome


async def test_what_cannot_be_tried_says_why(service: TableService) -> None:
    old = await finished(service, Fantasy(players=3))
    record, last = old.record(), len(old.turns)
    timed = await finished(service, VARIANTS["chaos on a clock"])
    long = msgspec.structs.replace(record, seed="x" * 99)
    for plan, code in (
        (plan_of(old.game, record, last, 0), "table/practice_over"),
        (plan_of(old.game, record, last + 1, 0), "table/practice_moment"),
        (plan_of(timed.game, timed.record(), 3, 0), "table/practice_clock"),
        (plan_of(old.game, long, 3, 0), "table/practice_seed"),
    ):
        with refused(code):
            practice_log(plan, 0)


async def test_a_bot_that_is_gone_leaves_its_seat_to_one_of_the_house(
    service: TableService,
) -> None:
    old = await finished(service, Fantasy(players=3))
    plan = plan_of(old.game, old.record(), 3, 0)
    plan = msgspec.structs.replace(plan, bots={1: ("nobody-knows-it", "Gone"), 2: ("greedy", "")})
    new = await practised(service, plan)
    assert new.chairs[1].bot != "nobody-knows-it"
    assert new.chairs[2].name == "Greedy"
