"""A container file, read and followed without a daemon."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import NamedTuple

from tests.hosting.steps import Machine


class Instruction(NamedTuple):
    name: str
    text: str


def read_instructions(text: str) -> list[Instruction]:
    """The instructions of a container file, continued lines joined."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    whole = re.sub(r"\\\n\s*", "", "\n".join(lines))
    pairs = (line.split(maxsplit=1) for line in whole.splitlines() if line.strip())
    return [Instruction(name.upper(), argument) for name, argument in pairs]


class Image:
    """What a container file makes of a machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.base, self.user = "", "root"
        self.variables: dict[str, str] = {}
        self.volumes: list[str] = []
        self.ports: list[str] = []
        self.command: list[str] = []
        self.check: list[str] = []
        self._folder = "/"
        self._stages: list[Path] = []
        """What earlier stages left behind, moved away: nothing of it is there by accident."""

    def follow(self, instructions: list[Instruction]) -> Image:
        """Do all of it, in order."""
        for name, text in instructions:
            getattr(self, f"_{name.lower()}")(text)
        return self

    def _from(self, text: str) -> None:
        root = self.machine.root
        if self.base:
            self._stages.append(root.rename(root.with_name(f"stage-{len(self._stages)}")))
            root.mkdir()
        self.base, self._folder = text.split(maxsplit=1)[0], "/"
        self.user, self.variables = "root", {}

    def _workdir(self, text: str) -> None:
        self._folder = text
        self._inside(text).mkdir(parents=True, exist_ok=True)

    def _inside(self, path: str) -> Path:
        return self.machine.root / path.lstrip("/")

    def _copy(self, text: str) -> None:
        *options, source, target = text.split()
        if not options:
            assert (source, target) == (".", "."), text
            ignored = {line.strip("/") for line in self._ignored()}
            for path in self.machine.context.iterdir():
                target = str(self._inside(self._folder) / path.name)
                if path.is_symlink():  # what npm would bring
                    Path(target).symlink_to(path.readlink())
                elif path.name not in ignored and path.is_dir():
                    shutil.copytree(path, target)
                elif path.name not in ignored:
                    shutil.copy(path, target)
            return
        assert options == ["--from=build"], text
        made = self._stages[-1] / source.lstrip("/")
        self._inside(target).parent.mkdir(parents=True, exist_ok=True)
        made.rename(self._inside(target))

    def _ignored(self) -> list[str]:
        lines = (self.machine.context / ".dockerignore").read_text("utf-8").splitlines()
        return [line.strip() for line in lines if line.strip() and not line.startswith("#")]

    def _run(self, text: str) -> None:
        self.machine.run(text, self._inside(self._folder))

    def _env(self, text: str) -> None:
        self.variables |= dict(pair.split("=", 1) for pair in text.split())

    def _user(self, text: str) -> None:
        self.user = text

    def _volume(self, text: str) -> None:
        self.volumes = json.loads(text)

    def _expose(self, text: str) -> None:
        self.ports = text.split()

    def _healthcheck(self, text: str) -> None:
        self.check = json.loads(text.partition(" CMD ")[2])

    def _cmd(self, text: str) -> None:
        self.command = json.loads(text)
