"""Where the figures of Medieval Realms come from: what is printed, and what we made up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter

from msgspec import Struct

from realms.kernel.text import listed, say
from realms.medieval.content.content import CONTENT
from realms.medieval.content.effects import Sourced
from realms.web.game_parts import AboutSection


class Reconstructed(Struct, frozen=True):
    """Things of one kind, some figures of which no source gives."""

    things: str
    count: int
    """How many entries of the content they are in."""
    figures: str
    paragraph: str


class Provenance(Struct, frozen=True):
    """How many figures come from where."""

    printed: int
    public: int
    reconstructed: int
    rows: tuple[Reconstructed, ...]

    @property
    def all(self) -> int:
        """All figures there are."""
        return self.printed + self.public + self.reconstructed


PARAGRAPHS = {
    "start": "MR-13",
    "land": "MR-3",
    "leader": "MR-60",
    "city": "MR-61",
    "territory": "MR-62",
    "island": "MR-63",
    "great_person": "MR-65",
    "scientific_development": "MR-66",
    "gunpowder": "MR-70",
    "university": "MR-70",
    "docking_bay": "MR-70",
}
"""The paragraphs that say how; MR-6 has the counts of all others."""


def about_section(language: str) -> AboutSection:
    """What is reconstructed, as a section of the page *About*."""
    title = say("web.medieval.about.title", language)
    return AboutSection("reconstructed", title, provenance(language))


def figure_name(figure: str, language: str) -> str:
    """What a figure is called.

    >>> figure_name("end.condition", "en")
    'the condition at the end'
    """
    return say(f"web.medieval.figure.{figure.replace('.', '_')}", language)


@cache
def provenance(language: str) -> Provenance:
    """The figures of the content, counted."""
    things = [thing for _, thing in CONTENT.things()]
    return Provenance(
        printed=sum(_count_printed(thing) for thing in things),
        public=sum(len(thing.public) for thing in things),
        reconstructed=sum(len(thing.reconstructed) for thing in things),
        rows=tuple(_rows(language)),
    )


def _count_printed(thing: Sourced) -> int:
    return sum(thing.source(figure) == "rulebook" for figure in thing.figures)


def _rows(language: str) -> Iterator[Reconstructed]:
    yield _row("start", say("web.medieval.about.start", language), [CONTENT.start], language)
    yield _row("land", say("web.medieval.about.lands", language), CONTENT.land, language)
    names = {kind.id: kind[language].other for kind in CONTENT.kind}
    for kind, group in groupby(CONTENT.card, key=attrgetter("kind")):
        cards = [*group]
        if any(card.reconstructed for card in cards):
            yield _row(kind, names[kind], cards, language)


def _row(kind: str, things: str, entries: Sequence[Sourced], language: str) -> Reconstructed:
    figures = dict.fromkeys(figure for entry in entries for figure in entry.reconstructed)
    return Reconstructed(
        things=things[0].upper() + things[1:],
        count=sum(bool(entry.reconstructed) for entry in entries),
        figures=listed([figure_name(figure, language) for figure in figures], language),
        paragraph=PARAGRAPHS.get(kind, "MR-6"),
    )
