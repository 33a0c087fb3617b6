"""Tables opened over the API, in one line."""

from __future__ import annotations

from typing import Any

from realms.kernel.conformance import seat_names
from realms.tables.service import TableService
from tests.web.client import Answer, Client

FANTASY = {"game": "fantasy", "options": {"players": 3}}
MEDIEVAL = {"game": "medieval", "options": {"players": 2}}


class Company:
    """A table and the people at it; `at[seat]` asks for a seat, `nobody` for a spectator."""

    def __init__(self, app: Any, id_: str, secrets: list[str]) -> None:
        self.app, self.id, self.secrets = app, id_, secrets
        self.path = f"/api/tables/{id_}"
        self.at = [Client(app, secret) for secret in secrets]
        self.nobody = Client(app)

    async def look(self, seat: int | None = None) -> Any:
        client = self.nobody if seat is None else self.at[seat]
        return (await client.get(self.path)).json

    async def first_move(self) -> tuple[int, Any, int]:
        """The awaited seat, its first legal move, and where the table is."""
        seen = await self.look()
        seat = seen["awaiting"][0]
        legal = (await self.at[seat].get(f"{self.path}/legal")).json
        return seat, legal["moves"][0], legal["seq"]

    async def move(self, **more: Any) -> Answer:
        """The first legal move, made."""
        seat, move, seq = await self.first_move()
        return await self.at[seat].post(f"{self.path}/moves", {"move": move, "seq": seq} | more)

    async def finish(self) -> Any:
        """Play first moves until the game is over."""
        while (seen := await self.look())["outcome"] is None:
            answer = await self.move()
            assert answer.status == 200, answer.body
        return seen


async def company(app: Any, terms: Any = FANTASY, start: bool = True, **more: Any) -> Company:
    """A table whose seats are all taken by people."""
    nobody = Client(app)
    opened = await nobody.post("/api/tables", terms | more)
    assert opened.status == 201, opened.body
    id_, secrets = opened.json["id"], []
    for name in seat_names(terms["options"]["players"]):
        sat = await nobody.post(f"/api/tables/{id_}/seats", {"name": name})
        assert sat.status == 201, sat.body
        secrets.append(sat.json["secret"])
    people = Company(app, id_, secrets)
    if start:
        assert (await people.at[0].post(f"{people.path}/start")).status == 200
    return people


def service_of(app: Any) -> TableService:
    """The service that an application serves."""
    service: TableService = app.dependencies["service"].dependency()
    return service
