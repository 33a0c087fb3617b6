"""Addresses that forms are sent to, asked for as pages: a reload leads where the form was."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.params import FromPath
from litestar.response import Redirect

from realms.web.pages.learn.context import address
from realms.web.pages.learn.routes import lesson_of


@get(["/play", "/settings"])
async def to_home() -> Redirect:
    """Redirect to the first page."""
    return Redirect("/", status_code=303)


@get("/replays")
async def to_replay() -> Redirect:
    """Redirect to the page where a record is brought along."""
    return Redirect("/replay", status_code=303)


@get("/device/back")
async def to_device() -> Redirect:
    """Redirect to the page of links to other devices."""
    return Redirect("/device", status_code=303)


@get(["/learn/{game:str}/{step:int}/moves", "/learn/{game:str}/{step:int}/proxy"])
async def to_lesson(game: FromPath[str], step: FromPath[int]) -> Redirect:
    """Redirect to the step of a lesson."""
    return Redirect(address(lesson_of(game), step) or f"/learn/{game}", status_code=303)


HANDLERS: list[Any] = [to_home, to_replay, to_device, to_lesson]
