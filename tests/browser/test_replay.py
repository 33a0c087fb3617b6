"""Looking back at games in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import WIDTHS, CheckPage, NewPage, each_in_a_look
from tests.browser.fantasy_table import PATIENCE

GOLDENS = Path(__file__).parents[1] / "goldens"


def brought(page: Page, name: str) -> None:
    """A record of the tests, brought along."""
    page.goto("/replay")
    page.locator("#record-file").set_input_files(GOLDENS / f"{name}.realms")
    page.locator("main form button").click()
    page.wait_for_url(re.compile("/replays/"))


def place(page: Page) -> str:
    """Where the replay is."""
    return page.locator("#replay-place").inner_text()


def test_keys_move_through_a_game(new_page: NewPage) -> None:
    page = new_page()
    brought(page, "dealt-standard")
    expect(page.locator("#replay-place")).to_contain_text("Move 0 of 36")
    for key, text in (
        ("ArrowRight", "Move 1 of 36"),
        ("ArrowRight", "Move 2 of 36"),
        ("ArrowLeft", "Move 1 of 36"),
        ("ArrowDown", "Move 6 of 36"),
        ("End", "Move 36 of 36"),
        ("ArrowUp", "round 6 of 6"),
        ("Home", "Move 0 of 36"),
    ):
        page.keyboard.press(key)
        expect(page.locator("#replay-place")).to_contain_text(text)
    page.wait_for_url(re.compile(r"\?at=0&as=all"))
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"\?at=1&as=all"))
    page.reload()
    expect(page.locator("#replay-place")).to_contain_text("Move 1 of 36")


def test_the_scrubber_and_the_log_lead_to_moments(new_page: NewPage) -> None:
    page = new_page()
    brought(page, "dealt-standard")
    page.locator("#scrub").fill("12")
    expect(page.locator("#replay-place")).to_contain_text("Move 12 of 36")
    page.locator("#scrub").press("ArrowRight")
    expect(page.locator("#replay-place")).to_contain_text("Move 13 of 36")
    page.locator("#open-drawer").click()
    page.locator("#replay-story .past a").first.click()
    expect(page.locator("#replay-place")).to_contain_text("Move 0 of 36")
    expect(page.locator("#scrub")).to_have_value("0")
    link = page.locator("#moment-link").input_value()
    assert link.startswith("http")
    assert link.endswith("at=0&as=all")


def test_it_plays_by_itself_and_stops(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    brought(page, "dealt-standard")
    page.keyboard.press("Space")
    expect(page.locator("#autoplay")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#autoplay")).to_contain_text("Pause")
    expect(page.locator("#replay-place")).to_contain_text(
        re.compile("Move ([2-9]|[12][0-9]) of 36")
    )
    page.locator("#autoplay").click()
    expect(page.locator("#autoplay")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".htmx-request")).to_have_count(0)
    stopped = place(page)
    page.clock.fast_forward(60_000)
    expect(page.locator(".htmx-request")).to_have_count(0)
    assert place(page) == stopped


def test_seats_see_their_own(new_page: NewPage) -> None:
    page = new_page()
    brought(page, "dealt-standard")
    expect(page.locator(".mat .card.back")).to_have_count(0)
    page.locator("#open-viewers").click()
    page.locator(".viewer-menu a").nth(2).click()
    expect(page.locator("#viewers")).to_be_hidden()
    expect(page.locator(".hand .card.face")).to_have_count(7)
    expect(page.locator("#open-viewers")).to_contain_text("Random B")


def test_without_javascript(new_page: NewPage) -> None:
    page = new_page(javascript=False)
    brought(page, "dealt-standard")
    page.locator("#step-forward").click()
    assert place(page).startswith("Move 1 of 36")
    page.locator("#scrub").evaluate("one => { one.value = 20; }")
    page.get_by_role("button", name="Go").click()
    assert place(page).startswith("Move 20 of 36")
    page.locator("#open-viewers").click()
    page.locator(".viewer-menu a").nth(1).click()
    assert page.url.endswith("?at=20&as=0")


def test_a_record_that_does_not_hold_is_refused_in_a_sentence(new_page: NewPage) -> None:
    page = new_page(forgives=("422",), language="es")
    page.goto("/replay")
    page.locator("#record-text").fill("Dragón")
    page.locator("main form button").click()
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_be_visible()
    expect(page.locator("#record-text")).to_have_value("Dragón")


def test_the_game_of_a_table(new_page: NewPage, site: str) -> None:
    page = new_page(forgives=("422",))
    terms = {"game": "fantasy", "options": {"players": 3}, "bots": ["random"] * 3}
    table = page.request.post("/api/tables", data=terms).json()["id"]
    started = page.request.post(f"/api/tables/{table}/start")
    assert started.ok, started.text()
    for _ in range(PATIENCE // 200):
        if page.request.get(f"/api/tables/{table}").json()["status"] == "finished":
            break
        page.wait_for_timeout(200)
    page.goto(f"/tables/{table}/replay?at=3")
    expect(page.locator("#replay-place")).to_contain_text("Move 3 of")
    page.keyboard.press("End")
    expect(page.locator("#result-title")).to_be_visible()
    page.locator("#open-drawer").click()
    with page.expect_download() as record:
        page.get_by_role("link", name="Download the game").first.click()
    assert "[Game" in Path(record.value.path()).read_text("utf-8")


SCROLLS = """() => {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight > clientHeight || document.body.scrollHeight > innerHeight;
}"""
STEPS = """() => [...document.querySelectorAll("[data-step], #autoplay, #scrub")].map(
  (one) => { const { top, bottom, height, width } = one.getBoundingClientRect();
    return { top, bottom, height, width }; })"""


@pytest.mark.parametrize(
    ("name", "moments", "theme", "language"),
    [
        ("dealt-standard", (0, 13, 36), "light", "es"),
        ("medieval-dealt-3-en", (0, 12), "dark", "en"),
    ],
)
def test_a_moment_fits_the_screen_and_its_steps_the_thumb(
    new_page: NewPage,
    check_page: CheckPage,
    name: str,
    moments: tuple[int, ...],
    theme: str,
    language: str,
) -> None:
    page = new_page(theme=theme, language=language)
    brought(page, name)
    address = page.url
    for moment in moments:
        for viewer in ("all", "1"):
            for width, height in ((1280, 800), (390, 844)):
                page.set_viewport_size({"width": width, "height": height})
                page.goto(f"{address}?at={moment}&as={viewer}")
                expect(page.locator("#autoplay")).to_be_visible()
                assert not page.evaluate(SCROLLS), (moment, viewer, width)
                steps = page.evaluate(STEPS)
                assert len(steps) == 8
                for step in steps:
                    assert step["width"] >= 44
                    assert step["bottom"] <= height
                    assert step["top"] >= (0 if width == 1280 else height / 2)
        check_page(page)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("theme", "language", "game"), each_in_a_look(("dealt-standard", "medieval-dealt-3-en"))
)
def test_looks_right_everywhere(
    new_page: NewPage, check_page: CheckPage, shot: Any, game: str, theme: str, language: str
) -> None:
    page = new_page(theme=theme, language=language)
    page.goto("/replay")
    check_page(page, widths=WIDTHS)
    brought(page, game)
    for step in ("first", "round_on", "last"):
        if step != "first":
            page.locator(f"#step-{step}").click()
            page.wait_for_url(re.compile(r"at=[1-9]"))
        check_page(page, widths=WIDTHS)
        shot(page, f"replay-{game}-{step}-{theme}-{language}")
