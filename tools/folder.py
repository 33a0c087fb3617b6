"""Putting a document and its pictures into a folder."""

from __future__ import annotations

from pathlib import Path

import typer

from realms.cli.files import file_errors, write_whole
from realms.kernel.text import say


def make_folders(home: Path) -> None:
    """Make the folders of a document before games are played for it, not after."""
    with file_errors(home):
        (home / "images").mkdir(parents=True, exist_ok=True)


def write(home: Path, written: dict[str, str], language: str) -> None:
    """Write a document and its pictures, and say so."""
    for name, text in written.items():
        write_whole(home / name, text)
        typer.echo(say("cli.numbers.wrote", language, path=home / name))
