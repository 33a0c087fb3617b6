"""Somebody who plays Medieval Realms in a browser: by click, or by keys alone."""

from __future__ import annotations

import re
from itertools import combinations

from playwright.sync_api import Page, expect

RESOURCES = ("goods", "science", "culture", "religion", "gold", "raw", "battle")
SEQ = "#asking"


def open_table(page: Page, **fields: str) -> str:
    """Open a table as the form of the new page does, and go there; its address."""
    answer = page.request.post("/new/medieval", form={**fields}, max_redirects=0)
    assert answer.status == 303, answer.text()
    address = answer.headers["location"]
    page.goto(address)
    expect(page.locator("#headline")).to_be_visible()
    return address


def phase(page: Page) -> str:
    """Where the game is."""
    return page.locator("#medieval").get_attribute("data-phase") or ""


def is_asked(page: Page) -> bool:
    """Whether something is asked of these eyes."""
    return page.locator(SEQ).get_attribute("data-asked") == "yes"


def wait_until_asked(page: Page) -> None:
    """Wait for one's turn, or for the end; without JavaScript by looking again."""
    if page.evaluate("typeof htmx") == "undefined":
        for _ in range(2000):
            if is_asked(page) or phase(page) == "ended":
                return
            page.wait_for_timeout(100)
            page.reload()
        raise AssertionError("never asked")
    page.wait_for_function(
        "() => document.querySelector('#asking')?.dataset.asked === 'yes'"
        " || document.querySelector('#medieval')?.dataset.phase === 'ended'"
    )


def seq(page: Page) -> int:
    """Where the table is."""
    return int(page.locator(SEQ).get_attribute("data-seq") or 0)


def moved(page: Page, before: int) -> None:
    """Wait until the table has moved on."""
    expect(page.locator(SEQ)).not_to_have_attribute("data-seq", str(before))


def press(page: Page, selector: str) -> None:
    """Click what makes a move, and wait until it is made."""
    before = seq(page)
    page.locator(selector).first.click()
    moved(page, before)


def draft(page: Page) -> None:
    """Take the first two tokens that nobody has taken together."""
    pairs = page.locator("[data-pair]")
    taken = [pairs.nth(n).get_attribute("data-pair") for n in range(pairs.count())]
    pair = next(pair for pair in combinations(RESOURCES, 2) if " ".join(pair) not in taken)
    for resource in pair:
        page.locator(f"[id='token.{resource}']").check()
    press(page, "#draft-submit")


def leaders(page: Page) -> dict[str, int]:
    """The leaders that one has to place."""
    pieces = page.locator("[data-piece]")
    return {
        str(pieces.nth(n).get_attribute("data-piece")): int(
            pieces.nth(n).get_attribute("data-number") or 0
        )
        for n in range(pieces.count())
    }


def place(page: Page) -> None:
    """Place leaders: mayors here and there, the others on the first lands."""
    owned = leaders(page)
    for number in range(owned["mayor"]):
        field = page.locator(f"[id='mayors.{RESOURCES[number % 6]}']")
        field.fill(str(int(field.input_value()) + 1))
    for sort, land in (("general", 1), ("admiral", 2), ("decoy", 3)):
        if owned.get(sort):
            page.locator(f"[id='{sort}.{land}']").fill(str(owned[sort]))
    press(page, "#place-submit")


def act(page: Page) -> str:
    """Do something that is asked; what it was."""
    if page.locator("#draft-submit").count():
        draft(page)
        return "draft"
    if page.locator("#place-submit").count():
        place(page)
        return "place"
    for what, selector in (
        ("bid", "#quick-1"),
        ("leave", "#leave-auction"),
        ("choose", "[id^=choose-]"),
        ("play", "#hand .button"),
        ("activate", "#squares .button.primary"),
        ("pass", "#pass"),
    ):
        if page.locator(selector).count():
            if what == "play":
                show(page, "mine")
            elif what == "activate":
                show(page, "panel")
            press(page, selector)
            return what
    raise AssertionError(page.locator("#headline").inner_text())


def show(page: Page, part: str) -> None:
    """Look at a part of the table, where there are tabs."""
    tab = page.locator(f"#tab-{part}")
    if tab.is_visible():
        tab.check(force=True)


def round_now(page: Page) -> int:
    """The round that is played."""
    found = re.search(r"\d+", page.locator("#status .round b").inner_text())
    assert found
    return int(found[0])
