"""The program, but once it has appended so many lines to a ledger it waits for a file.

`python -m tests.arena.game_laws LINES FILE WORD…`: however fast the machine is, it does not end
before there is that file; whoever is to stop it never makes one.
"""

from __future__ import annotations

import signal
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

from realms.arena.ledger import Ledger
from realms.cli import main


def hold_after(lines: int, file: Path) -> None:
    """Have whoever appends the last of so many lines wait for a file."""
    append, numbers = Ledger.append, count(1)

    def append_and_wait(ledger: Ledger, line: Any) -> None:
        append(ledger, line)
        if next(numbers) == lines:
            while not file.exists():
                time.sleep(0.02)

    Ledger.append = append_and_wait  # type: ignore[assignment]


if __name__ == "__main__":
    # What is started in the background of a shell ignores Ctrl-C, and all that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    hold_after(int(sys.argv.pop(1)), Path(sys.argv.pop(1)))
    main()
