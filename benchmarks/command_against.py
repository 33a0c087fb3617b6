"""`realms bench --against COMMIT`: whether a change lost speed."""

from __future__ import annotations

import msgspec
import typer

from benchmarks.comparison import LOSS, WATCHED, Verdict, compare_trees
from realms.cli.simulate import progress
from realms.kernel.text import say

LOST = 1
"""The exit status of a change that lost too much."""


def compare(reference: str, quick: bool, json: bool, language: str) -> None:
    """Compare this tree with that of a commit; exit status 1 if it lost too much."""
    runs = 5 if quick else 15
    verdicts = []
    with progress(runs * len(WATCHED), language, "field.comparing") as report:
        for verdict in compare_trees(reference, runs, 0.4, report):
            verdicts.append(verdict)
            if not json:
                typer.echo(verdict_text(verdict, language))
    if json:
        result = {"against": reference, "allowed": LOSS, "results": verdicts}
        typer.echo(msgspec.json.encode(result).decode())
    if any(verdict.lost for verdict in verdicts):
        raise typer.Exit(LOST)


def verdict_text(verdict: Verdict, language: str) -> str:
    """A verdict as a line."""
    low, high = f"{100 * verdict.low:.1f}", f"{100 * verdict.high:.1f}"
    counted = say("field.counted" if verdict.counted else "field.timed", language)
    key = "field.lost" if verdict.lost else "field.kept"
    fields = {"work": verdict.name, "ratio": f"{100 * verdict.ratio:.1f}", "how": counted}
    return say(key, language, low=low, high=high, **fields)
