"""`realms bench --against COMMIT`: whether a change lost speed."""

from __future__ import annotations

import typer

from realms.kernel.text import say


def compare(reference: str, quick: bool, json: bool, language: str) -> None:
    """Compare this tree with that of a commit; exit status 1 if it lost too much."""
    import msgspec

    from realms.cli.bench import LOST
    from realms.cli.simulate import progress
    from realms.field.against import LOSS, WATCHED, compared

    runs = 5 if quick else 15
    verdicts = []
    with progress(runs * len(WATCHED), language, "field.comparing") as report:
        for verdict in compared(reference, runs, 0.4, report):
            verdicts.append(verdict)
            if not json:
                typer.echo(said(verdict, language))
    if json:
        told = {"against": reference, "allowed": LOSS, "results": verdicts}
        typer.echo(msgspec.json.encode(told).decode())
    if any(verdict.lost for verdict in verdicts):
        raise typer.Exit(LOST)


def said(verdict: object, language: str) -> str:
    """A verdict as a line."""
    from realms.field.against import Verdict

    assert isinstance(verdict, Verdict)
    low, high = f"{100 * verdict.low:.1f}", f"{100 * verdict.high:.1f}"
    counted = say("field.counted" if verdict.counted else "field.timed", language)
    key = "field.lost" if verdict.lost else "field.kept"
    told = {"work": verdict.name, "ratio": f"{100 * verdict.ratio:.1f}", "how": counted}
    return say(key, language, low=low, high=high, **told)
