"""Rules: every rulebook, numbered and searched, and the cards of every game that has some."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import Struct

from realms.analysis.what_wins import what_wins
from realms.kernel.games import full_name, game_named
from realms.kernel.packs import game_names
from realms.kernel.text import say
from realms.web.admission.executor import run_aside
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.game_lookup import card_list_of
from realms.web.messages import say_or
from realms.web.pages.environment import is_partial, render_fragment, render_page
from realms.web.pages.learn.lessons import has_lesson
from realms.web.pages.rules.rulebook import Rulebook, book_of, rulebook, search_rulebook
from realms.web.pages.rules.text_search import search_words


class BookShown(Struct, frozen=True):
    """A rulebook on the shelf, and what of it was found."""

    book: Rulebook
    found: Rulebook
    title: str
    cards: int
    """How many cards the game has to look through; 0 for none."""
    has_lesson: bool
    hint: str
    """What could be searched for."""


def _book_shown(game: str, language: str, text: str) -> BookShown:
    book, listing = rulebook(game, language), card_list_of(game)
    return BookShown(
        book=book,
        found=search_rulebook(book, search_words(text)),
        title=game_named(game).title,
        cards=listing.count() if listing else 0,
        has_lesson=has_lesson(game),
        hint=say_or(f"web.{game}.rules_hint", language, say("web.rules.search_hint", language)),
    )


def _query_field(request: AnyRequest, name: str) -> str:
    """A field of the address."""
    return str(request.query_params.get(name, ""))


@get("/rules")
@run_aside
def shelf(request: AnyRequest) -> Response[str]:
    """The page with all rulebooks, and a search through their paragraphs."""
    language, text = language_of(request), _query_field(request, "q")
    books = [_book_shown(game, language, text) for game in game_names()]
    context: dict[str, Any] = {"books": books, "sought": search_words(text)}
    if is_partial(request):
        return render_fragment(request, "rules/shelf.html", **context)
    return render_page(request, "rules/shelf_page.html", **context)


@get("/rules/{game:str}")
@run_aside
def rules(request: AnyRequest, game: FromPath[str]) -> Response[Any]:
    """A rulebook, or what was found in it; the number of a paragraph leads to its place."""
    place = book_of(game)
    if place:
        return Redirect(f"/rules/{place[0]}#{place[1]}", status_code=303)
    language, text = language_of(request), _query_field(request, "q")
    shown = _book_shown(full_name(game), language, text)
    parts = [
        (f"/rules/{shown.book.game}#{chapter.id}", chapter.title, chapter.span)
        for chapter in shown.book.chapters
    ]
    context: dict[str, Any] = {"shown": shown, "sought": search_words(text), "parts": parts}
    if is_partial(request):
        return render_fragment(request, "rules/book.html", **context)
    return render_page(request, "rules/page.html", **context)


@get("/rules/{game:str}/cards")
@run_aside
def cards(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """Every card of a game, or those that its filters and some words ask for."""
    game, language = full_name(game), language_of(request)
    listing = card_list_of(game)
    if listing is None:
        raise NotFoundException
    wanted = search_words(_query_field(request, "q"))
    asked = {name: str(value) for name, value in request.query_params.items()}
    context: dict[str, Any] = {
        "game": game,
        "title": game_named(game).title,
        "sought": wanted,
        "shown": listing.find(asked, wanted, language),
        "has_lesson": has_lesson(game),
    }
    if is_partial(request):
        return render_fragment(request, "rules/cards.html", **context)
    context |= {
        "styles": listing.STYLES,
        "lead": listing.lead(language),
        "has_numbers": what_wins(game) is not None,
    }
    return render_page(request, "rules/cards_page.html", **context)


@get("/paragraphs/{number:str}")
@run_aside
def one_paragraph(request: AnyRequest, number: FromPath[str]) -> Response[Any]:
    """A paragraph by itself, for a page that shows it over what it has; else its place."""
    place = book_of(number)
    if place is None:
        raise NotFoundException
    game, number = place
    if not is_partial(request):
        return Redirect(f"/rules/{game}#{number}", status_code=303)
    chapters = rulebook(game, language_of(request)).chapters
    shown = next(p for chapter in chapters for p in chapter.paragraphs if p.number == number)
    return render_fragment(request, "rules/paragraph.html", game=game, shown=shown)


HANDLERS: list[Any] = [shelf, rules, cards, one_paragraph]
