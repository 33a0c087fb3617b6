"""Stages of Medieval Realms: the board behind them, walls that fall, an end that is counted."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.medieval import medieval_player as player

PATIENT = """() => {
  const real = window.setTimeout;
  window.setTimeout = (done, time, ...more) =>
    real(done, time > 1500 && time < 5000 ? 1e8 : time, ...more);
}"""
"""What is shown for some seconds stays until somebody ends it."""
AGAIN = """() => {
  const board = document.getElementById("medieval"), table = document.getElementById("table");
  board.dataset.phase = "acting";
  document.dispatchEvent(new CustomEvent("htmx:before:swap", { detail: { ctx: {} } }));
  board.dataset.phase = "ended";
  table.dispatchEvent(new CustomEvent("realms:shown", { detail: { holds: [] } }));
}"""
"""Shows the end as if it had just come."""
TOTALS = """() => [...document.querySelectorAll(".stack-total")]
  .map((one) => Number(one.textContent))"""


def begin(page: Page, players: str = "2") -> None:
    """Open a table with bots, and wait for the draft."""
    player.open_table(page, players=players, name1="Ada")
    player.wait_until_asked(page)


def test_the_board_behind_a_stage_is_out_of_reach_until_one_looks(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    stage, parts = page.locator("#draft"), page.locator("#parts")
    expect(stage).to_be_visible()
    assert parts.evaluate("(one) => one.inert")
    page.keyboard.press("b")
    expect(stage).to_be_hidden()
    assert not parts.evaluate("(one) => one.inert")
    page.locator("#pick-6 + .pick").click()
    expect(page.locator(".lens-6")).to_be_visible()
    page.locator(".peek label").click()
    expect(stage).to_be_focused()
    expect(page.locator("#pick-none")).to_be_checked()
    assert parts.evaluate("(one) => one.inert")
    player.draft(page)
    player.wait_until_asked(page)
    assert not parts.evaluate("(one) => one.inert")


def test_one_looks_at_the_board_without_a_script(new_page: NewPage) -> None:
    page = new_page(javascript=False, width=390, height=844)
    begin(page)
    page.locator(".peek label").click()
    expect(page.locator("#draft")).to_be_hidden()
    page.locator(".peek label").click()
    expect(page.locator("#draft-submit")).to_be_visible()


def test_leaders_land_seat_by_seat_until_a_key_ends_it(new_page: NewPage) -> None:
    page = new_page(motion=True)
    begin(page)
    page.evaluate(PATIENT)
    player.draft(page)
    player.wait_until_asked(page)
    player.place(page)
    sheet = page.locator("#sheet-lands")
    expect(sheet).to_be_visible()
    expect(page.locator("#sheet-lands .men .ghost").first).to_be_attached()
    page.keyboard.press("s")
    expect(sheet).to_be_hidden()
    player.wait_until_asked(page)
    expect(page.locator("#moves")).to_be_in_viewport()


def test_a_reveal_is_not_shown_to_who_wants_no_motion(new_page: NewPage) -> None:
    page = new_page(width=390, height=520)  # so low that the page scrolls
    page.add_init_script("""document.addEventListener("toggle", (event) => {
      if (event.target.id === "sheet-lands") window.wasShown = true;
    }, true);""")
    begin(page)
    player.draft(page)
    for what in ("place", "first", "second"):
        player.wait_until_asked(page)
        if player.phase(page) == "ended":
            break
        assert what == "place" or not page.locator("#place-submit").count()
        player.act(page)
        player.wait_until_asked(page)
        question = page.locator("[data-question]").first
        expect(question).to_be_in_viewport()
    assert not page.evaluate("window.wasShown ?? false")


def count_the_end(page: Page) -> None:
    """At the end of a game: points are counted from nothing, and any key ends it."""
    page.emulate_media(reduced_motion="no-preference")
    totals = page.evaluate(TOTALS)
    page.evaluate(PATIENT)
    page.evaluate(AGAIN)
    assert sum(page.evaluate(TOTALS)) < sum(totals)
    page.keyboard.press("Tab")
    page.wait_for_function(f"(all) => ({TOTALS})().join() === all", arg=",".join(map(str, totals)))
    page.emulate_media(reduced_motion="reduce")
