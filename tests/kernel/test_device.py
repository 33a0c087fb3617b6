"""Whether there is a GPU is said in one sentence; records lie on it aligned."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from realms.fantasy.rules.state import STATE
from realms.fantasy.rules.state import new_state as new_fantasy_state
from realms.kernel.errors import Unreadable
from realms.kernel.gpu import device
from realms.medieval.rules.state import STATE as MEDIEVAL


def test_without_numba_cuda_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(Unreadable) as refused:
        device.require()
    assert refused.value.code == "device/missing"
    assert "gpu" in refused.value.sentence("en")
    assert "gpu" in refused.value.sentence("es")


@pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed"
)
def test_without_a_card_it_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import cuda

    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(Unreadable) as refused:
        device.require()
    assert refused.value.code == "device/none"
    assert "NVIDIA" in refused.value.sentence("en")
    assert "NVIDIA" in refused.value.sentence("es")


@pytest.mark.parametrize("record", [STATE, MEDIEVAL])
def test_on_the_card_every_field_stands_where_it_can_be_read_in_one_piece(
    record: np.dtype[np.void],
) -> None:
    there = device.device_layout(record)
    assert there.names == record.names
    for name in there.names or ():
        assert there.fields is not None
        assert there.fields[name][1] % there[name].base.itemsize == 0
    assert there.itemsize % 8 == 0


def test_on_the_card_a_field_may_be_smaller() -> None:
    record = np.dtype([("one", np.int64, 4), ("two", np.int64)])
    there = device.device_layout(record, {"one": np.int8})
    assert there["one"].base == np.int8
    assert there["one"].shape == (4,)
    assert there["two"] == np.int64


def test_a_record_copied_there_says_the_same() -> None:
    state = new_fantasy_state()
    state.hands[2], state.deck[53], state.taken = 5, 7, 54
    there = device.to_device_layout(state)[0]
    assert all(np.array_equal(there[name], state[name]) for name in STATE.names or ())
