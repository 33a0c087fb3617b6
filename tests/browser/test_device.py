"""Another device, in a real browser: a link asks before it replaces who somebody is."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, Request, expect

from realms.tables.secrets import new_secret
from tests.browser.conftest import CheckPage, NewPage, Shot
from tests.browser.test_table import DUEL, _secret, opened


@pytest.fixture
def elsewhere(site: str) -> Iterator[tuple[str, str]]:
    """Another site, which sends whoever comes to our page with a secret of its own: that too."""
    secret = new_secret()

    class Redirecting(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(302)
            self.send_header("location", f"{site}/device#{secret}")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Redirecting)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://localhost:{server.server_port}/", secret
    server.shutdown()
    thread.join()
    server.server_close()


def posts(page: Page) -> list[str]:
    """What a page sends from now on that is more than a question."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.append(request.url)

    page.on("request", note)
    return sent


@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("es", 390)])
def test_another_sites_redirect_replaces_nobody(
    new_page: NewPage,
    check_page: CheckPage,
    shot: Shot,
    site: str,
    elsewhere: tuple[str, str],
    language: str,
    width: int,
) -> None:
    page = new_page(width=width, language=language, forgives=("another host: http://localhost",))
    opened(page, DUEL)
    mine, sent = _secret(page.context, site), posts(page)
    page.goto(elsewhere[0])
    expect(page.locator("#carried-in")).to_be_visible()
    expect(page.locator("#put-away")).to_contain_text("Ada")
    expect(page.locator("#put-away")).to_contain_text("Fantasy Realms")
    expect(page.locator("#arrive-title")).to_be_focused()
    assert "#" not in page.url
    assert sent == [], "nothing is sent that nobody has pressed a button for"
    assert _secret(page.context, site) == mine
    check_page(page, widths=(320, 390, 1280))
    shot(page, f"device-asks-{language}")
    page.get_by_role(
        "link", name={"en": "Stay as I am", "es": "Quedarme como estoy"}[language]
    ).click()
    page.wait_for_url(f"{site}/")
    assert _secret(page.context, site) == mine


def test_who_goes_on_can_come_back(
    new_page: NewPage, check_page: CheckPage, site: str, elsewhere: tuple[str, str]
) -> None:
    page = new_page(forgives=("another host: http://localhost",))
    opened(page, DUEL)
    mine = _secret(page.context, site)
    page.goto(elsewhere[0])
    expect(page.locator("#arrive-title")).to_be_focused()
    for _ in range(20):  # by keyboard alone
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "arrive-go":
            break
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/")
    assert _secret(page.context, site) == elsewhere[1]
    page.get_by_role("link", name="Get them back?").click()
    expect(page.locator("#former")).to_contain_text("Ada")
    check_page(page)
    page.get_by_role("button", name="Be Ada again").click()
    page.wait_for_url(f"{site}/")
    assert _secret(page.context, site) == mine
    expect(page.get_by_role("link", name="Get them back?")).to_have_count(0)


def test_without_scripts_the_link_is_pasted(new_page: NewPage, site: str) -> None:
    laptop, phone = new_page(), new_page(width=390, javascript=False)
    opened(laptop, DUEL)
    laptop.goto("/device")
    link = laptop.locator("#device-link").input_value()
    phone.goto(link)
    expect(phone.get_by_text("paste the full address of this page")).to_be_visible()
    phone.get_by_label("Link from the other device").fill(phone.url)
    phone.get_by_role("button", name="That's me").click()
    phone.wait_for_url(f"{site}/")
    assert _secret(phone.context, site) == _secret(laptop.context, site)
