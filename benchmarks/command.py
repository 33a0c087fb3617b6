"""`realms bench`: this machine's figures, beside those of other engines or of earlier sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from realms.cli.arguments import Json, Lang, language_for


def bench(
    quick: Annotated[bool, typer.Option("--quick")] = False,
    part: Annotated[list[str] | None, typer.Option("--part", metavar="PART")] = None,
    field: Annotated[bool, typer.Option("--field")] = False,
    all_: Annotated[bool, typer.Option("--all")] = False,
    against: Annotated[str | None, typer.Option("--against", metavar="COMMIT")] = None,
    history: Annotated[str | None, typer.Option("--history", metavar="FILE")] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="DIR")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Measure how fast this machine scores and plays."""
    from realms.arena.prepare import all_parts
    from realms.cli.compiling.background import wait_for_rules
    from realms.cli.compiling.notice import compile_notice

    language = language_for(lang)
    if against is not None:
        from benchmarks.command_against import compare

        compare(against, quick, json, language)
        return
    from benchmarks.parts import CORE, PARTS, QUICK

    usual = QUICK if quick else CORE
    chosen = parts_chosen(part, usual, field, PARTS) if not all_ else [*PARTS]
    wait_for_rules(all_parts(), language)
    with compile_notice(language):
        from benchmarks.history import HISTORY, commit, last_figures
        from realms.arena.machine import machine

    described = machine() | {"commit": commit()}
    earlier = last_figures(Path(history) if history else HISTORY, described)
    figures = figures_of(chosen, quick, note_writer(language))
    results = list(figures) if json else list(print_figures(described, figures, earlier, language))
    if not json:
        warn_of_losses(results, earlier, language)
    if json:
        import msgspec

        typer.echo(msgspec.json.encode({"machine": described, "results": results}).decode())
    if history:
        keep(history, described, results)
    if out:
        from benchmarks.report.document import files, readme_with
        from realms.cli.files import file_errors
        from realms.kernel.text import say

        made = {Path(out) / name: text for name, text in files(described, results).items()}
        readme = Path(out).parent / "README.md"
        if readme.is_file():
            made[readme] = readme_with(readme.read_text("utf-8"), described, results)
        for path, text in made.items():
            with file_errors(str(path)):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            typer.echo(say("cli.numbers.wrote", language, path=str(path)), err=True)


def parts_chosen(
    named: list[str] | None, else_: tuple[str, ...], field: bool, known: tuple[str, ...]
) -> list[str]:
    """The parts to measure, in their order; one that is none is refused."""
    from realms.kernel.errors import Unreadable

    for name in named or ():
        if name not in known:
            raise Unreadable("bench/part", name=name, known=", ".join(known))
    wanted = {*(named or ()), *(("field",) if field else ())} or {*else_}
    return [name for name in known if name in wanted]


def figures_of(parts: list[str], quick: bool, note: Callable[..., None]) -> Iterator[Any]:
    """The figures of some parts, one after another."""
    from benchmarks.parts import figures

    for name in parts:
        yield from figures(name, quick, note)


def note_writer(language: str) -> Callable[..., None]:
    """Tells on standard error what goes on; on a terminal, passing remarks give way."""
    from rich.console import Console

    from realms.kernel.text import say

    console = Console(stderr=True)

    def note(key: str, **fields: Any) -> None:
        lasting = key in ("field.left_out", "field.failed", "field.installing")
        if lasting or console.is_terminal:
            console.print(say(key, language, **fields), highlight=False, soft_wrap=True)

    return note


def keep(path: str, machine: dict[str, Any], results: list[Any]) -> None:
    """Append a run to a history: a line of JSON each."""
    import msgspec

    from realms.cli.files import file_errors

    with file_errors(path), Path(path).open("ab") as file:
        file.write(msgspec.json.encode({"machine": machine, "results": results}) + b"\n")


def print_figures(
    machine: dict[str, Any], figures: Iterator[Any], earlier: dict[str, Any], language: str
) -> Iterator[Any]:
    """The figures, a line each as they come, with the change since the last run."""
    from rich.console import Console

    from benchmarks.history import speed_beside
    from benchmarks.report.document import number_text
    from realms.kernel.text import say

    console = Console()
    described = ", ".join(f"{name} {value}" for name, value in machine.items())
    console.print(say("cli.figures.machine", language, machine=described), highlight=False)
    heads = [say(f"cli.figures.{column}", language) for column in ("name", "value", "range")]
    console.print(f"{heads[0]:<38} {heads[1]:>20}   {heads[2]}", style="bold", highlight=False)
    for figure in figures:
        value, low, high = (number_text(x) for x in (figure.value, figure.low, figure.high))
        sentence = f"{figure.name:<38} {value:>12} {figure.unit:<11} {low} – {high}"
        if figure.name in earlier:
            change = 100 * speed_beside(figure, earlier[figure.name]) - 100
            sentence += f"   {change:+.0f} %"
        console.print(sentence, highlight=False, soft_wrap=True)
        yield figure


def warn_of_losses(results: list[Any], earlier: dict[str, Any], language: str) -> None:
    """Tell on standard error which figures lost more than a change may lose."""
    from benchmarks.history import is_lost, speed_beside
    from realms.kernel.text import say

    for figure in results:
        before = earlier.get(figure.name)
        if before is None or not is_lost(ratio := speed_beside(figure, before)):
            continue
        fields = {"date": before.date, "commit": before.commit or "?"}
        sentence = say(
            "field.lost_since", language, work=figure.name, ratio=f"{100 * ratio:.0f}", **fields
        )
        typer.echo(sentence, err=True)
