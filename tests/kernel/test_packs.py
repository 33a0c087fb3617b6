"""The games that are installed, as the entry points of distributions declare them."""

from __future__ import annotations

import sys
import zipfile
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from realms.kernel.packs import GROUP, declared_games


def declare(folder: Path, points: str, name: str = "other_games-2.0.dist-info") -> None:
    """Lay a distribution out as an installer would."""
    (folder / name).mkdir(parents=True)
    (folder / name / "METADATA").write_text("Metadata-Version: 2.1\nName: other-games\n")
    (folder / name / "entry_points.txt").write_text(points)


def as_python_reads_them() -> dict[str, str]:
    return {point.name: point.value for point in entry_points(group=GROUP)}


def test_they_are_those_that_python_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(declared_games()) == ["fantasy", "medieval"]
    declare(
        tmp_path / "first",
        f"[console_scripts]\nx = y:z\n\n[{GROUP}]\n# the newest\nchess=chess_game:PACK\n"
        "go = go_game.pack : PACK\n\n[other]\nnone = nothing:at_all\n",
    )
    declare(tmp_path / "second", f"[{GROUP}]\nold_chess = chess_game:PACK\n")
    for folder in ("second", "first"):
        monkeypatch.syspath_prepend(tmp_path / folder)
    monkeypatch.setattr(sys, "path", ["/nowhere", *sys.path])
    found = declared_games()
    assert found["chess"] == "chess_game:PACK"
    assert "old_chess" not in found  # the first distribution of a name is the one that holds
    assert found.keys() == as_python_reads_them().keys()


def test_archives_on_the_path_are_read_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    declare(tmp_path / "unpacked", f"[{GROUP}]\nchess = chess_game:PACK\n")
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as archive:
        for file in (tmp_path / "unpacked").rglob("*"):
            if file.is_file():
                archive.write(file, file.relative_to(tmp_path / "unpacked"))
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "games.zip")])
    assert declared_games() == as_python_reads_them()
    assert declared_games()["chess"] == "chess_game:PACK"
