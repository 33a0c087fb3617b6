"""The files that pages load: ours, and those that set-up built; all in memory."""

from __future__ import annotations

import gzip
import hashlib
import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import as_file
from pathlib import Path

import brotli
from markupsafe import Markup
from msgspec import Struct

from realms.kernel.packs import packs

WEB = Path(__file__).parents[1]
TYPES = {
    ".css": "text/css",  # text is told to be UTF-8 by the framework
    ".js": "text/javascript",
    ".md": "text/plain",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
}
"""The kinds of files that are served, by their ending."""
PLAIN_EMBLEM = "play"
"""The icon of a game that brings none."""
PACKED = frozenset(TYPES) - {".png"}
"""Kinds that get smaller."""
QUALITY = 10
"""How hard Brotli tries: a third of the time of the best, and a fiftieth larger."""
REMARKS = {
    ".css": re.compile(r"/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE),
    ".js": re.compile(r"^\s*(?://.*|/\*\*.*\*/)\n|^[ ]+", re.MULTILINE),
}
"""What nobody needs who only loads a file of ours: remarks on lines of their own, margins."""


class AssetFile(Struct, frozen=True):
    """A file as it is sent."""

    kind: str
    content: bytes
    packed: bytes | None = None
    """The content compressed as gzip; None where that is no smaller."""


@cache
def files(root: Path = WEB) -> dict[str, AssetFile]:
    """All files that are served, by their path: what is not here does not exist."""
    found: dict[str, AssetFile] = {}
    for pack in packs().values():
        with as_file(pack.folder.joinpath("web", "assets")) as folder:
            found |= _found(folder, "")
    found |= _found(root / "assets", "") | _found(root / "built", "built/")
    return dict(sorted(found.items()))


def _found(folder: Path, prefix: str) -> dict[str, AssetFile]:
    found = [path for path in folder.rglob("*") if path.is_file() and path.suffix in TYPES]
    return {prefix + path.relative_to(folder).as_posix(): _read(path) for path in found}


def _read(path: Path) -> AssetFile:
    content = path.read_bytes()
    if path.suffix in REMARKS and "built" not in path.parts[-3:]:
        content = REMARKS[path.suffix].sub("", content.decode()).encode()
    packed = gzip.compress(content, 9, mtime=0) if path.suffix in PACKED else None
    return AssetFile(TYPES[path.suffix], content, packed)


@cache
def brotli_packed(path: str) -> bytes:
    """A file compressed by Brotli, a seventh smaller than gzip: some milliseconds, once."""
    return bytes(brotli.compress(files()[path].content, quality=QUALITY))


@cache
def digest() -> str:
    """A short name for the state of all files; another as soon as one of them is another."""
    return digest_of(files())


def digest_of(found: Mapping[str, AssetFile]) -> str:
    """The digest of some files."""
    whole = hashlib.sha256()
    for path, file in found.items():
        whole.update(f"{path}\0{len(file.content)}\0".encode())
        whole.update(file.content)
    return whole.hexdigest()[:12]


def has_asset(path: str) -> bool:
    """Whether an asset of this name exists."""
    return path in files()


def asset(path: str) -> str:
    """The address of a file; it changes when any of them does, so it may be kept for ever."""
    return f"/assets/{digest()}/{path}"


@cache
def sprite_names(path: str) -> frozenset[str]:
    """The names of the pictures in one of our sprites."""
    found = re.findall(rb'<symbol id="([\w-]+)"', files()[path].content)
    return frozenset(name.decode() for name in found)


@cache
def _sections() -> dict[str, str]:
    """In which section of the icons each name stands: ours, and those of the games."""
    texts = [(WEB / "icons.toml").read_text("utf-8")]
    for pack in packs().values():
        named = pack.folder.joinpath("web", "icons.toml")
        texts += [named.read_text("utf-8")] if named.is_file() else []
    found = [tomllib.loads(text) for text in texts]
    return {
        name: section for sections in found for section, names in sections.items() for name in names
    }


def icon_section(name: str) -> str:
    """The sprite in which an icon stands."""
    return _sections()[name]


@lru_cache(2048)
def icon(name: str, label: str = "") -> Markup:
    """A picture of the icon set, with words where it stands alone."""
    role = Markup('role="img" aria-label="{}"').format(label) if label else 'aria-hidden="true"'
    sprite = asset(f"built/icons/{_sections()[name]}.svg")
    use = Markup('<use href="{}#{}"></use>').format(sprite, name)
    return Markup('<svg class="icon" {}>{}</svg>').format(Markup(role), use)


def game_icon(game: str) -> Markup:
    """The emblem of a game, or a plain one where it brings none."""
    name = f"game-{game}"
    return icon(name if name in _sections() else PLAIN_EMBLEM)
