"""Without bounds, on the GPU, the same hands are found.

Where no card is, Numba's simulator runs the kernels as Python, on a few hands.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from realms.arena.ledger import Ledger
from realms.fantasy.solve.answers import solution_json
from realms.fantasy.solve.question import Question, parse_cards_and_suits
from realms.fantasy.solve.search import Solution, head_of, solve
from realms.kernel.errors import RealmsError
from tests.arena.test_device import there
from tests.fantasy.solve.decks import without

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed"
)

SIX = "Candle, Bell Tower, Gem of Order, Queen, Warhorse, Rangers"
LANDS = without(parse_cards_and_suits("Necromancer, land, Smoke, Candle, Hydra, King"))
ARMIES = without(parse_cards_and_suits("army, land"))

SEARCH = """
import sys, msgspec
from realms.kernel.gpu import device
device.require()
from realms.fantasy.solve.device import EveryHand
from realms.fantasy.solve.question import Question
question, batch = msgspec.json.decode(sys.argv[1], type=tuple[Question, int])
search = EveryHand(question, batch=batch)
reported = []
search.run(report=reported.append)
print(msgspec.json.encode([search.result(), sum(reported), search.plan.at_most]).decode())
"""


def plainly(solved: Solution) -> Solution:
    """An answer without what tells how it was found."""
    return replace(solved, units=0, bounded=0, scored=0, seconds=0, core_seconds=0)


@pytest.mark.parametrize(
    "question",
    [
        Question(top=5, having=parse_cards_and_suits(SIX)),
        Question(top=60, having=parse_cards_and_suits(SIX), worst=True, every=True),
        Question(cards=8, top=7, having=parse_cards_and_suits("land"), without=LANDS, every=True),
        Question(top=7, suit="army", without=ARMIES, every=True),
        Question(top=7, suit="army", without=ARMIES, worst=True),
    ],
    ids=["best", "all, the worst first", "eight cards", "a suit", "a suit's worst"],
)
def test_every_hand_scored_there_gives_the_answer_found_here(question: Question) -> None:
    answer = there(SEARCH, msgspec.json.encode([question, 20]).decode())
    solved, reported, at_most = msgspec.convert(answer, tuple[Solution, int, int])
    assert plainly(solved) == plainly(solve(question, jobs=1))
    assert (solved.scored, solved.bounded) == (solved.hands, 0)
    assert reported == at_most
    assert solved.units == -(-at_most // 20)


COMMAND = "import runpy; runpy.run_module('realms', run_name='__main__', alter_sys=True)"


def test_the_command_tells_the_same_and_keeps_its_batches(tmp_path: Path) -> None:
    path = tmp_path / "search.jsonl"
    asked = ["solve", "fantasy", "--top", "3", "--with", SIX, "--json"]
    answer = there(COMMAND, *asked, "--device", "cuda", "--resume", str(path))
    question = Question(top=3, having=parse_cards_and_suits(SIX))
    here = json.loads(msgspec.json.encode(solution_json(solve(question, jobs=1))))
    for counter in ("units", "bounded", "scored", "seconds", "core_seconds"):
        del answer[counter], here[counter]
    assert answer == here
    assert len(path.read_text().splitlines()) == 2, "its head, and one batch"
    again = there(COMMAND, *asked, "--device", "cuda", "--resume", str(path))
    assert again["best"] == here["best"]
    with pytest.raises(RealmsError, match="holds another run"):
        Ledger(path, head_of(question))
