"""Every decision of Fantasy Realms has room on one screen: nothing scrolls, nothing is cut."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import WIDTHS, CheckPage, NewPage, Shot
from tests.browser.fantasy_table import MOST_MOVES, PRIMARY, is_over, moved
from tests.browser.page_fit import HAND, LAPTOP, NARROW, PHONE, SIDEWAYS, Size, fits, resize
from tests.support.samples import SOAKING

LYING = range(10) if SOAKING else (0, 5, 6, 9)
"""With how many cards in the discard area a decision is looked at."""


@pytest.mark.soak
@pytest.mark.parametrize(("players", "theme"), [(3, "light"), (5, "dark")])
def test_every_decision_fits_on_one_screen(
    new_page: NewPage,
    check_page: CheckPage,
    shot: Shot,
    open_table: Any,
    players: int,
    theme: str,
) -> None:
    page = new_page(theme=theme, language="es" if players == 5 else "en")
    table = open_table(["Ada", "Bob", "Cleo", "Dora", "Eva"][:players], players=players)
    seen: dict[str, int] = {"taking": -1, "dropping": -1}
    while table.others_play(6):
        legal = table.asked("get", "legal")
        phase = "dropping" if legal["moves"][0]["type"] == "discard" else "taking"
        lying = len(table.asked("get", "")["view"]["area"])
        if seen[phase] < lying and lying in LYING:
            table.show(page)
            expect(page.locator("#asking")).to_have_attribute("data-asked", "yes")
            for size in (LAPTOP, PHONE):
                fits(page, size)
            resize(page, LAPTOP)
            if lying == 6:
                check_page(page, widths=WIDTHS)
                shot(page, f"fantasy-{phase}-{players}")
            page.goto("about:blank")  # where nothing is drawn that nobody looks at
        seen[phase] = max(seen[phase], lying)
        table.asked("post", "moves", 0, {"move": legal["moves"][0], "seq": legal["seq"]})
    assert seen == {"taking": 9, "dropping": 9}, "the tenth card ends the game"
    table.show(page)
    expect(page.locator(".rest .place")).to_have_count(players)
    check_page(page, widths=WIDTHS)
    shot(page, f"fantasy-end-{players}")
    page.get_by_role("button", name=re.compile("as a table|en tabla")).click()
    expect(page.locator(".standings tbody tr")).to_have_count(players)


COMPILING = """() => {
  const main = document.getElementById("main"), line = "Compilando las reglas: 12 de 34 partes.";
  main.insertAdjacentHTML("beforebegin", `<section class="compiling soft small" id="compiling">
    <p><progress max="100" value="40"></progress><span>${line}</span></p></section>`);
}"""
"""The line that tells how far compiling has come, as the page shows it."""
FULLEST = """async () => {
  const answer = await fetch("/rules/fantasy/cards"), parser = new DOMParser();
  const book = parser.parseFromString(await answer.text(), "text/html");
  window.cards = [...book.querySelectorAll(".card.full")];
  const names = cards.map((one) => one.querySelector(".name").textContent);
  const [one, two, three, four, five] = names.sort((a, b) => b.length - a.length);
  const isShown = (look) => look.checkVisibility({ visibilityProperty: true });
  window.look = [...document.querySelectorAll(".look")].find(isShown);
  const list = look.querySelector("dl"), line = list.firstElementChild, sum = list.lastElementChild;
  const lines = [one, `con ${two} y 4 más`, `con ${three} y 4 más`, `se va ${four}`,
    `${five} vuelve (Nigromante)`, "otras cartas"];
  list.replaceChildren(...lines.map((text) => {
    const made = line.cloneNode(true);
    made.querySelector("dt").lastChild.textContent = text;
    made.querySelector("dd").textContent = "−100";
    return made;
  }), sum);
  return cards.length;
}"""
"""Gives the lens the most lines there can be, of the longest names; how many cards there are."""
SHOW = """(number) => look.querySelector(".card.full")
  .replaceWith(document.importNode(window.cards[number], true))"""


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_lens_has_room_for_every_card_whatever_it_does(
    new_page: NewPage, open_table: Any, size: Size
) -> None:
    """At its worst: somebody new, rules that are being compiled, the longest lines."""
    page = new_page(language="es", **size)
    people = ["Maximiliana", "Archibald A", "Archibald B", "Wilhelmina", "Bob", "Eva"]
    while True:  # until somebody has four cards to choose from in the first turn
        table = open_table(people, players=6)
        assert table.others_play(6)
        if len(table.asked("get", "")["view"]["area"]) >= 4:
            break
    table.show(page)
    expect(page.locator("#first-move")).to_be_visible()
    page.evaluate(COMPILING)
    fits(page, size)
    for number in range(page.evaluate(FULLEST)):
        page.evaluate(SHOW, number)
        fits(page, size)


BOARD = "() => JSON.stringify(document.getElementById('board').getBoundingClientRect())"


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_an_alert_lies_over_the_board(new_page: NewPage, open_table: Any, size: Size) -> None:
    page = new_page(**size)
    open_table().show(page)
    assert not is_over(page)
    before, alert = page.evaluate(BOARD), page.locator("#alert")
    page.evaluate("""async () => {
      const { announce } = await import(document.querySelector("script[src*='/app.js']").src);
      announce("The server does not answer. ".repeat(3), { urgent: true });
    }""")
    expect(alert).to_contain_text("does not answer")
    expect(alert).to_be_in_viewport(ratio=1)
    assert page.evaluate(BOARD) == before
    fits(page, size)


def test_hands_can_be_read_on_small_phones_and_sideways(new_page: NewPage, open_table: Any) -> None:
    page = new_page(touch=True)
    open_table().show(page)
    assert not is_over(page)
    for size in (NARROW, SIDEWAYS):
        resize(page, size)
        assert page.evaluate(HAND) == {"narrow": 0, "covered": 0}, size


def test_trades_and_declarations_fit_on_one_screen(
    new_page: NewPage, check_page: CheckPage, shot: Shot, open_table: Any
) -> None:
    page = new_page()
    open_table(bot="random", variant="chaos", players=5, rounds=3, declare=True).show(page)
    checked: set[str] = set()
    for _ in range(MOST_MOVES):
        if is_over(page):
            break
        phase = "trading" if page.locator(".trading").count() else "declaring"
        if phase not in checked:
            checked.add(phase)
            for size in (LAPTOP, PHONE):
                fits(page, size)
            resize(page, LAPTOP)
            check_page(page, widths=WIDTHS)
            shot(page, f"fantasy-{phase}")
        if phase == "trading":
            moved(page, page.locator("[data-key=p]").click)
        else:
            moved(page, page.locator(PRIMARY).click)
    assert checked == {"trading", "declaring"}
