"""How the rules of Medieval Realms are compiled: every one by using it once, part by part."""

from __future__ import annotations

from realms import medieval
from realms.arena.batches.seated_bots import play_on_once
from realms.arena.game_parts import CompilePart
from realms.arena.prepare import let_think
from realms.bots import bot_named, bots_of
from realms.bots.game_parts import bot_set
from realms.kernel.chance import rng_state_from

LEARNED = tuple(bot_set("medieval").parts)
"""The bots that are a part of their own: they take other rules than the rest."""
THINKERS = [name for name in bots_of("medieval") if name not in LEARNED]


def prepare_moves() -> None:
    """Everything that playing Medieval Realms move by move uses."""
    game = medieval.game
    state = game.start(medieval.Options(players=2), "prepare")
    for _draft in range(2):
        seat = game.awaiting(state)[0]
        state, _ = game.play(state, seat, game.legal(state, seat)[0])
    state, _ = game.play(state, 0, game.legal(state, 0)[0])
    game.advance(state, 1, int(game.codes(state, 1)[0]))
    game.refusal(state, 1, 0)
    game.view(game.redeal(state, 0, "prepare"), 0)
    game.sheets(state)
    game.ranking(state)


def prepare_rounds() -> None:
    """Everything that whole games of Medieval Realms between bots use."""
    from realms.medieval.arena import games as players  # noqa: PLC0415

    options = medieval.Options(players=2)
    players.play_batch(options, [1] * 2, rng_state_from("prepare"), 0, 1)
    state = medieval.game.start(options, "prepare")
    bot_named("greedy").choose(medieval.game, state, medieval.game.awaiting(state)[0], "prepare")


def prepare_medieval_bots() -> None:
    """Everything that the stronger bots of Medieval Realms think with."""
    game = medieval.game
    state = game.start(medieval.Options(players=2), "prepare")
    while game.view(state, None).phase != "acting":
        seat = game.awaiting(state)[0]
        state, _ = game.play(state, seat, game.legal(state, seat)[0])
    let_think(game, state, THINKERS)


def prepare_learned() -> None:
    """Everything that the learned players judge by."""
    state = medieval.game.start(medieval.Options(players=2), "prepare")
    let_think(medieval.game, state, LEARNED)


def prepare_reviews() -> None:
    """Everything that a review of Medieval Realms plays on with."""
    play_on_once(medieval.game, medieval.Options(players=3))


PARTS = {
    "moves": CompilePart(prepare_moves, 10, ("play",)),
    "games": CompilePart(prepare_rounds, 16, ("play",)),
    "bots": CompilePart(prepare_medieval_bots, 10, ("play",)),
    "learned": CompilePart(prepare_learned, 19, ("reviews",)),
    "reviews": CompilePart(prepare_reviews, 7, ("reviews",)),
}
"""What there is to compile; the parts that play needs build on one another, in this order."""
