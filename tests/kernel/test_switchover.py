"""Rules that begin as plain Python and go over to compiled code while calls are under way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

RULES = """
import numpy as np
from realms.kernel.bits.sets import count
from realms.kernel.rule import rule

@rule
def halved(n: int) -> int:
    return n // 2 + count(n)

@rule
def answer(n: int, more: int = 3) -> int:
    total = more
    for step in range(n):
        total += halved(step)
    return total

@rule(wraps=True)
def wrapped(n):
    return np.uint64(n) * np.uint64(0x9E3779B97F4A7C15)

TABLE = [answer(n) for n in range(4)]  # while the module is being read
"""
PROGRAM = """
import sys, threading
from mygame import rules
from realms.kernel.compiled import switchover

def answers():
    return [rules.answer(n) for n in range(20)] + [rules.answer(4, 9), int(rules.wrapped(7))]

plain = answers()
assert rules.TABLE == plain[:4]
assert "numba" not in sys.modules
assert rules.answer.__name__ == "answer"

# Another thread loads compiled rules and uses them; this one goes on without.
at_work, go_on = threading.Event(), threading.Event()
compiled = []
def use():
    compiled.extend(answers())
    at_work.set()
    go_on.wait()
loading = threading.Thread(target=switchover.load_rules, args=([use],))
loading.start()
at_work.wait()
assert compiled == plain == answers()
assert len(rules.answer.compiled.signatures) == 2  # with and without its second argument
go_on.set()
loading.join()

# A plain call that is under way ends as plain Python, though the process goes over meanwhile.
class Number:
    def __index__(self):
        switchover.go_over()
        return 20
called = []
assert not switchover.is_over()
sys.setprofile(lambda frame, event, _: called.append((event, frame.f_code.co_name)))
total = rules.answer(Number())
sys.setprofile(None)
assert total == rules.answer(20)
assert called.count(("call", "halved")) == 20
assert switchover.is_over()
assert answers() == plain
print(rules.answer(20))
"""


def test_a_process_goes_over_while_its_threads_run(tmp_path: Path) -> None:
    package = tmp_path / "mygame"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(RULES)
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(tmp_path), *sys.path)),
        "REALMS_CACHE": str(tmp_path / "cache"),
        "REALMS_COMPILE": "later",
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout == f"{3 + sum(n // 2 + n.bit_count() for n in range(20))}\n"
