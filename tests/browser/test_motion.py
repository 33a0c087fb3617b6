"""What others do is shown one move at a time; cards fly; sounds are asked for. With motion on."""

from __future__ import annotations

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import NewPage
from tests.browser.test_table import DUEL, MOVES, opened, play_once, sit

WATCH = """() => {
  window.captions = []; window.flights = 0; window.played = [];
  const caption = document.getElementById("caption");
  new MutationObserver(() => {
    const text = caption.hidden ? "" : caption.querySelector(".caption-lines").textContent;
    if (text && text !== window.captions.at(-1)) window.captions.push(text);
  }).observe(caption, { subtree: true, childList: true, attributes: true });
  new MutationObserver((changes) => {
    const come = changes.flatMap((one) => [...one.addedNodes]);
    window.flights += come.filter((one) => one.classList?.contains("likeness")).length;
  }).observe(document.body, { subtree: true, childList: true });
  document.addEventListener("realms:lines", (event) => {
    window.played.push(...event.detail.lines.map((line) => line.dataset.sound));
  }, true);
}"""
LINES = """() => [...document.querySelectorAll("#story li.event:not([data-own])")]
  .map((line) => line.querySelector("span").textContent)"""


def begin(page: Page, bots: int = 2, **settings: str) -> None:
    """Sit down with bots that move at once, and deal."""
    opened(page, {"players": bots + 1}, [None, *["random"] * bots])
    for name, value in settings.items():
        page.request.post("/settings", form={name: value}, max_redirects=0)
    page.locator("#start").click()
    page.wait_for_selector("[data-asked=yes]")
    expect(page.locator("#caption")).to_be_hidden()
    page.evaluate(WATCH)


def play_turn(page: Page) -> None:
    """Draw, and discard a card."""
    play_once(page)
    play_once(page)


def test_moves_of_others_are_shown_one_at_a_time(new_page: NewPage) -> None:
    page = new_page(motion=True)
    begin(page)
    known = len(page.evaluate(LINES))
    play_turn(page)
    page.wait_for_selector("[data-asked=yes]")
    expect(page.locator("#caption")).to_be_hidden()
    lines = page.evaluate(LINES)[known:]
    assert len(lines) == 4, "two bots take and discard"
    assert page.evaluate("window.captions") == lines
    assert page.evaluate("window.flights") > 0
    played = set(page.evaluate("window.played"))
    assert played <= {"card-draw", "card-take", "card-drop"}
    assert "card-drop" in played
    expect(page.locator("#caption")).to_be_hidden()
    expect(page.locator(".likeness")).to_have_count(0)


def test_who_does_not_want_to_wait_skips(new_page: NewPage) -> None:
    page = new_page(motion=True)
    begin(page, 5, pace="slow")
    play_turn(page)
    expect(page.locator("#caption")).to_be_visible()
    page.keyboard.press("s")
    shown = page.evaluate("window.captions")
    page.wait_for_selector("[data-asked=yes]")
    expect(page.locator("#caption")).to_be_hidden()
    assert page.evaluate("window.captions") == shown, "no more of the ten moves of five bots"
    play_once(page)
    expect(page.locator("#problem")).to_be_empty()


def test_everything_is_shown_at_once_to_who_wants_less_motion(new_page: NewPage) -> None:
    calm, still = new_page(), new_page(motion=True)
    begin(calm)
    begin(still, pace="once", motion="off")
    for page in (calm, still):
        play_turn(page)
        page.wait_for_selector("[data-asked=yes]")
        assert page.evaluate("window.captions") == []
        assert page.evaluate("window.flights") == 0


def test_settings_are_kept_and_sounds_are_off_until_asked_for(new_page: NewPage) -> None:
    page = new_page(motion=True)
    begin(page)
    html = page.locator("html")
    expect(html).to_have_attribute("data-volume", "0")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Soft").click()
    expect(html).to_have_attribute("data-volume", "30")
    page.locator("#main").click(position={"x": 5, "y": 300})
    heard = page.evaluate(
        """async () => {
          const { names, play } = await import(document.querySelector("script[src$='live.js']").src
            .replace("live.js", "sounds.js"));
          await new Promise((done) => setTimeout(done, 50));
          return [names.length, play("bell"), play("bell")];
        }"""
    )
    assert heard[0] >= 20
    assert heard[1:] in ([True, False], [False, False]), "never twice within a moment"


def test_a_double_click_moves_once(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    before = page.locator("#asking").get_attribute("data-seq") or ""
    page.locator("form.act[action$='/moves'] button:enabled").first.dblclick()
    expect(page.locator("#asking")).not_to_have_attribute("data-seq", before)
    page.wait_for_timeout(300)
    assert len(sent) == 1
    expect(page.locator("#problem")).to_be_empty()
    expect(page.locator("#table")).not_to_have_attribute("aria-busy", "true")


def test_a_press_before_the_answer_to_the_last_move_counts(new_page: NewPage) -> None:
    """The stream may show what a move changed sooner than its answer is there."""
    page = new_page()
    begin(page)
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/moves", lambda route: held.append((route, route.fetch())), times=1)
    play_once(page)
    before = page.locator("#asking").get_attribute("data-seq") or ""
    page.locator(MOVES).first.click()
    expect(page.locator("#table")).to_have_attribute("aria-busy", "true")
    while not held:
        page.wait_for_timeout(20)
    route, answer = held.pop()
    route.fulfill(response=answer)
    expect(page.locator("#asking")).not_to_have_attribute("data-seq", before)
    expect(page.locator("#problem")).to_be_empty()


def test_a_game_that_begins_has_the_page_of_a_game(new_page: NewPage) -> None:
    ada, bob = new_page(height=300), new_page(height=300)
    address = opened(ada, DUEL)
    sit(bob, address, "Bob")
    bob.mouse.wheel(0, 400)
    bob.wait_for_function("scrollY > 0")
    ada.locator("#start").click()
    for page in (ada, bob):
        expect(page.locator("html.slim #asking")).to_be_visible()
        page.wait_for_function("scrollY === 0")
