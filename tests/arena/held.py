"""The program, but once it has appended so many lines to a ledger it waits to be stopped.

`python -m tests.arena.held LINES WORD…`: however fast the machine is, it never ends by itself.
"""

from __future__ import annotations

import signal
import sys
from itertools import count
from typing import Any

from realms.arena.ledger import Ledger
from realms.cli import main


def hold_after(lines: int) -> None:
    """Have the next line but so many never be answered."""
    append, numbers = Ledger.append, count(1)

    def append_and_wait(ledger: Ledger, line: Any) -> None:
        append(ledger, line)
        if next(numbers) >= lines:
            while True:
                signal.pause()

    Ledger.append = append_and_wait  # type: ignore[assignment]


if __name__ == "__main__":
    hold_after(int(sys.argv.pop(1)))
    main()
