"""The API: the games there are, tables, seats, play, streams, papers."""

from __future__ import annotations

from litestar import Router

from realms.web.catalogue import games
from realms.web.exports import ExportController
from realms.web.play import PlayController
from realms.web.seats import SeatController
from realms.web.streams import StreamController

API = Router(
    path="/api",
    route_handlers=[games, SeatController, PlayController, ExportController, StreamController],
)
"""All of it, to be mounted by the application."""
