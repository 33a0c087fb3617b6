"""The document of hosting, followed line by line; and the files that it hands out."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

from realms.cli.commands import commands
from realms.web.server import check_database
from tests.hosting.conftest import NewMachine
from tests.hosting.steps import NOTED, Machine
from tests.tables.conftest import postgres_server as postgres_server  # noqa: PLC0414  (a fixture)
from tests.tables.postgres import Server as PostgresServer
from tests.test_house import ROOT

EXAMPLES = ROOT / "examples"
TIMED = ("backup", "prune")
"""What timers start."""
UNITS = (
    "realms.service",
    *(f"realms-{one}.{kind}" for one in TIMED for kind in ("service", "timer")),
)
TOOLS = {"pytest", "hypothesis", "playwright", "schemathesis", "ray", "ruff", "mypy", "mkdocs"}
"""What nobody needs who serves."""


def section(document: str, title: str) -> str:
    found = re.search(rf"(?ms)^## {re.escape(title)}\n(.*?)(?=^## |\Z)", document)
    assert found, title
    return found[1]


def blocks(text: str) -> list[str]:
    return re.findall(r"(?s)```(?:text|sh)\n(.*?)```", text)


@pytest.fixture(scope="module")
def machine(new_machine: NewMachine, document: str) -> Machine:
    """A machine on which the steps for one machine were followed, then those for backups."""
    machine = new_machine("machine")
    for folder in ("etc/systemd/system", "opt", "var/backups"):
        (machine.root / folder).mkdir(parents=True)
    steps = blocks(section(document, "One machine, SQLite"))[0]
    machine.run(steps.replace("…", "source"))
    backups = blocks(section(document, "Backups"))[1]
    machine.run(backups.replace("-o realms", ""), machine.root / "opt" / "realms-source")
    pruning = blocks(section(document, "Maintenance"))[1]
    machine.run(pruning, machine.root / "opt" / "realms-source")
    return machine


def test_the_steps_install_a_server_with_all_assets(machine: Machine) -> None:
    program = machine.root / "opt" / "realms" / "bin" / "python"
    check = "from realms.web.building import check_built; check_built()"
    where = "; import realms; print(realms.__file__)"
    result = subprocess.run(
        [program, "-c", check + where],
        cwd="/",
        env=machine.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.startswith(str(machine.root)), "the installed one"


def test_the_steps_leave_the_rest_to_systemd(machine: Machine) -> None:
    assert machine.noted() == [
        "useradd --system --no-create-home realms",
        "systemctl daemon-reload",
        "systemctl enable --now realms",
        "systemctl daemon-reload",
        "systemctl enable --now realms-backup.timer",
        "systemctl daemon-reload",
        "systemctl enable --now realms-prune.timer",
    ]
    units = machine.root / "etc" / "systemd" / "system"
    assert {path.name for path in units.iterdir()} == set(UNITS)


def required(name: str, seen: set[str]) -> Iterator[str]:
    """The packages that one needs without any extra, and those that they need."""
    for text in distribution(name).requires or ():
        requirement = Requirement(text)
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        found = requirement.name.lower().replace("_", "-")
        if found not in seen:
            seen.add(found)
            yield found
            yield from required(found, seen)


def test_no_test_tools_are_installed(machine: Machine) -> None:
    needed = set(required("realms", set()))
    assert "litestar" in needed
    assert not needed & TOOLS
    assert not [*(machine.root / "opt" / "realms").rglob("pytest*")]


def settings(unit: Path) -> dict[str, list[str]]:
    """The settings of a unit by name; a line that is neither fails."""
    found: dict[str, list[str]] = {}
    for line in unit.read_text("utf-8").splitlines():
        if line and not line.startswith("#") and not re.fullmatch(r"\[\w+\]", line):
            name, equals, value = line.partition("=")
            assert equals, line
            found.setdefault(name, []).append(value)
    return found


def test_units_are_what_systemd_reads(machine: Machine) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("no systemd here; its settings are read below")
    folder = machine.root / "etc" / "systemd" / "system"
    for name in UNITS:
        (folder / name).write_text(machine.place((EXAMPLES / name).read_text("utf-8")), "utf-8")
    ran = subprocess.run(
        [program, "verify", "--man=no", *(str(folder / name) for name in UNITS)],
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in ran.stderr.splitlines() if "realms" in line]
    assert lines == [], lines


def test_units_run_what_was_installed(machine: Machine) -> None:
    for name in (unit for unit in UNITS if unit.endswith(".service")):
        unit = settings(EXAMPLES / name)
        assert unit["User"] == ["realms"]
        for key in ("ExecStartPre", "ExecStart"):
            for command in unit.get(key, ()):
                program = re.search(r"/opt/realms/bin/realms (\w+)", command)
                assert program, command
                assert program[1] in commands()
    assert (machine.root / "opt" / "realms" / "bin" / "realms").is_file()
    assert int(settings(EXAMPLES / "realms.service")["LimitNOFILE"][0]) >= 65536


def environment_of(unit: dict[str, list[str]], machine: Machine) -> dict[str, str]:
    """The variables that a unit gives its program."""
    variables = dict(pair.split("=", 1) for pair in unit["Environment"][0].split())
    return machine.environment(**variables) | {"PATH": "/usr/bin:/bin"}


def make_database(machine: Machine, variables: dict[str, str]) -> None:
    """The database of the server, empty, where its unit has it."""
    (machine.root / "var" / "lib" / "realms").mkdir(parents=True, exist_ok=True)
    made = "import asyncio; from realms.tables.database import *; "
    made += "asyncio.run(migrate(engine_for(default_url())))"
    python = machine.root / "opt" / "realms" / "bin" / "python"
    subprocess.run([python, "-c", made], env=variables, check=True)


def test_the_backup_of_the_unit_is_made(machine: Machine) -> None:
    """As the timer starts it: the database of the server, to a file of that night."""
    unit = settings(EXAMPLES / "realms-backup.service")
    variables = environment_of(unit, machine)
    make_database(machine, variables)
    command = machine.place(unit["ExecStart"][0]).replace("$$", "$").replace("%%", "%")
    subprocess.run(shlex.split(command), env=variables, check=True, capture_output=True)
    (kept,) = (machine.root / "var" / "backups" / "realms").iterdir()
    assert re.fullmatch(r"realms-\d{4}-\d\d-\d\d-\d{6}\.sqlite", kept.name)
    tidy = machine.place(unit["ExecStartPost"][0])
    subprocess.run(shlex.split(tidy), check=True)
    assert kept.is_file(), "it is not two weeks old"


def test_the_unit_prunes_without_asking(machine: Machine) -> None:
    unit = settings(EXAMPLES / "realms-prune.service")
    variables = environment_of(unit, machine)
    make_database(machine, variables)
    command = shlex.split(machine.place(unit["ExecStart"][0]))
    result = subprocess.run(command, env=variables, check=True, capture_output=True, text=True)
    assert result.stdout == "0 tables deleted.\n"


def test_the_database_of_the_document_can_be_used(
    postgres_server: PostgresServer, document: str
) -> None:
    """Made by the user and the database of the document, under another name."""
    made = blocks(section(document, "PostgreSQL, several processes"))[0].splitlines()
    assert made == ["createuser --pwprompt realms", "createdb --owner realms realms"]
    server = ["-h", "127.0.0.1", "-p", str(postgres_server.port), "-U", "realms"]
    for command in made:
        program, *arguments = command.replace(" realms", " hosted").split()
        subprocess.run(
            [postgres_server.programs / program, *server, *arguments],
            input="secret\nsecret\n",
            text=True,
            check=True,
            capture_output=True,
            start_new_session=True,  # without a terminal the password comes from here
        )
    address = postgres_server.address.replace("realms@", "hosted:secret@")
    asyncio.run(check_database(f"{address}/hosted", 2))


def test_every_command_of_the_document_is_known(document: str) -> None:
    """Each line of a block is a program that the tests run, or a command of ours."""
    known = {*NOTED, "git", "cd", "cp", "python3", "install"}
    asked = 0
    for block in blocks(document):
        for line in block.splitlines():
            words = line.removeprefix("$ ").split()
            while words and re.match(r"[A-Z_]+=", words[0]):
                words.pop(0)
            if words and words[0] == "realms" and words[1:2] != ["{"]:
                assert words[1] in commands(), line
                asked += 1
            elif words and words[0] in known:
                asked += 1
    assert asked > 15


def balanced(text: str) -> list[str]:
    """The statements of a file of nginx or Caddy: braces match, and blocks hold something."""
    assert text.count("{") == text.count("}") > 0
    return [line.strip() for line in text.splitlines() if line.strip()]


def test_proxies_are_told_what_the_server_needs(document: str) -> None:
    nginx, caddy = blocks(section(document, "Behind a proxy"))
    for line in balanced(nginx):
        assert line.endswith((";", "{", "}")), line
    for header in ("Host $host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme"):
        assert f"proxy_set_header {header};" in nginx
    wait = re.search(r"proxy_read_timeout (\d+)s;", nginx)
    assert wait
    assert int(wait[1]) > 15, "longer than the silence between two beats of a stream"
    assert "metrics" in nginx
    assert "reverse_proxy 127.0.0.1:8000" in balanced(caddy)
    assert any(line.startswith("respond /metrics") for line in balanced(caddy))
    for text in (nginx, caddy):
        assert "127.0.0.1:8000" in text, "where the unit listens"


def test_logrotate_reads_its_file(document: str, tmp_path: Path) -> None:
    (text,) = [block for block in blocks(section(document, "Logs")) if "rotate" in block]
    assert "copytruncate" in balanced(text), "the server keeps its file open"
    program = shutil.which("logrotate")
    if program:
        (tmp_path / "realms").write_text(text)
        state = ["--state", str(tmp_path / "state")]
        subprocess.run([program, "--debug", *state, tmp_path / "realms"], check=True)


def test_prometheus_reads_its_file(document: str) -> None:
    (text,) = [block for block in blocks(section(document, "Figures")) if "scrape" in block]
    (job,) = yaml.safe_load(text)["scrape_configs"]
    assert job["static_configs"] == [{"targets": ["127.0.0.1:8000"]}]


def test_the_dashboard_shows_every_figure_and_no_other(document: str) -> None:
    board = json.loads((EXAMPLES / "grafana.json").read_text("utf-8"))
    documented = set(re.findall(r"(?m)^\| `(realms_\w+)` \|", section(document, "Figures")))
    queries = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    for query in queries:
        assert query.count("(") == query.count(")")
        assert query.count("{") == query.count("}")
    shown = {name for query in queries for name in re.findall(r"realms_\w+", query)}
    plain = {re.sub(r"_(bucket|sum|count)$", "", name) for name in shown}
    assert plain == documented
    places = [tuple(panel["gridPos"][key] for key in "xy") for panel in board["panels"]]
    assert len(set(places)) == len(places), "no panel lies on another"
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


@pytest.mark.skipif(sys.platform == "win32", reason="systemd")
@pytest.mark.parametrize("name", TIMED)
def test_the_timers_make_up_for_a_night(name: str) -> None:
    timer = settings(EXAMPLES / f"realms-{name}.timer")
    assert timer["Persistent"] == ["true"]
    program = shutil.which("systemd-analyze")
    if program:
        subprocess.run([program, "calendar", timer["OnCalendar"][0]], check=True)
