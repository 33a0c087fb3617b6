"""A hint tells nothing its seat may not know: its page is the same in worlds it cannot tell apart.

The bot thinks about a re-deal here and there, as often as the other time: by a number of
playouts, since no clock runs alike twice.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from realms.kernel.compiled.progress import rules_now
from realms.tables.thinking.worker import BotAnswer, BotRequest, answer_request
from realms.web.app import Application
from tests.support.samples import amount
from tests.web.client import Client
from tests.web.secrecy.test_leaks import VARIANTS, Game, Pair, plain
from tests.web.secrecy.test_leaks import pair as pair  # noqa: PLC0414  (a fixture)
from tests.web.secrecy.worlds import Impossible, Leak, World, same
from tests.web.test_hints import queue_of

pytestmark = pytest.mark.anyio

THOUGHT = "search:24"
"""Who advises, and how long it thinks, in playouts."""
POSITIONS = amount(4, 40)
EVERY = amount(9, 3)
"""Moves between two positions, about."""
TABLES = ("standard", "duel", "chaos", "medieval of two", "medieval of three")


class Adviser:
    """A worker in the process of the test, which advises by playouts instead of by time."""

    number = 1

    def __init__(self) -> None:
        self.asked: list[BotRequest] = []

    async def answer(self, request: BotRequest) -> BotAnswer:
        self.asked.append(request)
        return answer_request(msgspec.structs.replace(request, bot=THOUGHT))

    async def warm(self, request: BotRequest) -> None:
        pass


async def hints(app: Application, game: Game, seat: int) -> dict[str, Any]:
    """The page of a hint and its part, in both languages."""
    client = Client(app, game.secrets[seat])
    path, answers = f"/tables/{game.id}/hint", {}
    for language in game.languages:
        answers[language] = plain(await client.get(f"{path}?lang={language}"))
        assert answers[language][0] == 200, answers[language]
    return answers


async def compare_hints(pair: Pair, game: Game, seat: int, tally: Counter[str]) -> None:
    """Hold the hint of one position to two other worlds."""
    here = await hints(pair.true, game, seat)
    rows = await pair.service.log.entries(game.id)
    table = game.opened.table
    assert table.state is not None
    try:
        world = World(table, rows, game.witnesses[seat], game.dice)
    except Impossible:
        tally["impossible"] += 1
    else:
        with world.rules():
            await pair.show(game.id, world.rows)
            there = await hints(pair.other, game, seat)
        same(here, there, f"the hint of {table.game.name} to seat {seat}, replayed")
        tally["replayed otherwise"] += world.differs
    shown = await pair.show(game.id, None)
    dealt_anew = table.game.redeal(table.state, seat, str(game.dice.random()))
    shown.table.progress.state = dealt_anew
    shown.frames.clear()
    shown.pages.clear()
    anew = await hints(pair.other, game, seat)
    same(here, anew, f"the hint of {table.game.name} to seat {seat}, dealt anew")
    hidden = table.game.hidden
    tally["dealt anew"] += hidden(table.state) != hidden(dealt_anew)
    tally["positions"] += 1


@pytest.mark.parametrize("name", TABLES)
async def test_hints_are_the_same_in_worlds_their_seat_cannot_tell_apart(
    name: str, pair: Pair
) -> None:
    if rules_now() != "compiled":
        pytest.skip("a search as plain Python takes minutes")
    for app in (pair.true, pair.other):
        queue_of(app).workers = Adviser()
    tally, number = Counter[str](), 0
    while tally["positions"] < POSITIONS:
        game = await Game.begin(pair.service, VARIANTS[name], f"hints {name} {number}")
        number += 1
        while not game.is_over and tally["positions"] < POSITIONS:
            awaited = game.opened.table.awaiting
            if awaited and game.dice.random() < 1 / EVERY:
                await compare_hints(pair, game, game.dice.choice(awaited), tally)
            await game.go_on()
    assert tally["replayed otherwise"] + tally["dealt anew"] >= POSITIONS
    asked = [queue_of(app).workers.asked for app in (pair.true, pair.other)]  # type: ignore[attr-defined]
    assert asked[0]
    assert len(asked[1]) >= len(asked[0])


class Peeker(Adviser):
    """A bot that tells what it was shown."""

    async def answer(self, request: BotRequest) -> BotAnswer:
        answer = await super().answer(request)
        tells = str(sum(request.snapshot))
        advice = [msgspec.structs.replace(one, reasons=(tells,)) for one in answer.advice]
        return msgspec.structs.replace(answer, advice=tuple(advice))


async def test_a_hint_from_the_true_cards_would_be_noticed(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    if rules_now() != "compiled":
        pytest.skip("a search as plain Python takes minutes")
    for app in (pair.true, pair.other):
        queue_of(app).workers = Peeker()
    game = await Game.begin(pair.service, VARIANTS["standard"], "peeking")
    kind = type(game.opened.table.game)
    monkeypatch.setattr(kind, "redeal", lambda _game, state, _seat, _seed: state)
    with pytest.raises(Leak):
        await compare_hints(pair, game, game.opened.table.awaiting[0], Counter())
