"""Seats: the lobby, opening a table, sitting down, leaving and coming back."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, delete, get, post
from litestar.params import JSONBody, PathParameter

from realms.bots import offered_bot
from realms.kernel.games import full_name
from realms.tables import entries as act
from realms.tables.house import House
from realms.tables.seen import Listed
from realms.tables.terms import Terms, checked_name, refuse, rules_of
from realms.web import callers
from realms.web.callers import Asked, Ours, identity_of, player_cookie, secret_of, shown
from realms.web.documented import NEEDED, OPTIONAL, faults
from realms.web.shapes import (
    BotWanted,
    Carried,
    InLobby,
    NewTable,
    Opened,
    Renamed,
    Sitting,
    TableShown,
)

TableId = Annotated[str, PathParameter(description="The id of a table.", max_length=64)]
SeatNumber = Annotated[int, PathParameter(description="A seat, counted from 0.", ge=0, le=9)]


class Seats(Controller):
    """Tables, and who sits at them."""

    path = "/tables"
    tags = ("seats",)

    @get("/", responses=faults())
    async def lobby(self, house: Ours) -> list[InLobby]:
        """Public tables that are open or being played."""
        return [in_lobby(table) for table in await house.lobby()]

    @post("/", responses=faults(400, 422))
    async def open_table(
        self, house: Ours, request: Asked, data: JSONBody[NewTable]
    ) -> Response[Opened]:
        """Open a table; with a name, take its first free seat."""
        terms = Terms(data.game, data.options, data.public, data.watched, data.clock)
        check_company(data, rules_of(terms).options.players)
        table = await house.open_table(terms)
        for seat, bot in enumerate(data.bots):
            if bot is not None:
                await house.write(table, act.Seated(seat, bot))
        if data.name is None:
            return Response(Opened(table))
        return await seated(house, request, table, data.name)

    @get("/{table:str}", responses=faults(403, 404), security=OPTIONAL)
    async def look(self, house: Ours, request: Asked, table: TableId) -> Response[TableShown]:
        """The table as the caller may see it: as its seat, or as a spectator."""
        seat = await callers.eyes_asking(house, request, table)
        return shown(house, await house.at_hand(table), seat)

    @post("/{table:str}/seats", responses=faults(400, 404, 422))
    async def sit(
        self, house: Ours, request: Asked, table: TableId, data: JSONBody[Sitting]
    ) -> Response[Opened]:
        """Take a seat; the answer holds the secret that proves it, and sets it as a cookie."""
        return await seated(house, request, table, data.name, data.seat)

    @delete("/{table:str}/seats", status_code=200, responses=faults(403, 404, 422), security=NEEDED)
    async def rise(self, house: Ours, request: Asked, table: TableId) -> Response[TableShown]:
        """Leave one's seat: free again before the deal; after it a bot plays on."""
        seat = await callers.seat_asking(house, request, table)
        opened = await house.write(table, act.Rose(seat))
        return shown(house, opened, await house.seat_of(table, secret_of(request)))

    @post("/{table:str}/return", status_code=200, responses=faults(403, 404, 422), security=NEEDED)
    async def come_back(self, house: Ours, request: Asked, table: TableId) -> Response[TableShown]:
        """Take one's seat back from the bot that played meanwhile."""
        seat = await callers.seat_asking(house, request, table)
        return shown(house, await house.write(table, act.Returned(seat)), seat)

    @post(
        "/{table:str}/name", status_code=200, responses=faults(400, 403, 404, 422), security=NEEDED
    )
    async def rename(
        self, house: Ours, request: Asked, table: TableId, data: JSONBody[Renamed]
    ) -> Response[TableShown]:
        """Take another name."""
        seat = await callers.seat_asking(house, request, table)
        return shown(house, await house.write(table, act.Named(seat, data.name)), seat)

    @post("/{table:str}/device", status_code=200, responses=faults(403, 404), security=NEEDED)
    async def carry(self, house: Ours, request: Asked, table: TableId) -> Response[Carried]:
        """The link that carries the caller's seat to another device.

        The other device calls this too, with the secret as its bearer token, and has the
        cookie from then on.
        """
        seat = await callers.seat_asking(house, request, table)
        secret = secret_of(request)
        assert secret is not None
        carried = Carried(table, seat, secret, f"/tables/{table}#{secret}")
        return Response(carried, cookies=[player_cookie(request, secret)])

    @post(
        "/{table:str}/seats/{place:int}/bot",
        status_code=200,
        responses=faults(400, 403, 404, 422),
        security=OPTIONAL,
    )
    async def seat_bot(
        self,
        house: Ours,
        request: Asked,
        table: TableId,
        place: SeatNumber,
        data: JSONBody[BotWanted],
    ) -> Response[TableShown]:
        """Put a bot on a free seat, or another one where a bot plays; for people at the table."""
        seat = await callers.host_asking(house, request, table)
        return shown(house, await house.write(table, act.Seated(place, data.bot)), seat)

    @post("/{table:str}/rematch", responses=faults(403, 404, 422), security=NEEDED)
    async def rematch(self, house: Ours, request: Asked, table: TableId) -> Response[Opened]:
        """Another game for the same people on the same terms: the table where it is played.

        Whoever asks second is shown to the same table; everybody keeps seat and secret.
        """
        await callers.seat_asking(house, request, table)
        secret = secret_of(request) or ""
        following = await house.rematch(table)
        seat = await house.seat_of(following, secret)
        if seat is None:
            return Response(Opened(following))
        cookies = [player_cookie(request, secret)]
        return Response(Opened(following, seat, secret), cookies=cookies)


def in_lobby(table: Listed) -> InLobby:
    """A table as the lobby lists it to anybody."""
    told = {name: getattr(table, name) for name in InLobby.__struct_fields__}
    return InLobby(**told)


def check_company(data: NewTable, players: int) -> None:
    """Refuse names and bots that cannot sit, before there is a table."""
    if data.name is not None:
        checked_name(data.name)
    if len(data.bots) > players:
        raise refuse("no_such_seat", seat=len(data.bots))
    game = full_name(data.game)
    bots = [offered_bot(bot, game) for bot in data.bots if bot is not None]
    if data.name is not None and len(bots) >= players:
        raise refuse("full")


async def seated(
    house: House, request: Asked, table: str, name: str, seat: int | None = None
) -> Response[Opened]:
    """Seat a person, and hand over the secret."""
    place, secret = await house.sit(table, name, seat, identity_of(request))
    cookies = [player_cookie(request, secret)]
    return Response(Opened(table, place, secret), cookies=cookies)
