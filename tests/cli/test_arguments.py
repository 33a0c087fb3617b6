"""Names as people type them: quoted, with commas, or just one word after the other."""

from __future__ import annotations

import pytest

from realms.cli.arguments import read_names, spread

KNOWN = ("Bell Tower", "Book of Changes", "Sword of Keth")


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (["Dragon", "King"], ["Dragon", "King"]),
        (["Dragon, Bell Tower", "King"], ["Dragon", "Bell Tower", "King"]),
        (["Dragon,", "Bell", "Tower"], ["Dragon", "Bell Tower"]),
        (["Bell", "Tower", "Book", "of", "Changes"], ["Bell Tower", "Book of Changes"]),
        (["Dragon,,", " "], ["Dragon"]),
        ([], []),
    ],
)
def test_names(typed: list[str], names: list[str]) -> None:
    assert read_names(typed, lambda text: text in KNOWN) == names


def test_an_option_of_many_values_ends_at_the_next_option() -> None:
    typed = ["score", "King", "--choose", "a=b", "c=d", "--lang", "es"]
    spelled = ["score", "King", "--choose", "a=b", "--choose", "c=d", "--lang", "es"]
    assert spread(typed) == spelled
    assert spread(spelled) == spelled
