"""Threads of a warp that go on together.

The 32 threads of a warp share one instruction at a time; where their games stand at
different steps, each step is gone through for the few that need it. So they vote: a step
is made by all threads that are at it, the most frequent first, and the others wait. Steps
that all games come to now and then, a round's end say, wait until nothing else is left to
do: from there the threads go on together for a while.
"""

from __future__ import annotations

from numba import cuda
from numba.core import config

ALL = 0xFFFFFFFF
"""Every thread of a warp."""
THREADS = 32

if config.ENABLE_CUDASIM:

    def vote(step: int, steps: int, over: int, waiting: int) -> int:
        """In the simulator, where threads run alone, each has its way."""
        return step

else:

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def vote(step: int, steps: int, over: int, waiting: int) -> int:
        """The step most threads are at, or `over` when all are over.

        Steps in the set `waiting` are chosen where no thread is at any other.
        """
        chosen = over
        most = 0
        for number in range(steps):
            votes = cuda.popc(cuda.ballot_sync(ALL, step == number))
            if votes and not (waiting >> number) & 1:
                votes += THREADS
            if number != over and votes > most:
                chosen = number
                most = votes
        return chosen
