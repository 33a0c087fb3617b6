"""Compiled rules that a page takes: looked for first, so that no request compiles them."""

from __future__ import annotations

import logging
import subprocess
import threading
from collections.abc import Sequence

from realms.arena.prepare import planned, prepare_parts, review_parts
from realms.kernel.compiled.progress import (
    CompileProgress,
    is_part_prepared,
    progress_of,
    rules_now,
)
from realms.web.admission.executor import Overloaded

LOG = logging.getLogger("realms.web")


class RulesMissing(Overloaded):
    """It takes rules that are still being compiled, for some `n` seconds; the answer is 503."""


def missing_progress(parts: Sequence[str]) -> CompileProgress | None:
    """How far some parts are compiled; None where there is none to wait for."""
    way = rules_now()
    if way == "plain" or (way == "compiled" and all(map(is_part_prepared, parts))):
        return None
    return progress_of(planned(parts))


def check_review_rules(game: str) -> None:
    """Refuse a review while the rules that it takes are not compiled, and send for them."""
    progress = missing_progress(parts := review_parts(game))
    if progress is not None:
        send_for_rules(parts)
        raise RulesMissing("review/compiling", n=max(progress.seconds_left, 1))


_sent_for: set[str] = set()
"""The parts that this process has sent for."""


def send_for_rules(parts: Sequence[str]) -> None:
    """Have some parts compiled now, whatever else still waits for its turn."""
    missing = [part for part in parts if not is_part_prepared(part)]
    if rules_now() == "compiled" and not _sent_for.issuperset(missing):
        _sent_for.update(missing)
        threading.Thread(target=_compile, args=(missing,), daemon=True).start()


def _compile(parts: list[str]) -> None:
    try:
        prepare_parts(parts, aside=True)
    except subprocess.CalledProcessError:
        LOG.error("rules cannot be compiled: %s", ", ".join(parts))
    else:
        _sent_for.difference_update(parts)
