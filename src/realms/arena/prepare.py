"""Compiling every rule by using it once; split in parts that can run side by side."""

from __future__ import annotations

import sys

import numpy as np

from realms import fantasy
from realms.arena import fantasy as players
from realms.bots import bot_named
from realms.fantasy.casting import new_cast
from realms.fantasy.plain import score_plain
from realms.fantasy.wilds import best_of_many, new_choices
from realms.kernel.chance import word_of


def prepare_scoring() -> None:
    """Everything that scoring hands and playing move by move uses."""
    hands = np.array([3], np.int64)
    score_plain(hands, hands.copy())
    best_of_many(hands, hands, hands.copy(), new_cast(), new_choices())
    fantasy.hand("Dragon, Mirage").sheet  # noqa: B018  (worked out when asked for)
    for variant, number in (("standard", 3), ("duel", 2), ("chaos", 3)):
        options = fantasy.Options(players=number, variant=variant)  # type: ignore[arg-type]
        state = fantasy.game.start(options, "prepare")
        seat = fantasy.game.awaiting(state)[0]
        state, _ = fantasy.game.play(state, seat, fantasy.game.legal(state, seat)[0])
        fantasy.game.view(fantasy.game.redeal(state, seat, "prepare"), seat)


def prepare_games() -> None:
    """Everything that whole games between bots use."""
    options = fantasy.Options(players=4)
    players.play_batch(options, [1] * 4, word_of("prepare"), 0, 1)
    state = fantasy.game.start(options, "prepare")
    bot_named("greedy").choose(fantasy.game, state, fantasy.game.awaiting(state)[0], "prepare")


PARTS = {"scoring": prepare_scoring, "games": prepare_games}

if __name__ == "__main__":
    PARTS[sys.argv[1]]()
