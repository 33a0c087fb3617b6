"""How the rules of Fantasy Realms are compiled: every one by using it once, part by part."""

from __future__ import annotations

import numpy as np

from realms import fantasy
from realms.arena.prepare import let_judge, let_think
from realms.bots import bot_named
from realms.kernel.chance import rng_state_from


def prepare_scoring() -> None:
    """Everything that scoring hands and playing Fantasy Realms move by move uses."""
    from realms.fantasy.scoring.plain import score_plain  # noqa: PLC0415
    from realms.fantasy.scoring.scoring_hand import new_scoring_hand  # noqa: PLC0415
    from realms.fantasy.scoring.wilds import best_of_many, new_choices  # noqa: PLC0415

    hands = np.array([3], np.int64)
    score_plain(hands, hands.copy())
    best_of_many(hands, hands, hands.copy(), new_scoring_hand(), new_choices())
    fantasy.hand("Dragon, Mirage").sheet  # noqa: B018  (worked out when asked for)
    for variant, number in (("standard", 3), ("duel", 2), ("chaos", 3)):
        options = fantasy.Options(players=number, variant=variant)  # type: ignore[arg-type]
        state = fantasy.game.start(options, "prepare")
        seat = fantasy.game.awaiting(state)[0]
        state, _ = fantasy.game.play(state, seat, fantasy.game.legal(state, seat)[0])
        fantasy.game.view(fantasy.game.redeal(state, seat, "prepare"), seat)
    while fantasy.game.awaiting(state):  # of the last, to its end: scores and sheets
        seat = fantasy.game.awaiting(state)[0]
        state, _ = fantasy.game.play(state, seat, fantasy.game.legal(state, seat)[-1])
    fantasy.game.outcome(state)
    fantasy.game.sheets(state)


def prepare_solving() -> None:
    """Everything that the search for the best hands uses."""
    from realms.fantasy.solve.question import Question  # noqa: PLC0415
    from realms.fantasy.solve.search import warm_up  # noqa: PLC0415

    for question in (Question(), Question(worst=True), Question(every=True)):
        warm_up(question)


def prepare_games() -> None:
    """Everything that whole games of Fantasy Realms between bots use."""
    from realms.fantasy.arena import games as players  # noqa: PLC0415

    options = fantasy.Options(players=4)
    players.play_batch(options, [1] * 4, rng_state_from("prepare"), 0, 1)
    state = fantasy.game.start(options, "prepare")
    bot_named("greedy").choose(fantasy.game, state, fantasy.game.awaiting(state)[0], "prepare")


def prepare_fantasy_bots() -> None:
    """Everything that the stronger bots of Fantasy Realms think with."""
    for variant, number in (("standard", 3), ("duel", 2), ("chaos", 3)):
        options = fantasy.Options(players=number, variant=variant)  # type: ignore[arg-type]
        let_think(fantasy.game, fantasy.game.start(options, "prepare"))


def prepare_learned() -> None:
    """Everything that the learned player judges by."""
    let_judge(fantasy.game, fantasy.game.start(fantasy.Options(players=4), "prepare"))


PARTS = {
    "scoring": prepare_scoring,
    "solving": prepare_solving,
    "games": prepare_games,
    "bots": prepare_fantasy_bots,
    "learned": prepare_learned,
}
"""What there is to compile; the parts build on one another, in this order."""
DEFERRED = ("solving", "learned")
"""Parts that nobody waits for before a game."""
