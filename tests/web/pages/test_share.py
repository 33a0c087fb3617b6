"""The picture of a result: for everybody with the link, when the game is over, and cheap."""

from __future__ import annotations

import struct
from typing import Any

import pytest
import resvg_py

from realms.web.admission.executor import Overloaded
from realms.web.pages import files
from realms.web.pages.share import picture_queue
from tests.web.client import Client
from tests.web.table_setup import company

pytestmark = pytest.mark.anyio
PNG = b"\x89PNG\r\n\x1a\n"
DUEL = {"game": "fantasy", "options": {"variant": "duel", "players": 2}}
MEDIEVAL = {"game": "medieval", "options": {"players": 2}}


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(PNG)
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("terms", [DUEL, MEDIEVAL], ids=["fantasy", "medieval"])
async def test_a_finished_game_has_a_picture_and_one_that_is_on_has_none(
    app: Any, terms: Any
) -> None:
    people = await company(app, terms)
    page, stranger = f"/tables/{people.id}", Client(app)
    assert (await stranger.get(f"{page}/picture.png")).status == 404
    assert b"og:image" not in (await stranger.get(page)).body
    await people.finish()
    shown = (await stranger.get(f"{page}?lang=es")).body.decode()
    assert f'content="http://test{page}/picture.png?lang=es"' in shown
    drawn = await stranger.get(f"{page}/picture.png?lang=es")
    assert drawn.status == 200
    assert size_of(drawn.body) == (1200, 630)
    assert dict(drawn.headers)[b"content-type"] == b"image/png"
    again = await stranger.get(f"{page}/picture.png?lang=es")
    assert again.body == drawn.body
    other = await stranger.get(f"{page}/picture.png?lang=en")
    assert other.body != drawn.body, "the words are in it"


def test_texts_are_drawn_on_a_machine_without_any_font() -> None:
    fonts = [str(files.WEB / "built" / font) for font in picture_queue.FONTS]
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60">{}</svg>'
    text = '<text x="9" y="40" font-size="30" font-family="DejaVu {}">{}</text>'
    drawn = {
        resvg_py.svg_to_bytes(
            svg_string=frame.format(inside), skip_system_fonts=True, font_files=fonts
        )
        for inside in ("", text.format("Serif", "Ada"), text.format("Sans", "Íñigo −3"))
    }
    assert len(drawn) == 3


async def test_few_wait_for_a_picture() -> None:
    queue = picture_queue.PictureQueue(most=0)
    with pytest.raises(Overloaded):
        await queue.draw({}, "<svg/>")
