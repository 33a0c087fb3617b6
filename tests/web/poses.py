"""Tables that bots played, with fixed seeds, until they stand at a moment worth a look."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from realms.bots import bot_named
from realms.fantasy import Options as Fantasy
from realms.medieval import Options as Medieval
from realms.tables import entries
from realms.tables.database import engine_for, migrate
from realms.tables.log import TableLog
from realms.tables.secrets import new_secret
from realms.tables.service import TableService
from realms.tables.terms import Terms

NAMES = ("Ada", "Bruno", "Clara", "Dario", "Elena", "Fabian")
BOTS = ("Ada", "Chancellor A", "Chancellor B", "Knight A", "Knight B", "Archmage A")
"""Names as they are where bots play."""
TRIED = 40
"""Games that are begun before a moment is given up."""


class Posed(Struct, frozen=True):
    """A table that stands at a moment, and who looks at it."""

    id: str
    secrets: tuple[str, ...]

    @property
    def secret(self) -> str:
        """That of the first seat, which looks."""
        return self.secrets[0]


Wanted = Callable[[Any, Any], bool]
"""Whether a table, of which the first seat has this view, stands as it should."""


class Pose(Struct, frozen=True):
    """A moment of a game, and who plays until it is there."""

    game: str
    wanted: Wanted
    bot: str = "greedy"
    options: dict[str, Any] = {}


# --- Moments of Medieval Realms ---


def placing(table: Any, view: Any) -> bool:
    """The first seat places its leaders, late enough for a last round."""
    return bool(view.phase == "placing" and view.round >= 3 and 0 in table.awaiting)


def acting(table: Any, view: Any) -> bool:
    """The first seat acts, with cards in its hand."""
    own = view.seats[0]
    return bool(
        view.phase == "acting" and view.round >= 4 and table.awaiting == (0,)
        and len(own.hand) >= 2 and sum(card is not None for card in view.current) > 9
    )  # fmt: skip


def bidding(table: Any, view: Any) -> bool:
    """The first seat bids, after others."""
    found = view.auction
    if found is None or table.awaiting != (0,):
        return False
    return bool(len(found.inside) > 1 and found.purse > found.bid)


def choosing(table: Any, view: Any) -> bool:
    """The first seat chooses a token."""
    return bool(view.phase == "choosing" and table.awaiting == (0,))


def drafting(table: Any, view: Any) -> bool:
    """The first seat drafts."""
    return bool(view.phase == "drafting" and table.awaiting == (0,))


def ended(table: Any, view: Any) -> bool:
    """The game is over."""
    return bool(view.phase == "ended")


def watching(table: Any, view: Any) -> bool:
    """Somebody else acts."""
    return bool(view.phase == "acting" and view.round >= 3 and 0 not in table.awaiting)


MEDIEVAL = {
    one.__name__: Pose("medieval", one)
    for one in (drafting, placing, acting, bidding, choosing, ended, watching)
}

# --- Moments of Fantasy Realms ---


def turning(table: Any, view: Any) -> bool:
    """The first seat takes a card, of many."""
    return bool(table.awaiting == (0,) and view.phase == "taking" and len(view.area) >= 8)


def discarding(table: Any, view: Any) -> bool:
    """The first seat discards one of eight."""
    return bool(table.awaiting == (0,) and view.phase == "discarding" and len(view.area) >= 8)


def keeping(table: Any, view: Any) -> bool:
    """The first seat keeps one of two cards."""
    return bool(table.awaiting == (0,) and view.phase == "keeping" and len(view.hand) > 3)


def trading(table: Any, view: Any) -> bool:
    """The first seat trades, with offers on the table."""
    return bool(0 in table.awaiting and view.phase == "trading" and len(view.offers) > 2)


def declaring(table: Any, view: Any) -> bool:
    """The first seat says what its cards become."""
    return bool(0 in table.awaiting and view.phase == "declaring" and view.choice)


def over(table: Any, view: Any) -> bool:
    """The game is over, and the first seat has won."""
    return bool(table.outcome is not None and table.outcome.winners == (0,))


def others(table: Any, view: Any) -> bool:
    """The next seat has its turn."""
    return bool(len(view.area) >= 5 and table.awaiting == (1,) and view.phase == "taking")


FANTASY = {
    "turn": Pose("fantasy", turning),
    "discard": Pose("fantasy", discarding),
    "duel": Pose("fantasy", keeping, options={"players": 2, "variant": "duel"}),
    "trade": Pose("fantasy", trading, "random", {"variant": "chaos", "rounds": 20}),
    "declare": Pose("fantasy", declaring, options={"declare": True}),
    "scoring": Pose("fantasy", over),
    "bots": Pose("fantasy", others),
}
POSES = MEDIEVAL | FANTASY
OPTIONS: dict[str, Any] = {"fantasy": Fantasy, "medieval": Medieval}


async def pose(service: TableService, name: str, names: tuple[str, ...]) -> Posed:
    """The first table, by its seed, that comes to a moment with so many at it."""
    wanted = POSES[name]
    for number in range(TRIED):
        found = await _played(service, wanted, names, f"{name} {len(names)} {number}")
        if found:
            return found
    raise AssertionError(name)


async def _played(
    service: TableService, wanted: Pose, names: tuple[str, ...], seed: str
) -> Posed | None:
    """A table played until it stands as wanted; None where its game ends before."""
    options = OPTIONS[wanted.game](**({"players": len(names)} | wanted.options))
    id_ = await service.open_table(Terms(wanted.game, msgspec.to_builtins(options)), seed)
    secrets = tuple(new_secret() for _ in range(options.players))
    for seat, (name, secret) in enumerate(zip(names, secrets, strict=False)):
        await service.sit(id_, name, seat, secret)
    await service.write(id_, entries.GameStarted())
    table, bot, dice = (await service.load(id_)).table, bot_named(wanted.bot), random.Random(seed)
    while table.state is not None and not wanted.wanted(table, table.game.view(table.state, 0)):
        if not table.awaiting:
            return None
        seat = table.awaiting[-1]
        word = str(dice.random())
        move = bot.choose(table.game, table.game.redeal(table.state, seat, word), seat, word)
        await service.write(id_, entries.MoveMade(seat, msgspec.to_builtins(move)))
    return Posed(id_, secrets)


Sought = tuple[str, int]
"""A moment, and how many are at the table."""


async def pose_all(
    address: str, sought: tuple[Sought, ...], names: tuple[str, ...] = NAMES
) -> dict[Sought, Posed]:
    """Tables at some moments, in a database."""
    engine = engine_for(address)
    await migrate(engine)
    service = TableService(TableLog(engine))
    try:
        return {one: await pose(service, one[0], names[: one[1]]) for one in sought}
    finally:
        await service.close()
