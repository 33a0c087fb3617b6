"""Threads of a warp that go on together.

The 32 threads of a warp share one instruction at a time; where their games stand at
different steps, each step is gone through for the few that need it. So they vote: a step
is made by all threads that are at it, the most frequent first, and the others wait.
"""

from __future__ import annotations

from numba import cuda
from numba.core import config

ALL = 0xFFFFFFFF
"""Every thread of a warp."""

if config.ENABLE_CUDASIM:

    def vote(step: int, steps: int, over: int) -> int:
        """In the simulator, where threads run alone, each has its way."""
        return step

else:

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def vote(step: int, steps: int, over: int) -> int:
        """The step most threads are at, or `over` when all are over."""
        chosen = over
        most = 0
        for number in range(steps):
            votes = cuda.popc(cuda.ballot_sync(ALL, step == number))
            if number != over and votes > most:
                chosen = number
                most = votes
        return chosen
