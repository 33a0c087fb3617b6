"""The table of Fantasy Realms in a real browser: whole games by click, by key and without
JavaScript; cards dragged, trades, and what others may not see."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import WIDTHS, CheckPage, NewPage, Shot
from tests.browser.fantasy_table import MOST_MOVES, PRIMARY, drag, is_over, look_until_asked, moved
from tests.browser.page_fit import HAND, LAPTOP, PHONE, SIDEWAYS, fits, resize

# --- Whole games ---


def test_a_whole_game_by_click(new_page: NewPage, open_table: Any) -> None:
    page = new_page()
    open_table().show(page)
    for _ in range(MOST_MOVES):
        if is_over(page):
            break
        places = page.locator(".place .pick:visible")
        if places.count() and not page.locator("#draw").count():
            places.last.click()
        moved(page, page.locator(PRIMARY).click)
    assert is_over(page)
    heading = page.locator(".final-hand:visible h2")
    expect(heading).to_have_text("Your hand")
    page.locator(".rest .place .pick").last.click()
    page.locator(".rest .place .pick").first.click()
    expect(page.locator(".final-hand:visible")).to_have_count(1)


TOLD_AND_ENDED = """async () => {
  const finale = document.querySelector(".finale"), states = [];
  const look = () => states.push(finale.classList.contains("is-counting"));
  const begin = () => document.querySelector("[data-again]").click();
  begin(), look();
  finale.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })), look();
  begin(), look();
  finale.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })), look();
  return states;
}"""
"""Whether the end was being told: from the beginning, and after a key or a tap."""


def test_the_end_is_told_once_and_any_key_or_tap_ends_it(
    new_page: NewPage, open_table: Any
) -> None:
    table = open_table(["Ada", "Bob", "Cleo"], players=3)
    points = str(table.play_out()["scores"][0]).replace("-", "−")
    page = new_page(motion=True)
    table.show(page)
    finale, total = page.locator(".finale"), page.locator(".final-hand:visible [data-sum=all]")
    counting = re.compile("is-counting")
    page.wait_for_function("() => sessionStorage.length > 0")  # it is being told
    page.keyboard.press("Escape")
    expect(finale).not_to_have_class(counting)
    expect(total).to_have_text(points)
    assert page.evaluate(TOLD_AND_ENDED) == [True, False, True, False]
    expect(total).to_have_text(points)
    expect(page.locator(".podium .ranks li").first).to_contain_text("1st")
    expect(page.locator(".moments li").last).to_be_attached()
    card = page.locator(".cards:visible [data-tells]").first
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    calm = new_page()
    table.show(calm)
    calm.locator("[data-again]").click()
    expect(calm.locator(".finale")).not_to_have_class(counting)


def test_a_whole_duel_by_key(
    new_page: NewPage, check_page: CheckPage, shot: Shot, open_table: Any
) -> None:
    page = new_page(language="es", theme="dark")
    open_table(players=2, variant="duel").show(page)
    checked = False
    for number in range(MOST_MOVES):
        if is_over(page):
            break
        if page.locator("#draw").count() and number % 3:
            moved(page, lambda: page.keyboard.press("d"))
            continue
        if page.locator(".drawn").count() and not checked:
            checked = True
            for size in (LAPTOP, PHONE):
                fits(page, size)
            resize(page, SIDEWAYS)
            assert page.evaluate(HAND) == {"narrow": 0, "covered": 0}
            resize(page, LAPTOP)
            check_page(page, widths=WIDTHS)
            shot(page, "fantasy-duel")
        choices = page.locator("[data-choose]")
        if not choices.count():
            moved(page, lambda: page.keyboard.press("d"))
            continue
        other = page.locator("[data-choose]:not([data-choose='']):not(:checked)")
        if other.count():  # the number of what is chosen already would play it
            key = other.last.get_attribute("data-choose") or ""
            page.keyboard.press(key)
            expect(page.locator(f"[data-choose='{key}']")).to_be_checked()
        moved(page, lambda: page.keyboard.press("Enter"))
    assert checked
    assert is_over(page)
    check_page(page)


def test_a_number_chooses_and_the_lens_follows(new_page: NewPage, open_table: Any) -> None:
    page = new_page()
    open_table().show(page)
    while page.locator("[data-choose]").count() < 3:
        assert not is_over(page)
        draw = page.locator("#draw")
        moved(page, (draw if draw.count() else page.locator(PRIMARY)).click)
        assert not is_over(page)
    for key in ("3", "2"):
        page.keyboard.press(key)
        chosen = page.locator(f"[data-choose='{key}']")
        expect(chosen).to_be_checked()
        card = chosen.get_attribute("value")
        expect(page.locator(".look:visible .card.full")).to_have_attribute("data-card", str(card))
        expect(page.locator(PRIMARY)).to_have_attribute("data-for", str(card))
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-choose='3']")).to_be_checked()
    moved(page, lambda: page.keyboard.press("3"))


def test_cards_are_dragged(new_page: NewPage, open_table: Any) -> None:
    page = new_page()
    table = open_table()
    table.show(page)
    assert not is_over(page)
    drag(page, page.locator(".deck"), ".hand-dock .me")
    expect(page.locator(".eight .card")).to_have_count(8)
    card = page.locator(".eight li[data-drag]").first
    named = card.get_attribute("id") or ""
    drag(page, card, ".lying h2")
    expect(page.locator(f"#{named}")).to_have_count(0)


@pytest.mark.parametrize("variant", ["standard", "chaos"])
def test_a_whole_game_without_javascript(
    new_page: NewPage, shot: Shot, open_table: Any, variant: str
) -> None:
    page = new_page(javascript=False, width=390, height=844, forgives=("409",))
    options = {"rounds": 4, "declare": True} if variant == "chaos" else {}
    open_table(bot="random", variant=variant, **options).show(page)
    done: set[str] = set()
    for _ in range(MOST_MOVES):
        look_until_asked(page)
        if page.locator(".result").count():
            break
        if page.locator(".trading").count() and "offer" not in done:
            done.add("offer")
            page.locator(".chosen-card").nth(2).click()
            page.locator("#offer-wish").select_option("beast")
            page.locator("#offer-to").select_option("all")
            shot(page, "fantasy-chaos")
            page.locator("#offer-it").click()
        elif page.locator("[data-key=p]").count():
            page.locator("[data-key=p]").click()
        elif "other" in done and page.locator(".place .pick:visible").count() > 1:
            done.add("choose")
            page.locator(".place label.pick").nth(1).click()
            card = page.locator(".place :checked").get_attribute("value")
            expect(page.locator(PRIMARY)).to_have_attribute("data-for", str(card))
            page.locator(PRIMARY).click()
        else:
            done.add("other")
            page.locator(".moves button[name=move]:visible").first.click()
    assert done >= ({"offer", "other"} if variant == "chaos" else {"choose", "other"})
    expect(page.locator(".rest .place")).to_have_count(4)


def test_two_people_trade_and_a_third_learns_nothing(
    new_page: NewPage, check_page: CheckPage, shot: Shot, open_table: Any
) -> None:
    table = open_table(["Ada", "Bob", "Cleo"], players=3, variant="chaos", clock=True)
    pages = [new_page(), new_page(language="es"), new_page(width=390, theme="dark")]
    for seat, page in enumerate(pages):
        table.show(page, seat)
    ada, bob, cleo = pages
    hands = [table.asked("get", "", seat)["view"]["hand"] for seat in range(3)]
    before = cleo.content()
    ada.locator(f"label[for=choose-{hands[0][0]}]").click()
    ada.locator("#offer-to").select_option("1")
    moved(ada, ada.locator("#offer-it").click)
    expect(ada.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(bob.locator(".offer.to-me")).to_be_visible()
    check_page(bob, widths=WIDTHS)
    shot(bob, "fantasy-offer")
    assert f"card-{hands[0][0]}" not in bob.content()
    bob.locator(f"label[for=choose-{hands[1][0]}]").click()
    moved(bob, bob.locator(".offer.to-me button").click)
    expect(bob.locator(f"#hand-{hands[0][0]}")).to_be_visible()
    expect(ada.locator(f"#hand-{hands[1][0]}")).to_be_visible()
    expect(cleo.locator(".trading .count")).to_contain_text("1 trade")
    for card in (hands[0][0], hands[1][0]):
        assert f'"card-{card}"' not in before
        assert f'"card-{card}"' not in cleo.content()
    check_page(cleo, widths=WIDTHS)
    check_page(ada, widths=WIDTHS)


def test_known_cards_are_shown_whole(new_page: NewPage, open_table: Any) -> None:
    page = new_page()
    table = open_table(["Ada", "Bob", "Cleo"], players=3)
    table.show(page)
    while not page.locator(".mat .card.small").count():
        table.others_play(1)
        assert not is_over(page)
        draw = page.locator("#draw")
        moved(page, (draw if draw.count() else page.locator(PRIMARY)).click)
    page.locator(".mat-open").first.click()
    expect(page.locator("#rivals:popover-open .card.full").first).to_be_visible()


def test_a_spectator_sees_no_hand(
    new_page: NewPage, check_page: CheckPage, open_table: Any
) -> None:
    table = open_table()
    hand = table.asked("get", "")["view"]["hand"]
    page = new_page()
    page.goto(f"/tables/{table.id}")
    expect(page.locator(".player")).to_have_count(4)
    for card in hand:
        assert f'"card-{card}"' not in page.content()
    check_page(page)
