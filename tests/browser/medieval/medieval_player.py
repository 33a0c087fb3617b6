"""Somebody who plays Medieval Realms in a browser: by tap, by keys alone, or without a script."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any
from urllib.parse import urlsplit

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


def has_script(page: Page) -> bool:
    """Whether the page runs scripts."""
    return bool(page.evaluate("typeof htmx !== 'undefined'"))


def wait_until_asked(page: Page) -> None:
    """Wait for one's turn, or for the end; without JavaScript by looking again."""
    if not has_script(page):
        for _ in range(2000):
            page.wait_for_load_state()  # what is not there yet is not what is not asked
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


def round_now(page: Page) -> int:
    """The round that is played."""
    return int(page.locator("#medieval").get_attribute("data-round") or 0)


# --- What is asked ---


def pair_to_draft(page: Page) -> tuple[str, str]:
    """The first two tokens that nobody has taken together."""
    pairs = page.locator("[data-pair]")
    taken = [pairs.nth(n).get_attribute("data-pair") for n in range(pairs.count())]
    return next(pair for pair in combinations(RESOURCES, 2) if " ".join(pair) not in taken)


def draft(page: Page) -> None:
    """Take the first two tokens that nobody has taken together."""
    for resource in pair_to_draft(page):
        page.locator(f"[id='token.{resource}']").check()
    press(page, "#draft-submit")


def leaders(page: Page) -> dict[str, int]:
    """The leaders that one has to place."""
    found: dict[str, int] = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('[data-box]')]"
        ".map((box) => [box.dataset.box, Number(box.dataset.number)]))"
    )
    return found


def places(page: Page) -> list[tuple[str, str]]:
    """A placement: mayors here and there, the others on the first lands."""
    owned = leaders(page)
    found = [("mayor", f".plot[data-tile='{n % 6 + 1}']") for n in range(owned["mayor"])]
    for sort, land in (("general", 1), ("admiral", 2), ("decoy", 3)):
        found += [(sort, f".land[data-land='{land}']")] * owned.get(sort, 0)
    return found


def put(page: Page, sort: str, tile: str) -> None:
    """Lift a leader from the tray, and put it on a place."""
    lift = page.locator(f"[data-lift={sort}]")
    if lift.get_attribute("aria-pressed") != "true":
        lift.click()
    page.locator(f"{tile} [data-put]").click()


def place(page: Page) -> None:
    """Place all leaders: with pieces, or by the number fields without a script."""
    page.locator("#place-reset").click()
    if has_script(page):
        expect(page.locator("[data-left=mayor]")).not_to_have_text("0")
        for sort, tile in places(page):
            put(page, sort, tile)
        expect(page.locator("#placing-state")).to_have_attribute("data-state", "whole")
    else:
        for sort, tile in places(page):
            field = page.locator(f"{tile} [data-sort={sort}] input")
            field.fill(str(int(field.input_value()) + 1))
    press(page, "#place-submit")


def choose_card(page: Page, kind: str) -> bool:
    """Choose the first card that can be played or activated; whether there is one."""
    selector = {"play": "#hand li:has(.state.play)", "activate": "#squares .is-take, .is-bid"}[kind]
    found = page.locator(selector).locator("label.pick")
    if not found.count():
        return False
    found.first.click()
    return True


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
    ):
        if page.locator(selector).count():
            press(page, selector)
            return what
    for kind in ("play", "activate"):
        if choose_card(page, kind):
            press(page, "#moves .go button:visible")
            return kind
    press(page, "#pass")
    return "pass"


def pass_rounds(page: Page, until: int) -> None:
    """Place and pass by the API until a round begins, while no page shows it; then look again."""
    address, cookies = page.url, page.context.cookies()
    secret = next(one["value"] for one in cookies if one["name"] == "realms-player")
    path = f"/api{urlsplit(address).path}"
    bearer, dice = {"authorization": f"Bearer {secret}"}, random.Random("passing")
    page.goto("about:blank")
    while True:
        seen = page.request.get(path, headers=bearer).json()
        if seen["outcome"] or seen["view"]["round"] >= until:
            break
        if 0 not in seen["awaiting"]:
            page.wait_for_timeout(20)
            continue
        answer = page.request.get(f"{path}/legal", headers=bearer)
        assert answer.ok, answer.text()
        legal = answer.json()
        passing = [move for move in legal["moves"] if move["type"].startswith("pass")]
        if legal["moves"]:  # else somebody was faster, and it is asked again
            body = {"move": dice.choice(passing or legal["moves"]), "seq": legal["seq"]}
            made = page.request.post(f"{path}/moves", headers=bearer, data=body)
            assert made.status in (200, 409), made.text()
    page.goto(address)


# --- The same by keys alone ---


def type_keys(page: Page, *keys: str) -> None:
    """Press keys, one after the other."""
    for key in keys:
        page.keyboard.press(key)


def act_by_keys(page: Page) -> str:
    """Do something that is asked with no pointer at all; what it was."""
    before = seq(page)
    keys: tuple[str, ...]
    if page.locator("#draft-submit").count():
        for resource in pair_to_draft(page):
            type_keys(page, str(RESOURCES.index(resource) + 1))
        what, keys = "draft", ("Enter",)
    elif page.locator("#place-submit").count():
        for sort, tile in places(page):
            if page.locator(f"[data-lift={sort}]").get_attribute("aria-pressed") != "true":
                type_keys(page, sort[0])
            number = page.locator(tile).get_attribute("data-tile") or ""
            type_keys(page, number)
            expect(page.locator(f"{tile} [data-put]")).to_be_focused()
            type_keys(page, "Enter")
        expect(page.locator("#placing-state")).to_have_attribute("data-state", "whole")
        page.locator("#placing").focus()
        what, keys = "place", ("Enter",)
    elif page.locator("#quick-1").count():
        what, keys = "bid", ("p" if page.locator("#quick-1").is_disabled() else "1",)
    elif page.locator("#leave-auction").count():
        what, keys = "leave", ("p",)
    elif page.locator("[id^=choose-]").count():
        what, keys = "choose", ("1",)
    else:
        what, keys = _card_by_keys(page)
    type_keys(page, *keys)
    moved(page, before)
    return what


def _card_by_keys(page: Page) -> tuple[str, tuple[str, ...]]:
    for what, selector in (
        ("play", "#hand li:has(.state.play) label.pick"),
        ("activate", "#squares .is-take label.pick"),
    ):
        found: Any = page.locator(selector)
        if found.count():
            key = found.first.get_attribute("data-key") or ""
            return what, (key, "Enter")
    return "pass", ("p",)
