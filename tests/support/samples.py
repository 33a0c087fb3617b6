"""How much is tried: a sample where `make test` runs, all of it where `make soak` does."""

from __future__ import annotations

import os

SOAKING = os.environ.get("REALMS_SOAK") == "1"
"""Whether there is time for everything."""


def amount(sample: int, soak: int) -> int:
    """How many of something are tried."""
    return soak if SOAKING else sample
