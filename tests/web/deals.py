"""`realms` with deals that a test fixes: `python -m tests.web.deals serve …`.

Every seed follows from a word and from how many seeds were made with it. The word stands in
the file that `REALMS_DEALS` names, and a test writes it anew. Nothing of the program knows of
this: it stands among the tests, so that no operator can have deals that somebody foresees.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from pathlib import Path
from typing import Any

from realms.kernel import chance

DEALS = "REALMS_DEALS"
"""The variable that names the file with the word."""


class FixedDeals:
    """Makes seeds from the word of a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.made: Counter[str] = Counter()
        """How many seeds were made with each word."""

    def digits(self, purpose: str = "") -> str:
        """The next 32 digits."""
        word = f"{self.file.read_text('utf-8')} {purpose}"
        self.made[word] += 1
        return hashlib.sha256(f"{word} {self.made[word]}".encode()).hexdigest()[:32]

    def stream_seed(self) -> str:
        """A seed for a game among people."""
        return chance.STREAM + self.digits()

    async def seed_of_day(self, service: Any, game: str, day: str) -> str:
        """The same deal of every service on every day."""
        word = f"{self.file.read_text('utf-8')} {game}"
        return chance.STREAM + hashlib.sha256(word.encode()).hexdigest()[:32]


def fix(deals: FixedDeals) -> None:
    """Have all seeds made here, before other modules ask for them by name."""
    chance.fresh_seed = deals.digits
    chance.fresh_stream_seed = deals.stream_seed
    from realms.tables.results import daily

    daily.seed_of_day = deals.seed_of_day


if __name__ == "__main__":
    fix(FixedDeals(Path(os.environ[DEALS])))
    from realms.cli import main

    main()
