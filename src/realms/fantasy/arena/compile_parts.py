"""How the rules of Fantasy Realms are compiled: every one by using it once, part by part."""

from __future__ import annotations

import numpy as np

from realms import fantasy
from realms.arena.batches.seated_bots import play_on_once
from realms.arena.game_parts import CompilePart
from realms.arena.prepare import let_think
from realms.bots import bot_named, bots_of
from realms.bots.game_parts import bot_set
from realms.kernel.chance import rng_state_from

LEARNED = tuple(bot_set("fantasy").parts)
"""The bots that are a part of their own: they take other rules than the rest."""
THINKERS = [name for name in bots_of("fantasy") if name not in LEARNED]


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
        let_think(fantasy.game, fantasy.game.start(options, "prepare"), THINKERS)


def prepare_learned() -> None:
    """Everything that the learned players judge by."""
    state = fantasy.game.start(fantasy.Options(players=4), "prepare")
    let_think(fantasy.game, state, LEARNED)


def prepare_reviews() -> None:
    """Everything that a review of Fantasy Realms plays on with."""
    play_on_once(fantasy.game, fantasy.Options(players=4))


PARTS = {
    "scoring": CompilePart(prepare_scoring, 14, ("play",)),
    "games": CompilePart(prepare_games, 12, ("play",)),
    "bots": CompilePart(prepare_fantasy_bots, 13, ("play",)),
    "learned": CompilePart(prepare_learned, 11, ("reviews",)),
    "reviews": CompilePart(prepare_reviews, 6, ("reviews",)),
    "solving": CompilePart(prepare_solving, 8),
}
"""What there is to compile; the parts that play needs build on one another, in this order."""
