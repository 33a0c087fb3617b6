"""SeatController: the lobby, opening a table, sitting down, leaving and coming back."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, delete, get, post
from litestar.params import JSONBody, PathParameter

from realms.bots import offered_name
from realms.kernel.games import full_name
from realms.tables import entries
from realms.tables.following.rematch import open_rematch
from realms.tables.names import checked_name
from realms.tables.service import TableService
from realms.tables.table_view import TableListing
from realms.tables.terms import Terms, refuse, rules_of
from realms.web import authentication
from realms.web.api.openapi import SEAT_OPTIONAL, SEAT_REQUIRED, error_responses
from realms.web.api.schemas import (
    BotSeatRequest,
    DeviceLink,
    LobbyTable,
    NameRequest,
    NewTable,
    OpenedTable,
    SeatRequest,
    TableSchema,
)
from realms.web.authentication import (
    AnyRequest,
    Service,
    frame_response,
    identity_of,
    player_cookie,
    secret_of,
)

TableId = Annotated[str, PathParameter(description="The id of a table.", max_length=64)]
SeatNumber = Annotated[int, PathParameter(description="A seat, counted from 0.", ge=0, le=9)]


class SeatController(Controller):
    """Opening tables, joining and leaving them."""

    path = "/tables"
    tags = ("seats",)

    @get("/", responses=error_responses())
    async def lobby(self, service: Service) -> list[LobbyTable]:
        """Public tables that are open or being played."""
        return [lobby_table(table) for table in await service.lobby()]

    @post("/", responses=error_responses(400, 422))
    async def open_table(
        self, service: Service, request: AnyRequest, data: JSONBody[NewTable]
    ) -> Response[OpenedTable]:
        """Open a table; with a name, take its first free seat."""
        terms = Terms(data.game, data.options, data.public, data.watched, data.clock)
        check_company(data, rules_of(terms).options.players)
        table = await service.open_table(terms)
        for seat, bot in enumerate(data.bots):
            if bot is not None:
                await service.write(table, entries.BotSeated(seat, bot))
        if data.name is None:
            return Response(OpenedTable(table))
        return await seat_person(service, request, table, data.name)

    @get("/{table:str}", responses=error_responses(403, 404), security=SEAT_OPTIONAL)
    async def look(
        self, service: Service, request: AnyRequest, table: TableId
    ) -> Response[TableSchema]:
        """The table as the caller may see it: as its seat, or as a spectator."""
        seat = await authentication.viewer_seat(service, request, table)
        return frame_response(service, await service.load(table), seat)

    @post("/{table:str}/seats", responses=error_responses(400, 404, 422))
    async def sit(
        self, service: Service, request: AnyRequest, table: TableId, data: JSONBody[SeatRequest]
    ) -> Response[OpenedTable]:
        """Take a seat; the answer holds the secret that proves it, and sets it as a cookie."""
        return await seat_person(service, request, table, data.name, data.seat, data.key)

    @delete(
        "/{table:str}/seats",
        status_code=200,
        responses=error_responses(403, 404, 422),
        security=SEAT_REQUIRED,
    )
    async def rise(
        self, service: Service, request: AnyRequest, table: TableId
    ) -> Response[TableSchema]:
        """Leave one's seat: free again before the deal; after it a bot plays on."""
        seat = await authentication.require_seat(service, request, table)
        cached = await service.write(table, entries.SeatLeft(seat))
        return frame_response(service, cached, await service.seat_of(table, secret_of(request)))

    @post(
        "/{table:str}/return",
        status_code=200,
        responses=error_responses(403, 404, 422),
        security=SEAT_REQUIRED,
    )
    async def come_back(
        self, service: Service, request: AnyRequest, table: TableId
    ) -> Response[TableSchema]:
        """Take one's seat back from the bot that played meanwhile."""
        seat = await authentication.require_seat(service, request, table)
        return frame_response(
            service, await service.write(table, entries.PlayerReturned(seat)), seat
        )

    @post(
        "/{table:str}/name",
        status_code=200,
        responses=error_responses(400, 403, 404, 422),
        security=SEAT_REQUIRED,
    )
    async def rename(
        self, service: Service, request: AnyRequest, table: TableId, data: JSONBody[NameRequest]
    ) -> Response[TableSchema]:
        """Take another name."""
        seat = await authentication.require_seat(service, request, table)
        return frame_response(service, await service.rename(table, seat, data.name), seat)

    @post(
        "/{table:str}/device",
        status_code=200,
        responses=error_responses(403, 404),
        security=SEAT_REQUIRED,
    )
    async def carry(
        self, service: Service, request: AnyRequest, table: TableId
    ) -> Response[DeviceLink]:
        """The link that carries the caller's seat to another device.

        The other device calls this too, with the secret as its bearer token, and has the
        cookie from then on.
        """
        seat = await authentication.require_seat(service, request, table)
        secret = secret_of(request)
        assert secret is not None
        carried = DeviceLink(table, seat, secret, f"/tables/{table}#{secret}")
        return Response(carried, cookies=[player_cookie(request, secret)])

    @post(
        "/{table:str}/seats/{place:int}/bot",
        status_code=200,
        responses=error_responses(400, 403, 404, 422),
        security=SEAT_OPTIONAL,
    )
    async def seat_bot(
        self,
        service: Service,
        request: AnyRequest,
        table: TableId,
        place: SeatNumber,
        data: JSONBody[BotSeatRequest],
    ) -> Response[TableSchema]:
        """Put a bot on a free seat, or another one where a bot plays; for people at the table.

        The bot that stands in for a person is chosen by that person only.
        """
        seat = await authentication.require_host(service, request, table)
        held = await service.seats_of(table, secret_of(request))
        entry = entries.BotSeated(place, data.bot)
        return frame_response(service, await service.seat_bot(table, entry, held), seat)

    @post(
        "/{table:str}/seats/{place:int}/cover",
        status_code=200,
        responses=error_responses(403, 404, 422),
        security=SEAT_REQUIRED,
    )
    async def cover(
        self, service: Service, request: AnyRequest, table: TableId, place: SeatNumber
    ) -> Response[TableSchema]:
        """Let a bot play for a person who has owed a decision for long, where no clock runs.

        The seat stays theirs: they take it back with `return`.
        """
        seat = await authentication.require_seat(service, request, table)
        return frame_response(service, await service.cover(table, place, seat), seat)

    @post("/{table:str}/rematch", responses=error_responses(403, 404, 422), security=SEAT_REQUIRED)
    async def rematch(
        self, service: Service, request: AnyRequest, table: TableId
    ) -> Response[OpenedTable]:
        """Another game for the same people on the same terms: the table where it is played.

        Whoever asks second is shown to the same table; everybody keeps seat and secret.
        """
        await authentication.require_seat(service, request, table)
        secret = secret_of(request) or ""
        following = await open_rematch(service, table)
        seat = await service.seat_of(following, secret)
        if seat is None:
            return Response(OpenedTable(following))
        cookies = [player_cookie(request, secret)]
        return Response(OpenedTable(following, seat, secret), cookies=cookies)


def lobby_table(table: TableListing) -> LobbyTable:
    """A table as the lobby lists it to anybody."""
    fields = {name: getattr(table, name) for name in LobbyTable.__struct_fields__}
    return LobbyTable(**fields)


def check_company(data: NewTable, players: int) -> None:
    """Refuse names and bots that cannot sit, before there is a table."""
    if data.name is not None:
        checked_name(data.name)
    if len(data.bots) > players:
        raise refuse("no_such_seat", seat=len(data.bots))
    game = full_name(data.game)
    bots = [offered_name(bot, game) for bot in data.bots if bot is not None]
    if data.name is not None and len(bots) >= players:
        raise refuse("full")


async def seat_person(
    service: TableService,
    request: AnyRequest,
    table: str,
    name: str,
    seat: int | None = None,
    key: str | None = None,
) -> Response[OpenedTable]:
    """Seat a person, and hand over the secret."""
    place, secret = await service.sit(table, name, seat, identity_of(request), key)
    cookies = [player_cookie(request, secret)]
    return Response(OpenedTable(table, place, secret), cookies=cookies)
