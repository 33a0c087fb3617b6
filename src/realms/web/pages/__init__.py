"""The pages: one module a page, each with the handlers it brings."""

from __future__ import annotations

from typing import Any

from realms.web.pages import (
    about,
    assets,
    hints,
    home,
    installed,
    learn,
    new,
    replay,
    rules,
    score,
    score_best,
    settings,
    sharing,
    table,
)

PAGES: list[Any] = [
    handler
    for page in (
        assets,
        installed,
        home,
        new,
        table,
        hints,
        sharing,
        replay,
        score,
        score_best,
        rules,
        learn,
        about,
        settings,
    )
    for handler in page.HANDLERS
]
"""All of them, to be mounted by the application."""
