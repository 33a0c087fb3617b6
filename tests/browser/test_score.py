"""Scoring hands in a real browser: by keys, by touch, without JavaScript."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from realms.arena.prepare import prepare
from realms.fantasy.content.cards import CARDS
from realms.fantasy.scoring.hand import hand
from realms.fantasy.web.scorer.card_finder import code_of, found
from tests.browser.conftest import LOOKS, WIDTHS, CheckPage, NewPage

HAND = ("candle", "bell_tower", "wildfire", "smoke", "dragon", "book_of_changes", "warlock_lord")
PATH = f"/score?hand={','.join(HAND)}"
RICH = (
    "/score?name=Ada&hand=forest,smoke,wildfire,candle,dragon,book_of_changes,mirage"
    "&name2=Bruno&hand2=necromancer,king,queen,princess,knights,rangers,doppelganger"
    "&discard=empress,unicorn"
)


ASK_ELSEWHERE = """() => {
  const place = document.body.appendChild(document.createElement("section"));
  return window.htmx.ajax("GET", "/compiling", { source: place, target: place });
}"""
"""Another part of the page asks and is answered, as the line on compiling does."""


def total(page: Page) -> str:
    """The points on the sheet that is looked at."""
    return page.locator("#sheets .sheet-points strong").inner_text()


def test_seven_cards_in_four_keys_each(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/score")
    strokes = 0
    for card in HAND:
        code = code_of(card, "en")
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        strokes += len(code) + 1
    assert strokes <= 7 * (3 + 1)
    points = str(hand(HAND).score)
    expect(page.locator("#sheets .sheet-points strong")).to_have_text(points)
    expect(page.locator("#held-count")).to_have_text("7 of 7")
    expect(page.locator("#quick")).to_be_focused()
    expect(page.locator("#score-note")).to_have_text(f"Player 1, 7 of 7: {points} points")
    page.wait_for_url(re.compile("hand=.*dragon"))
    address = page.url
    page.reload()
    assert total(page) == points
    assert page.url == address


def test_what_other_parts_of_the_page_ask_takes_no_card_away(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/score")
    waiting: list[Route] = []
    is_held = [True]
    page.route("**/score?*", lambda one: waiting.append(one) if is_held[0] else one.continue_())
    for card in HAND[:3]:
        page.keyboard.type(code_of(card, "en"))
        page.keyboard.press("Enter")
    expect(page.locator(".tile input:checked")).to_have_count(3)
    while not waiting:
        page.wait_for_timeout(20)
    page.evaluate(ASK_ELSEWHERE)
    is_held[0] = False
    for route in waiting:
        route.continue_()
    expect(page.locator("#held-count")).to_have_text("3 of 7")


def test_the_back_button_takes_the_last_card_back(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/score")
    for number, code in enumerate(("dra", "hyd"), 1):
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        expect(page.locator(".held-card")).to_have_count(number)
        page.wait_for_url(re.compile("hydra" if number == 2 else "dragon"))
    page.go_back()
    expect(page.locator(".held-card")).to_have_count(1)
    page.go_forward()
    expect(page.locator(".held-card")).to_have_count(2)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_finds_what_the_server_finds(new_page: NewPage, language: str) -> None:
    page = new_page(language=language)
    page.goto("/score")
    names = [folded[:n] for card in CARDS for folded in card.name[language].split() for n in (2, 3)]
    typed = [*{*(code_of(card.id, language) for card in CARDS), *names, "árb", "señ", "xq"}]
    shown = page.evaluate(
        """(typed) => typed.map((text) => {
          const box = document.getElementById("quick");
          box.value = text;
          box.dispatchEvent(new Event("input", { bubbles: true }));
          return document.querySelector(".tile.found input")?.value ?? null;
        })""",
        typed,
    )
    assert dict(zip(typed, shown, strict=True)) == {
        text: found(text, (), language) for text in typed
    }


def test_keys_take_back_and_choose(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/score")
    page.locator("body").click(position={"x": 5, "y": 400})
    page.keyboard.type("war")  # from anywhere
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#held-warship")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.locator(".held-card")).to_have_count(0)
    page.keyboard.type("zzz")
    expect(page.locator("#quick-found")).to_have_text("no such card")
    page.keyboard.press("Escape")
    expect(page.locator("#quick")).to_have_value("")


def test_what_is_typed_survives_an_answer(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/score")
    with page.expect_response(re.compile("dragon")):
        page.keyboard.type("dra")
        page.keyboard.press("Enter")
        page.keyboard.type("hy")
    expect(page.locator("#held-dragon")).to_be_visible()
    expect(page.locator("#quick")).to_have_value("hy")
    expect(page.locator("#quick")).to_be_focused()


def test_by_touch_with_one_thumb(new_page: NewPage, shot: Any, check_page: CheckPage) -> None:
    page = new_page(width=390, height=844, touch=True)
    page.goto("/score")
    for card in HAND:
        suit = next(one.suit for one in CARDS if one.id == card)
        page.locator(f".suit-bar label.suit-{suit}").tap()
        page.locator(f"#picker label:has(#pick-1-{card})").tap()
        expect(page.locator(f"#held-{card}")).to_be_attached()
    points = page.locator(".tally-points")
    expect(points).to_contain_text(str(hand(HAND).score))
    box = points.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844
    assert page.evaluate("scrollY") < 100
    shot(page, "score-phone", full=False)
    small = page.evaluate(
        """() => [...document.querySelectorAll("#score :is(button, label, select, a.button)")]
          .map((one) => [one, one.getBoundingClientRect()])
          .filter(([one, box]) => box.width && one.offsetParent)
          .filter(([one]) => !one.matches(".quick label, .held-name, .choice label"))
          .filter(([one, box]) => box.height < 44)
          .map(([one]) => one.outerHTML.slice(0, 80))"""
    )
    assert small == []
    check_page(page)


def test_without_javascript(new_page: NewPage) -> None:
    page = new_page(javascript=False)
    page.goto("/score?hand=candle")
    page.locator("#pick-1-wildfire").check(force=True)
    page.get_by_role("button", name="Score", exact=True).click()
    assert page.url.endswith("/score?hand=wildfire,candle")
    page.locator("#quick").fill("book")
    page.locator("#quick").press("Enter")
    assert "book_of_changes" in page.url
    page.locator("#held-wildfire").click()
    assert "wildfire" not in page.url
    page.get_by_role("button", name="Add player").click()
    page.locator("#quick").fill("mir")
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator("[name='choose.mirage']").select_option("forest")
    page.get_by_role("button", name="Score these choices").click()
    assert "choose2=mirage:forest" in page.url
    page.get_by_role("link", name="Use the best").click()
    assert "choose" not in page.url


def test_players_choices_and_the_discard_area(new_page: NewPage) -> None:
    page = new_page()
    page.goto(RICH)
    page.locator("#whose-2").click()
    expect(page.locator("#whose-2")).to_have_attribute("aria-current", "true")
    expect(page.locator("#sheet-2 .badge").filter(has_text="Eighth card")).to_have_count(1)
    page.locator("select[name='choose.necromancer']").select_option("unicorn")
    expect(page.locator("#choices-note")).to_contain_text("our own choices")
    page.wait_for_url(re.compile("choose2=necromancer:unicorn"))
    page.locator("#whose-discard").click()
    expect(page.locator("#held-title")).to_contain_text("Discard area")
    page.locator("#picker label:has(#pick-0-hydra)").click()
    expect(page.locator("#held-hydra")).to_be_visible()
    page.locator("#whose-1").click()
    page.locator("#name-1").fill("Cleo")
    page.locator("#name-1").press("Tab")
    expect(page.locator("#whose-1")).to_contain_text("Cleo")
    page.locator("#remove-1").click()
    expect(page.locator("#whose-2")).to_have_count(0)


@pytest.mark.soak
@pytest.mark.parametrize(("theme", "language"), LOOKS)
def test_looks_right_everywhere(
    new_page: NewPage, check_page: CheckPage, shot: Any, language: str, theme: str
) -> None:
    page = new_page(theme=theme, language=language)
    for name, path in (
        ("empty", "/score"),
        ("one", PATH),
        ("two", RICH),
        ("area", RICH + "&at=discard"),
    ):
        page.goto(path)
        check_page(page, widths=WIDTHS)
        picture: Path = shot(page, f"score-{name}-{theme}-{language}")
        assert picture.exists()
    page.goto(PATH + ",king")
    expect(page.get_by_role("alert").filter(has_text="FR-20")).to_be_visible()
    check_page(page)


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no-script"])
def test_the_best_hand_with_these_cards(
    new_page: NewPage, check_page: CheckPage, javascript: bool
) -> None:
    prepare("fantasy-solving")  # a page waits some seconds for a search, not for the compiler
    page = new_page(javascript=javascript)
    page.goto("/score?hand=candle,bell_tower,book_of_changes,gem_of_order,collector")
    page.locator("#best-with").click()
    expect(page.locator("#best-1 .sheet-points strong")).to_have_text("385")
    expect(page.locator("#best-1 .held-card.new")).to_have_count(2)
    if javascript:
        check_page(page, widths=WIDTHS)
    page.locator("#best-1").get_by_role("link", name="Score this hand").click()
    expect(page.locator("#sheets .sheet-points strong")).to_have_text("385")
    expect(page.locator("#best-with")).to_have_count(0)
