"""Threads between the cards of a scored hand."""

from __future__ import annotations

from itertools import combinations

from realms.fantasy.interface.what_if import best_sheet
from realms.fantasy.web.board.threads import TALL, weave

HANDS = (
    ("bell_tower", "smoke", "candle", "forge", "fire_elemental", "necromancer", "book_of_changes"),
    ("candle", "bell_tower", "book_of_changes", "enchantress", "forge", "swamp", "smoke"),
    ("knights", "king", "queen", "sword_of_keth", "shield_of_keth", "rangers", "warlord"),
)


def test_no_label_lies_on_another() -> None:
    for hand in HANDS:
        woven = weave(best_sheet(hand, ("dragon",)), "en")
        for side in (woven.above, woven.below):
            labelled = [one for one in side if one.label]
            for one, two in combinations(labelled, 2):
                apart = abs(one.x - two.x) >= (one.width + two.width) / 2
                assert apart or abs(one.y - two.y) >= TALL, (hand, one.label, two.label)
