"""Nobody is told what they may not know: every answer is the same in worlds they cannot tell.

A table is played by dice, over the service of a real application. At many positions, for some
viewer, a second application is shown another world (see `worlds`): one where the log was
replayed otherwise, and one where the state was dealt anew. Both are asked the same things.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from realms.fantasy import Options as Fantasy
from realms.kernel.conformance import random_move, seat_names
from realms.medieval import Options as Medieval
from realms.tables import entries
from realms.tables.caching import table_cache
from realms.tables.caching.cached_table import CachedTable
from realms.tables.log import TableLog
from realms.tables.secrets import hash_secret
from realms.tables.service import TableService
from realms.tables.table_view import table_frame
from realms.tables.terms import Terms
from realms.web.app import Application, create_app
from tests.support.samples import amount
from tests.web.client import Answer, Client, first_of
from tests.web.secrecy.worlds import Elsewhere, Impossible, Leak, Witness, World, same
from tests.web.table_setup import service_of

pytestmark = pytest.mark.anyio

VARIANTS: dict[str, Any] = {
    "standard": Fantasy(players=3),
    "standard, declared, six": Fantasy(players=6, declare=True),
    "duel": Fantasy(players=2, variant="duel"),
    "duel without the Jester": Fantasy(players=2, variant="duel", jester=False, declare=True),
    "chaos": Fantasy(players=4, variant="chaos", rounds=3),
    "chaos, declared": Fantasy(players=3, variant="chaos", rounds=2, declare=True),
    "chaos on a clock": Fantasy(players=3, variant="chaos", clock=True),
    "medieval of two": Medieval(players=2),
    "medieval of three": Medieval(players=3),
    "medieval of four, Spanish": Medieval(players=4, edition="es"),
    "medieval of five": Medieval(players=5),
}
POSITIONS = amount(8, 100)
"""Positions looked at in each variant."""
EVERY = amount(12, 4)
"""Moves between two positions, about; a sample still reaches the end of a game."""
NOON = 1_800_000_000_000
"""The time that pages are told, in milliseconds."""
UNLIKE = ("export", "record")
"""What replays the log: not asked where only the state was dealt anew."""


class Pair:
    """The true world and another, as two applications."""

    def __init__(self, true: Application, other: Application) -> None:
        self.true, self.other = true, other
        self.service, self.elsewhere = service_of(true), service_of(other)
        self.log = Elsewhere(self.service.log.engine)
        serve_log(self.elsewhere, self.log)

    async def show(self, id_: str, rows: Any) -> CachedTable:
        """Let the other application serve a table as some log has it."""
        self.elsewhere.cache._tables.clear()
        self.log.rows_there = rows
        return await self.elsewhere.load(id_)


def serve_log(service: TableService, log: TableLog) -> None:
    """Let a service read and write another log."""
    service.log = service.cache.log = service.writer.log = log


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Pair]:
    true = create_app(f"sqlite:///{tmp_path / 'true.sqlite'}", 1, limits=None)
    other = create_app(f"sqlite:///{tmp_path / 'other.sqlite'}", 1, limits=None)
    async with true.lifespan(), other.lifespan():
        log = service_of(other).log
        yield Pair(true, other)
        serve_log(service_of(other), log)


class Game:
    """A game played by dice at a table, and a witness for every pair of eyes."""

    languages = ("en", "es")

    def __init__(self, service: TableService, id_: str, dice: random.Random, players: int) -> None:
        self.service, self.id, self.dice = service, id_, dice
        self.secrets = [f"the secret of seat {seat}" for seat in range(players)]
        self.witnesses: dict[int | None, Witness] = {}

    @classmethod
    async def begin(cls, service: TableService, options: Any, seed: str) -> Game:
        name = "fantasy" if isinstance(options, Fantasy) else "medieval"
        clock = {"kind": "bank", "seconds": 10**6} if getattr(options, "clock", False) else None
        terms = {"game": name, "options": msgspec.to_builtins(options), "clock": clock}
        dealt = f"stream:{hashlib.sha256(seed.encode()).hexdigest()[:32]}"
        id_ = await service.open_table(msgspec.convert(terms, Terms), dealt)
        game = cls(service, id_, random.Random(seed), options.players)
        for seat, called in enumerate(seat_names(options.players)):
            await service.write(
                id_, entries.SeatTaken(seat, called, hash_secret(game.secrets[seat]))
            )
        table = (await service.load(id_)).table
        game.witnesses = {
            seat: Witness(table.game, seat) for seat in (None, *range(options.players))
        }
        await game.write(entries.GameStarted())
        return game

    @property
    def opened(self) -> CachedTable:
        return self.service.cache._tables[self.id]

    @property
    def is_over(self) -> bool:
        return self.opened.table.outcome is not None

    async def write(self, entry: Any) -> None:
        await self.service.write(self.id, entry)
        self.look(isinstance(entry, entries.MovesUndone))
        while self.proxies_due():  # the attendants bid for those who left a highest bid
            seq = self.opened.table.seq
            while self.opened.table.seq == seq:
                await asyncio.sleep(0.001)
            self.look(False)

    def look(self, undone: bool) -> None:
        for witness in self.witnesses.values():
            witness.look(self.opened.table, undone)

    def proxies_due(self) -> bool:
        table = self.opened.table
        return not self.is_over and any(seat in table.most for seat in table.awaiting)

    async def go_on(self) -> None:
        """Something happens: mostly a move; at times an undo, a sealed bid, a leave."""
        table, dice = self.opened.table, self.dice
        assert table.state is not None
        bidders = [s for s in range(len(table.chairs)) if table.progress.may_bid(s)]
        if bidders and dice.random() < 0.6:
            await self.write(
                entries.ProxyBidSet(dice.choice(bidders), dice.choice([None, 1, 2, 4, 9]))
            )
            if self.is_over or self.opened.table.state is not table.state:
                return
        free = [s for s in range(len(table.chairs)) if table.undo.free_moves(s)]
        if free and dice.random() < 0.05:
            await self.write(entries.MovesUndone(free[0], 1))
            return
        seat, move = random_move(table.game, table.state, dice, evenly=dice.random() < 0.3)
        await self.write(entries.MoveMade(seat, msgspec.to_builtins(move)))


# --- What is asked ---


def attempts(game: Game, seat: int | None) -> list[Any]:
    """Moves that a seat may try in vain, and that could tell something by how they fail."""
    table, dice = game.opened.table, game.dice
    assert table.state is not None
    tried = dice.sample(table.game.stray_moves(), 3)
    for other in range(len(table.chairs)):
        legal = table.game.legal(table.state, other) if other != seat else []
        if len(legal):
            tried.append(legal[dice.randrange(len(legal))])
    if seat is not None:
        mine = table.game.legal(table.state, seat)
        tried = [move for move in tried if move not in mine]
    return [msgspec.to_builtins(move) for move in tried]


async def all_answers(
    app: Application, game: Game, seat: int | None, moves: list[Any]
) -> dict[str, Any]:
    """Everything a viewer is answered."""
    client = Client(app, None if seat is None else game.secrets[seat])
    path = f"/api/tables/{game.id}"
    answers: dict[str, Any] = {}
    for paper in ("", "legal?limit=12", "record", "sheets", "export"):
        answers[paper] = plain(await client.get(f"{path}/{paper}".rstrip("/")))
    for kind in ("sse", "lines"):
        answers[f"stream {kind}"] = await first_of(client, f"{path}/stream?as={kind}")
    seq = msgspec.json.decode(answers[""][2])["seq"]
    for number, move in enumerate(moves):
        tried = {"move": move, "seq": seq}
        language = "?lang=es" if number % 2 else ""
        answers[f"try {move}"] = plain(await client.post(f"{path}/moves{language}", tried))
        assert answers[f"try {move}"][0] in (400, 403, 422), move
    answers |= await drawn(app, game, client, moves)
    behind = {"move": {"type": "pass"}, "seq": seq + 1}
    answers["behind"] = plain(await client.post(f"{path}/moves", behind))
    for route, body in (("undo/answer", {"agrees": True}), ("return", None), ("start", None)):
        answers[route] = plain(await client.post(f"{path}/{route}", body))
    return answers


async def drawn(app: Application, game: Game, client: Client, moves: list[Any]) -> dict[str, Any]:
    """The pages that a viewer is shown, whole, live, of the past, and when a form is refused."""
    path, service = f"/tables/{game.id}", service_of(app)
    language, clock = game.languages[len(moves) % 2], service.clock
    service.clock = lambda: NOON  # pages with clocks tell the time
    answers: dict[str, Any] = {}
    try:
        for part in ("", "/story", "/replay"):
            answers[f"page{part}"] = plain(await client.get(f"{path}{part}?lang={language}"))
            assert answers[f"page{part}"][0] in (200, 403), part
        answers["page live"] = await first_of(client, f"{path}/live?lang={language}")
        for move in moves[:2]:
            form = {"move": msgspec.json.encode(move).decode(), "seq": "1"}
            answers[f"form {move}"] = plain(await client.send_form(f"{path}/moves", form))
    finally:
        service.clock = clock
    return answers


def plain(answer: Answer) -> Any:
    return answer.status, answer.headers, answer.body


async def compare(pair: Pair, game: Game, seat: int | None, tally: Counter[str]) -> None:
    """Hold one position, for one viewer, to two other worlds."""
    moves = attempts(game, seat)
    here = await all_answers(pair.true, game, seat, moves)
    rows = await pair.service.log.entries(game.id)
    table = game.opened.table
    try:
        world = World(table, rows, game.witnesses[seat], game.dice)
    except Impossible:  # somebody undid for free what another deal would have uncovered
        tally["impossible"] += 1
        return
    with world.rules():
        await pair.show(game.id, world.rows)
        there = await all_answers(pair.other, game, seat, moves)
    for what in here:
        same(here[what], there[what], f"{what} ({table.game.name}, seat {seat}, replayed)")
    shown = await pair.show(game.id, None)
    assert table.state is not None
    dealt_anew = table.game.redeal(table.state, seat, str(game.dice.random()))
    shown.table.progress.state = dealt_anew
    shown.frames.clear()
    shown.pages.clear()
    anew = await all_answers(pair.other, game, seat, moves)
    for what in here:
        if what not in UNLIKE:
            same(here[what], anew[what], f"{what} ({table.game.name}, seat {seat}, dealt anew)")
    tally["worlds"] += 2
    tally["replayed otherwise"] += world.differs
    tally["acts left out"] += world.left_out
    hidden = table.game.hidden
    tally["dealt anew"] += hidden(table.state) != hidden(dealt_anew)
    tally["answers"] += 3 * len(here)
    tally["bytes"] += sum(len(str(answer)) for answer in here.values())
    tally[f"phase {table.game.view(table.state, None).phase}"] += 1


@pytest.mark.soak
@pytest.mark.parametrize("name", VARIANTS)
async def test_answers_are_the_same_in_worlds_nobody_can_tell_apart(name: str, pair: Pair) -> None:
    options, tally = VARIANTS[name], Counter[str]()
    number = 0
    while tally["positions"] < POSITIONS:
        game = await Game.begin(pair.service, options, f"{name} {number}")
        number += 1
        while not game.is_over and tally["positions"] < POSITIONS:
            if game.dice.random() < 1 / EVERY or game.opened.table.most:
                viewers = [None, *range(options.players)]
                for seat in game.dice.sample(viewers, 2):
                    await compare(pair, game, seat, tally)
                tally["positions"] += 1
            await game.go_on()
    assert tally["replayed otherwise"] > tally["worlds"] / 4, tally
    assert tally["dealt anew"] > tally["worlds"] / 4, tally
    assert tally["impossible"] <= tally["worlds"] / 50, tally
    report(name, number, tally)


def report(name: str, games: int, tally: Counter[str]) -> None:
    """Add what was compared to a file, where one is wanted."""
    if to := os.environ.get("REALMS_LEAK_REPORT"):
        with Path(to).open("a") as file:
            file.write(f"{name}: {games} games, {dict(tally)}\n")


async def test_a_leak_would_be_noticed(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself: a table that tells too much is caught."""
    honest = table_frame

    def gossip(table: Any, seat: int | None, lines: Any = ()) -> bytes:
        frame: bytes = honest(table, seat, lines)
        return (
            frame if table.state is None else frame[:-1] + b',"x":%d}' % hash(table.state.tobytes())
        )

    game = await Game.begin(pair.service, VARIANTS["standard"], "gossip")
    monkeypatch.setattr(table_cache, "table_frame", gossip)
    with pytest.raises(Leak):
        await compare(pair, game, None, Counter())


async def test_a_sealed_bid_and_a_changed_placement_are_not_even_noticed(pair: Pair) -> None:
    game = await Game.begin(pair.service, VARIANTS["medieval of three"], "unnoticed")
    seen: Counter[str] = Counter()
    while not game.is_over and (seen["bids"] < 3 or seen["changes"] < 3):
        table = game.opened.table
        assert table.state is not None
        bidders = [s for s in range(3) if table.progress.may_bid(s)]
        waiting = [s for s in bidders if s not in table.awaiting]
        changing = table.game.may_change(table.state)
        if waiting:
            await unnoticed(game, entries.ProxyBidSet(waiting[0], 2))
            seen["bids"] += 1
        elif changing:
            move = table.game.legal(table.state, changing[0])[0]
            await unnoticed(game, entries.MoveMade(changing[0], msgspec.to_builtins(move)))
            seen["changes"] += 1
        await game.go_on()
    assert min(seen["bids"], seen["changes"]) >= 3


async def test_a_private_offer_is_not_even_noticed(pair: Pair) -> None:
    game = await Game.begin(pair.service, VARIANTS["chaos on a clock"], "unnoticed")
    table = game.opened.table
    assert table.state is not None
    card = table.game.view(table.state, 0).hand[0]
    offer = {"type": "offer", "card": card, "to": 1, "wish": None}
    await unnoticed(game, entries.MoveMade(0, offer), but=1)


async def test_the_last_pass_of_chaos_does_not_tell_who_may_raise(pair: Pair) -> None:
    """Whether the Necromancer is in some hand decides whether a card is laid aside. [FR-24]"""
    free: dict[bool, set[int]] = {True: set(), False: set()}
    for number in range(20):
        options = Fantasy(players=3, variant="chaos", rounds=1, declare=True)
        game = await Game.begin(pair.service, options, f"raise {number}")
        table, seat = game.opened.table, 0
        while table.game.view(table.state, None).phase == "trading":  # type: ignore[arg-type]
            seat = table.awaiting[0]
            await game.write(entries.MoveMade(seat, {"type": "pass"}))
        hands = [table.game.view(table.state, s).hand for s in range(3)]  # type: ignore[arg-type]
        others = [card for s, hand in enumerate(hands) if s != seat for card in hand]
        if "necromancer" not in hands[seat]:
            data = msgspec.json.decode(shown_to(game, seat))
            free["necromancer" in others].add(data["free_undo"])
    assert free[True] == free[False]


async def unnoticed(game: Game, entry: Any, but: int | None = None) -> None:
    """An entry that nobody notices but its seat, and perhaps another."""
    told_to = (entry.seat, but)
    eyes = [None, *(s for s in range(len(game.secrets)) if s not in told_to)]
    before = [shown_to(game, seat) for seat in eyes]
    await game.service.write(game.id, entry)
    game.look(False)
    for seat, told_before in zip(eyes, before, strict=True):
        same(told_before, shown_to(game, seat), f"{entry} to seat {seat}")


def shown_to(game: Game, seat: int | None) -> bytes:
    return game.service.frame(game.opened, seat)
