"""`realms bench`: this machine's figures."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from realms.cli.arguments import Json, Lang, spoken


def bench(
    quick: Annotated[bool, typer.Option("--quick")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Measure how fast this machine scores and plays."""
    from realms.cli.preparing import preparing

    language = spoken(lang)
    with preparing(language):
        from realms.arena.bench import figures, machine
        from realms.cli.prepare import prepare_rules

        prepare_rules()
    measured = figures(quick)
    if not quick:
        from itertools import chain

        from realms.web.load import figures as server_figures

        measured = chain(measured, server_figures())
    if json:
        import msgspec

        told = {"machine": machine(), "results": list(measured)}
        typer.echo(msgspec.json.encode(told).decode())
        return
    show(machine(), measured, language)


def show(machine: dict[str, Any], figures: Any, language: str) -> None:
    """The figures, a line each as they come."""
    from rich.console import Console

    from realms.kernel.text import say

    console = Console()
    described = ", ".join(f"{name} {value}" for name, value in machine.items())
    console.print(say("cli.figures.machine", language, machine=described), highlight=False)
    heads = [say(f"cli.figures.{column}", language) for column in ("name", "value", "range")]
    console.print(f"{heads[0]:<38} {heads[1]:>20}   {heads[2]}", style="bold", highlight=False)
    for figure in figures:
        value, low, high = (written(x) for x in (figure.value, figure.low, figure.high))
        told = f"{figure.name:<38} {value:>12} {figure.unit:<8} {low} – {high}"
        console.print(told, highlight=False, soft_wrap=True)


def written(value: float) -> str:
    """A number with as many digits as it deserves."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
