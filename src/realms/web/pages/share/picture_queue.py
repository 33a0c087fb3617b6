"""SVG drawn as PNG, by a process of its own: one at a time, with few waiting."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import Any

from realms.kernel.errors import RealmsError
from realms.web.admission.cost import charge
from realms.web.admission.executor import Overloaded
from realms.web.pages.files import WEB

PROGRAM = Path(__file__).with_name("rasterizer.py")
FONTS = ("fonts/sans.ttf", "fonts/serif-bold.ttf")
"""What texts are written with, wherever we run: brought at set-up with the icons."""
MOST_WAITING = 8
PATIENCE = 60.0
"""Seconds after which a picture is given up."""


class PictureQueue:
    """Whose pictures are drawn, one after another."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self.most, self.waiting = most, 0
        self._turn = asyncio.Lock()

    async def draw(self, scope: Any, svg: str) -> bytes:
        """An SVG as PNG, charged to whoever asked; raises `Overloaded` where many wait."""
        if self.waiting >= self.most:
            raise Overloaded("web/overloaded")
        self.waiting += 1
        try:
            async with self._turn:
                began = time.monotonic()
                try:
                    return await rasterize(svg)
                finally:
                    charge(scope, time.monotonic() - began)
        finally:
            self.waiting -= 1


async def rasterize(svg: str) -> bytes:
    """An SVG as PNG."""
    fonts = [str(WEB / "built" / font) for font in FONTS]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        str(PROGRAM),
        *fonts,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        drawn, _ = await asyncio.wait_for(process.communicate(svg.encode()), PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode or not drawn:
        raise RealmsError("web/picture")
    return drawn
