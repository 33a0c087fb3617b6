"""The review of a game in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from realms.kernel.text import say
from tests.browser.conftest import WIDTHS, CheckPage, NewPage, Shot
from tests.browser.test_replay import brought

GAMES = ("dealt-duel", "medieval-dealt-3-en")
OVERFLOW = """() => {
  const root = document.documentElement;
  return [root.scrollHeight - root.clientHeight, root.scrollWidth - root.clientWidth];
}"""
SEEN = """(names) => names.filter((name) => {
  const box = document.querySelector(name)?.getBoundingClientRect();
  const isInside = (low, high, most) => low >= 0 && high <= most + 1;
  return !box || !isInside(box.top, box.bottom, innerHeight)
    || !isInside(box.left, box.right, innerWidth);
})"""
"""Which of some parts are not on the screen, or only a part of them."""
PARTS = [".review-lists", ".review-curve", ".review-place", ".review-decision", "#step-after"]


def reviewed(page: Page, name: str, query: str = "seat=1") -> None:
    """The review of a record of the tests, as closely as it comes by itself."""
    brought(page, name)
    page.goto(f"{page.url.partition('?')[0]}/review?{query}")
    expect(page.locator("#review[hx-get]")).to_have_count(0)


def decided(page: Page) -> str:
    """The decision that is looked at, in words."""
    return page.locator("#spoken").text_content() or ""


@pytest.mark.parametrize("name", GAMES)
def test_everybody_can_read_a_review(
    new_page: NewPage, check_page: CheckPage, shot: Shot, name: str
) -> None:
    page = new_page()
    reviewed(page, name)
    check_page(page, widths=WIDTHS)
    shot(page, f"review-{name}-1280-light-en", full=False)
    address = page.url
    dark = new_page(theme="dark", width=390, height=844, language="es")
    dark.goto(address)
    expect(dark.locator("#moments-title")).to_have_text(say("web.review.moments", "es"))
    check_page(dark)
    shot(dark, f"review-{name}-390-dark-es")
    for query in ("tab=turns&curve=lines", "tab=end&hands=open", "seat=all"):
        page.goto(f"{address.partition('?')[0]}?{query}")
        check_page(page)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_a_laptop_shows_all_of_it_and_nothing_scrolls(
    new_page: NewPage, name: str, width: int, height: int
) -> None:
    page = new_page(width=width, height=height)
    reviewed(page, name)
    for tab in ("moments", "turns", "end"):
        page.locator(f"#tab-{tab}").click()
        expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-current", "true")
        assert page.evaluate(OVERFLOW) == [0, 0]
        assert page.evaluate(SEEN, [*PARTS, ".review-luck"]) == []


def test_a_phone_has_its_buttons_in_a_dock(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, touch=True)
    reviewed(page, "medieval-dealt-3-en")
    assert page.evaluate(OVERFLOW)[1] == 0
    dock = ["#step-before", "#to-what-if", "#to-practice", "#step-after"]
    assert page.evaluate(SEEN, dock) == []
    before = decided(page)
    page.locator("#step-after").tap()
    expect(page.locator("#spoken")).not_to_have_text(before)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate(SEEN, dock) == []
    chosen = page.locator("#moments a[aria-current]")
    expect(chosen).to_have_count(1)
    box = chosen.bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= 390 - box["width"]


def test_keys_press_what_is_there(new_page: NewPage) -> None:
    page = new_page()
    reviewed(page, "dealt-duel")
    first = decided(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#spoken")).not_to_have_text(first)
    second = decided(page)
    page.wait_for_url(re.compile(r"at=\d+"))
    page.reload()
    expect(page.locator("#spoken")).to_have_text(second)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#spoken")).to_have_text(first)
    page.keyboard.press("End")
    expect(page.locator("#step-after")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    expect(page.locator("#step-before")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("2")
    expect(page.locator("#tab-turns")).to_have_attribute("aria-current", "true")
    page.keyboard.press("h")
    expect(page.locator("#hands-open")).to_have_attribute("aria-current", "true")
    page.keyboard.press("c")
    expect(page.locator("#as-lines")).to_have_attribute("aria-current", "true")
    expect(page.locator(".curve .line")).to_have_count(2)
    page.wait_for_url(re.compile("tab=turns&hands=open&curve=lines"))
    page.keyboard.press("t")
    page.wait_for_url("**/practice?**")


def test_a_link_leads_others_to_the_same_moment(new_page: NewPage, check_page: CheckPage) -> None:
    page = new_page()
    reviewed(page, "medieval-dealt-3-en")
    page.locator("#moments a").nth(2).click()
    expect(page.locator("#moments a").nth(2)).to_have_attribute("aria-current", "true")
    here = decided(page)
    page.locator("[popovertarget=share]").click()
    link = page.locator("#share-link").input_value()
    assert link == page.url
    check_page(page)
    other = new_page()
    other.goto(link)
    expect(other.locator("#spoken")).to_have_text(here)


def test_without_scripts_every_moment_is_a_link(new_page: NewPage) -> None:
    page = new_page(javascript=False)
    brought(page, "dealt-duel")
    page.locator("#to-review").click()
    expect(page.locator("#moments-title")).to_be_attached()
    page.locator("#moments a").last.click()
    page.wait_for_url(re.compile(r"at=\d+"))
    expect(page.locator("#moments a[aria-current]")).to_have_count(1)
    page.locator("#tab-turns").click()
    page.wait_for_url(re.compile("tab=turns"))
    assert page.locator("#moments a").count() > 12
    page.locator("#as-lines").click()
    expect(page.locator(".curve .line")).to_have_count(2)


def test_the_first_picture_stands_there_while_the_rest_is_worked_out(
    new_page: NewPage, check_page: CheckPage
) -> None:
    """The answer that replaces it is held back, so that it can be looked at."""
    page = new_page(width=390, height=844)
    brought(page, "medieval-dealt-3-en")
    page.route("**/review?**depth=close**", lambda _route: None)
    page.goto(f"{page.url.partition('?')[0]}/review?seat=0")
    expect(page.locator(".review-curve .band")).to_have_count(3)
    expect(page.locator(".review-progress progress")).to_be_visible()
    check_page(page)
    page.unroute("**/review?**depth=close**")
    page.reload()
    expect(page.locator("#moments")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "theme", "width", "language"),
    [("dealt-duel", "light", 1280, "en"), ("medieval-dealt-3-en", "dark", 390, "es")],
)
def test_another_move_is_played_out(
    new_page: NewPage,
    check_page: CheckPage,
    shot: Shot,
    name: str,
    theme: str,
    width: int,
    language: str,
) -> None:
    page = new_page(width=width, height=844, theme=theme, language=language)
    reviewed(page, name)
    page.locator("#to-what-if").click()
    page.wait_for_url("**/what-if?**")
    expect(page.get_by_role("heading", level=1)).to_have_text(say("web.what_if.title", language))
    expect(page.locator(".what-if-moves article")).to_have_count(2)
    check_page(page, widths=WIDTHS)
    shot(page, f"what-if-{width}-{theme}-{language}")
    assert page.evaluate(OVERFLOW)[1] == 0
