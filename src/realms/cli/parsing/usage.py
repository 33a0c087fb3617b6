"""What Typer finds wrong with a command line, as one sentence of the catalogue."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from realms.kernel.text import say


def usage_sentence(error: Any, arguments: Sequence[str], language: str) -> str | None:
    """The sentence for an error of Typer's; None for an error that is not one."""
    kind = type(error).__name__
    if not hasattr(error, "format_message"):
        return None
    if kind == "NoSuchOption":
        return _no_such_option(error, language)
    if kind == "BadOptionUsage":
        return say("error.usage.no_value", language, option=error.option_name)
    if kind == "MissingParameter":
        return say("error.usage.missing", language, name=_parameter_name(error))
    if kind == "BadParameter":
        name = _parameter_name(error)
        return say("error.usage.value", language, value=_value_of(name, arguments), name=name)
    extra = re.search(r"\(([^()]*)\)$", error.message)
    return say("error.usage.extra", language, text=extra[1] if extra else error.message)


def _no_such_option(error: Any, language: str) -> str:
    near = sorted(error.possibilities or [])
    if near:
        text = ", ".join(near)
        return say("error.usage.option_near", language, option=error.option_name, near=text)
    return say("error.usage.option", language, option=error.option_name)


def _parameter_name(error: Any) -> str:
    """The parameter that an error is about, as it is typed on the command line."""
    if error.param is None:
        return ""
    return str(error.param.opts[0] if error.param.opts[0].startswith("-") else error.param.metavar)


def _value_of(option: str, arguments: Sequence[str]) -> str:
    """The value that was typed for an option."""
    for argument, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if argument == option:
            return following
        if argument.startswith(f"{option}="):
            return argument.partition("=")[2]
    return ""
