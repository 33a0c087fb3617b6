"""The API: open tables, sit down, move, undo, talk, watch."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import Parameter
from litestar.response import Stream
from msgspec import Meta, Struct

from realms.kernel.errors import IllegalMove
from realms.kernel.notation import write
from realms.kernel.record import exported, redacted
from realms.tables import entries as act
from realms.tables.house import House, Open
from realms.tables.terms import Terms, refuse

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\w.:-]+$")]
BEAT = 15.0
"""Seconds of silence after which a stream shows that it is alive."""


class NewTable(Terms, frozen=True):
    """A table to be opened, and who opens it: a name takes the first seat."""

    name: Name | None = None
    bots: tuple[Annotated[str, Meta(max_length=32)] | None, ...] = ()
    """A bot for each seat, or null."""


class Opened(Struct, frozen=True):
    """A table that was opened; the secret proves the seat, if one was taken."""

    id: str
    seat: int | None = None
    secret: str | None = None


class Sitting(Struct, frozen=True):
    """A person who takes a seat, the first that is free unless one is told."""

    name: Name
    seat: Annotated[int, Meta(ge=0, le=9)] | None = None


class BotWanted(Struct, frozen=True):
    """A bot for a seat."""

    bot: Annotated[str, Meta(max_length=32)] = "greedy"


class Played(Struct, frozen=True):
    """A move; `seq` is where the table was when it was chosen, `key` names the attempt."""

    move: dict[str, Any]
    seq: Annotated[int, Meta(ge=0)]
    key: Key | None = None


class UndoWanted(Struct, frozen=True):
    """How many of the last moves to undo."""

    moves: Annotated[int, Meta(ge=1, le=1000)] = 1


class UndoAnswer(Struct, frozen=True):
    """Whether one agrees to an undo."""

    agrees: bool


class ProxyBid(Struct, frozen=True):
    """The highest bid to be raised to; null takes it back."""

    most: Annotated[int, Meta(ge=0, le=999)] | None


class Said(Struct, frozen=True):
    """A line of talk."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Legal(Struct, frozen=True):
    """The legal moves of a seat; where there are very many, only the first."""

    seq: int
    count: int
    moves: list[Any]


LISTED = 200
"""Legal moves that an answer lists at most."""
SECRET = "realms"
"""The cookie that carries a seat's secret, by table."""


def secret_of(request: Request[Any, Any, Any], id_: str) -> str | None:
    """The secret that a request carries, as a bearer token or as a cookie."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.casefold() == "bearer":
        return token.strip() or None
    return request.cookies.get(f"{SECRET}-{id_}")


def seen(house: House, opened: Open, seat: int | None, status: int = 200) -> Response[bytes]:
    """The table as a seat sees it."""
    return Response(house.frame(opened, seat), status_code=status, media_type=MediaType.JSON)


def seated(id_: str, secret: str) -> Cookie:
    """The cookie that proves a seat."""
    return Cookie(
        key=f"{SECRET}-{id_}",
        value=secret,
        path="/",
        httponly=True,
        samesite="lax",
        max_age=365 * 24 * 3600,
    )


class Tables(Controller):
    """Tables and everything that happens at them."""

    path = "/api/tables"

    @get("/")
    async def lobby(self, house: House) -> list[dict[str, Any]]:
        """Public tables that are open or being played."""
        return await house.lobby()

    @post("/")
    async def open_table(self, house: House, data: NewTable) -> Response[Opened]:
        """Open a table; with a name, take its first seat."""
        terms = Terms(data.game, data.options, data.public, data.watched, data.clock)
        id_ = await house.open_table(terms)
        for seat, bot in enumerate(data.bots):
            if bot is not None:
                await house.write(id_, act.Seated(seat, bot))
        if data.name is None:
            return Response(Opened(id_), status_code=201)
        seat, secret = await house.sit(id_, data.name)
        answer = Opened(id_, seat, secret)
        return Response(answer, status_code=201, cookies=[seated(id_, secret)])

    @get("/{id_:str}")
    async def look(
        self, house: House, request: Request[Any, Any, Any], id_: str
    ) -> Response[bytes]:
        """The table as the caller may see it."""
        seat = await self._eyes(house, request, id_)
        return seen(house, await house.at_hand(id_), seat)

    @post("/{id_:str}/seats")
    async def sit(self, house: House, id_: str, data: Sitting) -> Response[Opened]:
        """Take a seat."""
        seat, secret = await house.sit(id_, data.name, data.seat)
        answer = Opened(id_, seat, secret)
        return Response(answer, status_code=201, cookies=[seated(id_, secret)])

    @delete("/{id_:str}/seats", status_code=200)
    async def rise(
        self, house: House, request: Request[Any, Any, Any], id_: str
    ) -> Response[bytes]:
        """Leave one's seat; a bot plays on where the game has begun."""
        seat = await self._seat(house, request, id_)
        return seen(house, await house.write(id_, act.Rose(seat)), seat)

    @post("/{id_:str}/return", status_code=200)
    async def come_back(
        self, house: House, request: Request[Any, Any, Any], id_: str
    ) -> Response[bytes]:
        """Take one's seat back from the bot that played meanwhile."""
        seat = await self._seat(house, request, id_)
        return seen(house, await house.write(id_, act.Returned(seat)), seat)

    @post("/{id_:str}/seats/{place:int}/bot", status_code=200)
    async def seat_bot(
        self,
        house: House,
        request: Request[Any, Any, Any],
        id_: str,
        place: int,
        data: BotWanted,
    ) -> Response[bytes]:
        """Put a bot on a free seat; for people at the table."""
        seat = await self._host(house, request, id_)
        return seen(house, await house.write(id_, act.Seated(place, data.bot)), seat)

    @post("/{id_:str}/start", status_code=200)
    async def start(
        self, house: House, request: Request[Any, Any, Any], id_: str
    ) -> Response[bytes]:
        """Deal; for people at the table."""
        seat = await self._host(house, request, id_)
        return seen(house, await house.write(id_, act.Started()), seat)

    @get("/{id_:str}/legal")
    async def legal(self, house: House, request: Request[Any, Any, Any], id_: str) -> Legal:
        """The legal moves of the caller's seat."""
        seat = await self._seat(house, request, id_)
        table = (await house.at_hand(id_)).table
        if table.state is None:
            raise refuse("not_started")
        moves = table.game.legal(table.state, seat)
        return Legal(table.seq, len(moves), moves[:LISTED])

    @post("/{id_:str}/moves", status_code=200)
    async def play(
        self, house: House, request: Request[Any, Any, Any], id_: str, data: Played
    ) -> Response[bytes]:
        """Make a move."""
        seat = await self._seat(house, request, id_)
        entry = act.Moved(seat, data.move)
        return seen(house, await house.write(id_, entry, data.seq, data.key), seat)

    @post("/{id_:str}/undo", status_code=200)
    async def undo(
        self, house: House, request: Request[Any, Any, Any], id_: str, data: UndoWanted
    ) -> Response[bytes]:
        """Undo one's last moves, or ask the others to agree."""
        seat = await self._seat(house, request, id_)
        return seen(house, await house.undo(id_, seat, data.moves), seat)

    @post("/{id_:str}/undo/answer", status_code=200)
    async def answer_undo(
        self, house: House, request: Request[Any, Any, Any], id_: str, data: UndoAnswer
    ) -> Response[bytes]:
        """Agree to an undo, or not."""
        seat = await self._seat(house, request, id_)
        return seen(house, await house.answer_undo(id_, seat, data.agrees), seat)

    @post("/{id_:str}/proxy", status_code=200)
    async def proxy(
        self, house: House, request: Request[Any, Any, Any], id_: str, data: ProxyBid
    ) -> Response[bytes]:
        """Leave a highest bid for the auction that is on."""
        seat = await self._seat(house, request, id_)
        return seen(house, await house.write(id_, act.Bade(seat, data.most)), seat)

    @post("/{id_:str}/lines", status_code=200)
    async def say(
        self, house: House, request: Request[Any, Any, Any], id_: str, data: Said
    ) -> Response[bytes]:
        """Say something at the table; for people at it."""
        seat = await self._seat(house, request, id_)
        await house.say(id_, seat, data.text)
        return seen(house, await house.at_hand(id_), seat)

    @get("/{id_:str}/record", media_type=MediaType.TEXT)
    async def record(self, house: House, request: Request[Any, Any, Any], id_: str) -> str:
        """The record: whole when the game is over, else as the caller may know it."""
        seat = await self._eyes(house, request, id_)
        table = (await house.at_hand(id_)).table
        if table.state is None:
            raise refuse("not_started")
        return write(table.game, redacted(table.game, table.record(), seat))

    @get("/{id_:str}/export")
    async def export(self, house: House, id_: str) -> dict[str, Any]:
        """A finished game as data for other programs."""
        table = (await house.at_hand(id_)).table
        if table.outcome is None:
            raise refuse("not_over")
        return exported(table.game, table.record())

    @get("/{id_:str}/sheets")
    async def sheets(self, house: House, request: Request[Any, Any, Any], id_: str) -> list[Any]:
        """The score sheets of a finished game."""
        await self._eyes(house, request, id_)
        table = (await house.at_hand(id_)).table
        if table.outcome is None or table.state is None:
            raise refuse("not_over")
        return table.game.sheets(table.state)

    @get("/{id_:str}/stream")
    async def stream(
        self,
        house: House,
        request: Request[Any, Any, Any],
        id_: str,
        kind: Annotated[str, Parameter(query="as", pattern="^(sse|lines)$")] = "sse",
    ) -> Stream:
        """The table now and after every change: server-sent events, or a line of JSON each."""
        seat = await self._eyes(house, request, id_)
        frames = house.frames(id_, seat, BEAT)
        if kind == "lines":
            return Stream(_lines(frames), media_type="application/x-ndjson", headers=LIVE)
        return Stream(_events(frames), media_type="text/event-stream", headers=LIVE)

    # --- Who is asking ---

    async def _seat(self, house: House, request: Request[Any, Any, Any], id_: str) -> int:
        """The caller's seat; refuses who has none."""
        seat = await house.seat_of(id_, secret_of(request, id_))
        if seat is None:
            raise IllegalMove("table/not_yours")
        return seat

    async def _eyes(self, house: House, request: Request[Any, Any, Any], id_: str) -> int | None:
        """The caller's seat, or None for a spectator where one may watch."""
        seat = await house.seat_of(id_, secret_of(request, id_))
        opened = await house.at_hand(id_)
        if seat is None and not opened.table.terms.watched:
            raise IllegalMove("table/not_yours")
        return seat

    async def _host(self, house: House, request: Request[Any, Any, Any], id_: str) -> int | None:
        """A person at the table, or anybody where only bots sit."""
        opened = await house.at_hand(id_)
        if not any(chair.is_person for chair in opened.table.chairs):
            return None
        return await self._seat(house, request, id_)


LIVE = {"cache-control": "no-store", "x-accel-buffering": "no"}


async def _lines(frames: AsyncIterator[bytes | None]) -> AsyncIterator[bytes]:
    async for frame in frames:
        yield (frame or b"") + b"\n"


async def _events(frames: AsyncIterator[bytes | None]) -> AsyncIterator[bytes]:
    async for frame in frames:
        if frame is None:
            yield b": still here\n\n"
        else:
            seq = msgspec.json.decode(frame, type=Numbered).seq
            yield b"id: %d\nevent: table\ndata: %b\n\n" % (seq, frame)


class Numbered(Struct):
    """Where a table is."""

    seq: int
