"""Somebody who plays Fantasy Realms in a browser, at tables that the API opens."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import httpx
from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

PATIENCE = 180_000
"""Milliseconds that anything may take."""
ASKED_OR_OVER = "[data-asked=yes], .result"
SEQ = "() => document.querySelector('[data-seq]').dataset.seq"
CHANGED = "seq => document.querySelector('[data-seq]').dataset.seq !== seq"
MOST_MOVES = 120
PRIMARY = ".moves .primary:visible"
"""The main move, as it is seen."""


class Opened:
    """A table that people sit at, with the secret of each."""

    def __init__(self, site: str, options: dict[str, Any], people: list[str], bot: str) -> None:
        self.client = httpx.Client(base_url=site, timeout=PATIENCE / 1000)
        free: list[str | None] = [None] * len(people)
        bots = [*free, *[bot] * (options["players"] - len(people))]
        body = {"game": "fantasy", "options": options, "name": people[0], "bots": bots}
        if options.get("clock"):
            body["clock"] = {"kind": "bank", "seconds": 600}
        opened = self.client.post("/api/tables", json=body).raise_for_status().json()
        self.id, self.secrets = opened["id"], [opened["secret"]]
        for name in people[1:]:
            sat = self.client.post(f"/api/tables/{self.id}/seats", json={"name": name})
            self.secrets.append(sat.raise_for_status().json()["secret"])
        self.asked("post", "start")

    def asked(self, method: str, path: str, seat: int = 0, body: Any = None) -> Any:
        """Something that the program of a seat asks for."""
        headers = {"authorization": f"Bearer {self.secrets[seat]}"}
        url = f"/api/tables/{self.id}/{path}".rstrip("/")
        answer = self.client.request(method, url, headers=headers, json=body)
        return answer.raise_for_status().json()

    def others_play(self, most: int) -> bool:
        """The other people move until the first one is asked: they draw, and from the moment on
        that so many cards lie there, they take one of those. Whether the game goes on."""
        while not (seen := self.asked("get", ""))["outcome"] and seen["awaiting"] != [0]:
            seat = seen["awaiting"][0]
            legal = self.asked("get", "legal", seat)
            takes = [move for move in legal["moves"] if move["type"] == "take"]
            move = takes[0] if len(takes) >= most else legal["moves"][0]
            self.asked("post", "moves", seat, {"move": move, "seq": legal["seq"]})
        return not seen["outcome"]

    def play_out(self) -> dict[str, Any]:
        """Everybody draws until the game is over; the outcome."""
        while not (seen := self.asked("get", ""))["outcome"]:
            seat = seen["awaiting"][0]
            legal = self.asked("get", "legal", seat)
            body = {"move": legal["moves"][0], "seq": legal["seq"]}
            self.asked("post", "moves", seat, body)
        return dict(seen["outcome"])

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
