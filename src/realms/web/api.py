"""The API: the games there are, tables, seats, play, streams, papers."""

from __future__ import annotations

from litestar import Router

from realms.web.catalogue import games
from realms.web.papers import Papers
from realms.web.play import Play
from realms.web.seats import Seats
from realms.web.streams import Streams

API = Router(path="/api", route_handlers=[games, Seats, Play, Papers, Streams])
"""All of it, to be mounted by the application."""
