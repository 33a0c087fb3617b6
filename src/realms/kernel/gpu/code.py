"""How rules become code of the GPU: tables once, long kernels with their loops.

What bounds a long kernel is reading its own code. Left alone, Numba writes a table down
anew wherever a rule reads it, which for scoring is more than the constant memory of a GPU
holds; and the compiler unrolls every short loop, after which whole games are half a
megabyte of code. Here a table is named after its content, so that equal ones become one,
and loops of a long kernel stay loops: twice the speed for whole games.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types

MEMORY = 1
"""Where tables lie: the GPU's memory, which threads may read at different places."""
LONG = 20_000
"""Instructions, before the compiler has seen them, from which on a kernel is long."""
MARK = "realms.loop"


def table_there(context: Any, builder: Any, kind: Any, table: Any) -> Any:
    """A table of the rules as an array of the GPU; one copy for all that read it."""
    table = np.ascontiguousarray(table)
    content = table.tobytes()
    name = f"realms_table_{hashlib.sha256(content).hexdigest()[:16]}"
    if name not in builder.module.globals:
        written = ir.Constant(ir.ArrayType(ir.IntType(8), len(content)), bytearray(content))
        made = ir.GlobalVariable(builder.module, written.type, name, addrspace=MEMORY)
        made.linkage, made.global_constant, made.initializer = "linkonce_odr", True, written
        made.align = 16
    there = builder.module.globals[name]
    pointer = builder.addrspacecast(there, ir.PointerType(ir.IntType(8)), "generic")
    array = context.make_array(kind)(context, builder)
    context.populate_array(
        array,
        data=builder.bitcast(pointer, array.data.type),
        shape=[context.get_constant(types.intp, size) for size in table.shape],
        strides=[context.get_constant(types.intp, step) for step in table.strides],
        itemsize=array.itemsize,
        parent=array.parent,
        meminfo=None,
    )
    return array._getvalue()


def functions(modules: list[Any]) -> Iterator[Any]:
    """The functions that some modules define."""
    for module in modules:
        yield from (function for function in module.functions if not function.is_declaration)


def length(function: Any) -> int:
    """How many instructions a function has."""
    return sum(len(block.instructions) for block in function.blocks)


def keep_loops(module: Any) -> None:
    """Mark every way back in a module's functions, so that no loop is unrolled."""
    mark = None
    for function in functions([module]):
        order = {block.name: place for place, block in enumerate(function.blocks)}
        for place, block in enumerate(function.blocks):
            targets = [to for to in block.terminator.operands if isinstance(to, ir.Block)]
            if any(order[to.name] <= place for to in targets):
                if mark is None:
                    wish = ir.MetaDataString(module, "llvm.loop.unroll.disable")
                    wishes = module.add_metadata([wish])
                    mark = module.add_metadata([wishes, ir.MetaDataString(module, MARK)])
                block.terminator.set_metadata("llvm.loop", mark)


def written(module: Any) -> str:
    """A module as text; a mark of a loop has to name itself, which only text can."""
    pattern = rf'^(!\d+) = !{{ (!\d+), !"{MARK}" }}$'
    return re.sub(pattern, r"\1 = distinct !{ \1, \2 }", str(module), flags=re.M)


def texts(library: Any) -> list[str]:
    """All code of a kernel as text for the GPU's compiler."""
    if library._llvm_strs is None:
        modules = {id(module): module for module in library.modules}
        if sum(map(length, functions(list(modules.values())))) > LONG:
            for module in modules.values():
                keep_loops(module)
        library._llvm_strs = [written(module) for module in modules.values()]
    made: list[str] = library._llvm_strs
    return made


def teach() -> None:
    """Change Numba's CUDA target as said above, before the first kernel is compiled."""
    from numba.cuda.codegen import CUDACodeLibrary  # noqa: PLC0415
    from numba.cuda.target import CUDATargetContext  # noqa: PLC0415

    CUDATargetContext.make_constant_array = table_there
    CUDACodeLibrary.llvm_strs = property(texts)
