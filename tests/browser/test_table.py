"""A table in the browser, whatever is played at it: the room, the link, undo, talk, hints,
a device that is passed around, another device, and a server that dies."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import CheckPage, NewPage, Shot
from tests.browser.fantasy_table import PATIENCE
from tests.web.live_server import served

DUEL = {"variant": "duel", "players": 2}
MOVES = "form.act[action$='/moves'] button[name=move]:enabled:visible"
"""What can be pressed to move, as it is seen."""


def opened(page: Page, options: dict[str, object], bots: list[str | None] | None = None) -> str:
    """Open a table from this browser and sit down; its address."""
    body = {"game": "fantasy", "options": options, "name": "Ada", "bots": bots or []}
    answer = page.request.post("/api/tables", data=body)  # which sets the player's cookie
    assert answer.ok, answer.text()
    address = f"/tables/{answer.json()['id']}"
    page.goto(address)
    return address


def sit(page: Page, address: str, name: str) -> None:
    """Come by the link, and take the first seat that is free."""
    page.goto(address)
    page.get_by_label("Your name").first.fill(name)
    page.get_by_role("button", name="Sit here").first.click()
    expect(page.locator(".seat .badge").first).to_be_visible()


def play_once(page: Page) -> None:
    """Make a move: draw, or discard the first card."""
    before = page.locator("[data-seq]").first.get_attribute("data-seq")
    page.locator(MOVES).first.click()
    expect(page.locator("[data-seq]").first).not_to_have_attribute("data-seq", before or "")


def open_drawer(page: Page) -> None:
    """Bring out the log, the talk and what else there is about the table."""
    page.locator("#open-drawer").click()
    expect(page.locator("#aside")).to_be_visible()


def asked(pages: list[Page]) -> Page:
    """The page of whoever is asked now."""
    for _ in range(PATIENCE // 50):
        for page in pages:
            if page.locator("[data-asked=yes]").count():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody is asked")


@pytest.fixture
def two(new_page: NewPage) -> tuple[Page, Page]:
    """Two people at a duel, each in a browser of their own."""
    ada, bob = new_page(), new_page()
    address = opened(ada, DUEL)
    sit(bob, address, "Bob")
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, bob):
        expect(page.locator("#story")).to_contain_text("The game begins")
    return ada, bob


def test_a_room_fills_by_link_and_with_bots(
    new_page: NewPage, check_page: CheckPage, shot: Shot
) -> None:
    ada, bob = new_page(), new_page(width=390)
    address = opened(ada, {"players": 3})
    expect(ada.locator("#headline")).to_have_text("Fantasy Realms: waiting for players")
    expect(ada.locator("#invite-link")).to_have_value(re.compile(rf"http://.*{address}$"))
    expect(ada.locator("svg.qr")).to_have_count(0)  # a link that works on this computer only
    expect(ada.get_by_role("button", name="Start the game")).to_be_disabled()
    check_page(ada, widths=(320, 768, 1920))
    shot(ada, "room")
    sit(bob, address, "Bob")
    expect(ada.locator("#seats")).to_contain_text("Bob")
    check_page(bob)
    ada.get_by_role("button", name="Add a bot").click()
    expect(ada.locator("#headline")).to_have_text("Fantasy Realms: ready to start")
    bob.get_by_role("button", name="Start the game").click()
    for page in (ada, bob):
        expect(page.locator("#story")).to_contain_text("The game begins")


def test_a_name_that_looks_like_anothers_costs_one_sentence(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page(forgives=("422",))
    address = opened(ada, DUEL)
    bob.goto(address)
    bob.get_by_label("Your name").first.fill("\u0410da")
    bob.get_by_role("button", name="Sit here").first.click()
    expect(bob.locator("#problem")).to_contain_text("looks too much like Ada")
    expect(bob.get_by_label("Your name").first).to_have_value("\u0410da")
    bob.goto(bob.url)  # the address that the form was sent to
    expect(bob.get_by_label("Your name").first).to_be_visible()
    bob.get_by_label("Your name").first.fill("Ada")
    bob.get_by_role("button", name="Sit here").first.click()
    expect(bob.locator("#seats")).to_contain_text("Ada 2")


def test_each_sees_what_the_other_does_and_nothing_else(two: tuple[Page, Page]) -> None:
    ada, bob = two
    bodies: list[str] = []
    bob.on("response", lambda answer: bodies.append(answer.url))
    for _ in range(8):
        mover = asked([ada, bob])
        play_once(mover)
    lines = [page.locator("#story li").count() for page in (ada, bob)]
    assert lines[0] == lines[1]
    for page, other in ((ada, bob), (bob, ada)):
        mine = _hand(page)
        shown = set(re.findall(r'data-flip="card-([\w-]+)"', other.content()))
        hidden = mine - shown
        assert mine, "a hand has cards"
        assert hidden, "and the other does not see all of them"


def _hand(page: Page) -> set[str]:
    """The cards of the hand that a page shows."""
    found = page.locator("li[id^=hand-]")
    ids = {str(found.nth(n).get_attribute("id")) for n in range(found.count())}
    return {one.removeprefix("hand-") for one in ids}


def test_an_undo_is_free_or_asked_for(two: tuple[Page, Page], check_page: CheckPage) -> None:
    ada, bob = two
    mover = asked([ada, bob])
    other = bob if mover is ada else ada
    while mover.locator("[data-asked=yes]").count():  # until the turn has passed
        play_once(mover)
    lines = other.locator("#story li").count()
    undo = mover.locator("#undo")
    expect(undo).to_be_visible()
    if undo.inner_text() == "Undo":
        undo.click()
        expect(other.locator("#story")).to_contain_text("undoes a move")
        assert other.locator("#story li").count() <= lines + 1
    while not other.locator("[data-asked=yes]").count():
        play_once(mover)
    play_once(other)
    other.set_viewport_size({"width": 390, "height": 844})
    other.evaluate("scrollTo(0, document.body.scrollHeight)")
    mover.locator("#undo").click()
    expect(other.locator("#undo-request")).to_contain_text("wants to undo")
    expect(other.locator("#undo-request")).to_be_in_viewport()
    check_page(other)
    other.get_by_role("button", name="Agree").click()
    expect(mover.locator("#undo-request")).to_have_count(0)
    expect(mover.locator("#story")).to_contain_text("undoes")


def test_talk_is_heard_and_is_only_text(two: tuple[Page, Page]) -> None:
    ada, bob = two
    open_drawer(ada)
    ada.get_by_label("Message").fill("<b>Good</b> luck & fun!")
    ada.get_by_label("Message").press("Enter")
    expect(bob.locator("#lines")).to_contain_text("<b>Good</b> luck & fun!")
    expect(ada.get_by_label("Message")).to_have_value("")
    assert bob.locator("#lines b").count() == 1, "but for the name, nothing is bold"


def test_typing_and_focus_outlive_what_others_do(two: tuple[Page, Page]) -> None:
    ada, bob = two
    mover = asked([ada, bob])
    other = bob if mover is ada else ada
    open_drawer(other)
    other.get_by_label("Message").fill("I was just about to")
    other.get_by_label("Message").focus()
    play_once(mover)
    expect(other.locator("#story")).to_contain_text("draws")
    expect(other.get_by_label("Message")).to_have_value("I was just about to")
    expect(other.get_by_label("Message")).to_be_focused()


def test_a_hint_says_what_a_bot_would_do(new_page: NewPage, check_page: CheckPage) -> None:
    page = new_page()
    opened(page, {"players": 3}, [None, "random", "random"])
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("[data-asked=yes]")
    page.keyboard.press("h")
    expect(page.locator("#hint")).to_contain_text("our best bot")
    check_page(page)
    before = page.locator("#asking").get_attribute("data-seq") or ""
    page.locator("#hint-do").click()
    expect(page.locator("#asking")).not_to_have_attribute("data-seq", before)
    expect(page.locator("#hint")).to_be_empty()


def test_who_comes_by_gives_a_name_once_and_finds_no_holes(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page(width=390)
    address = opened(ada, {"players": 4})
    bob.goto(address)
    expect(bob.get_by_label("Your name")).to_have_count(1)
    for page in (ada, bob):
        box = page.locator("#headline").bounding_box()
        assert box is not None
        assert box["height"] < 80, "a sentence, not a hole"
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_label("Your name").press("Enter")
    expect(ada.locator("#seats")).to_contain_text("Bob")


def test_what_others_did_is_told_and_what_is_asked_comes_into_view(new_page: NewPage) -> None:
    page = new_page(width=390, height=700, touch=True)
    opened(page, {"players": 3}, [None, "random", "random"])
    page.get_by_role("button", name="Start the game").click()
    for _ in range(2):
        page.wait_for_selector("#draw")
        page.locator("#draw").click()
        expect(page.locator("#headline")).to_contain_text("Discard")
        expect(page.locator(".moves .primary:visible")).to_be_in_viewport()
        page.locator(".moves .primary:visible").press("Enter")  # a quick tap would be half of two
        page.wait_for_selector("#draw")
        expect(page.locator("#asking")).to_have_attribute("data-asked", "yes")
        expect(page.locator("#news")).to_be_in_viewport()
        expect(page.locator("#draw")).to_be_in_viewport()
        expect(page.locator("#newest")).to_contain_text("dropped")
        expect(page.locator("#newest")).not_to_contain_text("Ada")


def test_who_leaves_is_played_for_and_comes_back(two: tuple[Page, Page]) -> None:
    ada, bob = two
    open_drawer(bob)
    bob.locator("#about-table summary").click()
    bob.locator("#leave").click()
    expect(ada.locator("#story")).to_contain_text("Bob leaves. A bot takes over.")
    bob.goto(ada.url)
    bob.get_by_role("button", name="Take over again").click()
    expect(ada.locator("#story")).to_contain_text("Bob is back.")


def test_a_device_is_passed_around(
    new_page: NewPage, check_page: CheckPage, shot: Shot, site: str
) -> None:
    page = new_page()
    address = opened(page, DUEL)
    secret = _secret(page.context, site)
    bearer = {"authorization": f"Bearer {secret}"}
    sat = page.request.post(f"/api{address}/seats", data={"name": "Bob"}, headers=bearer)
    assert sat.json()["secret"] == secret, "one secret for both seats"
    page.reload()
    page.get_by_role("button", name="Start the game").click()
    seen: set[str] = set()
    hands: dict[str, set[str]] = {}
    for _ in range(8):
        expect(page.locator("#curtain-title")).to_contain_text("Pass the device to")
        check_page(page)
        shot(page, "curtain")
        assert "data-flip" not in page.content(), "nothing of any hand"
        name = page.locator("#curtain-title").inner_text().removeprefix("Pass the device to ")
        seen.add(name)
        page.locator("#curtain-go").click()
        page.wait_for_selector("[data-asked=yes]")
        hands[name] = _hand(page)
        for other in hands.keys() - {name}:
            hidden = hands[other] - set(re.findall(r'data-flip="card-([\w-]+)"', page.content()))
            assert hidden or not hands[other]
        while page.locator("[data-asked=yes]").count():
            before = page.locator("[data-seq]").first.get_attribute("data-seq")
            page.locator(MOVES).first.click()
            page.wait_for_function(
                "before => document.querySelector('#curtain-title')"
                " || document.querySelector('[data-seq]')?.dataset.seq !== before",
                arg=before,
            )
    assert seen == {"Ada", "Bob"}


def _secret(context: BrowserContext, site: str) -> str:
    kept = {cookie.get("name"): cookie.get("value") for cookie in context.cookies(site)}
    return str(kept["realms-player"])


def test_a_player_goes_on_with_another_device(
    new_page: NewPage, check_page: CheckPage, site: str
) -> None:
    laptop, phone = new_page(), new_page(width=390)
    address = opened(laptop, DUEL)
    laptop.goto("/device")
    check_page(laptop)
    phone.goto(laptop.locator("#device-link").input_value())
    phone.get_by_role("button", name="That's me").click()
    phone.wait_for_url(f"{site}/")
    assert _secret(phone.context, site) == _secret(laptop.context, site)
    assert "#" not in phone.url
    phone.goto(address)
    expect(phone.locator(".seat .badge").first).to_have_text("you")


def test_a_game_is_played_again_by_the_same_people(new_page: NewPage) -> None:
    page = new_page()
    address = opened(page, DUEL, [None, "random"])
    page.get_by_role("button", name="Start the game").click()
    for _ in range(200):
        page.wait_for_selector("[data-asked=yes], #over")
        if page.locator("#over").count():
            break
        play_once(page)
    expect(page.locator("#over")).to_contain_text("win")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: address not in url)
    expect(page.locator("#story")).to_contain_text("The game begins")


def test_only_who_sits_there_sees_a_table_that_is_not_watched(
    new_page: NewPage, check_page: CheckPage
) -> None:
    ada, stranger = new_page(), new_page(forgives=("403",))
    body = {"game": "fantasy", "options": DUEL, "name": "Ada", "bots": [None, "random"]}
    table = ada.request.post("/api/tables", data={**body, "watched": False}).json()["id"]
    ada.goto(f"/tables/{table}")
    ada.get_by_role("button", name="Start the game").click()
    expect(ada.locator("#story")).to_contain_text("The game begins")
    answer = stranger.goto(f"/tables/{table}")
    assert answer is not None
    assert answer.status == 403
    check_page(stranger)


def test_a_page_finds_its_table_again_when_the_server_was_killed(
    new_page: NewPage, tmp_path: Path, deals: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'killed.sqlite'}"
    with served(database, tmp_path / "one", "--unlimited", deals=deals) as first:
        port = first.url.rpartition(":")[2]
        page = new_page(base=first.url, forgives=(".*",))
        opened(page, {"players": 3}, [None, "random", "random"])
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_selector("[data-asked=yes]")
        play_once(page)
        lines = page.locator("#story li").count()
        first.stop(signal.SIGKILL)
    with served(database, tmp_path / "two", "--unlimited", "--port", port):
        page.wait_for_selector("[data-asked=yes]")
        play_once(page)
        expect(page.locator("#story li").nth(lines + 2)).to_be_attached()  # what the bots do
