"""A change against its parent: what pairs decide, and where the parent comes from."""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec
import pytest

from benchmarks import command_against
from benchmarks.__main__ import COMMANDS
from benchmarks.command_against import verdict_text
from benchmarks.comparison import Verdict, verdict
from benchmarks.trees import players_of, tree_of
from realms.cli import run
from realms.kernel.errors import RealmsError

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("ours", "theirs", "lost"),
    [
        ([100.0] * 5, [100.0] * 5, False),
        ([86.0] * 5, [100.0] * 5, False),
        ([84.0] * 5, [100.0] * 5, True),
        ([200.0] * 5, [100.0] * 5, False),
        ([50.0, 100.0, 100.0], [100.0] * 3, False),  # one disturbed pair decides nothing
        ([84.0, 42.0, 168.0], [100.0, 50.0, 200.0], True),  # nor does a machine of many speeds
    ],
)
def test_a_change_may_not_lose_more_than_fifteen_per_cent(
    ours: list[float], theirs: list[float], lost: bool
) -> None:
    assert verdict("work", ours, theirs).lost is lost


def test_a_slowed_rule_fails_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [verdict("fantasy", [100.0], [100.0]), verdict("medieval", [70.0], [100.0])]
    monkeypatch.setattr(command_against, "compare_trees", lambda *_: iter(found[:1]))
    assert run(["bench", "--against", "HEAD", "--lang", "en"], COMMANDS) == 0
    assert capsys.readouterr().out.startswith("fantasy: 100.0 % of the speed before")
    monkeypatch.setattr(command_against, "compare_trees", lambda *_: iter(found))
    assert run(["bench", "--against", "HEAD", "--json"], COMMANDS) == 1
    data = msgspec.json.decode(capsys.readouterr().out)
    assert data["allowed"] == 0.15
    assert [result["lost"] for result in data["results"]] == [False, True]


def test_a_verdict_is_told_in_both_languages() -> None:
    lost = Verdict("medieval", 0.7, 0.6, 0.8, True, True)
    assert verdict_text(lost, "en").endswith("by instructions): too much is lost")
    assert "por instrucciones" in verdict_text(lost, "es")


def test_an_earlier_tree_is_taken_out_and_put_away(tmp_path: Path) -> None:
    kept = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, check=False)
    if kept.returncode:
        pytest.skip("not a checkout")
    with tree_of("HEAD") as tree:
        assert (tree / "src" / "realms" / "__init__.py").exists()
        assert (players_of(tree) / "worker.py").exists()
    assert not tree.exists()
    listed = subprocess.run(
        ["git", "worktree", "list"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert str(tree) not in listed.stdout
    with pytest.raises(RealmsError, match="no commit no-such-commit"), tree_of("no-such-commit"):
        pass
