"""How the rules of Medieval Realms are compiled: every one by using it once, part by part."""

from __future__ import annotations

from realms import medieval
from realms.arena.prepare import let_judge, let_think
from realms.bots import bot_named
from realms.kernel.chance import rng_state_from


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
    let_think(game, state)


def prepare_learned() -> None:
    """Everything that the learned player judges by."""
    let_judge(medieval.game, medieval.game.start(medieval.Options(players=2), "prepare"))


PARTS = {
    "moves": prepare_moves,
    "games": prepare_rounds,
    "bots": prepare_medieval_bots,
    "learned": prepare_learned,
}
"""What there is to compile; the parts build on one another, in this order."""
DEFERRED = ("learned",)
"""Parts that nobody waits for before a game."""
