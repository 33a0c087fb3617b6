"""The pictures of the documents, taken of real tables: `python -m tests.browser.pictures`.

All states of both tables are taken by `state_pictures`.

A game of each is played to an interesting moment by bots, with fixed seeds, and shown in the
browser of somebody at the table, light and dark.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.browser import chromium
from tests.web import poses
from tests.web.live_server import served

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SCORE = "/score?hand=queen,king,knights,rangers,unicorn,doppelganger,princess&name=Ada"
SIZE: ViewportSize = {"width": 1280, "height": 800}


def late(table: Any, view: Any) -> bool:
    """The first seat takes a card, when many lie there."""
    return bool(table.awaiting == (0,) and view.phase == "taking" and len(view.area) == 7)


def third_round(table: Any, view: Any) -> bool:
    """The first seat acts in the third round."""
    return bool(view.round == 3 and view.phase == "acting" and table.awaiting == (0,))


SHOWN = {"fantasy": poses.Pose("fantasy", late), "medieval": poses.Pose("medieval", third_round)}
"""The tables of the documents."""


def take(browser: Browser, site: str, path: str, secret: str, name: str) -> None:
    """Pictures of a page, light and dark."""
    for theme in ("light", "dark"):
        context = browser.new_context(
            base_url=site, viewport=SIZE, color_scheme=theme, reduced_motion="reduce"
        )
        if secret:
            context.add_cookies([{"name": "realms-player", "value": secret, "url": site}])
        page = context.new_page()
        page.goto(path)
        page.wait_for_timeout(700)
        file = IMAGES / f"{name}-{theme}.png"
        page.screenshot(path=file)
        context.close()


def main() -> None:
    """Take all of them."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/pictures.sqlite"
        poses.POSES.update(SHOWN)
        tables = asyncio.run(poses.pose_all(address, tuple((name, 4) for name in SHOWN)))
        site = served(address, Path(folder) / "logs", "--unlimited")
        with site as server, sync_playwright() as playwright:
            program, quiet = chromium.program(), [*chromium.QUIET]
            browser = playwright.chromium.launch(executable_path=program, args=quiet)
            take(browser, server.url, "/", "", "home")
            for (name, _players), posed in tables.items():
                take(browser, server.url, f"/tables/{posed.id}", posed.secret, name)
            take(browser, server.url, SCORE, "", "score")
            browser.close()


if __name__ == "__main__":
    main()
