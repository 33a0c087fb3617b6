"""The frame of every page in a real browser: landmarks, switches, keys, refusals, offline."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from realms.kernel.text import LANGUAGES, say
from tests.browser.conftest import LOOKS, WIDTHS, CheckPage, NewPage, Shot, wait_for_answer

PLAIN = "/offline"
"""A page with nothing but the frame and a sentence."""
COLOUR = "() => getComputedStyle(document.documentElement).backgroundColor"
FOCUSED = "() => document.activeElement.id || document.activeElement.className"


@pytest.mark.soak
@pytest.mark.parametrize(("theme", "language"), LOOKS)
def test_the_frame_keeps_nobody_out(
    new_page: NewPage, check_page: CheckPage, shot: Shot, language: str, theme: str
) -> None:
    page = new_page(theme=theme, language=language)
    page.goto(PLAIN)
    assert page.title() == f"{say('web.offline.title', language)} · Realms"
    check_page(page, widths=WIDTHS)
    shot(page, f"shell-{language}-{theme}")
    page.set_viewport_size({"width": 390, "height": 800})
    page.get_by_role("button", name=say("web.shell.menu", language)).click()
    check_page(page, widths=(320,))
    shot(page, f"shell-menu-{language}-{theme}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_that_is_nothing(
    new_page: NewPage, check_page: CheckPage, shot: Shot, language: str
) -> None:
    page = new_page(language=language, forgives=("404",))
    page.goto("/nowhere/at/all")
    expect(page.get_by_role("heading", level=1)).to_have_text(say("web.error.lost", language))
    check_page(page, widths=WIDTHS)
    shot(page, f"shell-nothing-{language}")


def test_the_keyboard_comes_to_everything(new_page: NewPage) -> None:
    page = new_page()
    page.goto(PLAIN)
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED) == "main"
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Try again")).to_be_focused()


def test_the_menu_of_a_phone_opens_and_closes(new_page: NewPage) -> None:
    page = new_page(width=390)
    page.goto(PLAIN)
    rules = page.get_by_role("link", name="Rules")
    expect(rules).to_be_hidden()
    page.get_by_role("button", name="Menu").press("Enter")
    expect(rules).to_be_visible()
    for target in page.locator("#menu :is(a, button)").all():
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()


def test_the_menu_of_a_laptop_is_always_there(new_page: NewPage) -> None:
    page = new_page(javascript=False)
    page.goto(PLAIN)
    expect(page.get_by_role("button", name="Menu")).to_be_hidden()
    for name in ("Play", "Score a hand", "Rules", "Learn"):
        expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False])
def test_language_and_theme_are_switched_and_stay(new_page: NewPage, javascript: bool) -> None:
    page = new_page(javascript=javascript)
    page.goto(f"{PLAIN}?from=here")
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("No tienes conexión")
    assert page.url.endswith(f"{PLAIN}?from=here")
    page.get_by_role("button", name="Oscuro").click()
    expect(page.locator("html[data-theme=dark]")).to_be_attached()
    page.goto(PLAIN)
    expect(page.locator("html[data-theme=dark][lang=es]")).to_be_attached()
    expect(page.get_by_role("button", name="Oscuro")).to_have_attribute("aria-pressed", "true")


def test_a_chosen_theme_outdoes_the_device(new_page: NewPage) -> None:
    page = new_page(theme="dark")
    page.goto(PLAIN)
    dark = page.evaluate(COLOUR)
    page.get_by_role("button", name="Light").click()
    expect(page.locator("html[data-theme=light]")).to_be_attached()
    light = page.evaluate(COLOUR)
    assert dark != light
    page.get_by_role("button", name="System").click()
    expect(page.locator("html[data-theme=auto]")).to_be_attached()
    assert page.evaluate(COLOUR) == dark


def test_settings_are_switched_from_another_machine_in_the_house(
    new_page: NewPage, site: str
) -> None:
    """Over plain HTTP a browser tells less of where a form comes from."""
    page = new_page(base=site.replace("127.0.0.1", "realms.test"))
    page.goto(PLAIN)
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("No tienes conexión")


def test_the_list_of_keys(new_page: NewPage, check_page: CheckPage, shot: Shot) -> None:
    page = new_page()
    page.goto(PLAIN)
    keys = page.get_by_role("dialog", name="Keyboard")
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    check_page(page)
    shot(page, "shell-keys", full=False)
    page.keyboard.press("?")
    expect(keys).to_be_hidden()
    page.get_by_role("button", name="Keyboard").click()
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_without_scripts_no_key_is_promised(new_page: NewPage) -> None:
    page = new_page(javascript=False)
    page.goto(PLAIN)
    expect(page.get_by_role("button", name="Keyboard")).to_be_hidden()


def test_letters_are_letters_while_somebody_writes(new_page: NewPage) -> None:
    page = new_page()
    page.goto(PLAIN)
    page.evaluate("() => main.insertAdjacentHTML('beforeend', '<input id=word aria-label=x>')")
    page.locator("#word").press("?")
    expect(page.locator("#word")).to_have_value("?")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_part_that_is_refused_is_read_out(new_page: NewPage) -> None:
    page = new_page(forgives=("404",))
    page.goto(PLAIN)
    before = page.locator("main").inner_html()
    page.evaluate("() => { htmx.ajax('GET', '/nowhere', '#main'); }")
    expect(page.get_by_role("alert")).to_have_text("There is nothing here.")
    assert page.locator("main").inner_html() == before
    page.evaluate("() => { htmx.ajax('GET', '/offline', {target: '#announce', select: 'h1'}); }")
    expect(page.get_by_role("alert")).to_have_text("")


def test_a_server_that_does_not_answer_is_told(new_page: NewPage) -> None:
    page = new_page(forgives=("ERR_INTERNET_DISCONNECTED", "Failed to fetch"))
    page.goto(PLAIN)
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    page.evaluate("() => { htmx.ajax('GET', '/offline', '#main'); }")
    expect(page.get_by_role("alert")).to_have_text(say("web.shell.unreachable", "en"))
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()


FRAME_SIZE = 6
"""The page for when one is offline, and what it loads."""

KEPT = """async (size) => {
  const caught = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = (await Promise.all(caught.map((one) => one.keys()))).flat();
  return kept.length < size ? null : kept.map(({url}) => new URL(url).pathname).sort();
}"""
"""The addresses that are kept, once there are so many."""

FORGOTTEN = "async () => Promise.all((await caches.keys()).map((name) => caches.delete(name)))"
THINNED = """async () => Promise.all((await caches.keys()).map(async (name) => {
  const kept = await caches.open(name);
  for (const one of await kept.keys()) if (!one.url.includes("/offline")) await kept.delete(one);
}))"""
LEADS = "() => navigator.serviceWorker.controller?.state === 'activated'"


@pytest.mark.parametrize("language", LANGUAGES)
def test_offline_is_said_clearly_and_only_the_frame_is_kept(
    new_page: NewPage, check_page: CheckPage, language: str
) -> None:
    page = new_page(workers=True, language=language, forgives=("ERR_INTERNET_DISCONNECTED", "404"))
    page.goto("/nowhere")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.goto("/nowhere")  # now through the worker
    page.wait_for_function(LEADS)
    expect(page.get_by_role("heading", level=1)).to_have_text(say("web.error.lost", language))
    paths = wait_for_answer(page, KEPT, FRAME_SIZE)
    assert [path for path in paths if not path.startswith("/assets/")] == ["/offline"]
    assert len(paths) == FRAME_SIZE
    for lost in (FORGOTTEN, THINNED):  # as by a browser that is short of room, or ended the worker
        page.evaluate(lost)
        page.goto("/nowhere")
        assert wait_for_answer(page, KEPT, FRAME_SIZE) == paths
    page.context.set_offline(True)
    page.goto("/tables/any")
    expect(page.get_by_role("heading", level=1)).to_have_text(say("web.offline.title", language))
    check_page(page)
    assert "rgb(243, 234, 217)" in page.evaluate(COLOUR)  # with its styles
    page.context.set_offline(False)
    page.get_by_role("link", name=say("web.offline.again", language)).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(say("web.error.lost", language))


def test_nothing_moves_for_who_wants_that(new_page: NewPage) -> None:
    lasting = "() => getComputedStyle(document.querySelector('.button')).transitionDuration"
    still, moving = new_page(), new_page(motion=True)
    still.goto(PLAIN)
    moving.goto(PLAIN)
    assert float(still.evaluate(lasting).split(",")[0].removesuffix("s")) < 0.001
    assert float(moving.evaluate(lasting).split(",")[0].removesuffix("s")) > 0.1


def test_a_why_opens_over_the_page_by_keyboard(new_page: NewPage, check_page: CheckPage) -> None:
    page = new_page()
    page.goto("/score?hand=dragon,unicorn,basilisk")
    link = page.locator("a[data-why]").first
    link.focus()
    page.keyboard.press("Enter")
    why = page.locator("#why")
    expect(why).to_be_visible()
    expect(why).to_contain_text("FR-")
    expect(page).to_have_url(re.compile("/score"))
    check_page(page)
    page.keyboard.press("Escape")
    expect(why).to_be_hidden()
    expect(link).to_be_focused()


def test_without_scripts_a_why_is_a_link(new_page: NewPage) -> None:
    page = new_page(javascript=False)
    page.goto("/score?hand=dragon,unicorn,basilisk")
    link = page.locator("a[data-why]").first
    assert (link.get_attribute("href") or "").startswith("/rules/fantasy#FR-")
    assert link.get_attribute("target") == "rules"
