"""The rules, the cards and About in a real browser: read, searched, linked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from realms.kernel.chance import commitment
from tests.browser.conftest import (
    WIDTHS,
    CheckPage,
    NewPage,
    Shot,
    each_in_a_look,
    walk_by_keyboard,
)

PATHS = [
    "/rules", "/rules?q=flame", "/rules/fantasy", "/rules/medieval", "/rules/medieval?q=xyzzy",
    "/rules/fantasy/cards", "/rules/medieval/cards", "/rules/fantasy/cards/king",
    "/rules/medieval/cards/scidev-raw?table=4", "/rules/fantasy/numbers",
    "/rules/medieval/numbers?table=1", "/rules/medieval/numbers?table=6&by=name", "/about",
    "/about?seed=a&commitment=b",
]  # fmt: skip


@pytest.mark.parametrize(("theme", "language", "path"), each_in_a_look(PATHS))
def test_the_page_keeps_nobody_out(
    new_page: NewPage, check_page: CheckPage, shot: Shot, path: str, theme: str, language: str
) -> None:
    page = new_page(theme=theme, language=language, width=1280 if theme == "light" else 390)
    page.goto(path)
    check_page(page, widths=WIDTHS)
    walk_by_keyboard(page)
    name = re.sub(r"\W+", "-", path.removeprefix("/"))
    shot(page, f"{name}-{language}-{theme}", full=False)


def test_a_paragraph_has_an_address(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/rules/fantasy#FR-20")
    expect(page.locator("#FR-20")).to_be_in_viewport()
    page.locator("#FR-20a").get_by_role("link", name="Link to FR-20a").click()
    expect(page).to_have_url(re.compile("#FR-20a$"))
    page.goto("/rules/mr24")
    expect(page).to_have_url(re.compile("/rules/medieval#MR-24$"))
    expect(page.locator("#MR-24")).to_be_in_viewport()


def test_what_is_typed_is_found_at_once(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/rules/fantasy")
    expect(page.locator(".rule")).to_have_count(46)
    field = page.get_by_role("searchbox", name="Search the rules")
    field.press_sequentially("necro")
    expect(page.locator(".rule")).to_have_count(4)
    expect(page.locator("mark").first).to_have_text("Necro")
    expect(field).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?q=necro$"))
    page.reload()
    expect(page.locator(".rule")).to_have_count(4)
    page.get_by_role("link", name="Show all").click()
    expect(page.locator(".rule")).to_have_count(46)


def test_a_citation_leads_out_of_what_was_found(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/rules/fantasy?q=FR-25")
    page.locator("#FR-23b").get_by_role("link", name="FR-25", exact=True).click()
    expect(page.locator("#FR-25")).to_be_in_viewport()
    expect(page.locator(".rule")).to_have_count(46)


def test_the_contents_lead_to_chapters_and_show_where_one_is(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/rules/medieval")
    beside = page.locator(".contents.beside")
    beside.get_by_role("link", name="Auction cards").click()
    expect(page.get_by_role("heading", name="Auction cards")).to_be_in_viewport()
    expect(beside.locator("[aria-current]")).to_contain_text("Auction cards")


def test_on_a_phone_the_contents_are_folded(new_page: NewPage) -> None:
    page = new_page(width=390)
    page.goto("/rules/medieval")
    link = page.get_by_role("link", name="Auction cards")
    expect(link).to_be_hidden()
    page.get_by_text("Contents", exact=True).first.click()
    link.click()
    expect(page.get_by_role("heading", name="Auction cards")).to_be_in_viewport()


def test_searching_works_without_scripts(new_page: NewPage) -> None:
    page = new_page(javascript=False, language="es")
    page.goto("/rules")
    page.get_by_role("searchbox").fill("bufon")
    page.get_by_role("button", name="Buscar").click()
    expect(page.locator("mark").first).to_have_text("Bufón")


@pytest.mark.parametrize("javascript", [True, False])
def test_cards_are_filtered(new_page: NewPage, javascript: bool) -> None:
    page = new_page(javascript=javascript)
    page.goto("/rules/medieval/cards")
    page.get_by_label("Colour").select_option("blue")
    page.get_by_label("Type").select_option("hole")
    page.get_by_role("searchbox").fill("general")
    if not javascript:
        page.get_by_role("button", name="Search").click()
    expect(page.locator(".medieval-card")).to_have_count(1)
    expect(page.locator(".medieval-card")).to_contain_text("Gunpowder")


def test_a_deal_is_verified(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/about")
    page.get_by_label("Seed (shown at the end)").fill("swordfish")
    page.get_by_label("Commitment (shown during the game)").fill(commitment("swordfish"))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("They match")).to_be_in_viewport()
