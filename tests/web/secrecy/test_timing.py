"""When and how often somebody is told something is the same in worlds they cannot tell apart.

A game is played by dice, each act at a time of its own. Then it is played again, live, for
some viewer: as it was, and as it could have been as far as the viewer knows (see `worlds`),
secret acts changed or left out. Both times the viewer holds streams, of the API and of the
page; what comes, heartbeats among it, has to be the same at the same moments.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import msgspec
import pytest

from realms.kernel.conformance import seat_names
from realms.kernel.games import game_named
from realms.tables import entries
from realms.tables.scheduler import Scheduler
from realms.tables.table import Table
from realms.tables.terms import Clock
from realms.tables.thinking.queue import ThinkingQueue
from realms.tables.thinking.release import release_step
from realms.tables.thinking.worker import BotAnswer, BotRequest
from realms.web.api.streams import HEARTBEAT
from tests.support.samples import SOAKING, amount
from tests.tables.manual_clock import ManualClock
from tests.tables.table_play import a_move, terms_of
from tests.web.secrecy.live_worlds import AFTER, NOON, Heard, LiveWorld, hear
from tests.web.secrecy.test_leaks import VARIANTS, Game, Pair
from tests.web.secrecy.test_leaks import pair as pair  # noqa: PLC0414  (a fixture)
from tests.web.secrecy.worlds import Impossible, Leak, World, same

pytestmark = pytest.mark.anyio

SAMPLE = ("chaos on a clock", "medieval of three")
"""The variants with acts that others do not even notice; the others are for the soak."""
POSITIONS = amount(4, 40)
"""Positions looked at in each variant."""
LISTENED = amount(10, 25)
"""Acts before a position for which viewers listen."""


class Pacing:
    """Gives every act of a game its own time, by dice."""

    def __init__(self, seed: str) -> None:
        self.dice, self.at = random.Random(seed), NOON

    def __call__(self) -> int:
        self.at += self.dice.randrange(200, 9_000)
        return self.at


async def compare(game: Game, seat: int | None, tally: Counter[str]) -> None:
    """Hold what a viewer heard of a game so far to another world."""
    table, rows = game.opened.table, await game.service.log.entries(game.id)
    try:
        world = World(table, rows, game.witnesses[seat], game.dice)
    except Impossible:
        tally["impossible"] += 1
        return
    since = rows[max(len(rows) - LISTENED, 0)]["at"]
    here, moves = await hear(table, nullcontext(), rows, seat, since)
    there, other_moves = await hear(table, world.rules(), world.rows, seat, since)
    same_times(here, there, f"{table.game.name}, seat {seat}")
    same(moves, other_moves, f"undo probes of seat {seat}")
    tally["worlds"] += 1
    tally["acts left out"] += world.left_out
    tally["differing"] += world.differs or bool(world.left_out)
    tally["heard"] += len(here)
    tally["heartbeats"] += sum(is_beat(one) for one in here)
    tally["undo probes"] += moves


def same_times(here: list[Heard], there: list[Heard], what: str) -> None:
    """The same parts, as many of them, at the same times."""
    same([(h.stream, h.at) for h in here], [(t.stream, t.at) for t in there], f"when: {what}")
    same(here, there, what)


def is_beat(heard: Heard) -> bool:
    return heard.part in (b"\n", b": still here\n\n")


@pytest.mark.soak
@pytest.mark.parametrize("name", [n for n in VARIANTS if SOAKING or n in SAMPLE])
async def test_what_comes_comes_at_the_same_times_in_both_worlds(name: str, pair: Pair) -> None:
    options, tally, number = VARIANTS[name], Counter[str](), 0
    pace = pair.service.clock = pair.service.writer.clock = Pacing(name)
    while tally["positions"] < POSITIONS:
        pace.at = NOON
        game = await Game.begin(pair.service, options, f"{name} at times {number}")
        number += 1
        while not game.is_over and tally["positions"] < POSITIONS:
            if len(game.opened.table.turns) > 12 and game.dice.random() < 0.15:
                await compare(game, game.dice.choice([None, *range(options.players)]), tally)
                tally["positions"] += 1
            await game.go_on()
    assert tally["differing"] > tally["worlds"] / 4, tally
    assert tally["heartbeats"] >= tally["worlds"] * len(STREAMS) * (AFTER // HEARTBEAT), tally
    if to := os.environ.get("REALMS_LEAK_REPORT"):
        with Path(to).open("a") as file:
            file.write(f"{name} at times: {number} games, {dict(tally)}\n")


# --- What was seen to betray ---


async def live(name: str, seat: int | None, reached: Callable[[Table], bool]) -> LiveWorld:
    """A table of a variant, played by dice until something is so."""
    options = VARIANTS[name]
    clock = Clock("bank", 10**6) if getattr(options, "clock", False) else None
    world = LiveWorld(Table("table", terms_of(options, clock=clock), name), seat)
    for place, called in enumerate(seat_names(options.players)):
        await world.write(entries.SeatTaken(place, called, f"hash {place}"))
    await world.write(entries.GameStarted())
    table, dice = world.cached.table, random.Random(name)
    while not reached(table):
        await world.write(a_move(table, dice, evenly=True))
    return world


async def heard_of(world: LiveWorld, acts: Sequence[Any]) -> list[Heard]:
    """What a viewer hears within two minutes, in the middle of which others act."""
    world.listen()
    await world.clock.move_to(37.02)
    for act in acts:
        await world.write(act)
    frames = dict(world.cached.frames)
    assert frames.keys() >= {world.seat}, "what this viewer sees need not be encoded again"
    await world.clock.move_to(120)
    return [*world.heard]


BEATS = [HEARTBEAT * beat for beat in range(1, 9)]
STREAMS = ("lines", "events", "page", "changes")
"""Every kind of stream that a viewer holds."""


async def unheard(
    name: str,
    seat: int | None,
    reached: Callable[[Table], bool],
    act: Callable[[Table], Sequence[Any]],
    first: Callable[[Table], Sequence[Any]] = lambda _table: (),
) -> tuple[LiveWorld, LiveWorld]:
    """Acts that a viewer hears nothing of; the worlds with them and without."""
    worlds = [await live(name, seat, reached) for _ in range(2)]
    for world in worlds:
        for entry in first(world.cached.table):
            await world.write(entry)
    acts = act(worlds[0].cached.table)
    here, there = await heard_of(worlds[0], acts), await heard_of(worlds[1], ())
    same_times(here, there, f"{acts} to seat {seat}")
    for stream in STREAMS:
        times = [one.at for one in here if one.stream == stream]
        assert times == [0, *BEATS], "the table, and then hearts beat as if nothing happened"
    return worlds[0], worlds[1]


async def close(worlds: Sequence[LiveWorld]) -> None:
    for world in worlds:
        await world.close()


async def test_hearts_beat_at_fixed_times_whatever_happens_between() -> None:
    """A move at 37.02 s is told then, and the hearts still beat at 45 s, not at 52.02 s."""
    world = await live("standard", None, lambda table: len(table.turns) > 3)
    heard = await heard_of_move(world)
    for stream in STREAMS:
        beats = [one for one in heard if one.stream == stream]
        assert [one.at for one in beats if is_beat(one)] == BEATS, stream
        assert [one.at for one in beats if not is_beat(one)] == [0, 37.02], stream
    await world.close()


async def heard_of_move(world: LiveWorld) -> list[Heard]:
    world.listen()
    await world.clock.move_to(37.02)
    await world.write(a_move(world.cached.table, random.Random(1)))
    await world.clock.move_to(120)
    return [*world.heard]


async def test_a_sealed_bid_is_not_heard() -> None:
    def bidders(table: Table) -> list[int]:
        return [s for s in range(3) if table.progress.may_bid(s) and s not in table.awaiting]

    def bid(table: Table) -> list[Any]:
        return [entries.ProxyBidSet(bidders(table)[0], 2)]

    await close(await unheard("medieval of three", None, lambda t: bool(bidders(t)), bid))


async def test_a_changed_placement_is_not_heard_and_never_counted() -> None:
    def is_placing(table: Table) -> bool:
        return table.state is not None and 0 in table.game.may_change(table.state)

    def place_again(table: Table) -> list[Any]:
        assert table.state is not None
        placements = table.game.legal(table.state, 0)
        return [entries.MoveMade(0, msgspec.to_builtins(placements[n])) for n in (5, 3, 1)]

    worlds = await unheard("medieval of three", 1, is_placing, place_again)
    assert len({len(world.cached.table.turns) for world in worlds}) == 2
    assert await worlds[0].probe_undo() == await worlds[1].probe_undo()
    assert worlds[0].cached.table.undo.free_moves(1) == worlds[1].cached.table.undo.free_moves(1)
    await close(worlds)


async def test_a_private_offer_is_not_heard_and_leaves_the_undo_of_others_as_it_was() -> None:
    def offer(table: Table, seat: int = 1) -> list[Any]:
        assert table.state is not None
        card = table.game.view(table.state, seat).hand[0]
        offered = {"type": "offer", "card": card, "to": (seat + 1) % 3, "wish": None}
        return [entries.MoveMade(seat, offered)]

    def first(table: Table) -> list[Any]:
        return offer(table, seat=0)

    worlds = await unheard("chaos on a clock", 0, lambda _table: True, offer, first)
    assert len({len(world.cached.table.turns) for world in worlds}) == 2
    assert await worlds[0].probe_undo() == await worlds[1].probe_undo()
    await close(worlds)


class Unsteady:
    """A worker that thinks as long as its dice say, and then makes the first move there is."""

    number = 2

    def __init__(self, clock: ManualClock, seed: str) -> None:
        self.clock, self.dice = clock, random.Random(seed)

    async def answer(self, request: BotRequest) -> BotAnswer:
        await self.clock.wait(self.clock.at + self.dice.uniform(0.1, 0.45))
        game = game_named(request.game)
        move = game.legal(game.restore(request.snapshot), request.seat)[0]
        return BotAnswer(msgspec.to_builtins(move))

    async def warm(self, request: BotRequest) -> None:
        pass


async def test_how_long_a_bot_thought_is_not_heard() -> None:
    """Archmages that take longer in one world than in the other, as with a wild card in hand."""
    heard = []
    for seed in ("a hand", "another hand"):
        world = LiveWorld(Table("table", terms_of(VARIANTS["standard"]), "a seed"), None)
        for seat in range(3):
            await world.write(entries.BotSeated(seat, "archmage"))
        workers = Unsteady(world.clock, seed)
        queue = ThinkingQueue(workers, steps=release_step, clock=world.clock)
        scheduler = Scheduler(world.service, queue)
        world.listen()
        await world.write(entries.GameStarted())
        await world.clock.move_to(6.2)
        heard.append([*world.heard])
        await scheduler.close()
        await queue.close()
        await world.close()
    same_times(heard[0], heard[1], "bots that think")
    frames = [one.at for one in heard[0] if one.stream == "lines"]
    assert frames == [step / 2 for step in range(13)]


async def test_a_secret_act_that_were_heard_would_be_noticed() -> None:
    """The comparison itself: times alone tell worlds apart."""
    beat, late = Heard("lines", 45.0, b"\n"), Heard("lines", 52.02, b"\n")
    with pytest.raises(Leak):
        same_times([beat], [late], "a heart")
    with pytest.raises(Leak):
        same_times([beat], [], "a heart")
