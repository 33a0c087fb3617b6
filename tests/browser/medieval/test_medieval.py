"""Medieval Realms in the browser: by tap, by keys, by drag, and without JavaScript."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import WIDTHS, CheckPage, NewPage, Shot
from tests.browser.medieval import medieval_player as player
from tests.browser.medieval.test_medieval_stage import count_the_end
from tests.support.samples import SOAKING

MAYORS = 4
ROUNDS = 7
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
    for page in (ada, bob):
        expect(page.locator("#medieval")).to_be_visible()
    for page in (ada, bob) if player.is_asked(ada) else (bob, ada):
        expect(page.locator("#draft-submit")).to_be_visible()
        player.draft(page)
    for page in (ada, bob):
        expect(page.locator("#place-submit")).to_be_visible()
    return ada, bob


@pytest.mark.soak
def test_a_whole_game_is_played_by_tap(
    new_page: NewPage, check_page: CheckPage, shot: Shot
) -> None:
    """In a sample only the first round and the last are: between them somebody saves up."""
    page, done = new_page(), set[str]()
    for _deal in range(9):  # there are deals in which no card can be played so soon
        player.open_table(page, players="2", name1="Ada")
        while player.phase(page) != "ended":
            if not SOAKING and player.round_now(page) == 2:
                player.pass_rounds(page, until=ROUNDS)
            player.wait_until_asked(page)
            if player.phase(page) != "ended":
                done.add(player.act(page))
        if "play" in done:
            break
    assert {"draft", "place", "activate", "play", "pass"} <= done
    expect(page.locator("#final .ranking > li")).to_have_count(2)
    expect(page.locator("#headline")).to_have_text(re.compile(r"wins? with \d+ VP"))
    expect(page.locator(".lines polyline.over")).to_have_count(2)
    expect(page.locator("#over-title")).to_be_focused()
    count_the_end(page)
    check_page(page, widths=WIDTHS)
    shot(page, "medieval-end")


def play_rounds(page: Page, rounds: int, by_keys: bool = False) -> None:
    """Play until so many rounds are over, or the game is."""
    while player.phase(page) != "ended" and player.round_now(page) <= rounds:
        player.wait_until_asked(page)
        if player.phase(page) != "ended" and player.round_now(page) <= rounds:
            player.act_by_keys(page) if by_keys else player.act(page)


def play_to_the_end(page: Page, by_keys: bool = False) -> None:
    """Finish a game; in a sample all rounds are passed but the last."""
    if not SOAKING:
        player.pass_rounds(page, until=ROUNDS)
    play_rounds(page, ROUNDS, by_keys)


def test_a_game_is_played_with_keys_alone(new_page: NewPage, check_page: CheckPage) -> None:
    page = new_page(theme="dark")
    player.open_table(page, players="2", name1="Ada")
    play_rounds(page, 1, by_keys=True)
    player.wait_until_asked(page)
    check_page(page)
    play_to_the_end(page, by_keys=True)
    expect(page.locator("#final .ranking > li")).to_have_count(2)


def test_a_game_is_played_without_javascript(new_page: NewPage) -> None:
    page = new_page(javascript=False, width=390, language="es")
    player.open_table(page, players="3", name1="Ada")
    play_rounds(page, 1)
    play_to_the_end(page)
    expect(page.locator("#final .ranking > li")).to_have_count(3)


# --- Placing ---


def test_leaders_are_placed_by_taps_drags_and_keys(new_page: NewPage) -> None:
    page, _ = company(new_page)
    page.locator(".plot.science [data-put]").click()  # the next mayor
    page.locator("[data-lift=mayor]").drag_to(page.locator(".plot.raw"))
    page.locator("[data-lift=general]").drag_to(page.locator("[data-land='5'] [data-put]"))
    page.keyboard.press("m")
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    for field in ("mayors.science", "mayors.gold", "mayors.raw", "general.5"):
        expect(page.locator(f"[id='{field}']")).to_have_value("1")
    expect(page.locator("[data-left=mayor] b")).to_have_text("1")
    expect(page.locator("[data-yield=science] [data-sure]")).to_have_text("+1")
    expect(page.locator("[data-yield=religion] [data-hoped]")).to_have_text("+1")
    page.keyboard.press("Backspace")
    expect(page.locator("[id='mayors.gold']")).to_have_value("0")
    page.locator("[data-land='5'] [data-put]").drag_to(page.locator("[data-land='6'] [data-put]"))
    expect(page.locator("[id='general.6']")).to_have_value("1")
    page.locator("#place-reset").click()
    expect(page.locator("[data-left=mayor] b")).to_have_text(str(MAYORS))


def test_a_decoy_beside_a_general_is_refused_at_the_place(new_page: NewPage) -> None:
    """[MR-22]"""
    page, _ = company(new_page)
    player.put(page, "general", ".land[data-land='4']")
    player.put(page, "decoy", ".land[data-land='4']")
    expect(page.locator("#alert")).to_have_text(re.compile("Decoys cannot share a land"))
    expect(page.locator("[id='decoy.4']")).to_have_value("0")
    expect(page.locator("#placing-state")).to_have_attribute("data-state", "left")


def test_what_is_half_placed_survives_a_reload_and_another_page(new_page: NewPage) -> None:
    page, _ = company(new_page)
    address = page.url
    player.put(page, "mayor", ".plot.culture")
    player.put(page, "general", ".land[data-land='8']")
    page.reload()
    expect(page.locator("[id='mayors.culture']")).to_have_value("1")
    expect(page.locator(".land[data-land='8'] [data-piece=general]")).to_be_visible()
    page.goto("/rules/medieval")
    page.goto(address)
    expect(page.locator("[id='general.8']")).to_have_value("1")
    expect(page.locator("[data-left=general] b")).to_have_text("0")


def test_places_tell_what_they_are(new_page: NewPage) -> None:
    page, _ = company(new_page)
    page.keyboard.press("g")
    land = page.locator(".land[data-land='8'] [data-put]")
    expect(land).to_have_accessible_name("Land 8: 1 goods, 1 gold, 1 battle. Put a general here")
    land.click()
    land_again = "Land 8: 1 goods, 1 gold, 1 battle. 1 general."
    expect(land).to_have_accessible_name(re.compile(f"^{re.escape(land_again)}"))


def test_what_was_placed_stays_and_nobody_sees_the_other_placement(new_page: NewPage) -> None:
    ada, bob = company(new_page)
    player.put(ada, "mayor", ".plot.culture")
    player.place(bob)
    expect(bob.locator("#place-submit")).to_contain_text("Change")
    expect(ada.locator("#mat-1.is-ready")).to_be_visible()
    expect(ada.locator("[id='mayors.culture']")).to_have_value("1")
    expect(ada.locator(".plot.culture [data-piece=mayor]")).to_be_visible()
    assert "mayors on" not in ada.locator("body").inner_text()
    general = bob.locator(".land[data-land='1'] [data-put]")
    general.drag_to(bob.locator(".land[data-land='4'] [data-put]"))
    player.press(bob, "#place-submit")
    expect(bob.locator("[id='general.4']")).to_have_value("1")
    player.place(ada)
    expect(ada.locator("#newest")).to_contain_text("Bob: mayors on")
    ada.locator(".strip, .atlas").first.wait_for(state="attached")
    expect(ada.locator("#land-4")).to_contain_text("Bob")


def test_a_round_is_placed_as_the_last_one(new_page: NewPage) -> None:
    page = new_page()
    player.open_table(page, players="2", name1="Ada")
    expect(page.locator("#place-last")).to_have_count(0)
    play_rounds(page, 1)
    player.wait_until_asked(page)
    page.locator("#place-last").click()
    expect(page.locator("[id='general.1']")).to_have_value("1")
    # Where the other stood, which is shown on every deal; a land may have gone to nobody.
    expect(page.locator(".land .stood").first).to_be_visible()


# --- Acting ---


def test_a_card_is_chosen_looked_at_and_let_go(new_page: NewPage) -> None:
    page, bob = company(new_page)
    player.place(page)
    player.place(bob)
    expect(page.locator("#medieval")).to_have_attribute("data-phase", "acting")
    page = page if player.is_asked(page) else bob
    expect(page.locator("#moves .idle")).to_be_visible()
    page.locator("#pick-6 + .pick").click()
    expect(page.locator(".lens-6")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#pick-5")).to_be_checked()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".lens-9")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#pick-none")).to_be_checked()
    expect(page.locator(".lens-9")).to_be_hidden()


def test_an_auction_between_people_with_a_secret_maximum(
    new_page: NewPage, check_page: CheckPage
) -> None:
    while True:
        ada, bob = company(new_page)
        if not ada.locator(".stalls .seal.auction").count():  # no auction card on the panel
            continue
        player.place(ada)
        player.place(bob)
        for page in (ada, bob):
            expect(page.locator("#medieval")).to_have_attribute("data-phase", "acting")
        first, other = (ada, bob) if player.is_asked(ada) else (bob, ada)
        if first.locator(".is-bid label.pick").count():  # and one that can be paid for
            break
    first.locator(".is-bid label.pick").first.click()
    player.press(first, "#moves .opening button:visible")
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


def test_a_refused_placement_can_be_begun_anew(new_page: NewPage) -> None:
    """Without a script, the fields take any number; the rules do not. [MR-19]"""
    page = new_page(javascript=False, forgives=REFUSED)
    player.open_table(page, players="2", name1="Ada")
    player.wait_until_asked(page)
    player.draft(page)
    player.wait_until_asked(page)
    for field in ("mayors.goods", "mayors.gold"):
        page.locator(f"[id='{field}']").fill(str(MAYORS))
    page.locator("#place-submit").click()
    expect(page.locator("#problem")).to_contain_text("More leaders than you have.")
    expect(page.locator("#problem a")).to_have_attribute("href", "/rules/medieval#MR-21")
    expect(page.locator("#problem")).to_be_in_viewport()
    expect(page.locator("[id='mayors.gold']")).to_have_value(str(MAYORS))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("theme", "language"), [("light", "en"), ("dark", "es")], ids=["light-en", "dark-es"]
)
def test_five_at_a_table_is_whole_at_every_width(
    new_page: NewPage, check_page: CheckPage, theme: str, language: str
) -> None:
    page = new_page(theme=theme, language=language)
    player.open_table(page, players="5", name1="Ada")
    for state in ("draft", "place", "act"):
        player.wait_until_asked(page)
        if not SOAKING and (state == "act") != (theme == "dark"):  # each state in one look
            player.act(page)
            continue
        check_page(page, widths=WIDTHS)
        sheets = ("sheet-lands", "sheet-score", "realm-1", "realm-0") if state == "act" else ()
        for sheet in sheets:
            page.evaluate("(id) => document.getElementById(id).showPopover()", sheet)
            check_page(page)
            page.evaluate("(id) => document.getElementById(id).hidePopover()", sheet)
        player.act(page)


def test_fields_of_a_placement_lie_apart_without_javascript_on_a_phone(new_page: NewPage) -> None:
    page = new_page(javascript=False, width=390, height=844)
    player.open_table(page, players="2", name1="Ada")
    player.wait_until_asked(page)
    player.draft(page)
    player.wait_until_asked(page)
    boxes = [one.bounding_box() for one in page.locator(".numbers input").all()]
    shown = [box for box in boxes if box]
    assert len(shown) == len(boxes) > MAYORS
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in shown)
    for one, two in combinations(shown, 2):
        apart = abs(one["x"] - two["x"]) >= min(one["width"], two["width"])
        assert apart or abs(one["y"] - two["y"]) >= min(one["height"], two["height"])


ON_TOP = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""

LISTEN = """() => {
  const place = document.getElementById("alert");
  new MutationObserver(() => {
    if (!place.textContent) return;
    const { top, bottom } = place.getBoundingClientRect();
    [window.answerText, window.isInSight] = [place.textContent, top >= 0 && bottom <= innerHeight];
  }).observe(place, { childList: true, subtree: true, characterData: true });
}"""
"""Keeps what was shown last, which goes by itself after a while."""


def test_an_undo_is_asked_and_declined_in_sight_of_a_phone(new_page: NewPage) -> None:
    pages = company(new_page)
    for page in pages:
        expect(page.locator("#undo")).to_be_visible()
    asker = next(page for page in pages if "Ask" in page.locator("#undo").inner_text())
    other = next(page for page in pages if page is not asker)
    for page in pages:
        page.set_viewport_size({"width": 390, "height": 844})
    asker.evaluate(LISTEN)
    asker.locator("#undo").click()
    decline = other.locator("#undo-request").get_by_role("button", name="Decline")
    expect(decline).to_be_in_viewport()
    assert decline.evaluate(ON_TOP)
    decline.click()
    asker.wait_for_function("() => window.answerText?.includes('declines')")
    assert asker.evaluate("window.isInSight")
    expect(asker.locator("#undo-request")).to_have_count(0)
