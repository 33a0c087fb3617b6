"""A wheel built from a clean clone has all that it needs, installs alone, and plays."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import realms
from tests.test_house import ROOT, tracked
from tests.web.live_server import kinds_loaded, wait_until_healthy_at

WITHOUT = ("PYTHONPATH", "REALMS_CACHE")
"""What no user of a wheel has set."""


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in WITHOUT}
    return {**kept, "REALMS_COMPILE": "0", "REALMS_LANG": "en", **more}


def build(target: str, source: Path, made: Path, **more: str) -> Path:
    """A wheel or a source archive, built by what the test environment has."""
    command = [sys.executable, "-P", "-m", "hatchling", "build", "-t", target, "-d", str(made)]
    subprocess.run(command, cwd=source, env=environment(**more), check=True, capture_output=True)
    return next(made.iterdir())


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the project and nothing else, but for the packages that npm brought."""
    home = tmp_path_factory.mktemp("clone")
    for path in tracked():
        target = home / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    (home / "node_modules").symlink_to(ROOT / "node_modules")
    assert not (home / "src/realms/web/built").exists()
    return home


@pytest.fixture(scope="module")
def archive(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", clone, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def wheel(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, from the source archive, on a machine where no npm is to be found."""
    home = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(archive) as packed:
        packed.extractall(home, filter="data")
    empty = tmp_path_factory.mktemp("empty")
    (unpacked,) = home.iterdir()
    return build("wheel", unpacked, tmp_path_factory.mktemp("wheel"), PATH=str(empty))


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`realms`, installed from the wheel into an environment that had nothing before.

    The packages it depends on are those of the test environment.
    """
    home = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    asked = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    result = subprocess.run(asked, check=True, capture_output=True, text=True)
    others = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    Path(result.stdout.strip(), "others.pth").write_text("\n".join(sorted(others)) + "\n")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps"]
    quiet = ["--quiet", "--no-index", "--no-compile", "--ignore-installed"]
    subprocess.run([*pip, *quiet, str(wheel)], env=environment(), check=True)
    return home / "bin" / "realms"


def test_the_wheel_is_the_package_with_what_the_pages_load(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    ours = {path.relative_to(ROOT / "src").as_posix() for path in tracked() if in_package(path)}
    assert ours <= names
    built = {name for name in names if name.startswith("realms/web/built/")}
    assert {"realms/web/built/htmx.min.js", "realms/web/built/icons/shell.svg"} <= built
    beside = {name for name in names - ours - built if ".dist-info/" not in name}
    assert beside == set()
    assert "realms/py.typed" in names


def in_package(path: Path) -> bool:
    return path.is_relative_to(ROOT / "src" / "realms")


def test_its_version_is_the_one_that_the_package_states(wheel: Path, archive: Path) -> None:
    assert wheel.name == f"realms-{realms.__version__}-py3-none-any.whl"
    assert archive.name == f"realms-{realms.__version__}.tar.gz"


def test_installed_it_plays(program: Path, tmp_path: Path) -> None:
    asked = ["--players", "3", "--bots", "random", "--games", "1", "--json"]
    ran = subprocess.run(
        [program, "simulate", "fantasy", *asked],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        check=True,
    )
    data = json.loads(ran.stdout)
    assert data["games"] == 1
    assert sum(data["wins"]) == pytest.approx(1)


def test_installed_it_says_what_takes_a_checkout(program: Path, tmp_path: Path) -> None:
    asked = [str(program), "bench"]
    ran = subprocess.run(
        asked, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert "checkout" in ran.stderr
    assert ran.stderr.count("\n") == 1


@pytest.fixture
def page(program: Path, tmp_path: Path) -> Iterator[str]:
    """The address of the app, served by what was installed."""
    asked = [str(program), "serve", "--port", "0", "--bots", "1"]
    database = f"sqlite:///{tmp_path}/realms.sqlite"
    with subprocess.Popen(
        asked,
        cwd=tmp_path,
        env=environment(REALMS_DATABASE=database),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found
            wait_until_healthy_at(found[0], process)
            yield found[0]
        finally:
            process.kill()


def test_installed_it_serves_pages_with_their_styles_and_scripts(page: str) -> None:
    assert {"text/css", "text/javascript", "image/svg+xml"} <= kinds_loaded(page)
