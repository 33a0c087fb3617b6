"""The pages: one module a page, each with the handlers it brings."""

from __future__ import annotations

from typing import Any

from realms.kernel.packs import packs
from realms.web.game_parts import BringsPages
from realms.web.pages import about, assets, compiling, device, home, installed, settings
from realms.web.pages.learn import routes as learn
from realms.web.pages.opening import routes as new
from realms.web.pages.replay import routes as replay
from realms.web.pages.rules import routes as rules
from realms.web.pages.table import hints
from realms.web.pages.table import routes as table

SHARED = (
    assets,
    installed,
    home,
    new,
    table,
    hints,
    device,
    replay,
    rules,
    learn,
    about,
    settings,
    compiling,
)
"""The pages of the program itself."""


def page_handlers() -> list[Any]:
    """The handlers of all pages, the games' own among them, to be mounted by the application."""
    handlers = [handler for page in SHARED for handler in page.HANDLERS]
    for pack in packs().values():
        if isinstance(pack, BringsPages):
            handlers += pack.pages()
    return handlers
