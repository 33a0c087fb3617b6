"""How far compiling has come, as any process can read it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from realms.kernel.compiled import progress, switch
from realms.kernel.compiled.folder import open_folder


@pytest.fixture(autouse=True)
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cache of its own, where nothing was compiled."""
    monkeypatch.setenv("REALMS_CACHE", str(tmp_path))
    monkeypatch.setenv(switch.SWITCH, switch.COMPILED)
    open_folder.cache_clear()
    yield
    open_folder.cache_clear()


def test_it_grows_part_by_part_until_all_is_compiled() -> None:
    assert progress.read_progress() == progress.CompileProgress(0, 0, 0.0, 0)
    parts = ["one-moves", "one-bots", "two-moves"]
    progress.plan_parts(parts)
    shares = []
    for number, part in enumerate(parts):
        now = progress.read_progress()
        assert (now.done, now.total) == (number, 3)
        assert now.seconds_left > 0
        assert not progress.is_prepared()
        with progress.compiling(part) as is_due:
            assert is_due
            shares.append(progress.read_progress().part)
        assert progress.is_part_prepared(part)
    assert shares == sorted(shares)
    assert max(shares) < 1
    progress.finish_parts()
    assert progress.is_prepared()
    assert progress.read_progress() == progress.CompileProgress(3, 3, 1.0, 0)


def test_a_part_is_compiled_once() -> None:
    with progress.compiling("one-moves"):
        pass
    with progress.compiling("one-moves") as is_due:
        assert not is_due


def test_a_part_that_fails_is_not_done_and_the_rest_will_not_come() -> None:
    progress.plan_parts(["one-moves"])
    with pytest.raises(ZeroDivisionError), progress.compiling("one-moves"):
        raise ZeroDivisionError
    assert not progress.is_part_prepared("one-moves")
    progress.finish_parts(is_done=False)
    assert progress.read_progress().is_stopped
    progress.plan_parts(["one-moves"])  # who tries again
    assert not progress.read_progress().is_stopped


def test_plain_rules_are_always_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(switch.SWITCH, switch.PLAIN)
    assert progress.is_prepared()
    assert progress.rules_now() == "plain"
