"""The table of Fantasy Realms in a real browser: whole games by click, key, drag and without
JavaScript; trades between people; and what others may not see."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import PATIENCE, WIDTHS, CheckPage, NewPage, Shot

ASKED_OR_OVER = "[data-asked=yes], .result"
SEQ = "() => document.querySelector('[data-seq]').dataset.seq"
CHANGED = "seq => document.querySelector('[data-seq]').dataset.seq !== seq"
MOST_MOVES = 120


class Opened:
    """A table that people sit at, with the secret of each."""

    def __init__(self, site: str, options: dict[str, Any], people: list[str], bot: str) -> None:
        self.client = httpx.Client(base_url=site, timeout=30)
        free: list[str | None] = [None] * len(people)
        bots = [*free, *[bot] * (options["players"] - len(people))]
        told = {"game": "fantasy", "options": options, "name": people[0], "bots": bots}
        if options.get("clock"):
            told["clock"] = {"kind": "bank", "seconds": 600}
        opened = self.client.post("/api/tables", json=told).raise_for_status().json()
        self.id, self.secrets = opened["id"], [opened["secret"]]
        for name in people[1:]:
            sat = self.client.post(f"/api/tables/{self.id}/seats", json={"name": name})
            self.secrets.append(sat.raise_for_status().json()["secret"])
        self.asked("post", "start")

    def asked(self, method: str, path: str, seat: int = 0) -> Any:
        """Something that the program of a seat asks for."""
        headers = {"authorization": f"Bearer {self.secrets[seat]}"}
        url = f"/api/tables/{self.id}/{path}".rstrip("/")
        return self.client.request(method, url, headers=headers).raise_for_status().json()

    def show(self, page: Page, seat: int = 0) -> None:
        """Let the browser of a person show the table."""
        base = str(self.client.base_url)
        page.context.add_cookies(
            [{"name": "realms-player", "value": self.secrets[seat], "url": base}]
        )
        page.goto(f"/tables/{self.id}")

    def close(self) -> None:
        """Nothing more is asked."""
        self.client.close()


@pytest.fixture
def open_table(site: str) -> Any:
    """Opens tables."""
    tables: list[Opened] = []

    def build(people: list[str] | None = None, bot: str = "greedy", **options: Any) -> Opened:
        tables.append(Opened(site, {"players": 4} | options, people or ["Ada"], bot))
        return tables[-1]

    yield build
    for table in tables:
        table.close()


def moved(page: Page, act: Any) -> None:
    """Do something, and wait until the table has changed."""
    seq = page.evaluate(SEQ)
    act()
    page.wait_for_function(CHANGED, arg=seq)


def drag(page: Page, card: Locator, target: str) -> None:
    """Drag a card somewhere, again where the page was drawn anew under the hand."""
    seq = page.evaluate(SEQ)
    for _attempt in range(5):
        card.drag_to(page.locator(target))
        with suppress(PlaywrightTimeout):
            page.wait_for_function(CHANGED, arg=seq, timeout=15_000)
            return
    raise AssertionError(target)


def is_over(page: Page) -> bool:
    """Wait for one's turn, or the end."""
    page.wait_for_selector(ASKED_OR_OVER)
    return page.locator(".result").count() > 0


def look_until_asked(page: Page) -> None:
    """Load a page without JavaScript again until it is one's turn, or the end."""
    for _ in range(PATIENCE // 100):
        if page.locator(ASKED_OR_OVER).count():
            return
        page.wait_for_timeout(100)
        page.reload()
    raise AssertionError("never asked")


def test_a_whole_game_by_click(
    new_page: NewPage, check_page: CheckPage, shot: Shot, open_table: Any
) -> None:
    page = new_page()
    open_table().show(page)
    checked = set()
    for number in range(MOST_MOVES):
        if is_over(page):
            break
        is_discarding = page.locator(".fantasy-board.phase-discarding").count()
        phase = "discarding" if is_discarding else "taking"
        if phase not in checked and number > 3:
            checked.add(phase)
            page.locator("#hand-sheet > summary").click()
            check_page(page, widths=WIDTHS)
            shot(page, f"fantasy-{phase}")
        if page.locator("#draw").count():
            moved(page, page.locator("#draw").click)
        else:
            best = page.locator("li.best button[name=move]")
            moved(page, best.first.click)
    assert is_over(page)
    assert checked == {"discarding", "taking"}
    expect(page.locator(".final-hand")).to_have_count(4)
    page.locator("#sheet-0 > summary").click()
    check_page(page, widths=WIDTHS)
    shot(page, "fantasy-end")


def test_a_whole_duel_by_key(
    new_page: NewPage, check_page: CheckPage, shot: Shot, open_table: Any
) -> None:
    page = new_page(language="es", theme="dark")
    open_table(players=2, variant="duel").show(page)
    checked = False
    for _ in range(MOST_MOVES):
        if is_over(page):
            break
        if page.locator("#draw").count():
            moved(page, lambda: page.keyboard.press("d"))
        elif page.locator(".drawn").count():
            if not checked:
                checked = True
                check_page(page, widths=WIDTHS)
                shot(page, "fantasy-duel")
            page.keyboard.press("ArrowRight")
            expect(page.locator(".drawn button:focus")).to_have_count(1)
            moved(page, lambda: page.keyboard.press("Enter"))
        else:
            moved(page, lambda: page.keyboard.press("1"))
    assert checked
    assert is_over(page)
    check_page(page)


def test_cards_are_dragged(new_page: NewPage, open_table: Any) -> None:
    page = new_page()
    table = open_table()
    table.show(page)
    assert not is_over(page)
    drag(page, page.locator(".pile"), "#hand-title")
    expect(page.locator(".hand .card")).to_have_count(8)
    card = page.locator(".hand li[data-drag]").first
    named = card.get_attribute("id") or ""
    drag(page, card, "#area-title")
    expect(page.locator(f"#{named}")).to_have_count(0)


def test_chaos_without_javascript(
    new_page: NewPage, check_page: CheckPage, shot: Shot, open_table: Any
) -> None:
    page = new_page(javascript=False, width=390, forgives=("409",))
    table = open_table(bot="random", variant="chaos", rounds=4, declare=True)
    table.show(page)
    offered = declared = False
    for _ in range(MOST_MOVES):
        look_until_asked(page)
        if page.locator(".result").count():
            break
        if page.locator(".trading").count() and not offered:
            offered = True
            page.locator(".chosen-card").nth(2).click()
            page.locator("#offer-wish").select_option("beast")
            page.locator("#offer-to").select_option("all")
            shot(page, "fantasy-chaos")
            page.locator(".offer-form button").click()
        elif page.locator("[data-key=p]").count():
            page.locator("[data-key=p]").click()
        else:
            declared = True
            page.locator(".declaring button").first.click()
    assert offered
    assert declared
    expect(page.locator(".final-hand")).to_have_count(4)


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
    moved(ada, ada.locator(".offer-form button").click)
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


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_phone_shows_it_all(
    new_page: NewPage, check_page: CheckPage, shot: Shot, open_table: Any, language: str
) -> None:
    page = new_page(width=390, touch=True, language=language, theme="dark")
    open_table().show(page)
    for _ in range(3):
        assert not is_over(page)
        moved(page, page.locator(".fantasy-board button[name=move]").first.click)
    assert not is_over(page)
    check_page(page, widths=(320, 390))
    shot(page, f"fantasy-phone-{language}")


def test_a_known_card_is_shown_whole(new_page: NewPage, open_table: Any) -> None:
    page = new_page()
    open_table().show(page)
    while not page.locator(".player .card-chip").count():
        assert not is_over(page)
        moved(page, page.locator(".fantasy-board button[name=move]").first.click)
        assert not is_over(page)
    page.locator(".player .card-chip").first.click()
    expect(page.locator(".card-told:popover-open .card-text")).to_be_visible()


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
