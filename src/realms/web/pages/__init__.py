"""The pages: one module a page, each with the handlers it brings."""

from __future__ import annotations

from typing import Any

from realms.kernel.packs import packs
from realms.web.game_parts import BringsPages
from realms.web.pages import (
    about,
    assets,
    compile_progress,
    device,
    home,
    network,
    reloads,
    settings,
    web_app,
)
from realms.web.pages.games import daily, divergence, rooms
from realms.web.pages.games import routes as games
from realms.web.pages.learn import routes as learn
from realms.web.pages.opening import routes as new
from realms.web.pages.puzzles import routes as puzzles
from realms.web.pages.replay import practice
from realms.web.pages.replay import routes as replay
from realms.web.pages.review import routes as review
from realms.web.pages.review import what_if
from realms.web.pages.rules import card_page, numbers
from realms.web.pages.rules import routes as rules
from realms.web.pages.share import routes as share
from realms.web.pages.table import hints
from realms.web.pages.table import routes as table

SHARED = (
    assets,
    web_app,
    home,
    games,
    daily,
    divergence,
    rooms,
    network,
    new,
    table,
    hints,
    share,
    device,
    replay,
    review,
    what_if,
    practice,
    rules,
    numbers,
    card_page,
    learn,
    puzzles,
    about,
    settings,
    reloads,
    compile_progress,
)
"""The pages of the program itself."""


def page_handlers() -> list[Any]:
    """The handlers of all pages, the games' own among them, to be mounted by the application."""
    handlers = [handler for page in SHARED for handler in page.HANDLERS]
    for pack in packs().values():
        if isinstance(pack, BringsPages):
            handlers += pack.pages()
    return handlers
