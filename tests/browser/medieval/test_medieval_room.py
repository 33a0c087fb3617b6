"""Every decision of Medieval Realms has room on one screen: nothing scrolls, targets are large."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from realms.web import building
from tests.browser.conftest import LOCALES
from tests.browser.page_fit import (
    CUT,
    LAPTOP,
    LARGE,
    LEFT,
    LOW,
    NARROW,
    PHONE,
    SIDEWAYS,
    TABLET,
    Size,
    look_at,
    resize,
)
from tests.support.samples import SOAKING
from tests.web.live_server import served
from tests.web.poses import BOTS, Posed, pose_all

PLAYERS = (3, 5)
NEEDED = {
    "drafting": ".coin, #draft-submit",
    "placing": "[data-put], [data-lift], #place-submit",
    "acting": "#squares .pick, #pass, #moves .idle, #hand .state",
    "bidding": "#quick-1, #bid-submit, #leave-auction, #sealed > summary",
    "choosing": "[id^=choose-]",
}
"""What a decision is made with, by its state."""
STATES = (*NEEDED, "ended")
SOUGHT = tuple((state, players) for state in STATES for players in PLAYERS)
SIZES: tuple[Size, ...] = (LAPTOP, PHONE)
SIZES += (LOW, LARGE, TABLET, SIDEWAYS, NARROW) if SOAKING else ()
SCROLLS = """() => {
  const page = document.scrollingElement;
  const over = [page.scrollHeight - innerHeight, page.scrollWidth - innerWidth];
  return over.map((pixels) => Math.max(0, pixels));
}"""
OUTSIDE = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.top < -1 || box.left < -1
    || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
  .map(([one, box]) => `${one.id || one.className}: ${JSON.stringify(box)}`)"""
TARGETS = (
    "#table :is(button, summary, label.pick, label.coin,"
    " input:not([type=radio], [type=checkbox], [type=hidden]))"
)
SMALL = """(targets) => [...document.querySelectorAll(targets)]
  .filter((one) => one.checkVisibility() && !one.closest("[popover]:not(:popover-open)"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.5)
  .map(([one, box]) => `${one.id || one.className}: ${box.width} x ${box.height}`)"""
Tables = tuple[str, dict[tuple[str, int], Posed]]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """A server with a table in each state, for few and for many."""
    building.build()
    folder: Path = tmp_path_factory.mktemp("room")
    address = f"sqlite:///{folder / 'room.sqlite'}"
    with ThreadPoolExecutor(1) as beside:  # Playwright has the event loop of this thread
        posed = beside.submit(asyncio.run, pose_all(address, SOUGHT, BOTS)).result()
    with served(address, folder / "logs", "--unlimited") as server:
        yield server.url, posed


def check_room(page: Page, state: str, size: Size) -> None:
    assert page.locator(NEEDED[state]).count()
    found = page.evaluate(SCROLLS) + page.evaluate(OUTSIDE, NEEDED[state])
    found += page.evaluate(SMALL, TARGETS) + page.evaluate(CUT, LEFT)
    assert not any(found), (size, found)


LOOKS = [("light", "en"), ("dark", "es")]


@pytest.mark.parametrize(("theme", "language"), LOOKS, ids=["light-en", "dark-es"])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("state", NEEDED)
def test_a_decision_is_made_on_one_screen(
    browser: Browser, tables: Tables, state: str, players: int, theme: Any, language: str
) -> None:
    site, posed = tables
    more = {"color_scheme": theme, "locale": LOCALES[language], "has_touch": True}
    page = look_at(browser, site, posed[state, players], LAPTOP, **more)
    try:
        for size in SIZES:
            resize(page, size)
            check_room(page, state, size)
        if state == "acting":
            for size in SIZES:
                resize(page, size)
                page.locator("#squares label.pick").nth(1).click()
                page.wait_for_function("() => document.querySelector('.lens:not(:empty)')")
                found = page.evaluate(SCROLLS) + page.evaluate(CUT, LEFT)
                found += page.evaluate(OUTSIDE, "#moves .go button, #pass")
                assert not any(found), (size, found)
                page.keyboard.press("Escape")
    finally:
        page.context.close()


@pytest.mark.parametrize(("state", "size"), [("acting", SIDEWAYS), ("placing", NARROW)])
def test_a_small_phone_has_room_too(
    browser: Browser, tables: Tables, state: str, size: Size
) -> None:
    site, posed = tables
    page = look_at(browser, site, posed[state, 3], size, color_scheme="light", locale="es")
    try:
        check_room(page, state, size)
        if state == "acting":
            cards = page.locator("#hand .card")
            assert min(cards.evaluate_all("(all) => all.map((one) => one.offsetWidth)")) >= 88
    finally:
        page.context.close()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("players", PLAYERS)
def test_the_end_names_everybody(
    browser: Browser, tables: Tables, players: int, size: Size
) -> None:
    """Nobody's name or total is cut, plates lie apart, margins are told."""
    site, posed = tables
    page = look_at(browser, site, posed["ended", players], size, color_scheme="dark", locale="es")
    try:
        assert page.evaluate(CUT, LEFT) == []
        assert page.locator(".ranks small").count() == players - 1
        assert page.evaluate(OUTSIDE, ".ranks button, #over .button") == []
        assert page.evaluate(SMALL, ".ranks button, #over .button") == []
        page.locator(".ranks button").first.click()
        page.wait_for_selector(".realm-open:popover-open")
    finally:
        page.context.close()
