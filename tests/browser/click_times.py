"""How long it takes from a click to the next question, over a game of Medieval Realms.

`python -m tests.browser.click_times [PLAYERS]` plays one by tap, everything shown at once, and
tells medians: milliseconds until the page shows what follows, processor time of the server, and
what was asked of it. Milliseconds mean something on a quiet machine only; the others always.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser import chromium
from tests.browser.medieval import medieval_player
from tests.web.live_server import Server, served

WATCH = """() => {
  window.clicks = [];
  document.addEventListener("submit", () => { window.clicks.push([performance.now()]); }, true);
  document.addEventListener("htmx:after:swap", () => {
    const last = window.clicks.at(-1);
    if (last?.length === 1) requestAnimationFrame(() => last.push(performance.now()));
  });
}"""
TICKS = os.sysconf("SC_CLK_TCK")


def processor_time(server: Server) -> float:
    """Milliseconds of processor time that the server and its helpers took so far."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text("ascii").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if server.process.pid in (int(folder.name), int(fields[1])):
            total += int(fields[11]) + int(fields[12])
    return 1000 * total / TICKS


def play(page: Page, server: Server, players: int) -> None:
    """Play a game, and tell."""
    page.request.post("/settings", form={"pace": "once"}, max_redirects=0)
    medieval_player.open_table(page, players=str(players), name1="Ada")
    page.evaluate(WATCH)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.resource_type}"))
    before, decisions = processor_time(server), 0
    while medieval_player.phase(page) != "ended":
        medieval_player.wait_until_asked(page)
        if medieval_player.phase(page) != "ended":
            medieval_player.act(page)
            decisions += 1
    spent = processor_time(server) - before
    times = [pair[1] - pair[0] for pair in page.evaluate("window.clicks") if len(pair) == 2]
    sys.stdout.write(
        f"{decisions} decisions, {players} players\n"
        f"click to what follows: median {statistics.median(times):.0f} ms, most {max(times):.0f}\n"
        f"processor time of the server: {spent / decisions:.0f} ms a decision, bots included\n"
        f"requests: {len(asked) / decisions:.2f} a decision; {sorted(set(asked))}\n"
    )


def main(players: int) -> None:
    """Start a server and a browser, and play."""
    with tempfile.TemporaryDirectory() as scratch:
        running = served(f"sqlite:///{scratch}/site.sqlite", Path(scratch) / "logs", "--unlimited")
        with running as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium.program(), args=[*chromium.QUIET]
            )
            page = browser.new_page(base_url=server.url, reduced_motion="reduce")
            page.set_default_timeout(120_000)
            play(page, server, players)
            browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
