"""Every state of both tables as a picture: `python -m tests.browser.state_pictures FOLDER`.

Each has the name of the drawing that it is to be laid beside; given the folder of the drawings
behind it, those are copied next to them, as pairs.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
import tempfile
from pathlib import Path

from msgspec import Struct
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium
from tests.web.live_server import served
from tests.web.poses import POSES, Posed, pose_all

DRAWINGS = {
    "fantasy": """turn-1280 turn-1280-dark turn-390 discard-1280 discard-1280-dark discard-390
        scoring-1280 scoring-1280-dark scoring-390 cards cards-dark duel-1280 duel-390 trade-1280
        trade-390 declare-1280 declare-390""",
    "fantasy-review": """bots-1280 cards discard-1280 discard-390 discard-390x664 hint-1280
        home-games-1280 review-1280 review-390 scoring-1280 turn-1280 turn-1280-dark turn-1366x650
        turn-1920 turn-390 turn-390x664""",
    "medieval": """action-1280 action-1280-dark action-1920 action-390 action-idle-1280
        action-idle-390 action-open-1280 action-watch-1280 auction-1280 auction-390 end-1280
        end-1280-dark end-390 placement-1280 placement-1280-dark placement-1920 placement-390""",
}
"""The pictures of each folder, by name: a state, a width, a height where it is another, dark."""
NAME = re.compile(r"(?P<state>[a-z-]+?)(?:-(?P<width>\d+)(?:x(?P<height>\d+))?)?(?P<dark>-dark)?")
HEIGHTS = {1280: 800, 1920: 1080, 390: 844}
PATHS = {"cards": "/rules/fantasy/cards", "home-games": "/games"}
"""States that are no table."""
POSED = {"home-games": "scoring", "review": "scoring", "hint": "turn"}
"""States that show the table of another."""
MEDIEVAL = {"action": "acting", "action-idle": "acting", "action-open": "acting",
            "action-watch": "watching", "auction": "bidding", "end": "ended",
            "placement": "placing"}  # fmt: skip


class Screen(Struct, frozen=True):
    """What a picture shows, and on which screen."""

    state: str
    width: int
    height: int
    is_dark: bool


def screen_of(name: str) -> Screen:
    """What the name of a picture says.

    >>> screen_of("turn-390x664"), screen_of("cards-dark").is_dark
    (Screen(state='turn', width=390, height=664, is_dark=False), True)
    """
    found = NAME.fullmatch(name)
    assert found, name
    width = int(found["width"] or 1280)
    height = int(found["height"] or HEIGHTS[width])
    return Screen(found["state"], width, height, bool(found["dark"]))


def act(page: Page, state: str) -> None:
    """What is done before the picture is taken."""
    match state:
        case "action":
            page.locator("#squares .pick").nth(2).click()
        case "action-open":
            page.locator("[popovertarget=aside]:visible").first.click()
        case "hint":
            page.keyboard.press("h")
            page.locator("#hint .hints").wait_for(timeout=60_000)
        case "review":
            page.goto(f"{page.url}/replay?at=20")


def take(browser: Browser, site: str, posed: dict[str, Posed], name: str, file: Path) -> None:
    """One picture."""
    screen = screen_of(name)
    state = POSED.get(screen.state, MEDIEVAL.get(screen.state, screen.state))
    context = browser.new_context(
        base_url=site,
        viewport={"width": screen.width, "height": screen.height},
        color_scheme="dark" if screen.is_dark else "light",
        reduced_motion="reduce",
        device_scale_factor=2 if screen.width < 500 else 1,
        has_touch=screen.width < 500,
    )
    if state in posed:
        context.add_cookies([{"name": "realms-player", "value": posed[state].secret, "url": site}])
    page = context.new_page()
    page.goto(PATHS.get(screen.state) or f"/tables/{posed[state].id}")
    page.wait_for_timeout(700)
    act(page, screen.state)
    page.wait_for_timeout(300)
    page.screenshot(path=file)
    context.close()


def main(folder: Path, drawings: Path | None = None) -> None:
    """Take all of them."""
    with tempfile.TemporaryDirectory() as scratch:
        address = f"sqlite:///{scratch}/states.sqlite"
        sought = tuple((name, 4) for name in POSES)
        posed = {name: one for (name, _), one in asyncio.run(pose_all(address, sought)).items()}
        running = served(address, Path(scratch) / "logs", "--unlimited")
        with running as server, sync_playwright() as playwright:
            program, quiet = chromium.program(), [*chromium.QUIET]
            browser = playwright.chromium.launch(executable_path=program, args=quiet)
            for group, names in DRAWINGS.items():
                (folder / group).mkdir(parents=True, exist_ok=True)
                for name in names.split():
                    take(browser, server.url, posed, name, folder / group / f"{name}.png")
                    drawing = drawings and drawings / group / f"{name}.png"
                    if drawing and drawing.exists():
                        shutil.copy(drawing, folder / group / f"{name}-drawn.png")
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
