"""The command line: `realms`, one program with a command for each thing it does.

A command is a module of its name with a function of its name, which loads what it needs when
it runs.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from realms.cli.checkout import NONE, PROGRAMS, Functions, run_program

__all__ = ["Functions", "main", "run"]

COMPLETING = "_REALMS_COMPLETE"
"""The variable by which a shell asks how a command line may go on."""


def main(brought: Functions = NONE) -> None:
    """The program `realms`, with functions that a program beside the package has."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    # Reviews multiply matrices in threads of their own; those of the library would only spin.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.exit(run(sys.argv[1:], brought))


def run(arguments: Sequence[str], brought: Functions = NONE) -> int:
    """Run one command; returns the exit status. Bad input costs one sentence and a 2.

    `brought` are functions that a program beside the package has for some commands.
    """
    from realms.cli.arguments import INTERRUPTED, read_language, spread
    from realms.cli.command_line import command_line
    from realms.cli.commands import find_command
    from realms.cli.parsing.usage import usage_sentence
    from realms.kernel.errors import RealmsError

    language = read_language(arguments)
    try:
        if COMPLETING in os.environ:
            from realms.cli.parsing.completion import complete

            return complete(language)
        called = find_command(arguments)
        if called in PROGRAMS and called not in brought:
            return run_program(PROGRAMS[called], arguments)
        alone = called in arguments[:1]
        command = command_line(language, called, brought, alone=alone)
        status = command.main(spread(arguments), prog_name="realms", standalone_mode=False)
        sys.stdout.flush()
    except RealmsError as error:
        return _refuse(error.sentence(language))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _silence()
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):
            return _silence()
        raise
    except OSError as error:
        return _refuse(f"{error.strerror or error}.")
    except Exception as error:
        sentence = usage_sentence(error, arguments, language)
        if sentence is None:
            raise
        return _refuse(sentence)
    return status if isinstance(status, int) else 0


def _refuse(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return 2


def _silence() -> int:
    """Nobody reads our output any more: what is still buffered goes nowhere."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141
