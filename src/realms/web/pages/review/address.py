"""The addresses of a review: whose it is, at which move, and how it is looked at."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from realms.web.authentication import AnyRequest
from realms.web.pages.replay.replay import Replay

ALL, FEW = "all", "few"
"""What an address asks for: all moments, or those few that a newcomer is shown."""
CLOSE = "close"
"""What an address asks for a close look by."""
MOMENTS, TURNS, ENDING = "moments", "turns", "end"
"""The lists beside the position: key moments, every decision, how it ended."""
TABS = (MOMENTS, TURNS, ENDING)
LONGEST_NUMBER = 6


class ReviewAddress(Struct, frozen=True):
    """Where one is in a review."""

    path: str
    seat: str = ""
    """Whose review: a seat, `all`, or empty for one's own."""
    at: int | None = None
    """The number of a move."""
    depth: str = ""
    moments: str = ""
    tab: str = MOMENTS
    is_open: bool = False
    """Whether the hands of the others are shown as well."""
    is_lines: bool = False
    """Whether the curve is drawn as lines."""

    def __str__(self) -> str:
        asked: dict[str, Any] = {
            "seat": self.seat,
            "at": self.at if self.at is not None else "",
            "depth": self.depth,
            "moments": self.moments,
            "tab": self.tab if self.tab != MOMENTS else "",
            "hands": "open" if self.is_open else "",
            "curve": "lines" if self.is_lines else "",
        }
        query = urlencode({name: value for name, value in asked.items() if value != ""})
        return f"{self.path}?{query}" if query else self.path

    def other(self, **changes: Any) -> str:
        """The address of the same review, looked at otherwise."""
        return str(replace(self, **changes))


def address_of(replay: Replay, **fields: Any) -> ReviewAddress:
    """The address of the review of a replay."""
    return ReviewAddress(replay.path_of("review"), **fields)


def address_asked(request: AnyRequest, replay: Replay) -> ReviewAddress:
    """What a request asks for; what cannot be read is left out."""
    asked = request.query_params
    seat, at, tab = asked.get("seat", ""), asked.get("at", ""), asked.get("tab", "")
    moments = asked.get("moments", "")
    known = seat == "all" or (seat.isdecimal() and len(seat) < 3 and int(seat) < len(replay.names))
    return address_of(
        replay,
        seat=seat if known else "",
        at=int(at) if at.isdecimal() and len(at) <= LONGEST_NUMBER else None,
        depth=CLOSE if asked.get("depth", "") == CLOSE else "",
        moments=moments if moments in (ALL, FEW) else "",
        tab=tab if tab in TABS else MOMENTS,
        is_open=asked.get("hands", "") == "open",
        is_lines=asked.get("curve", "") == "lines",
    )


def seat_asked(address: ReviewAddress, own: int | None) -> int | None:
    """Whose review an address asks for: a seat's, everybody's, or one's own."""
    if address.seat == "all":
        return None
    return int(address.seat) if address.seat else own
