"""A running server, a real browser, and pages that fail a test when they complain.

Everything is made once for the tests of this folder in a process, and taken down when they
are done: while Playwright runs, no other event loop can.
"""

from __future__ import annotations

import os
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from realms.web import building
from tests.browser import chromium
from tests.browser.fantasy_table import PATIENCE, Opened
from tests.browser.page_fit import LAID_OUT
from tests.support.samples import SOAKING
from tests.web.live_server import Server, served

ROOT = Path(__file__).parents[2]
ARTEFACTS = ROOT / "artefacts"
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
LOCALES = {"en": "en-GB", "es": "es-ES"}
WIDTHS = (320, 390, 768, 1280, 1920) if SOAKING else (320, 390, 768, 1920)
"""Other widths that a page is held to; it is looked at as it is besides, 1280 wide mostly."""
HEIGHT = 800
expect.set_options(timeout=PATIENCE)
ABANDONED = ("net::ERR_ABORTED", "net::ERR_NETWORK_CHANGED")
"""What a request ends with when its page goes away before it."""
UNFINISHED = re.compile(r"\{\w*\}|&(?:lt|gt|amp|quot|#\d+);|\bweb\.\w+\.\w+|\bundefined\b|\bNone\b")
"""What no reader should see: a field nobody filled, a text escaped twice, a key for its words."""

LOOKS = [(theme, language) for theme in ("light", "dark") for language in ("en", "es")]
"""Every theme in every language; a sample has each of them once."""
LOOKS = LOOKS if SOAKING else [LOOKS[0], LOOKS[3]]


def each_in_a_look(names: Iterable[str]) -> list[tuple[str, str, str]]:
    """Every one in every theme and language; in a sample each has one of them, in turn."""
    if SOAKING:
        return [(*look, name) for look in LOOKS for name in names]
    return [(*look, name) for look, name in zip(cycle(LOOKS), names, strict=False)]


NewPage = Callable[..., Page]
CheckPage = Callable[..., None]
Shot = Callable[..., Path]


ROUND_OF_DEALS = os.environ.get("REALMS_DEALS_ROUND", "")
"""Another text gives other deals, the same ones again for the same text."""


@pytest.fixture(scope="session")
def deals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file with the word that all deals follow from."""
    file = tmp_path_factory.mktemp("deals") / "word"
    file.write_text("")
    return file


@pytest.fixture(autouse=True)
def fixed_deals(request: pytest.FixtureRequest, deals: Path) -> None:
    """A test has the same deals in every run and every order; others each time in a soak."""
    rounds = ROUND_OF_DEALS or (secrets.token_hex(4) if SOAKING else "")
    sys.stdout.write(f"deals: REALMS_DEALS_ROUND={rounds}\n")
    deals.write_text(f"{request.node.nodeid} {rounds}")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, deals: Path) -> Iterator[Server]:
    """A server on a file of its own, without limits.

    It has its rules before it begins, so that the same bot plays whenever it is asked.
    """
    building.build()
    folder = tmp_path_factory.mktemp("site")
    address, variables = f"sqlite:///{folder / 'realms.sqlite'}", with_rules()
    logs = folder / "logs"
    with served(address, logs, "--unlimited", variables=variables, deals=deals) as running:
        yield running


def with_rules() -> dict[str, str]:
    """The environment of a server that waits for compiled rules, where rules are compiled."""
    return {"REALMS_COMPILE": "1"} | os.environ


@pytest.fixture(scope="session")
def site(server: Server) -> str:
    """Where the server is."""
    return server.url


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser."""
    try:
        program = chromium.program()
    except chromium.Missing as missing:
        pytest.skip(f"no Chromium: {missing}")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=[*chromium.QUIET])
        try:
            yield running
        finally:
            running.close()


DESCRIBED, OUTLINE = 10_000, 6_000
"""Milliseconds that a page has to be described in, and characters of that which are kept."""
STATE = """() => JSON.stringify({
  ready: document.readyState, focus: document.activeElement?.outerHTML.slice(0, 200),
  chosen: [...document.querySelectorAll(":checked")].map((one) => one.id || one.value),
  asking: document.querySelector("#asking")?.outerHTML.slice(0, 300),
  moves: [...document.querySelectorAll("#moves button")].map(
    (one) => [one.id, one.checkVisibility()]) })"""


class Watched:
    """A page and its complaints: whatever it logs, fails to load, or asks of others."""

    def __init__(self, page: Page, site: str, forgives: tuple[str, ...]) -> None:
        self.page, self.site, self.forgives = page, urlsplit(site), forgives
        self.complaints: list[str] = []
        page.on("console", self._logged)
        page.on("pageerror", lambda error: self.complain(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("request", self._asked)
        page.on("response", self._answered)

    def complain(self, complaint: str) -> None:
        if not any(re.search(one, complaint) for one in self.forgives):
            self.complaints.append(complaint)

    def describe(self) -> None:
        """Print what the page shows, for who reads of a test that failed elsewhere."""
        try:
            shown = self.page.evaluate(STATE)
            outline = self.page.locator("body").aria_snapshot(timeout=DESCRIBED)
        except PlaywrightError as fault:
            shown, outline = str(fault), ""
        sys.stdout.write(f"{self.page.url}\n{shown}\n{self.complaints}\n{outline[:OUTLINE]}\n")

    def _logged(self, message: Any) -> None:
        if message.type in ("error", "warning") and "by Playwright" not in message.text:
            self.complain(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _failed(self, request: Any) -> None:
        if request.failure not in ABANDONED:
            self.complain(f"failed: {request.url} {request.failure}")

    def _asked(self, request: Any) -> None:
        asked = urlsplit(request.url)
        if asked.scheme.startswith("http") and asked.port != self.site.port:
            self.complain(f"another host: {request.url}")

    def _answered(self, response: Any) -> None:
        if response.status >= 400:
            self.complain(f"status {response.status}: {response.url}")


@pytest.fixture
def new_page(browser: Browser, site: str, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Opens pages, each in a browser profile of its own unless told which to share.

    `forgives` are patterns of complaints that the test expects. A page's address is relative
    to the site: `page.goto("/rules")`. A test that fails tells what its pages showed.
    """
    contexts: list[BrowserContext] = []
    pages: list[Watched] = []

    def build(
        *,
        width: int = 1280,
        height: int = HEIGHT,
        theme: str = "light",
        language: str = "en",
        javascript: bool = True,
        touch: bool = False,
        motion: bool = False,
        workers: bool = False,
        base: str = "",
        forgives: tuple[str, ...] = (),
        context: BrowserContext | None = None,
    ) -> Page:
        if context is None:
            context = browser.new_context(
                base_url=base or site,
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
                locale=LOCALES[language],
                java_script_enabled=javascript,
                has_touch=touch,
                reduced_motion="no-preference" if motion else "reduce",
                service_workers="allow" if workers else "block",
            )
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
        page = context.new_page()
        pages.append(Watched(page, site, forgives))
        return page

    begun = request.session.testsfailed
    try:
        yield build
    finally:
        if request.session.testsfailed > begun:
            for shown in pages:
                shown.describe()
        for context in contexts:
            context.close()
    complaints = [complaint for page in pages for complaint in page.complaints]
    assert complaints == []


def wait_for_answer(page: Page, question: str, arg: Any = None) -> Any:
    """What a page answers a question whose answer is a promise, once that is something.

    `page.wait_for_function` does not wait there: a promise is something at once.
    """
    deadline = time.monotonic() + PATIENCE / 1000
    while not (answer := page.evaluate(question, arg)):
        assert time.monotonic() < deadline, question
        page.wait_for_timeout(50)
    return answer


STILL = """() => Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  .map((one) => one.finished))"""
"""Waits until nothing moves any more that comes to an end."""
TRIES = 3
"""How often a page is looked at before it is blamed: a table may change while it is."""
AXE_RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"], preload: false });
  return found.violations.map((one) =>
    `${one.id}: ${one.help} — ${one.nodes.map((node) => node.html.slice(0, 160) + " " +
      (node.any[0]?.message ?? "")).join(" | ")}`);
}"""
OVERFLOW = """() => {
  const wide = document.documentElement;
  if (wide.scrollWidth <= wide.clientWidth) return [];
  const room = wide.clientWidth;
  const over = [...document.querySelectorAll("body *")].filter(
    (one) => one.getBoundingClientRect().right > room + 1);
  return [`${wide.scrollWidth} > ${room}: ` + over.slice(-5).map(
    (one) => `${one.tagName}.${one.getAttribute("class") ?? ""}#${one.id}`).join(", ")];
}"""


@pytest.fixture(scope="session")
def axe() -> str:
    """The program that looks for what keeps people out."""
    return AXE.read_text("utf-8")


@pytest.fixture
def check_page(axe: str) -> CheckPage:
    """Holds a page, as it is now, to what all pages promise.

    Nobody is kept out, nothing sticks out sideways (at `widths` as well, where given), and
    every text is finished.
    """

    def check(page: Page, *, widths: tuple[int, ...] = ()) -> None:
        _check_text(page)
        if page.evaluate("typeof axe") == "undefined":
            page.evaluate(axe)
        for _try in range(TRIES):
            page.evaluate(STILL)
            if not (found := page.evaluate(AXE_RUN)):
                break
        assert found == []
        assert page.evaluate(OVERFLOW) == []
        size = page.viewport_size
        for width in widths:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            page.evaluate(LAID_OUT)
            assert page.evaluate(OVERFLOW) == [], width
        if size and widths:
            page.set_viewport_size(size)

    return check


WALKED = 40
"""Places that are walked to by the keyboard, at most."""
WANTED = """() => [...document.querySelectorAll(
    "main :is(a[href], button, input, select, textarea, summary, [tabindex='0'])")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled
    && one.type !== "hidden" && !(one.type === "radio" && !one.checked)
    && !one.closest("[inert]") && one.tabIndex >= 0).length"""
WALK = """() => {
  const one = document.activeElement;
  if (!one || one === document.body || one.dataset.walked) return "";
  one.dataset.walked = "yes";
  return one.closest("main") ? one.matches(":focus-visible") ? "main" : "unseen" : "frame";
}"""


def walk_by_keyboard(page: Page) -> None:
    """Tab comes to everything in the page that can be pressed, and shows where it is."""
    wanted = min(page.evaluate(WANTED), WALKED)
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    found, pressed = 0, 0
    while found < wanted:
        page.keyboard.press("Tab")
        pressed += 1
        assert pressed < 3 * WALKED + 60, f"{found} of {wanted} places after {pressed} tabs"
        where = page.evaluate(WALK)
        assert where != "unseen", page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        found += where == "main"


def _check_text(page: Page) -> None:
    shown = page.locator("body").inner_text()
    assert UNFINISHED.findall(shown) == []
    assert UNFINISHED.findall(page.title()) == []


@pytest.fixture
def shot() -> Shot:
    """Keeps a picture of a page under `artefacts/`."""

    def take(page: Page, name: str, *, full: bool = True) -> Path:
        ARTEFACTS.mkdir(exist_ok=True)
        path = ARTEFACTS / f"{name}.png"
        page.screenshot(path=path, full_page=full)
        return path

    return take


@pytest.fixture
def open_table(site: str) -> Iterator[Callable[..., Opened]]:
    """Opens tables of Fantasy Realms for people, bots on the other seats."""
    tables: list[Opened] = []

    def build(people: list[str] | None = None, bot: str = "greedy", **options: Any) -> Opened:
        tables.append(Opened(site, {"players": 4} | options, people or ["Ada"], bot))
        return tables[-1]

    yield build
    for table in tables:
        table.close()
