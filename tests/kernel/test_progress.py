"""How far compiling has come, as any process can read it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from realms.kernel.compiled import progress, switch
from realms.kernel.compiled.folder import open_folder
from realms.kernel.compiled.progress import PlannedPart


@pytest.fixture(autouse=True)
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cache of its own, where nothing was compiled."""
    monkeypatch.setenv("REALMS_CACHE", str(tmp_path))
    monkeypatch.setenv(switch.SWITCH, switch.COMPILED)
    open_folder.cache_clear()
    yield
    open_folder.cache_clear()


def planned(*parts: str, seconds: float = 8.0, stage: int = 0) -> list[PlannedPart]:
    return [PlannedPart(part, part.partition("-")[0], seconds, stage) for part in parts]


def test_it_grows_part_by_part_until_all_is_compiled() -> None:
    assert progress.read_progress() == progress.CompileProgress(0, 0, 0.0, 0)
    parts = ["one-moves", "one-bots", "two-moves"]
    progress.plan_parts(planned(*parts))
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


def done(part: str, seconds: float) -> None:
    (open_folder("realms") / f"{progress.MARK}-{part}").write_text(str(seconds))


def begun(part: str, ago: float) -> None:
    mark = open_folder("realms") / f"began-{part}"
    mark.touch()
    os.utime(mark, (time.time() - ago,) * 2)


def test_at_first_the_time_left_is_that_of_the_longest_chain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    parts = [*planned("one-moves", "one-bots", seconds=20), *planned("two-moves", seconds=10)]
    assert progress.progress_of(parts).seconds_left == 40
    later = [PlannedPart(f"{n}-later", f"{n}-later", 10, 1) for n in range(4)]
    assert progress.progress_of([*parts, *later]).seconds_left == 60
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert progress.progress_of(parts).seconds_left == 50


def test_it_learns_from_what_was_compiled_how_quick_this_machine_is() -> None:
    parts = planned("one-moves", "one-games", "one-bots", seconds=40)
    seconds = [progress.progress_of(parts).seconds_left]
    done("one-moves", 120)  # three times as long as elsewhere
    seconds.append(progress.progress_of(parts).seconds_left)
    done("one-games", 120)
    seconds.append(progress.progress_of(parts).seconds_left)
    assert seconds[0] == 120
    assert 160 < seconds[1] < 240
    assert 100 < seconds[2] < 120


def test_the_time_left_shrinks_while_a_part_is_compiled_and_never_ends_before_it() -> None:
    parts = planned("one-moves", "one-bots", seconds=20)
    looks = []
    for ago in (0, 5, 10, 15, 20):
        begun("one-moves", ago)
        looks.append(progress.progress_of(parts))
    seconds = [now.seconds_left for now in looks]
    assert seconds == sorted(seconds, reverse=True)
    assert seconds[0] == 40
    begun("one-moves", 60)  # three times as long as it should take
    late = progress.progress_of(parts)
    assert late.done == 0
    assert late.seconds_left > seconds[-1]  # what comes then will take longer, too
    assert late.part < 0.5


def test_parts_of_others_are_told_where_they_are_asked_for() -> None:
    progress.plan_parts([*planned("one-moves"), *planned("one-later", "one-more", stage=1)])
    done("one-moves", 8)
    progress.finish_parts()
    assert progress.read_progress().part == 1
    asked = progress.read_progress(["one-later"])
    assert (asked.done, asked.total) == (1, 2)
    assert asked.seconds_left > 0


def test_a_part_is_compiled_once() -> None:
    with progress.compiling("one-moves"):
        pass
    with progress.compiling("one-moves") as is_due:
        assert not is_due


def test_a_part_that_fails_is_not_done_and_the_rest_will_not_come() -> None:
    progress.plan_parts(planned("one-moves"))
    with pytest.raises(ZeroDivisionError), progress.compiling("one-moves"):
        raise ZeroDivisionError
    assert not progress.is_part_prepared("one-moves")
    progress.finish_parts(is_done=False)
    assert progress.read_progress().is_stopped
    progress.plan_parts(planned("one-moves"))  # who tries again
    assert not progress.read_progress().is_stopped


def test_plain_rules_are_always_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(switch.SWITCH, switch.PLAIN)
    assert progress.is_prepared()
    assert progress.rules_now() == "plain"
