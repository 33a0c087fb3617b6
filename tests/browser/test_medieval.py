"""Medieval Realms in the browser: by click, by keys, by drag, and without JavaScript."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import medieval_player as player
from tests.browser.conftest import WIDTHS, CheckPage, NewPage, Shot
from tests.soaking import SOAKING

MAYORS = 4
PARTS = ("mine", "lands", "others", "score", "panel")
REFUSED = (r"\b422\b",)
"""What a browser says of a move that is refused."""


def company(new_page: NewPage, forgives: tuple[str, ...] = (), **fields: str) -> tuple[Page, Page]:
    """Two people at a table, each in a browser of their own, up to the first placement."""
    ada, bob = new_page(forgives=forgives), new_page()
    address = player.open_table(ada, players="2", seat2="open", name1="Ada", **fields)
    bob.goto(address)
    bob.get_by_label("Your name").first.fill("Bob")
    bob.get_by_role("button", name="Sit here").first.click()
    ada.locator("#start").click()
    expect(bob.locator("#medieval")).to_be_visible()
    for page in (ada, bob) if player.is_asked(ada) else (bob, ada):
        expect(page.locator("#draft-submit")).to_be_visible()
        player.draft(page)
    for page in (ada, bob):
        expect(page.locator("#place-submit")).to_be_visible()
    return ada, bob


def test_a_whole_game_is_played_by_click(
    new_page: NewPage, check_page: CheckPage, shot: Shot
) -> None:
    page = new_page()
    player.open_table(page, players="2", name1="Ada")
    done: set[str] = set()
    while player.phase(page) != "ended":
        player.wait_until_asked(page)
        if player.phase(page) != "ended":
            done.add(player.act(page))
    assert {"draft", "place", "activate", "play", "pass"} <= done
    expect(page.locator("#final .ranking tbody tr")).to_have_count(2)
    expect(page.locator("#headline")).to_have_text(re.compile(r"wins? with \d+ VP"))
    check_page(page, widths=WIDTHS)
    shot(page, "medieval-end")


def test_a_round_is_played_with_keys_alone(new_page: NewPage) -> None:
    page = new_page()
    player.open_table(page, players="2", name1="Ada")
    player.wait_until_asked(page)
    for key in "67":
        page.keyboard.press(key)
    expect(page.locator("[data-draft]:checked")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page.locator("#place-submit")).to_be_visible()
    page.locator("[id='mayors.goods']").focus()
    for _ in range(MAYORS):
        page.keyboard.press("ArrowUp")
    expect(page.locator("[data-left=mayor]")).to_have_text("0")
    for field in ("general.1", "admiral.2", "decoy.3"):
        page.locator(f"[id='{field}']").focus()
        page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#placing-state")).to_have_attribute("data-state", "whole")
    page.keyboard.press("Enter")
    expect(page.locator("#place-submit")).to_have_count(0)
    while player.round_now(page) == 1:
        player.wait_until_asked(page)
        if player.round_now(page) > 1:
            break
        button = page.locator("#squares .button.primary, #pass, #quick-1, [id^=choose-]").first
        before = player.seq(page)
        page.locator("#headline").click()
        page.keyboard.press(button.get_attribute("data-key") or "")
        player.moved(page, before)


def test_rounds_are_played_without_javascript(new_page: NewPage) -> None:
    page = new_page(javascript=False, width=390, language="es")
    player.open_table(page, players="3", name1="Ada")
    while player.round_now(page) == 1:
        player.wait_until_asked(page)
        if player.round_now(page) == 1:
            player.act(page)
    assert player.round_now(page) == 2


@pytest.mark.soak
@pytest.mark.parametrize(
    ("theme", "language"), [("light", "en"), ("dark", "es")], ids=["light-en", "dark-es"]
)
def test_five_at_a_table_is_whole_at_every_width(
    new_page: NewPage, check_page: CheckPage, shot: Shot, theme: str, language: str
) -> None:
    page = new_page(theme=theme, language=language)
    player.open_table(page, players="5", name1="Ada")
    for state in ("draft", "place", "act"):
        player.wait_until_asked(page)
        check_page(page, widths=WIDTHS)
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 800})
            shot(page, f"medieval-{state}-{width}-{theme}-{language}")
        for part in PARTS if SOAKING or state == "act" else ():
            if page.locator(f"#tab-{part}").count():
                player.show(page, part)
                expect(page.locator(f"#part-{part}")).to_be_visible()
                check_page(page)
        page.set_viewport_size({"width": 1280, "height": 800})
        player.act(page)


def test_leaders_are_placed_by_steps_clicks_and_drags(new_page: NewPage) -> None:
    page, _ = company(new_page)
    page.locator("[id='mayors.science'] + [data-step]").click()
    page.locator("[data-tile].gold p").click()
    page.locator("[data-piece=mayor]").drag_to(page.locator("[data-tile].raw"))
    page.locator("[data-piece=general]").drag_to(page.locator("[data-land='5'] p"))
    for field in ("mayors.science", "mayors.gold", "mayors.raw", "general.5"):
        expect(page.locator(f"[id='{field}']")).to_have_value("1")
    expect(page.locator("[data-left=mayor]")).to_have_text("1")
    expect(page.locator("[data-yield=science] [data-sure]")).to_have_text("1")
    expect(page.locator("[data-yield=religion] [data-hoped]")).to_have_text("+1")
    page.locator("#place-reset").click()
    expect(page.locator("[data-left=mayor]")).to_have_text("4")


BEGINS_IN_VIEW = """(question) => {
  const asked = document.querySelector("[data-question]");
  if (asked?.dataset.question === question) return false;
  const { top } = asked.getBoundingClientRect();
  const bar = document.getElementById("asking").getBoundingClientRect();
  return top >= bar.bottom - 1 && top < innerHeight / 2;
}"""
"""Whether there is another question than before, and its beginning can be read."""


def test_on_a_phone_every_new_question_begins_in_view(new_page: NewPage) -> None:
    page = new_page(width=390, language="es", forgives=REFUSED)
    player.open_table(page, players="3", name1="Ada")
    player.wait_until_asked(page)
    page.locator("#draft-submit").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_have_text(re.compile(r"Elige dos fichas .*\[MR-15\]"))
    expect(page.locator("#problem")).to_be_in_viewport()
    player.draft(page)
    expect(page.locator("#placing")).to_be_focused()
    page.wait_for_function(BEGINS_IN_VIEW, arg="drafting")
    player.place(page)
    player.wait_until_asked(page)
    page.wait_for_function(BEGINS_IN_VIEW, arg="placing")


def test_a_refused_placement_can_be_begun_anew(new_page: NewPage) -> None:
    page, _ = company(new_page, forgives=REFUSED)
    for field in ("mayors.goods", "mayors.gold"):
        page.locator(f"[id='{field}']").fill(str(MAYORS))
    page.locator("#place-submit").click()
    expect(page.locator("#problem")).to_have_text(re.compile(r"than the seat has\. \[MR-\d+\]$"))
    expect(page.locator("#problem")).to_be_in_viewport()
    expect(page.locator("[id='mayors.gold']")).to_have_value(str(MAYORS))
    page.locator("#place-reset").click()
    expect(page.locator("[data-left=mayor]")).to_have_text(str(MAYORS))
    for _ in range(MAYORS + 2):
        page.locator("[id='mayors.goods'] + [data-step]").click()
    expect(page.locator("[id='mayors.goods']")).to_have_value(str(MAYORS))


def test_what_was_typed_stays_and_nobody_sees_the_other_placement(new_page: NewPage) -> None:
    ada, bob = company(new_page)
    ada.locator("[id='mayors.culture']").fill("3")
    ada.locator("#realm-1 > summary").click()
    player.place(bob)
    expect(bob.locator("#placing .notice")).to_be_visible()
    expect(ada.locator("#order-1 .mark")).to_have_text("ready")
    expect(ada.locator("[id='mayors.culture']")).to_have_value("3")
    expect(ada.locator("[data-left=mayor]")).to_have_text("1")
    expect(ada.locator("#realm-1 .realm-inside")).to_be_visible()
    assert "mayors on" not in ada.locator("body").inner_text()
    bob.locator("[id='general.1']").fill("0")
    bob.locator("[id='general.4']").fill("1")
    player.press(bob, "#place-submit")
    expect(bob.locator("[id='general.4']")).to_have_value("1")
    ada.locator("[id='mayors.culture']").fill("0")
    player.place(ada)
    expect(ada.locator("#told")).to_contain_text("Bob: mayors on")
    expect(ada.locator("#land-4")).to_contain_text("Bob")


def test_an_auction_between_people_with_a_secret_maximum(
    new_page: NewPage, check_page: CheckPage
) -> None:
    ada, bob = company(new_page)
    while not ada.locator("#squares .price.soft").count():  # no auction card on the panel
        ada, bob = company(new_page)
    player.place(ada)
    player.place(bob)
    expect(ada.locator("#medieval")).to_have_attribute("data-phase", "acting")
    first, other = (ada, bob) if player.is_asked(ada) else (bob, ada)
    expect(first.locator(".opening").first).to_be_visible()
    first.locator(".opening input[name=bid]").first.fill("1")
    player.press(first, ".opening .button")
    expect(other.locator("#bid")).to_have_attribute("min", "2")
    check_page(other, widths=(320, 390))
    first.locator("#sealed > summary").click()
    first.locator("#most").fill("3")
    first.locator("#most-submit").click()
    expect(first.locator("#sealed")).to_contain_text("Your secret maximum is 3")
    expect(other.locator("#sealed")).not_to_contain_text("secret maximum is")
    player.press(other, "#quick-1")  # 2, and the table bids 3, all that anybody has
    expect(first.locator("#auction")).to_have_count(0)
    expect(other.locator("#story")).to_contain_text(re.compile(r"wins .* for 3 "))
