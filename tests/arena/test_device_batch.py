"""A batch on the GPU is the batch of the processor, array for array.

Where no card is, Numba's simulator runs the kernels as Python, on a few games.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from realms import arena
from realms.kernel.errors import Unreadable
from tests.arena.batch_digests import handled, opened, played
from tests.arena.test_device import few, has_card, there

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed"
)

ROOT = str(Path(__file__).parents[2])
PLAY = """
import json, sys
sys.path.insert(0, sys.argv[1])
from tests.arena.batch_digests import handled, opened, played
table, n, steps, auto_reset = json.loads(sys.argv[2])
batch = opened(table, n, auto_reset=auto_reset, device="cuda")
print(json.dumps(played(batch, steps) if steps else handled(batch)))
"""


@pytest.mark.parametrize(
    ("table", "n", "steps", "auto_reset"),
    [
        ("fantasy-3", 2, 110, True),
        ("fantasy-declare", 2, 120, True),
        ("duel", 2, 170, True),
        ("duel-declare", 1, 170, True),
        ("chaos-3", 1, 90, True),
        ("chaos-declare", 2, 90, False),
        ("fantasy-6", 2, 90, False),
        ("medieval-2", 1, 230, True),
        ("medieval-es", 1, 280, True),
        ("medieval-get", 1, 230, False),
    ],
)
def test_every_step_on_the_card_shows_what_it_shows_here(
    table: str, n: int, steps: int, auto_reset: bool
) -> None:
    batch = opened(table, few(n), auto_reset=auto_reset)
    shown = played(batch, steps)
    assert batch.turns.scores.any(), "a game ends, and is scored"
    answer = there(PLAY, ROOT, json.dumps([table, few(n), steps, auto_reset]))
    assert answer == shown


@pytest.mark.parametrize("table", ["fantasy-3", "chaos-declare", "medieval-3"])
def test_whatever_else_is_done_with_it_has_the_same_answer(table: str) -> None:
    answer = there(PLAY, ROOT, json.dumps([table, few(2), 0, True]))
    assert answer == json.loads(json.dumps(handled(opened(table, few(2)))))


def test_without_a_card_the_sentence_says_so() -> None:
    if has_card():
        pytest.skip("there is a card")
    with pytest.raises(Unreadable) as refused:
        arena.batch("fantasy", n=2, device="cuda")
    assert refused.value.code == "device/none"


TAKE = """
import importlib.util, json, sys
from realms import arena
library = sys.argv[1]
if importlib.util.find_spec(library) is None:
    print("null")
    sys.exit()
games = arena.batch("medieval", n=4096, device="cuda")
other = arena.batch("medieval", n=4096, device="cuda")
place = games.turns.mask.__cuda_array_interface__["data"][0]
if library == "torch":
    import torch
    mask = torch.as_tensor(games.turns.mask, device="cuda")
    taken, drawn = mask.data_ptr(), lambda: torch.multinomial(mask.float(), 1).squeeze(1)
elif library == "cupy":
    import cupy
    mask = cupy.asarray(games.turns.mask)
    taken, drawn = mask.data.ptr, lambda: mask.argmax(axis=1)
else:
    import jax.numpy
    from numba import cuda
    def taken_anew():
        cuda.synchronize()
        return jax.numpy.asarray(games.turns.mask)
    taken, drawn = taken_anew().unsafe_buffer_pointer(), lambda: taken_anew().argmax(axis=1)
for _step in range(100):
    actions = drawn()
    games.step(actions)
    other.step(actions.get() if library == "cupy" else actions.tolist())
same = [(a.copy_to_host() == b.copy_to_host()).all() for a, b in zip(games.turns, other.turns)]
print(json.dumps([taken == place, bool(all(same))]))
"""


@pytest.mark.parametrize("library", ["cupy", "torch", "jax"])
def test_other_libraries_take_its_arrays_as_they_lie(library: str) -> None:
    if not has_card():
        pytest.skip("there is no card")
    answer = there(TAKE, library)
    if answer is None:
        pytest.skip(f"{library} is not installed")
    assert answer == [True, True]
