"""Who plays a game for the first time: they are told more, and less at once."""

from __future__ import annotations

from realms.tables.service import TableService
from realms.web.authentication import AnyRequest, player_of


async def is_new_to(
    service: TableService, request: AnyRequest, game: str, before: str = ""
) -> bool:
    """Whether somebody has finished no game of these rules yet, or none but the one named."""
    tables = await service.tables_of(player_of(request))
    return not any(
        one.game == game and one.status == "finished" and one.id != before for one in tables
    )
