"""Rules that call rules: kept as code to link, optimised once, where Python enters.

Left alone, Numba turns every function into machine code of its own, and all that it calls
with it, anew for every caller: a rule eight calls deep is optimised nine times. Here a rule
that others call is kept as it was written down (`LinkedLibrary`). Only a rule that Python
calls is optimised, as one piece with all that it links, and becomes machine code
(`EntryLibrary`).
"""

from __future__ import annotations

import re
from typing import Any

from llvmlite import binding
from numba.core import compiler
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult, DefaultPassBuilder

ALLOCATES = re.compile(
    r"call [^@\n]*@NRT_(?:MemInfo_(?:alloc|new|varsize)|Allocate|adapt_ndarray_to_python)"
)
"""How code reads that makes arrays, or hands one to Python."""
COUNTS = re.compile(r"^ +(?:tail )?call void @NRT_(?:in|de)cref\(.*\n", re.MULTILINE)
"""How code reads that counts who refers to an array."""
FOR_PYTHON = re.compile(r"^define [^@\n]*@\"?_ZN7cpython.*?^}$", re.MULTILINE | re.DOTALL)
"""The function that Python calls: it takes the arguments apart, and lets go of them."""


def without_counting(text: str) -> str:
    """The code of rules that make no arrays, without counting references to any.

    Arrays that Python hands in live at least as long as the call. Counting them takes a
    locked instruction each time a rule passes one on.
    """
    kept = FOR_PYTHON.search(text)
    if kept is None:
        return COUNTS.sub("", text)
    before, after = text[: kept.start()], text[kept.end() :]
    return COUNTS.sub("", before) + kept.group() + COUNTS.sub("", after)


class LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a rule and of all that it calls, for callers to link."""

    def finalize(self) -> None:
        """Link in the libraries that this one calls, without optimising again."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is no machine code to point at."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """Who would set the environment of machine code."""
        return NoMachineCode

    def serialize_using_object_code(self) -> Any:
        """The name and the bitcode of the library, as the cache writes them to disk."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def read(cls, codegen: Any, state: Any) -> LinkedLibrary:
        """The library that was kept."""
        name, bitcode = state
        made = cls(codegen, name)
        made._final_module = made._shared_module = binding.parse_bitcode(bitcode)
        made._finalize_dynamic_globals()
        made._finalized = True
        return made


class NoMachineCode:
    """What has no environment."""

    @staticmethod
    def set_env(_name: str, _environment: Any) -> None:
        """Nothing to set."""


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of a rule that Python calls, with all that it links."""

    _final_module: Any

    def _optimize_final_module(self) -> None:
        """Optimise as one piece: what only this rule calls is its own."""
        text = str(self._final_module)
        if not ALLOCATES.search(text):
            name = self._final_module.name
            self._final_module = binding.parse_assembly(without_counting(text))
            self._final_module.name = name
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == binding.Linkage.linkonce_odr:
                function.linkage = "internal"
        super()._optimize_final_module()

    def serialize_using_object_code(self) -> Any:
        """The machine code as it is kept on disk, and the names that are found in it."""
        self._ensure_finalized()
        defined = (self._final_module.functions, self._final_module.global_variables)
        names = [one.name for some in defined for one in some if not one.is_declaration]
        return self.name, self._get_compiled_object(), names

    @classmethod
    def read(cls, codegen: Any, state: Any) -> EntryLibrary:
        """The library that was kept."""
        name, machine_code, names = state
        made = cls(codegen, name)
        made.enable_object_caching()
        made._set_compiled_object(machine_code)
        made._finalize_final_module()
        codegen._engine._defined_symbols.update(names)
        return made


class LinkedCompiler(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's way to compile, as far as code that can be linked."""

    library: type[JITCodeLibrary] = LinkedLibrary

    def define_pipelines(self) -> list[Any]:
        """The steps that Numba takes."""
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(state)]


class EntryCompiler(LinkedCompiler):
    """Numba's way to compile, to machine code."""

    library = EntryLibrary


def rebuild(library: Any, target_context: Any, payload: Any) -> Any:
    """Rebuild the compile result of a rule from what the cache stored."""
    state, fndesc, environment, signature, objectmode, lifted, annotation, reload_init, others = (
        payload
    )
    made = library.read(target_context.codegen(), state)
    result = CompileResult(
        target_context=target_context,
        typing_context=target_context.typing_context,
        library=made,
        environment=environment,
        entry_point=target_context.get_executable(made, fndesc, environment),
        fndesc=fndesc,
        type_annotation=annotation,
        signature=signature,
        objectmode=objectmode,
        lifted=lifted,
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=reload_init,
        referenced_envs=others,
    )
    for other in others:
        made.codegen.set_env(other.env_name, other)
    return result
