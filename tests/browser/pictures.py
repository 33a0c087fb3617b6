"""The pictures of the documents, taken of real tables: `python -m tests.browser.pictures`.

A game of each is played to an interesting moment by bots, with fixed seeds, and shown in the
browser of somebody at the table, light and dark.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from realms.bots import bot_named
from realms.fantasy import Options as Fantasy
from realms.medieval import Options as Medieval
from realms.tables import entries
from realms.tables.database import engine_for, migrate
from realms.tables.log import TableLog
from realms.tables.secrets import new_secret
from realms.tables.service import TableService
from realms.tables.terms import Terms
from tests.browser import chromium
from tests.web.served import served

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SCORE = "/score?hand=queen,king,knights,rangers,unicorn,doppelganger,princess&name=Ada"
SIZE: ViewportSize = {"width": 1280, "height": 900}


async def played(
    service: TableService, game: str, options: Any, seed: str, wanted: Any
) -> tuple[str, str]:
    """A table that bots played until somebody's turn is worth a picture; its id and a secret."""
    id_ = await service.open_table(Terms(game, msgspec.to_builtins(options)), seed)
    secret = new_secret()
    for seat, name in enumerate(("Ada", "Bruno", "Clara", "Dario", "Elena")[: options.players]):
        await service.sit(id_, name, seat, secret if seat == 0 else None)
    await service.write(id_, entries.GameStarted())
    table, bot, dice = (await service.load(id_)).table, bot_named("greedy"), random.Random(seed)
    while not wanted(table):
        assert table.state is not None
        seat = next(seat for seat in table.awaiting if seat or not wanted(table))
        word = str(dice.random())
        move = bot.choose(table.game, table.game.redeal(table.state, seat, word), seat, word)
        await service.write(id_, entries.MoveMade(seat, msgspec.to_builtins(move)))
    return id_, secret


async def prepared(address: str) -> dict[str, tuple[str, str]]:
    """The tables to be shown."""
    engine = engine_for(address)
    await migrate(engine)
    service = TableService(TableLog(engine))

    def late(table: Any) -> bool:
        moves = len(table.turns)
        return bool(table.awaiting == (0,) and moves > 24 and moves % 2 == 0)

    def acting(table: Any) -> bool:
        view = table.game.view(table.state, 0)
        return bool(view.round == 3 and view.phase == "acting" and table.awaiting == (0,))

    try:
        return {
            "fantasy": await played(service, "fantasy", Fantasy(players=4), "picture 3", late),
            "medieval": await played(service, "medieval", Medieval(players=4), "picture", acting),
        }
    finally:
        await service.close()


def take(browser: Browser, site: str, path: str, secret: str, name: str) -> None:
    """Pictures of a page, light and dark."""
    for theme in ("light", "dark"):
        context = browser.new_context(
            base_url=site, viewport=SIZE, color_scheme=theme, reduced_motion="reduce"
        )
        if secret:
            context.add_cookies([{"name": "realms-player", "value": secret, "url": site}])
        page = context.new_page()
        page.goto(path)
        page.wait_for_timeout(700)
        file = IMAGES / f"{name}-{theme}.png"
        page.screenshot(path=file)
        context.close()


def main() -> None:
    """Take all of them."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/pictures.sqlite"
        tables = asyncio.run(prepared(address))
        site = served(address, Path(folder) / "logs", "--unlimited")
        with site as server, sync_playwright() as playwright:
            program, quiet = chromium.program(), [*chromium.QUIET]
            browser = playwright.chromium.launch(executable_path=program, args=quiet)
            take(browser, server.url, "/", "", "home")
            for name, (id_, secret) in tables.items():
                take(browser, server.url, f"/tables/{id_}", secret, name)
            take(browser, server.url, SCORE, "", "score")
            browser.close()


if __name__ == "__main__":
    main()
