"""What hands strong players hold: hidden cards not as chance deals them, but as they are kept.

Re-deals put any unseen card in any hidden place. Who has played for a while holds better hands
than that. So cards of hidden hands are exchanged for cards of the deck many times over, each
exchange the likelier the better the hand becomes (Metropolis): in the long run a hand is
e times as likely for so many more points, by how far the game has come.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.bots.levels import data_of
from realms.fantasy.bots.hand_value import estimate_values
from realms.fantasy.bots.workspace import list_hand
from realms.fantasy.rules.redeal import known_hand
from realms.fantasy.rules.state import CHAOS, DUEL, STANDARD, bit, left_in_deck
from realms.kernel.bits.choice import nth
from realms.kernel.bits.sets import count
from realms.kernel.chance import below
from realms.kernel.rule import rule

EXCHANGES = 8
"""Exchanges that are tried for each hidden card."""
KEPT = {
    STANDARD: np.array(data_of("fantasy")["belief"]["standard"]),
    DUEL: np.array(data_of("fantasy")["belief"]["duel"]),
}
"""What a point of a hand counts, by how many cards lie in the area."""
WHOLE = 1 << 30


@rule
def believe(s: Any, viewer: int, beliefs: Any, workspace: Any) -> None:
    """Exchange hidden cards of the others' hands as players keep them. [FR-5]

    `beliefs` says what a point of a hand counts, by how many cards lie in the area.
    """
    a_point = beliefs[min(count(s.area), len(beliefs) - 1)]
    if s.variant == CHAOS or left_in_deck(s) == 0 or a_point <= 0:
        return
    for seat in range(s.players):
        if seat == viewer:
            continue
        hidden = s.hands[seat] & ~known_hand(s, seat, viewer)
        for _exchange in range(EXCHANGES * count(hidden)):
            exchange(s, seat, viewer, a_point, workspace)


@rule
def exchange(s: Any, seat: int, viewer: int, a_point: float, workspace: Any) -> None:
    """Exchange one hidden card of a hand for one of the deck, or not."""
    hand = s.hands[seat]
    hidden = hand & ~known_hand(s, seat, viewer)
    card = nth(hidden, below(workspace, count(hidden)))
    place = s.dealt + below(workspace, left_in_deck(s))
    other = int(s.deck[place])
    changed = (hand & ~bit(card)) | bit(other)
    list_hand(workspace, 0, hand, 0)
    list_hand(workspace, 1, changed, 0)
    estimate_values(workspace, 2)
    gain = a_point * (workspace.points[1] - workspace.points[0])
    if gain >= 0 or below(workspace, WHOLE) < WHOLE * np.exp(gain):
        s.hands[seat] = changed
        s.deck[place] = card


def kept_at(s: Any) -> NDArray[np.float64]:
    """What a point of a hand counts at a table, by how many cards lie in the area."""
    return KEPT[DUEL if s.variant == DUEL else STANDARD]
