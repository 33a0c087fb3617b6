"""Home and a new table in a real browser: two clicks to the first move, friends, one device."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from realms.kernel.text import LANGUAGES
from tests.browser.conftest import LOOKS, WIDTHS, CheckPage, NewPage, Shot

TABLE = re.compile(r"/tables/[\w-]{16}$")


@pytest.mark.soak
@pytest.mark.parametrize(("theme", "language"), LOOKS)
def test_home_keeps_nobody_out(
    new_page: NewPage, check_page: CheckPage, shot: Shot, language: str, theme: str
) -> None:
    page = new_page(theme=theme, language=language)
    page.goto("/")
    check_page(page, widths=WIDTHS)
    shot(page, f"home-{language}-{theme}")
    page.set_viewport_size({"width": 390, "height": 800})
    shot(page, f"home-phone-{language}-{theme}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path", ["/new/fantasy", "/new/fantasy?variant=chaos", "/new/medieval?with=device"]
)
def test_a_new_table_keeps_nobody_out(
    new_page: NewPage, check_page: CheckPage, shot: Shot, path: str, language: str
) -> None:
    page = new_page(language=language, theme="dark" if "chaos" in path else "light")
    page.goto(path)
    for summary in page.locator("#new details > summary").all():
        summary.click()
    check_page(page, widths=WIDTHS)
    name = re.sub(r"\W+", "-", path.removeprefix("/"))
    shot(page, f"{name}-{language}")


def test_the_first_load_is_light(new_page: NewPage) -> None:
    page = new_page()
    loaded: list[int] = []
    page.on("requestfinished", lambda request: loaded.append(size_of(request)))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert 0 < sum(loaded) < 150_000


def size_of(request: Request) -> int:
    sizes = request.sizes()
    return int(sizes["responseBodySize"] + sizes["responseHeadersSize"])


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("game", ["fantasy", "medieval"])
def test_one_click_leads_to_a_game_that_waits_for_me(
    new_page: NewPage, game: str, javascript: bool
) -> None:
    page = new_page(javascript=javascript)
    page.goto("/")
    page.get_by_label("Your name").fill("Ada")
    play(page, game).click()
    expect(page).to_have_url(TABLE)
    expect(page.get_by_text("Ada").first).to_be_visible()
    table = page.url
    page.goto("/")
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    own = page.get_by_role("region", name="Your tables")
    own.get_by_role("link").first.click()
    expect(page).to_have_url(table)


def play(page: Page, game: str) -> Locator:
    return page.locator(f".game.{game}").get_by_role("button", name="Play now")


def test_enter_in_the_name_keeps_the_name_and_opens_nothing(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.get_by_label("Your name").fill("Zoë")
    page.get_by_label("Your name").press("Enter")
    page.wait_for_load_state()
    expect(page.get_by_label("Your name")).to_have_value("Zoë")
    expect(page.get_by_role("region", name="Your tables")).to_have_count(0)


def test_a_name_that_cannot_be_is_told_beside_it(new_page: NewPage, check_page: CheckPage) -> None:
    page = new_page(forgives=("422",))
    page.goto("/")
    page.get_by_label("Your name").fill("1:0")
    play(page, "fantasy").click()
    expect(page.get_by_role("alert").filter(has_text="cannot be a name")).to_be_visible()
    check_page(page)


def test_friends_join_by_the_lobby(new_page: NewPage, check_page: CheckPage, shot: Shot) -> None:
    ada, bob = new_page(), new_page(width=390)
    ada.goto("/")
    ada.locator(".game.fantasy").get_by_role("button", name="With friends").click()
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_text("Who can join?").first.click()
    ada.get_by_label("Public").check()
    ada.get_by_role("button", name="Create the table").click()
    expect(ada).to_have_url(TABLE)
    bob.goto("/")
    table = ada.url.rpartition("/")[2]
    row = bob.locator(f"#public-{table}")
    expect(row).to_contain_text("Ada")
    expect(row).to_contain_text("3 free seats")
    check_page(bob)
    shot(bob, "home-lobby-phone")
    ada.goto("/")
    expect(ada.locator(f"#mine-{table}")).to_contain_text("3 free seats")
    expect(ada.locator(f"#public-{table}")).to_have_count(0)
    check_page(ada)
    shot(ada, "home-lobby")


def test_the_lists_look_again_by_themselves(new_page: NewPage) -> None:
    bob, ada = new_page(), new_page()
    bob.goto("/")
    open_public(ada)
    table = ada.url.rpartition("/")[2]
    expect(bob.locator(f"#public-{table}")).to_have_count(0)
    bob.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(bob.locator(f"#public-{table}")).to_be_visible()


def open_public(page: Page) -> None:
    page.goto("/new/medieval?with=friends&public=yes")
    page.get_by_role("button", name="Create the table").click()
    expect(page).to_have_url(TABLE)


def test_another_variant_changes_the_numbers_and_keeps_what_was_typed(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/new/fantasy?with=device")
    page.locator("#name2").fill("Bruno")
    page.locator("#options > summary").click()
    page.locator("#option-jester").uncheck()
    page.get_by_label("Chaos").check()
    expect(page.get_by_role("radio", name="7", exact=True)).to_be_visible()
    page.get_by_role("radio", name="7", exact=True).check(force=True)
    expect(page.locator("#name7")).to_have_value("Player 7")
    expect(page.locator("#name2")).to_have_value("Bruno")
    expect(page.locator("#option-jester")).not_to_be_checked()
    page.get_by_label("Duel").check()
    expect(page.locator(".place")).to_have_count(2)
    expect(page.locator("#name2")).to_have_value("Bruno")
    expect(page.locator("#option-jester")).to_be_visible()


def test_the_button_tells_whether_somebody_is_missing(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/new/medieval")
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    page.get_by_label("Seat 2", exact=True).select_option("open")
    expect(page.get_by_role("button", name="Create the table")).to_be_visible()


def test_another_edition_tells_what_it_has(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/new/medieval")
    page.get_by_text("Edition and variants").click()
    wars = page.get_by_label("The colour of Wars")
    expect(wars.locator("option").first).to_have_text("As in the edition: black")
    page.get_by_label("Spanish").check()
    expect(wars.locator("option").first).to_have_text("As in the edition: orange, like Castles")
    expect(wars).to_be_visible()


def test_without_scripts_the_page_is_asked_for_again(new_page: NewPage) -> None:
    page = new_page(javascript=False)
    page.goto("/new/fantasy?with=friends")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Duel").check()
    page.get_by_role("button", name="Update").click()
    expect(page.locator(".place")).to_have_count(2)
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    page.get_by_label("Seat 2", exact=True).select_option("knight")
    page.get_by_role("button").filter(has_text=re.compile("Create the table|Start")).click()
    expect(page).to_have_url(TABLE)


def test_people_on_one_device_play_at_once(new_page: NewPage) -> None:
    page = new_page(width=390)
    page.goto("/")
    page.locator(".game.medieval").get_by_role("button", name="One device").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Name for seat 2").fill("Bob")
    page.get_by_label("Seat 3", exact=True).select_option("chancellor")
    expect(page.get_by_label("Name for seat 3")).to_be_hidden()
    page.get_by_role("button", name="Start the game").click()
    expect(page).to_have_url(TABLE)
    page.goto("/")
    expect(page.get_by_role("region", name="Your tables")).to_contain_text("on this device")


def test_a_refusal_is_told_and_nothing_is_lost(new_page: NewPage, check_page: CheckPage) -> None:
    page = new_page(forgives=("422",))
    page.goto("/new/fantasy?with=device")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Name for seat 2").fill("1st")
    page.get_by_label("Name for seat 3").fill("Íñigo")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#problem")).to_contain_text("cannot be a name")
    expect(page.get_by_label("Name for seat 3")).to_have_value("Íñigo")
    check_page(page)


@pytest.mark.parametrize("language", ["en", "es"])
def test_on_a_laptop_the_button_that_plays_is_in_sight(new_page: NewPage, language: str) -> None:
    page = new_page(language=language, width=1280)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/")
    for button in page.locator(".now").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800


def test_a_name_that_was_typed_is_kept_wherever_one_goes(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.get_by_label("Your name").fill("Zoë")
    page.locator(".game.fantasy").get_by_role("button", name="With friends").click()
    expect(page.get_by_label("Your name")).to_have_value("Zoë")
    page.goto("/")
    with page.expect_response("**/play"):
        page.get_by_label("Your name").fill("Zora")
        page.get_by_label("Your name").blur()
    page.goto("/rules")
    page.goto("/")
    expect(page.get_by_label("Your name")).to_have_value("Zora")
