"""The API: the games there are, tables, seats, play, streams, papers."""

from __future__ import annotations

from litestar import Router

from realms.web.api.catalogue import games
from realms.web.api.exports import ExportController
from realms.web.api.play import PlayController
from realms.web.api.practice import PracticeController
from realms.web.api.puzzles import HANDLERS as PUZZLES
from realms.web.api.reviews import ReviewController
from realms.web.api.seats import SeatController
from realms.web.api.streams import StreamController

API = Router(
    path="/api",
    route_handlers=[
        games,
        SeatController,
        PlayController,
        ExportController,
        ReviewController,
        PracticeController,
        StreamController,
        *PUZZLES,
    ],
)
"""All of it, to be mounted by the application."""
