"""Hints: what the best bot at hand would do, thinking about what one's seat may know."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency

from realms.bots import BOTS
from realms.fantasy.moves import Offer
from realms.kernel.errors import IllegalMove
from realms.tables.worker import Thought
from realms.tables.workers import Workers
from realms.web.callers import Asked, Ours
from realms.web.pages.deeds import move_text
from realms.web.pages.environment import is_partial, page
from realms.web.pages.looking import eyes_of, look_at
from realms.web.seats import TableId

Thinkers = NamedDependency[Workers]
ADVISER = BOTS[-1]
"""The bot whose advice is asked."""


@get("/tables/{table:str}/hint")
async def hint(house: Ours, thinkers: Thinkers, request: Asked, table: TableId) -> Response[Any]:
    """What a bot would do in one's place."""
    eyes = await eyes_of(house, request, table)
    opened = await house.at_hand(table)
    now, seat = opened.table, eyes.seat
    if seat is None or now.state is None or seat not in now.awaiting:
        raise IllegalMove("table/not_yours")
    look = look_at(house, opened, eyes)
    seed = f"hint {now.id} {now.seq_for(seat)}"  # nothing that the seat does not know
    position = now.game.redeal(now.state, seat, seed)
    asked = Thought(now.game.name, now.game.snapshot(position), seat, ADVISER, seed)
    move = msgspec.convert(await thinkers.think(asked), now.game.move_type)
    return page(
        request,
        "table/hint.html" if is_partial(request) else "table/hint_page.html",
        look=look,
        bot=ADVISER.capitalize(),
        move=move_text(move, look),
        does=button_of(move),
        slim=True,
    )


def button_of(move: Any) -> str:
    """What a button that makes a move carries; none for an offer, which its form asks for."""
    return "" if isinstance(move, Offer) else msgspec.json.encode(move).decode()


HANDLERS: list[Any] = [hint]
