"""Fantasy Realms for PettingZoo, version 0: `env`, `raw_env` and `parallel_env`.

The options of the game are keywords: `env(players=3)`.
"""

from __future__ import annotations

from functools import partial

from realms.research import environments

raw_env = partial(environments.raw_env, "fantasy", version=0)
"""Fantasy Realms, one agent after another, without guards."""
env = partial(environments.env, "fantasy", version=0)
"""Fantasy Realms, one agent after another, with PettingZoo's guards."""
parallel_env = partial(environments.parallel_env, "fantasy", version=0)
"""Fantasy Realms, all who owe a decision at once."""
