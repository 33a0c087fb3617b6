"""Words for people: one catalogue of messages a language, in chapters; no sentences in code.

A message is looked up by its key and filled with named fields. Where the number `n`
matters the catalogue holds two forms, `one` and `other`, which serves English and Spanish.
"""

from __future__ import annotations

import functools
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from realms.kernel.packs import packs

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LANGUAGES = ("en", "es")
SUBJECTS = re.compile(r"""^\s*\[*\s*["']?([\w-]+)""", re.MULTILINE)
"""The words that lines of a chapter begin with; all its subjects are among them."""


@dataclass(frozen=True)
class Text:
    """Words in every language we speak.

    >>> Text(en="Swamp", es="Pantano")["es"]
    'Pantano'
    """

    en: str
    es: str

    def __getitem__(self, language: str) -> str:
        return self.es if language == "es" else self.en


class Catalogue(Mapping[str, Any]):
    """All messages of a language, by key; chapters are parsed when a message of theirs is asked.

    The first word of a key is its subject (`cli` in `cli.example`), and every chapter that
    speaks of a subject is parsed with it: scoring a hand reads nothing that is said on pages.
    """

    def __init__(self, chapters: Sequence[str]) -> None:
        self._chapters = {chapter: set(SUBJECTS.findall(chapter)) for chapter in chapters}
        self._known: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        if key not in self._known:
            self._parse(key.partition(".")[0])
        return self._known[key]

    def __contains__(self, key: object) -> bool:
        if key not in self._known:
            self._parse(str(key).partition(".")[0])
        return key in self._known

    def __iter__(self) -> Iterator[str]:
        self._parse()
        return iter(self._known)

    def __len__(self) -> int:
        self._parse()
        return len(self._known)

    def _parse(self, subject: str = "") -> None:
        """Parse what speaks of a subject, or all there is."""
        for chapter, subjects in list(self._chapters.items()):
            if not subject or subject in subjects:
                self._known |= _flat("", tomllib.loads(chapter))
                self._chapters.pop(chapter, None)  # after: other threads may look on


@functools.cache
def catalogue(language: str) -> Catalogue:
    """All messages of a language, by key: those of the program, then those of each game."""
    folders = catalogue_folders()
    return Catalogue([text for folder in folders for text in chapters_in(folder, language)])


def catalogue_folders() -> list[Traversable]:
    """The folders with messages: the program's, then that of each game."""
    return [resources.files("realms"), *(pack.folder for pack in packs().values())]


def chapters_in(folder: Traversable, language: str) -> list[str]:
    """The chapters of `locale/<language>` in one folder, as they are written."""
    home = folder.joinpath("locale", language)
    chapters = home.iterdir() if home.is_dir() else ()
    return [file.read_text("utf-8") for file in sorted(chapters, key=lambda file: file.name)]


def _flat(path: str, table: dict[str, Any]) -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = []
    for key, value in table.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, dict) and not set(value) <= {"one", "other"}:
            rows.extend(_flat(here, value))
        else:
            rows.append((here, value))
    return rows


def say(key: str, language: str, /, **fields: Any) -> str:
    """A message of the catalogue with its fields filled in.

    A field may be a `Text`, or several of them, which are then joined by *or*.

    >>> say("list.two_and", "es", first="Humo", last="Incendio")
    'Humo e Incendio'
    """
    message = catalogue(language)[key]
    if isinstance(message, dict):
        message = message["one" if fields.get("n") == 1 else "other"]
    text: str = message.format(**{key: _said(fields[key], language) for key in fields})
    return _euphony(text) if language == "es" else text


def _said(value: Any, language: str) -> Any:
    if isinstance(value, Text):
        return value[language]
    if isinstance(value, tuple):
        return listed([_said(one, language) for one in value], language, "or")
    return value


def _euphony(text: str) -> str:
    """Spanish says *e* for *y* before the sound i, and *u* for *o* before o."""
    words = text.split(" ")
    for here, (word, following) in enumerate(pairwise(words)):
        start = following.lower().lstrip("¿¡«(")
        if word == "y" and start.startswith(("i", "í", "hi")) and not start.startswith("hie"):
            words[here] = "e"
        elif word == "o" and start.startswith(("o", "ó", "ho", "hó")):
            words[here] = "u"
    return " ".join(words)


def listed(items: Sequence[str], language: str, joint: str = "and") -> str:
    """Several things as a sentence names them.

    >>> listed(["Rey", "Reina", "Hidra"], "es", "or")
    'Rey, Reina o Hidra'
    """
    if len(items) <= 1:
        return "".join(items)
    return say(f"list.two_{joint}", language, first=", ".join(items[:-1]), last=items[-1])


def number_text(value: float, language: str, digits: int = 0) -> str:
    """A number as a language writes it, minus as a minus.

    >>> number_text(20000, "en"), number_text(-12345.67, "es", 1)
    ('20,000', '−12.345,7')
    """
    signs: dict[str, str | int | None] = {
        ",": say("number.thousands", language),
        ".": say("number.decimal", language),
        "-": "\N{MINUS SIGN}",
    }
    return f"{value:,.{digits}f}".translate(str.maketrans(signs))


def language_of_user() -> str:
    """The language of the user's locale when we speak it, else English."""
    for variable in ("REALMS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return value[:2].lower() if value[:2].lower() in LANGUAGES else "en"
    return "en"
