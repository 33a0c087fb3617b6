"""A rulebook as a page shows it: chapters of numbered paragraphs, searched and linked."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby

from markdown_it import MarkdownIt
from markupsafe import Markup, escape
from msgspec import Struct

from realms.kernel.names import folded
from realms.kernel.packs import packs
from realms.kernel.presentation.paragraphs import rules_text
from realms.kernel.text import LANGUAGES, say
from realms.web.pages.rules.text_search import TextSearch, mark_words

CITATION = re.compile(r"\b([A-Z]{2,4})-(\d+[a-z]?)\b")
NUMBERED = re.compile(r"^\*\*([A-Z]+-\d+[a-z]?)\*\* (?:\*\(([^)]*)\)\* )?")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


class RuleParagraph(Struct, frozen=True):
    """A paragraph, with its number and where it comes from; a passage has neither."""

    number: str
    source: str
    html: Markup
    words: str
    """What is searched: its words, without marks, case or accents."""


class Chapter(Struct, frozen=True):
    """Paragraphs on one matter."""

    id: str
    title: str
    paragraphs: tuple[RuleParagraph, ...]

    @property
    def span(self) -> str:
        """Its first and its last number."""
        numbers = [paragraph.number for paragraph in self.paragraphs if paragraph.number]
        if not numbers:
            return ""
        return numbers[0] if len(numbers) == 1 else f"{numbers[0]} – {numbers[-1]}"


class Rulebook(Struct, frozen=True):
    """The rules of a game in a language."""

    game: str
    title: str
    opening: tuple[Markup, ...]
    """What comes before the first chapter."""
    chapters: tuple[Chapter, ...]

    @property
    def count(self) -> int:
        """How many numbered paragraphs there are."""
        return sum(bool(p.number) for chapter in self.chapters for p in chapter.paragraphs)


def games_by_prefix() -> dict[str, str]:
    """The game that the letters of a paragraph's number stand for."""
    return {pack.paragraph_prefix: name for name, pack in packs().items()}


@cache
def rulebook(game: str, language: str) -> Rulebook:
    """The rules of a game, read once."""
    title, *blocks = [block.strip() for block in rules_text(game, language).split("\n\n")]
    starts = (n for n, block in enumerate(blocks) if block.startswith("## "))
    first = next(starts, len(blocks))
    return Rulebook(
        game=game,
        title=title.removeprefix("# "),
        opening=tuple(_link_paragraphs(MARKDOWN.render(block)) for block in blocks[:first]),
        chapters=tuple(_chapters(blocks[first:], language)),
    )


def _chapters(blocks: list[str], language: str) -> list[Chapter]:
    chapters: list[Chapter] = []
    for is_title, group in groupby(blocks, key=lambda block: block.startswith("## ")):
        texts = [*group]
        if is_title:
            title = texts[-1].removeprefix("## ")
            chapters.append(Chapter(f"chapter-{len(chapters) + 1}", title, ()))
        else:
            last = chapters.pop()
            label = say("web.rules.table", language, title=last.title)
            read = tuple(_paragraph(text, label) for text in texts if text)
            chapters.append(Chapter(last.id, last.title, read))
    return chapters


def _paragraph(text: str, label: str) -> RuleParagraph:
    head = NUMBERED.match(text)
    number, source = (head[1], head[2] or "") if head else ("", "")
    body = text[head.end() :] if head else text
    html = MARKDOWN.renderInline(body) if head else _passage(MARKDOWN.render(body), label)
    plain = Markup(html).striptags()
    return RuleParagraph(number, source, _link_paragraphs(html), folded(f"{number} {plain}"))


def _passage(html: str, label: str) -> str:
    """A passage without a number; a table that is too wide moves by itself."""
    title = escape(label)
    around = f'<div class="wide" tabindex="0" role="region" aria-label="{title}"><table>'
    opening = f'{around}<caption class="visually-hidden">{title}</caption>'
    html = html.replace("<table>", opening).replace("</table>", "</table></div>")
    return html.replace("<th>", '<th scope="col">')


def _link_paragraphs(html: str) -> Markup:
    """Text in which every number of a paragraph leads to it."""
    games = games_by_prefix()

    def link(found: re.Match[str]) -> str:
        if found[1] not in games:
            return found[0]
        place = f"/rules/{games[found[1]]}#{found[0]}"
        return f'<a class="paragraph" href="{place}">{found[0]}</a>'

    return Markup(CITATION.sub(link, html))


def search_rulebook(book: Rulebook, sought: TextSearch) -> Rulebook:
    """A rulebook with only the paragraphs that have what is sought, which is marked."""
    if not sought:
        return book
    chapters = []
    for chapter in book.chapters:
        is_about = sought.is_in(folded(chapter.title))
        kept = tuple(
            RuleParagraph(p.number, p.source, mark_words(p.html, sought), p.words)
            for p in chapter.paragraphs
            if is_about or sought.is_in(p.words)
        )
        if kept:
            chapters.append(Chapter(chapter.id, chapter.title, kept))
    return Rulebook(book.game, book.title, (), tuple(chapters))


def book_of(number: str) -> tuple[str, str] | None:
    """The game and the number of a paragraph that somebody names, such as `fr13b`."""
    found = re.fullmatch(r"([a-z]{2,4})[ _-]?(\d+[a-z]?)", number.strip().casefold())
    letters, games = found[1].upper() if found else "", games_by_prefix()
    if found is None or letters not in games:
        return None
    game, known = games[letters], f"{letters}-{found[2]}"
    numbers = {p.number for c in rulebook(game, LANGUAGES[0]).chapters for p in c.paragraphs}
    return (game, known) if known in numbers else None
