"""The rules of Goofspiel, on a record of fixed size."""

from typing import Any

import numpy as np

from realms.kernel.bits.choice import nth
from realms.kernel.bits.sets import count
from realms.kernel.chance import below, shuffle
from realms.kernel.journal import note
from realms.kernel.rule import rule

SEATS, CARDS, NOBODY = 5, 13, -1
FIELDS = [
    ("chance", np.uint64),
    ("players", np.int8),
    ("cards", np.int8),
    ("played", np.int8),  # rounds that are over
    ("stake", np.int16),  # points to be won now
    ("prizes", np.int8, CARDS),  # the deck, in its order
    ("hands", np.int64, SEATS),  # bit n stands for card n
    ("bids", np.int8, SEATS),  # 0 where there is none
    ("points", np.int16, SEATS),
]
STATE = np.dtype((np.record, FIELDS))
LAID, REVEALED, WON, CARRIED, TURNED = range(5)  # what the journal tells
NOT_YOUR_CARD, GAME_OVER = 1, 2  # why a bid is refused


@rule
def deal(s: Any, word: np.uint64) -> None:
    """Shuffle the prizes, give everybody the same cards, turn the first prize. [GS-1] [GS-2]"""
    s.chance = word
    for place in range(s.cards):
        s.prizes[place] = place + 1
    shuffle(s, s.prizes[: s.cards])
    for seat in range(s.players):
        s.hands[seat] = (2 << int(s.cards)) - 2
    s.stake = s.prizes[0]


@rule
def refusal(s: Any, seat: int, card: int) -> int:
    """Why a seat may not bid a card, as a number; 0 where it may. [GS-3]"""
    if s.played == s.cards:
        return GAME_OVER
    if seat < 0 or not 1 <= card <= s.cards or not s.hands[seat] >> card & 1:
        return NOT_YOUR_CARD
    return 0


@rule
def bid(s: Any, seat: int, card: int, journal: Any) -> None:
    """Lay a card face down; nobody is told that one is changed. The last reveals all. [GS-3]"""
    if not s.bids[seat]:
        note(journal, LAID, seat, card)
    s.bids[seat] = card
    for other in range(s.players):
        if not s.bids[other]:
            return
    reveal(s, journal)


@rule
def reveal(s: Any, journal: Any) -> None:
    """The highest bid takes what is at stake, unless two are the highest. [GS-4] [GS-5]"""
    winner, highest = NOBODY, 0
    for seat in range(s.players):
        card = int(s.bids[seat])
        note(journal, REVEALED, seat, card)
        if card >= highest:
            winner, highest = seat if card > highest else NOBODY, card
        s.hands[seat] ^= 1 << card
        s.bids[seat] = 0
    if winner == NOBODY:
        note(journal, CARRIED, s.stake)
    else:
        note(journal, WON, winner, s.stake)
        s.points[winner] += s.stake
        s.stake = 0
    s.played += 1
    if s.played < s.cards:
        s.stake += s.prizes[s.played]
        note(journal, TURNED, s.prizes[s.played], s.stake)


@rule
def redeal(s: Any, viewer: int, word: np.uint64) -> None:
    """Deal anew what a viewer cannot know: prizes face down, the bids of others. [GS-7]"""
    s.chance = word
    coming = s.prizes[s.played + 1 : s.cards]
    coming.sort()
    shuffle(s, coming)
    for seat in range(s.players):
        if s.bids[seat] and seat != viewer:
            s.bids[seat] = nth(s.hands[seat], below(s, count(s.hands[seat])))
