"""A content file of one's own begins with ours, written out by `realms cards --toml`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Realms


def test_the_content_is_written_out_and_read_back_as_ours(realms: Realms) -> None:
    ran = realms("cards", "medieval", "--toml")
    assert ran.status == 0
    Path("mine.toml").write_text(ran.out, "utf-8")
    output = realms("cards", "medieval", "--json").out
    assert realms("cards", "medieval", "--content", "mine.toml", "--json").out == output
    assert realms("cards", "medieval", "--content", "mine.toml", "--toml").out == ran.out


def test_a_file_that_does_not_hold_and_a_game_without_files_are_refused(realms: Realms) -> None:
    Path("mine.toml").write_text("[board]\n", "utf-8")
    assert realms("cards", "medieval", "--content", "mine.toml", "--toml").status == 2
    assert realms("cards", "fantasy", "--toml").status == 2
