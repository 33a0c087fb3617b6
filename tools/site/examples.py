"""Examples in docstrings as listings: Markdown would take `>>>` for a quotation."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"(?m)^>>> .*(?:\n.+)*")
"""Lines from a prompt to the next empty line."""


class FencedExamples(Extension):
    """Puts the examples of every docstring into fences."""

    def on_object(self, *, obj: Object, **_more: Any) -> None:
        """Change the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fence_examples(obj.docstring.value)


def fence_examples(text: str) -> str:
    """A docstring with its examples in fences.

    >>> print(fence_examples("Says it."))
    Says it.
    """
    return EXAMPLE.sub(lambda example: f"```pycon\n{example[0]}\n```", text)
