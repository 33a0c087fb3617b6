"""A cluster of two nodes: the same results as here, though workers and a node die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from realms.cli import run
from realms.kernel.cluster import ClusterExecutor
from realms.kernel.errors import RealmsError

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 600
LINES = 10
"""Games that are finished when a node dies."""
LOOPBACK = {**os.environ, "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""Has Ray use the loopback alone, as it does by itself on some systems."""
QUICK = "simulate fantasy --players 3 --bots random --games 5000 --seed cluster --json"
ASKED = "simulate fantasy --players 3 --bots greedy:1,random,random --games 12 --seed c --json"
SEARCH = "solve fantasy --with candle --with bell --with collector --top 20 --json"
MATCH = "tournament fantasy --bots greedy:1,random,random --games 60 --seed cluster --json"

THERE = """
import sys
from realms.cli import run

for words in sys.argv[2:]:
    assert run([*words.split(), "--cluster", sys.argv[1]]) == 0
"""
"""Does several commands in one process, which need start only once."""

DYING = """
import os, signal, sys
from pathlib import Path
from realms.cli import run
from realms.kernel.cluster import ClusterExecutor
from realms.kernel.errors import Unreadable
from realms.kernel.executor import run_units

def work(folder, unit):
    mark = Path(folder) / str(unit)
    if unit % 3 == 0 and not mark.exists():
        mark.write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
    if unit == 100:
        raise Unreadable("cluster/records")
    return unit * unit

address, folder = sys.argv[1:]
print(sorted(run_units(work, folder, range(10), ClusterExecutor(address))))
try:
    list(run_units(work, folder, [100], ClusterExecutor(address)))
except Unreadable as error:
    print(error.code)
"""


class Nodes(NamedTuple):
    """The cluster of the tests: its address, and the process of the second node."""

    address: str
    second: int


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    held = subprocess.Popen(
        [sys.executable, "-m", "tests.kernel.two_nodes"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=LOOPBACK,
    )
    assert held.stdin is not None
    assert held.stdout is not None
    try:
        yield Nodes(**json.loads(held.stdout.readline()))
    finally:
        held.stdin.close()
        try:
            held.wait(60)
        except subprocess.TimeoutExpired:
            held.kill()
            held.wait()
        held.stdout.close()


def told_here(words: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What a command tells on one core of this machine, without what depends on the clock."""
    capsys.readouterr()
    assert run([*words.split(), "--jobs", "1"]) == 0
    return without_clock(json.loads(capsys.readouterr().out))


def ended(words: list[str]) -> str:
    """What a program wrote that ended well."""
    ran = subprocess.run(
        words, capture_output=True, text=True, check=False, timeout=PATIENCE, env=LOOPBACK
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def without_clock(data: dict[str, Any]) -> dict[str, Any]:
    bots = data.get("bots")
    for bot in bots.values() if isinstance(bots, dict) else ():
        del bot["seconds_per_move"]
    return {key: value for key, value in data.items() if "second" not in key}


def test_what_it_does_comes_to_the_same(nodes: Nodes, capsys: pytest.CaptureFixture[str]) -> None:
    """Compiled games, games asked for move by move, and a search."""
    words = (QUICK, ASKED, SEARCH)
    output = ended([sys.executable, "-c", THERE, nodes.address, *words])
    for one in words:
        there, length = json.JSONDecoder().raw_decode(output)
        output = output[length:].lstrip()
        assert without_clock(there) == told_here(one, capsys)
    assert not output


def test_units_of_workers_that_die_are_done_again(nodes: Nodes, tmp_path: Path) -> None:
    """And an error of ours comes through as it was."""
    asked = [sys.executable, "-c", DYING, nodes.address, str(tmp_path)]
    assert ended(asked).splitlines() == [str([n * n for n in range(10)]), "cluster/records"]
    assert len(list(tmp_path.iterdir())) == 4


def test_a_tournament_goes_on_when_a_node_dies(
    nodes: Nodes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last test of the cluster, for it loses its second node."""
    path, dead = tmp_path / "games.jsonl", tmp_path / "dead"
    held = [sys.executable, "-m", "tests.arena.game_laws", str(LINES), str(dead), *MATCH.split()]
    ran = subprocess.Popen(
        [*held, "--resume", str(path), "--cluster", nodes.address],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=LOOPBACK,
    )
    while not path.exists() or path.read_bytes().count(b"\n") < 1 + LINES:
        assert ran.poll() is None, ran.communicate()
        time.sleep(0.02)
    os.kill(nodes.second, signal.SIGKILL)
    dead.touch()
    out, err = ran.communicate(timeout=PATIENCE)
    assert ran.returncode == 0, err
    assert without_clock(json.loads(out)) == told_here(MATCH, capsys)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere", "127.0.0.1:x", "ray://[::1]:1"])
def test_an_address_where_nobody_answers(address: str) -> None:
    with pytest.raises(RealmsError, match=r"No Ray cluster answers at"):
        ClusterExecutor(address)


def test_without_ray_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(RealmsError, match="Ray is not installed"):
        ClusterExecutor("127.0.0.1:1")


def test_records_are_not_written_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REALMS_LANG", "en")
    for words in (QUICK, MATCH):
        more = ("--records", str(tmp_path / "games"), "--cluster", "127.0.0.1:1")
        assert run([*words.split(), *more]) == 2
        assert "no records" in capsys.readouterr().err
        assert not (tmp_path / "games").exists()
