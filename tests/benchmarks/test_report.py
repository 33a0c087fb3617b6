"""The document of the figures, its charts, and what the command keeps."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from msgspec.structs import replace

from benchmarks.__main__ import COMMANDS
from benchmarks.command import keep, parts_chosen, warn_of_losses
from benchmarks.figure import Figure
from benchmarks.history import (
    HISTORY,
    Earlier,
    is_lost,
    last_figures,
    runs_in,
    speed_beside,
)
from benchmarks.parts import CORE, PARTS
from benchmarks.report import document
from benchmarks.report.charts import cores_chart, field_chart, kind_of
from realms import medieval
from realms.cli import run
from realms.kernel.errors import RealmsError
from realms.kernel.games import all_games
from tests.test_house import ROOT

FIGURES = [
    Figure("field/realms/medieval", 4.5e6, "decisions/s", 4e6, 5e6),
    Figure("field/openspiel/hearts", 2e5, "decisions/s", 1.9e5, 2.1e5),
    Figure("field/pgx/connect_four", 3.3e6, "decisions/s", 3e6, 4e6),
    Figure("ratio/medieval/best", 22.5, "×", 21.0, 24.0),
    Figure("cores/medieval-1", 4.5e6, "decisions/s", 4e6, 5e6),
    Figure("cores/medieval-2", 8.6e6, "decisions/s", 8e6, 9e6),
]
MACHINE = {"model": "A processor", "cores": 2}


def test_every_mark_is_filled_in() -> None:
    made = document.files(MACHINE, FIGURES)
    text = made["performance.md"]
    assert "{{" not in text
    assert "* model: A processor" in text
    assert "| `ratio/medieval/best` | 22.50 | 21.00 – 24.00 | × |" in text
    assert document.words()["absent"] in text
    for image in re.findall(r"\((images/[^)]+)\)", text):
        assert image in made


DOCUMENT = (ROOT / "docs" / "performance.md").read_text("utf-8")


def test_all_of_the_document_is_written_by_the_command() -> None:
    """Whatever is told beside the figures stands in its template."""
    figures, machine = [*document.figures_in(DOCUMENT)], document.machine_in(DOCUMENT)
    assert len(figures) > 100
    assert document.document(machine, figures) == DOCUMENT


def test_the_main_figures_of_the_readme_are_those_of_the_document() -> None:
    figures, machine = [*document.figures_in(DOCUMENT)], document.machine_in(DOCUMENT)
    readme = (ROOT / "README.md").read_text("utf-8")
    assert document.readme_with(readme, machine, figures) == readme
    changed = [replace(figure, value=2 * figure.value) for figure in figures]
    assert document.readme_with(readme, machine, changed) != readme
    assert document.readme_with(readme, machine, []) == readme


def test_documents_tell_how_large_a_state_is() -> None:
    sizes = {figure.name: figure.value for figure in document.figures_in(DOCUMENT)}
    architecture = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    for game in all_games():
        assert sizes[f"{game.name}/state"] == game.state_type.itemsize
    assert f"a record too, of {medieval.game.state_type.itemsize} bytes" in architecture


def test_charts_are_pictures_that_tell_their_figures() -> None:
    for chart in (field_chart(FIGURES, document.words()), cores_chart(FIGURES, document.words())):
        assert ElementTree.fromstring(chart).tag.endswith("svg")
        assert "4,500,000" in chart
    assert [kind_of(figure.name) for figure in FIGURES[:3]] == ["ours", "table", "toy"]
    assert ElementTree.fromstring(cores_chart([], document.words())) is not None


def test_parts_are_chosen() -> None:
    assert parts_chosen(None, CORE, False, PARTS) == [part for part in PARTS if part in CORE]
    assert parts_chosen(None, CORE, True, PARTS) == ["field"]
    assert parts_chosen(["start", "hands"], CORE, True, PARTS) == ["hands", "start", "field"]
    with pytest.raises(RealmsError, match="no part speed"):
        parts_chosen(["speed"], CORE, False, PARTS)


def test_a_history_grows_by_a_line_a_run(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    for _run in range(2):
        keep(str(path), MACHINE, FIGURES)
    lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    assert len(lines) == 2
    assert lines[0]["results"][3]["value"] == 22.5


def test_figures_are_compared_with_the_last_of_a_like_machine(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    slower = [Figure("hands", 50.0, "hands/s", 40, 60), Figure("call", 4.0, "µs", 3, 5)]
    faster = [Figure("hands", 100.0, "hands/s", 90, 110)]
    keep(str(path), MACHINE | {"date": "2026-01-01", "commit": "abc"}, slower)
    keep(str(path), MACHINE | {"date": "2026-02-01", "commit": "def"}, faster)
    keep(str(path), {"model": "Another", "cores": 64}, slower)
    last = last_figures(path, MACHINE)
    assert last["hands"] == Earlier(100.0, "2026-02-01", "def")
    assert last["call"] == Earlier(4.0, "2026-01-01", "abc")
    assert is_lost(speed_beside(slower[0], last["hands"]))
    assert not is_lost(speed_beside(slower[1], last["call"]))
    assert last_figures(tmp_path / "none", MACHINE) == {}


def test_a_loss_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    figures = [Figure("hands", 50.0, "hands/s", 40, 60)]
    for language, word in (("en", "of the speed of"), ("es", "de la velocidad del")):
        warn_of_losses(figures, {"hands": Earlier(100.0, "2026-02-01", "def")}, language)
        output = capsys.readouterr().err
        assert word in output
        assert "50 %" in output
    warn_of_losses(figures, {"hands": Earlier(51.0, "2026-02-01", "def")}, "en")
    assert not capsys.readouterr().err


def test_the_history_of_the_repository_can_be_read() -> None:
    assert all(run.results and run.machine for run in runs_in(HISTORY))


def test_the_command_writes_the_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, history = tmp_path / "docs", tmp_path / "history.jsonl"
    arguments = [
        "--part",
        "calls",
        "--quick",
        "--json",
        "--out",
        str(out),
        "--history",
        str(history),
    ]
    assert run(["bench", *arguments], COMMANDS) == 0
    data = msgspec.json.decode(capsys.readouterr().out)
    assert msgspec.json.decode(history.read_bytes()) == data
    assert "medieval/copy-and-apply" in (out / "performance.md").read_text("utf-8")
    assert (out / "images" / "performance-cores.svg").exists()
