"""Steps of a document or a container file, done by a shell below a folder instead of `/`.

What only root may do, and what only systemd can, is written down instead of done. Python, its
environments and pip are real; the packages that ours depends on are those of the test
environment, and the wheel is built once. With `REALMS_SOAK=1` pip installs everything anew.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from tests.support.samples import SOAKING
from tests.test_house import ROOT, tracked

NOTED = ("useradd", "chown", "systemctl", "createuser", "createdb", "docker")
"""Programs that are not run: what they were asked for is noted."""
ABSOLUTE = re.compile(r"(?<![\w./:$-])/(opt|source|etc|var)(?![\w.])")
"""Where a path begins that stands below the folder."""
VENV = """#!{python}
import subprocess, sys
from pathlib import Path
if sys.argv[1:3] != ["-m", "venv"]:
    sys.exit(subprocess.call([{python!r}, *sys.argv[1:]]))
home = Path(sys.argv[3])
subprocess.run([{python!r}, "-m", "venv", "--without-pip", home], check=True)
python = home / "bin" / "python"
asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
told = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
Path(told, "others.pth").write_text({others!r})
pip = home / "bin" / "pip"
pip.write_text({pip!r}.replace("ENVIRONMENT", str(python)))
pip.chmod(0o755)
"""
PIP = """#!{python}
import subprocess, sys
from pathlib import Path
from filelock import FileLock
assert sys.argv[1] == "install" and sys.argv[-1] == "."
assert "[" not in "".join(sys.argv), "no extras"
wheels = Path({wheels!r})
pip = [{python!r}, "-m", "pip", "--python", "ENVIRONMENT"]
plain = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
with FileLock(f"{{wheels}}.lock"):
    if not wheels.exists():
        build = ["wheel", "--no-build-isolation", "-w", wheels.with_name("new"), "."]
        subprocess.run([*pip, *build, *plain], check=True)
        wheels.with_name("new").rename(wheels)
install = ["install", "--no-compile", *wheels.glob("*.whl")]
subprocess.run([*pip, *install, *plain], check=True)
"""


class Machine:
    """A folder that stands for a machine, with the programs that its steps call."""

    def __init__(self, folder: Path, context: Path, wheels: Path) -> None:
        self.root, self.programs, self.notes = (
            folder / "root",
            folder / "programs",
            folder / "notes",
        )
        self.context = context
        self.root.mkdir(parents=True)
        self.programs.mkdir()
        self.notes.touch()
        for name in NOTED:
            self._add(name, f'#!/bin/sh\necho "{name} $*" >> {self.notes}\n')
        self._add("git", f'#!/bin/sh\n[ "$1" = clone ] && cp -a {context} "$3"\n')
        others = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        pip = PIP.format(python=sys.executable, wheels=str(wheels))
        venv = VENV.format(python=sys.executable, others="\n".join(sorted(others)) + "\n", pip=pip)
        for name in ("python", "python3"):
            plain = f'#!/bin/sh\nexec {sys.executable} "$@"\n'
            self._add(name, plain if SOAKING else venv)

    def _add(self, name: str, program: str) -> None:
        (self.programs / name).write_text(program)
        (self.programs / name).chmod(0o755)

    def place(self, text: str) -> str:
        """A text with its absolute paths below the folder."""
        return ABSOLUTE.sub(rf"{self.root}/\1", text)

    def environment(self, **more: str) -> dict[str, str]:
        """The variables of a step: nothing of ours, but that rules are plain Python."""
        path = f"{self.programs}{os.pathsep}/usr/local/bin:/usr/bin:/bin"
        home = {"HOME": str(self.root), "REALMS_COMPILE": "0", "REALMS_LANG": "en"}
        return {"PATH": path, **home, **{name: self.place(text) for name, text in more.items()}}

    def run(self, commands: str, cwd: Path | None = None) -> str:
        """Run some lines as one script, which ends at the first that fails."""
        ran = subprocess.run(
            ["/bin/sh", "-e", "-c", self.place(commands)],
            cwd=cwd or self.root,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, (commands, ran.stdout, ran.stderr)
        return ran.stdout

    def noted(self) -> list[str]:
        """What was asked of programs that are not run, the folder left out."""
        return self.notes.read_text("utf-8").replace(str(self.root), "").splitlines()


def make_context(folder: Path) -> Path:
    """What a clone has, and beside it what npm brought already."""
    for path in tracked():
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    return folder
