"""Three ways to be wrong: it cannot be read, it is not allowed, it is ambiguous.

Each error has a stable code for programs, fields that fill a sentence of the catalogue in
the reader's language, and, where a rule is at stake, the paragraph it rests on.
"""

from __future__ import annotations

from typing import Any

from realms.kernel.text import say


class RealmsError(Exception):
    """Something the caller can put right; costs one sentence and no data."""

    def __init__(self, code: str, /, *, paragraph: str = "", **fields: Any) -> None:
        self.code = code
        self.paragraph = paragraph
        self.fields = fields
        super().__init__(self.sentence("en"))

    def sentence(self, language: str) -> str:
        """What is wrong, in one sentence, with the paragraph cited."""
        text = say("error." + self.code.replace("/", "."), language, **self.fields)
        return f"{text} [{self.paragraph}]" if self.paragraph else text

    def __reduce__(self) -> Any:
        return _rebuilt, (type(self), self.code, self.paragraph, self.fields)


def _rebuilt(kind: type[RealmsError], code: str, paragraph: str, fields: Any) -> RealmsError:
    return kind(code, paragraph=paragraph, **fields)


class Unreadable(RealmsError, ValueError):
    """The input cannot be read: no such card, a broken record."""


class IllegalMove(RealmsError, ValueError):
    """The move was read and the rules do not allow it; nothing has changed."""


class Ambiguous(RealmsError, ValueError):
    """The input could mean several things."""
