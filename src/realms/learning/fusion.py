"""Steps of learning as fused kernels, where the machine can make them."""

from __future__ import annotations

import functools
import importlib.util
import shutil
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import torch

P = ParamSpec("P")
R = TypeVar("R")


@functools.cache
def can_fuse() -> bool:
    """Whether kernels can be fused here: it takes Triton and a C compiler."""
    compilers = ("cc", "gcc", "clang")
    return importlib.util.find_spec("triton") is not None and any(map(shutil.which, compilers))


def fused(function: Callable[P, R], device: str) -> Callable[P, R]:
    """The same function as few large kernels on a GPU; as it is where these cannot be made."""
    if device != "cuda" or not can_fuse():
        return function
    made: Callable[P, R] = _fuse(function)
    return made


@functools.cache
def _fuse(function: Callable[..., Any]) -> Callable[..., Any]:
    made: Callable[..., Any] = torch.compile(function, dynamic=False)
    return made


@functools.cache
def can_halve(device: str) -> bool:
    """Whether numbers of half the size are the faster ones: on GPUs, and on newer processors."""
    is_supported: Any = getattr(torch.cpu, "_is_avx512_bf16_supported", bool)
    return device == "cuda" or bool(is_supported())


def halved(device: str) -> torch.autocast:
    """Reckon with numbers of half the size, where that is faster."""
    return torch.autocast(device, torch.bfloat16, enabled=can_halve(device))
