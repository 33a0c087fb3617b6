"""The weights that a steward of Medieval Realms goes by, as compiled code reads them.

The data file tells them by name, `token_gold` for instance; here they are rows of a record,
`token` with one number for each resource.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from realms.bots.levels import data_of
from realms.medieval.content.content import CONTENT
from realms.medieval.content.rule_tables import LEADERS, MOST_KINDS, RESOURCES
from realms.medieval.rules.state import HAND

GOODS_ROW = 10
"""Goods beyond so many are all worth the same."""
GOLD = RESOURCES.index("gold")
ALONE = ("",)
KINDS = tuple(kind.id for kind in CONTENT.kind)

ROWS: dict[str, tuple[str, ...]] = {
    "token": RESOURCES,  # a token in the first round, over what it is at the end
    "goods": tuple(map(str, range(GOODS_ROW))),  # the next goods, by how many there are
    "goods_last": ALONE,  # the part of that in the last round
    "pull": ALONE,  # the part of a card's surplus in each token it lacks, in hand
    "pull_most": ALONE,
    "tug": ALONE,  # the same for a card of the current panel
    "tug_most": ALONE,
    "tug_future": ALONE,  # and of the future panel
    "lead": ALONE,  # the same where a majority decides
    "lead_margin": ALONE,  # tokens more than any rival has
    "fade": ALONE,  # each further token of a resource is worth so much less
    "milestone": ALONE,
    "chosen": ALONE,  # a token that one may choose
    "leader_round": LEADERS,  # what a leader makes in a round
    "production": ALONE,
    "answer_round": ALONE,  # cards of a colour that one plays in a round
    "answer_hand": ALONE,  # how likely a card in hand will be played
    "growth": (*LEADERS, "combat"),  # leaders gained in a round, in hundredths
    "growth_colour": ALONE,
    "growth_card": ALONE,
    "growth_person": ALONE,
    "condition": ALONE,  # how much nearer to a condition a round brings
    "help": ALONE,  # the part in a condition's points of what helps to meet it
    "kind": KINDS,  # what a kind of card is worth, of what it seems to be
    "missing": ALONE,  # doubt for each token that is missing to play a card
    "missing_late": ALONE,
    "missing_leader": ALONE,
    "slot": tuple(map(str, range(HAND))),  # doubt by the cards held already
    "usual": ("gold", "battle"),  # what an auction is likely to cost
    "lost": ALONE,  # what is left of an auction's worth to who cannot pay that
    "least": ALONE,  # what promises less is not worth an action
    "calm": ALONE,  # how pressing it is to take a card that no rival threatens
    "alarm": ALONE,  # and for each who does
    "play": ALONE,  # how pressing it is to play a card
    "play_block": ALONE,  # more, for each card its colour bars
    "play_full": ALONE,
    "play_new": ALONE,  # more, for a card that answers to others
    "spread": ALONE,  # how likely rivals stand where it pays
    "noise": ALONE,  # how much the dice say on the map
    "noise_mayor": ALONE,
    "bid_least": ALONE,  # what a bid has to leave
    "push": ALONE,  # what it has to leave a rival who is made to pay
}
"""The rows of weights, in hundredths of a point or per cent, and what their numbers are for."""

LENGTHS = {name: MOST_KINDS if name == "kind" else len(row) for name, row in ROWS.items()}
WEIGHTS = np.dtype((np.record, [(name, np.int64, length) for name, length in LENGTHS.items()]))


def names_of(row: str) -> tuple[str, ...]:
    """The names of a row's weights in the data file.

    >>> names_of("usual"), names_of("tug")
    (('usual_gold', 'usual_battle'), ('tug',))
    """
    return tuple(f"{row}_{part}" if part else row for part in ROWS[row])


def new_weights(given: Mapping[str, float] | None = None) -> Any:
    """Weights by name as a record; those not told are as the data file has them."""
    known = {**data_of("medieval")["weights"]["steward"], **(given or {})}
    weights = np.zeros(1, WEIGHTS)[0]
    weights.kind[:] = 100  # kinds of other contents
    for row in ROWS:
        for place, name in enumerate(names_of(row)):
            weights[row][place] = round(known[name])
    return weights


@cache
def our_weights() -> Any:
    """The weights of the data file: to be copied, not changed."""
    return new_weights()
