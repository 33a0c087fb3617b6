"""Learning by playing, in a real browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from realms.web.pages.learn.lessons import lesson, taught_games
from tests.browser.conftest import WIDTHS, CheckPage, NewPage, each_in_a_look
from tests.support.samples import SOAKING, amount

PRESS = """(answer) => {
  const same = (text) => {
    try {
      const data = JSON.parse(text);
      return Object.keys({...data, ...answer}).every((key) => data[key] === answer[key]);
    } catch { return false; }
  };
  const all = [...document.querySelectorAll("button[name=move]")].filter((one) => same(one.value));
  const plain = all.find((one) => one.checkVisibility()) ?? all[0];
  const choose = (button) => {  // the card that a button is for, where it is for one
    const of = button.dataset.for ?? button.form.className.match(/\\bgo-(\\w+)/)?.[1];
    const pick = of && document.getElementById(`pick-${of}`);
    if (pick) pick.checked = true;
  };
  if (plain) choose(plain);
  if (plain) return plain.id || (plain.id = "the-answer");
  const set = (name, value) => {
    const field = document.querySelector(`[name="${name}"]`);
    if (field.type === "checkbox") field.checked = true; else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  let does = answer.type;
  if (answer.type === "draft") for (const one of answer.tokens) set(`token.${one}`, "1");
  if (answer.type === "place") {
    for (const [square, number] of Object.entries(answer.mayors)) set(`mayors.${square}`, number);
    for (const land of answer.generals) set(`general.${land}`, "1");
    for (const land of answer.admirals) set(`admiral.${land}`, "1");
  }
  if (answer.type === "activate") {
    does = `open ${answer.square}`;
    const form = document.querySelector(`button[name=do][value="${does}"]`).form;
    form.querySelector("[name=bid]").value = answer.bid;
  }
  if (answer.type === "bid") set("bid", answer.amount);
  const button = document.querySelector(`button[name=do][value="${does}"]`);
  choose(button);
  return button.id || (button.id = "the-answer");
}"""


def press(page: Page, answer: dict[str, Any]) -> None:
    """Make a move with what the board offers."""
    page.locator(f"#{page.evaluate(PRESS, answer)}").click()


@pytest.mark.parametrize("game", taught_games())
def test_a_lesson_from_the_first_stop_to_the_last(new_page: NewPage, game: str) -> None:
    taught = lesson(game)
    page = new_page()
    page.goto("/learn")
    page.locator(f"a[href='/learn/{game}']").last.click()
    for step, stop in enumerate(taught.stops, 1):
        expect(page.locator("#lesson-title")).to_have_text(stop.en.title)
        if step == len(taught.stops):
            break
        if stop.en.ask:
            expect(page.locator("#lesson-ask")).to_contain_text(stop.en.ask)
            press(page, taught.answer(step))
        else:
            page.locator("#lesson-on").click()
        page.wait_for_url(re.compile(rf"step={step + 1}$"))
    page.go_back()
    expect(page.locator("#lesson-step")).to_contain_text(f"Step {len(taught.stops) - 1} of")
    page.go_forward()
    page.get_by_role("button", name="Play your first game").click()
    page.wait_for_url(re.compile("/tables/"))


def test_who_goes_on_before_the_script_is_there_stays_where_they_went(new_page: NewPage) -> None:
    page = new_page()
    held: list[Route] = []
    page.route("**/learn.js", lambda route, _request: held.append(route))
    page.goto("/learn/fantasy", wait_until="commit")
    page.wait_for_function("() => Boolean(window.htmx)")
    page.locator("#lesson-on").click()
    expect(page.locator("#lesson-step")).to_contain_text("Step 2 of")
    assert held, "the script came before it was asked for"
    held[0].continue_()
    page.wait_for_url(re.compile(r"step=2$"))
    expect(page.locator("#lesson-step")).to_contain_text("Step 2 of")


def test_another_move_gets_a_kind_word(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/fantasy?step=4")
    press(page, {"type": "discard", "card": "elven_longbow"})
    expect(page.locator("#lesson-hint")).to_contain_text("Not bad")
    expect(page.locator("#lesson-hint")).to_be_in_viewport()
    press(page, {"type": "discard", "card": "warship"})
    expect(page.locator("#lesson-title")).to_have_text("What others leave")
    expect(page.locator("#lesson-hint")).to_have_text("")


@pytest.mark.parametrize("game", taught_games())
def test_without_javascript(new_page: NewPage, game: str) -> None:
    taught = lesson(game)
    page = new_page(javascript=False, language="es")
    page.goto(f"/learn/{game}")
    for step, stop in enumerate(taught.stops, 1):
        assert page.locator("#lesson-title").inner_text() == stop.es.title
        if step == len(taught.stops):
            break
        if stop.es.ask:
            press(page, taught.answer(step))
        else:
            page.locator("#lesson-on").click()


@pytest.mark.soak
@pytest.mark.parametrize(("theme", "language", "game"), each_in_a_look(taught_games()))
def test_looks_right_everywhere(
    new_page: NewPage, check_page: CheckPage, shot: Any, game: str, theme: str, language: str
) -> None:
    page = new_page(theme=theme, language=language)
    page.goto("/learn")
    check_page(page, widths=WIDTHS)
    first = 1 if SOAKING or theme == "light" else 3
    for step in range(first, len(lesson(game).stops) + 1, amount(4, 2)):
        page.goto(f"/learn/{game}?step={step}")
        check_page(page, widths=WIDTHS)
        shot(page, f"learn-{game}-{step}-{theme}-{language}")
