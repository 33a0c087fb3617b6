"""What a table costs on the wire: a whole game of each, by a client that does what a page does."""

from __future__ import annotations

import asyncio
import json
import random
import re
import statistics
import zlib
from types import SimpleNamespace
from typing import Any

import brotli
import pytest

from realms.web.pages.table.live import render_inside
from realms.web.pages.table.viewers import PageViewer
from tests.support.samples import SOAKING
from tests.web.client import Client, Stream
from tests.web.delta_reader import apply_delta
from tests.web.poses import BOTS, pose
from tests.web.table_setup import Company, company, service_of

pytestmark = pytest.mark.anyio
GAMES = {
    "fantasy": {"game": "fantasy", "options": {"players": 4}},
    "medieval": {"game": "medieval", "options": {"players": 4}},
}
USUAL, MOST, FIRST = 15_000, 40_000, 150_000
"""Bytes of a decision at the median and at most, and of the first load."""


class Listener:
    """A page that is open: what it hears, and what it shows of it."""

    def __init__(self, stream: Stream) -> None:
        self.stream, self.bytes, self.text, self.mark = stream, 0, "", ""
        self._reader, self._heard = zlib.decompressobj(31), ""

    async def read_until(self, mark: str) -> None:
        """Read until the page is at a mark."""
        while self.mark != mark:
            chunk = await asyncio.wait_for(self.stream.chunks.get(), 120)
            assert chunk is not None, "the stream goes on"
            self.bytes += len(chunk)
            self._heard += self._reader.decompress(chunk).decode()
            *events, self._heard = self._heard.split("\n\n")
            for event in events:
                self._take(event)

    def _take(self, event: str) -> None:
        found = re.fullmatch(r"id: (\S+)\ndata: (\[.*\])", event)
        if found:
            self.mark, self.text = found[1], apply_delta(self.text, json.loads(found[2]))


def paged(people: Company, seat: int) -> Client:
    """The browser of a seat, a page of which hears of changes by its stream."""
    headers = {"accept_encoding": "gzip", "hx_request": "true", "realms_stream": "open"}
    return Client(people.app, cookie=f"realms-player={people.secrets[seat]}", **headers)


@pytest.mark.parametrize("game", GAMES)
async def test_a_decision_costs_little_on_the_wire(
    app: Any, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not SOAKING:  # one deal, so that what is measured is the same in every run
        monkeypatch.setattr("realms.tables.service.fresh_stream_seed", lambda: f"wire of {game}")
    people, dice, costs = await company(app, GAMES[game]), random.Random(game), [0]
    browser, path = paged(people, 0), f"/tables/{people.id}"
    service: Any = app.moves.service
    request: Any = SimpleNamespace(app=app, scope={"client": None})
    cached, viewer = await service.load(people.id), PageViewer(0, (0,), "en")
    async with browser.stream(f"{path}/live?send=changes&known=none") as stream:
        page = Listener(stream)
        while (seen := await people.look(0))["outcome"] is None:
            if seen["awaiting"] == [0] or (0 in seen["awaiting"] and dice.random() < 0.5):
                costs.append(0)
                seat = 0
            else:
                seat = dice.choice([one for one in seen["awaiting"] if one])
            legal = (await people.at[seat].get(f"{people.path}/legal")).json
            move = dice.choice(legal["moves"])
            if seat:
                body = {"move": move, "seq": legal["seq"]}
                assert (await people.at[seat].post(f"{people.path}/moves", body)).status == 200
            else:
                fields = {"move": json.dumps(move), "seq": str(legal["seq"])}
                answer = await browser.send_form(f"{path}/moves", fields)
                assert answer.status == 204, answer.body
                costs[-1] += len(answer.body)
            before = page.bytes
            now = await people.look(0)
            await page.read_until(f"{now['seq']}.0")
            costs[-1] += page.bytes - before
            if SOAKING or dice.random() < 0.1:
                shown = await render_inside(service, request, cached, viewer)
                assert page.text == shown, "the browser shows what the server rendered"
    figures = f"{game}: {len(costs)} decisions, median {statistics.median(costs):.0f}, "
    figures += f"most {max(costs)}, in all {sum(costs)}"
    assert len(costs) > 5
    assert statistics.median(costs) <= USUAL, figures
    assert max(costs) <= MOST, figures


FULLEST = {"fantasy": ("turn", 6), "medieval": ("acting", 5)}
"""What weighs most: many at the table, late in the game, in the longer language."""
LOADED = re.compile(r'(?:from|import)[ (]"\./([\w.-]+)"')
"""A module that another one loads, at once or later."""


async def load(browser: Client, path: str) -> tuple[int, str]:
    """What a browser gets from an address: bytes with the head, and the text."""
    answer = await browser.get(path)
    assert answer.status == 200, path
    headers = dict(answer.headers)
    if path.startswith("/assets/"):
        assert b"immutable" in headers[b"cache-control"]
    head = sum(len(name) + len(value) + 4 for name, value in answer.headers) + len(b"HTTP/1.1 200")
    unpack = UNPACKERS[headers.get(b"content-encoding", b"")]
    return head + len(answer.body), unpack(answer.body).decode("utf-8", "replace")


UNPACKERS: dict[bytes, Any] = {
    b"": bytes,
    b"gzip": lambda body: zlib.decompress(body, 31),
    b"br": brotli.decompress,
}


@pytest.mark.parametrize("game", FULLEST)
async def test_the_first_load_is_light_and_kept_for_ever(app: Any, game: str) -> None:
    name, players = FULLEST[game]
    posed = await pose(service_of(app), name, BOTS[:players])
    accepted = {"accept_encoding": "gzip, deflate, br", "accept_language": "es"}
    browser = Client(app, cookie=f"realms-player={posed.secret}", **accepted)
    weight, text = await load(browser, f"/tables/{posed.id}")
    assert f' id="at-table" class="slim game-{game} full-board"' in text, "styles rest on it"
    assert 'lang="es"' in text
    wanted, loaded = set(re.findall(r'(?:src|href)="(/assets/[^"#]+)', text)), set[str]()
    while paths := wanted - loaded:
        for path in sorted(paths):
            loaded.add(path)
            more, content = await load(browser, path)
            weight += more
            if path.endswith(".js"):
                folder = path.rpartition("/")[0]
                wanted |= {f"{folder}/{module}" for module in LOADED.findall(content)}
    assert len([path for path in loaded if path.endswith(".js")]) > 7, "modules that others load"
    assert weight < FIRST, f"{weight} bytes in {len(loaded)} files"


async def test_a_browser_without_brotli_loads_nearly_as_little(app: Any) -> None:
    people = await company(app, GAMES["medieval"])
    path = f"/tables/{people.id}"
    weights = {}
    for encoding in ("br", "gzip", "identity"):
        browser = Client(app, people.secrets[0], accept_encoding=encoding)
        _, text = await load(browser, path)
        files = sorted(set(re.findall(r'(?:src|href)="(/assets/[^"#]+)', text)))
        found = [await load(browser, file) for file in files]
        weights[encoding] = sum(weight for weight, _ in found)
        texts = [text for _, text in found]
        if encoding == "br":
            plain = texts
        assert texts == plain, "the same, however it was sent"
    assert weights["br"] < 0.93 * weights["gzip"] < 0.93 * weights["identity"] / 2
