"""The command line: `realms`, one program with a command for each thing it does.

A command is a module of its name with a function of its name, which loads what it needs when
it runs.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

Functions = Mapping[str, Callable[..., Any]]
"""Functions of commands, by name."""
NONE: Functions = MappingProxyType({})


def main(brought: Functions = NONE) -> None:
    """The program `realms`, with functions that a program beside the package has."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(run(sys.argv[1:], brought))


def run(arguments: Sequence[str], brought: Functions = NONE) -> int:
    """Run one command; returns the exit status. Bad input costs one sentence and a 2.

    `brought` are functions that a program beside the package has for some commands.
    """
    from realms.cli.arguments import language_asked, spread
    from realms.cli.checkout import PROGRAMS, run_program
    from realms.cli.command_line import command_line
    from realms.cli.commands import command_called
    from realms.cli.usage import usage_sentence
    from realms.kernel.errors import RealmsError

    language = language_asked(arguments)
    try:
        called = command_called(arguments)
        if called in PROGRAMS and called not in brought:
            return run_program(PROGRAMS[called], arguments)
        command = command_line(language, called, brought)
        status = command.main(spread(arguments), prog_name="realms", standalone_mode=False)
        sys.stdout.flush()
    except RealmsError as error:
        return _refused(error.sentence(language))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return _hushed()
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):
            return _hushed()
        raise
    except OSError as error:
        return _refused(f"{error.strerror or error}.")
    except Exception as error:
        sentence = usage_sentence(error, arguments, language)
        if sentence is None:
            raise
        return _refused(sentence)
    return status if isinstance(status, int) else 0


def _refused(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return 2


def _hushed() -> int:
    """Nobody reads our output any more: what is still buffered goes nowhere."""
    import os

    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141
