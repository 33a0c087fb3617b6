"""The container file: its steps, done without a daemon, make a server of complete pages."""

from __future__ import annotations

import re
import stat
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.hosting.conftest import NewMachine
from tests.hosting.containerfile import Image, read_instructions
from tests.tables.postgres import free_port
from tests.test_house import ROOT
from tests.web.live_server import PATIENCE, kinds_loaded

TEXT = (ROOT / "Containerfile").read_text("utf-8")


@pytest.fixture(scope="module")
def image(new_machine: NewMachine) -> Image:
    return Image(new_machine("container")).follow(read_instructions(TEXT))


@pytest.fixture(scope="module")
def port() -> str:
    return str(free_port())


@pytest.fixture(scope="module")
def process(image: Image, port: str) -> Iterator[subprocess.Popen[bytes]]:
    """What the container runs, on another port."""
    command = [part.replace("8000", port).replace("0.0.0.0", "127.0.0.1") for part in image.command]
    variables = image.machine.environment(**image.variables)
    program = Path(variables["PATH"].partition(":")[0], command[0])
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(
        [program, *command[1:]], env=variables, cwd="/", stdout=nowhere, stderr=nowhere
    ) as running:
        yield running
        running.terminate()
    assert running.returncode == 0


def is_healthy(image: Image, port: str) -> bool:
    """What the health check of the container says."""
    command = [part.replace("8000", port) for part in image.check]
    variables = image.machine.environment(**image.variables)
    program = Path(variables["PATH"].partition(":")[0], command[0])
    ran = subprocess.run([program, *command[1:]], env=variables, capture_output=True, check=False)
    return ran.returncode == 0


def test_it_serves_complete_pages_and_is_healthy_when_ready(
    image: Image, port: str, process: subprocess.Popen[bytes]
) -> None:
    end = time.monotonic() + PATIENCE
    while not is_healthy(image, port):
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.2)
    kinds = kinds_loaded(f"http://127.0.0.1:{port}")
    assert {"text/css", "text/javascript", "image/svg+xml"} <= kinds
    data = image.machine.root / "var" / "lib" / "realms" / "realms.sqlite"
    assert data.is_file(), "on a volume"


def test_it_is_unhealthy_while_nobody_listens(image: Image) -> None:
    assert not is_healthy(image, str(free_port()))


def test_it_runs_as_somebody_who_may_do_little(image: Image) -> None:
    noted = image.machine.noted()
    assert image.user == "realms"
    assert noted[0].startswith("useradd --system")
    assert noted[1] == f"chown realms: {' '.join(image.volumes)}"
    for volume in image.volumes:
        folder = image.machine.root / volume.lstrip("/")
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert image.ports == ["8000"]


def test_the_image_has_nothing_it_was_built_with(image: Image) -> None:
    assert {path.name for path in image.machine.root.iterdir()} == {"opt", "var"}
    installed = image.machine.root / "opt" / "realms"
    assert not [*installed.rglob("pytest*"), *installed.rglob("node_modules")]


def test_the_build_needs_nothing_that_it_is_not_given(image: Image) -> None:
    """Of the files it is built from, none of those that set-up makes."""
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert {".git", ".venv", "node_modules", "src/realms/web/built*", "tests"} <= set(ignored)
    assert not {"src", "README.md", "LICENSE", "constraints.txt"} & set(ignored)


def test_compose_fits_the_container_file(image: Image) -> None:
    file = ROOT / "examples" / "compose.yaml"
    data = yaml.safe_load(file.read_text("utf-8"))
    realms, postgres, proxy = (data["services"][name] for name in ("realms", "postgres", "proxy"))
    build = realms["build"]
    context = (file.parent / build["context"]).resolve()
    assert context == ROOT
    assert (context / build["dockerfile"]).is_file()
    assert image.check, "what `service_healthy` waits for"
    assert proxy["depends_on"]["realms"]["condition"] == "service_healthy"
    assert realms["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert postgres["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    assert realms["command"].split()[: len(image.command)] == image.command
    user = postgres["environment"]["POSTGRES_USER"]
    address = realms["environment"]["REALMS_DATABASE"]
    assert re.fullmatch(
        rf"postgresql://{user}:\$\{{POSTGRES_PASSWORD:\?\}}@postgres/{user}", address
    )
    mounted = {mount for one in (realms, postgres, proxy) for mount in one.get("volumes", ())}
    assert {mount.partition(":")[0] for mount in mounted} == set(data["volumes"])
    assert {mount.partition(":")[2] for mount in realms["volumes"]} <= set(image.volumes)
    assert all("logging" in service for service in data["services"].values())


def test_the_document_mounts_the_volumes(image: Image, document: str) -> None:
    found = re.search(r"(?m)^docker run .*$", document)
    assert found
    assert re.findall(r"-v [\w-]+:(\S+)", found[0]) == image.volumes
    assert "docker build -f Containerfile -t realms ." in document
