"""Trying a moment again, and rooms of friends, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from realms.kernel.text import say
from tests.browser.conftest import WIDTHS, CheckPage, NewPage, Shot
from tests.browser.test_replay import brought


@pytest.mark.parametrize(
    ("name", "theme", "width", "language"),
    [("dealt-standard", "light", 1280, "en"), ("medieval-dealt-3-en", "dark", 390, "es")],
)
def test_a_moment_of_a_replay_is_played_on(
    new_page: NewPage,
    check_page: CheckPage,
    shot: Shot,
    name: str,
    theme: str,
    width: int,
    language: str,
) -> None:
    page = new_page(width=width, height=844, theme=theme, language=language)
    brought(page, name)
    page.goto(f"{page.url.partition('?')[0]}?at=9&as=1")
    page.locator("#to-practice").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(say("web.practice.title", language))
    expect(page.locator("#seat-1")).to_be_checked()
    check_page(page, widths=WIDTHS)
    shot(page, f"practice-{width}-{theme}-{language}")
    page.locator("#hidden-anew").check()
    page.get_by_role("button", name=say("web.practice.open", language)).click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#tools")).to_contain_text(say("web.practice.name", language))
    check_page(page)
    shot(page, f"practice-table-{width}-{theme}-{language}", full=False)


def test_without_scripts_a_moment_of_a_review_is_played_on(new_page: NewPage) -> None:
    page = new_page(javascript=False)
    brought(page, "dealt-duel")
    page.locator("#to-review").click()
    page.locator("#to-practice").click()
    page.get_by_role("button", name=say("web.practice.open", "en")).press("Enter")
    page.wait_for_url("**/tables/*")
    expect(page.locator("#about-table")).to_contain_text(say("web.practice.source", "en"))


@pytest.mark.parametrize(
    ("game", "theme", "width", "language"),
    [("fantasy", "light", 1280, "en"), ("medieval", "dark", 390, "es")],
)
def test_friends_play_the_same_deal(
    new_page: NewPage,
    check_page: CheckPage,
    shot: Shot,
    game: str,
    theme: str,
    width: int,
    language: str,
) -> None:
    look = {"width": width, "height": 844, "theme": theme, "language": language}
    host = new_page(**look)
    host.goto(f"/rooms?game={game}")
    check_page(host, widths=WIDTHS)
    host.get_by_label(say("web.home.name", language)).fill("Hal")
    host.get_by_role("button", name=say("web.rooms.open", language)).click()
    host.wait_for_url("**/rooms/*")
    expect(host.locator("#invite-link")).to_have_value(re.compile("/rooms/"))
    expect(host.get_by_role("button", name=say("web.table.copy", language))).to_be_visible()
    check_page(host, widths=WIDTHS)
    guest = new_page(**look, context=None)
    guest.goto(host.url)
    guest.get_by_label(say("web.home.name", language)).fill("Ada")
    guest.get_by_role("button", name=say("web.rooms.play", language)).click()
    guest.wait_for_url("**/tables/*")
    host.reload()
    expect(host.locator(".room-table")).to_contain_text("Ada")
    expect(host.locator(".room-table")).to_contain_text(say("web.rooms.status.playing", language))
    expect(host.locator(".room-table a")).to_have_count(0)
    shot(host, f"room-{width}-{theme}-{language}")
    passed_on = new_page(**look, context=host.context, forgives=("403",))
    passed_on.goto(guest.url)  # shows nothing
    expect(passed_on.get_by_text(say("error.table.not_yours", language))).to_be_visible()
