"""pgx on the CPU: a batch of games stepped by one compiled loop, ended games begun anew."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

STEPS = 64
"""Steps of the batch that one call of the compiled loop makes."""
BATCH = 1024


def player_of(game: str) -> Callable[[float], int]:
    """Plays a game for some seconds, `NAME@BATCH` at once; tells the number of decisions."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    name, _, batch = game.partition("@")
    number = int(batch or BATCH)
    env: Any = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(_number: Any, carried: Any) -> Any:
        state, key = carried
        key, draw, chance = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(draw, logits, axis=1)
        return step(state, actions, jax.random.split(chance, number)), key

    many = jax.jit(lambda carried: jax.lax.fori_loop(0, STEPS, once, carried))
    key = jax.random.PRNGKey(7)
    begun = jax.jit(jax.vmap(env.init))(jax.random.split(key, number))
    carried = jax.block_until_ready(many((begun, key)))

    def play(seconds: float) -> int:
        nonlocal carried
        end, calls = time.process_time() + seconds, 0
        while time.process_time() < end:
            carried = jax.block_until_ready(many(carried))
            calls += 1
        return calls * STEPS * number

    return play
