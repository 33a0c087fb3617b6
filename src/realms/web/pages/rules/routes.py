"""Rules: both rulebooks, numbered and searched, and every card of both games."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import Struct

from realms.fantasy.content.cards import CARDS as FANTASY_CARDS
from realms.kernel.games import full_name, game_named
from realms.kernel.packs import game_names
from realms.medieval.content.content import CONTENT
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.pages.environment import fragment, is_partial, page
from realms.web.pages.rules import card_list
from realms.web.pages.rules.rulebook import Rulebook, book_of, found_in, rulebook
from realms.web.pages.rules.text_search import sought

DECKS = {"fantasy": len(FANTASY_CARDS), "medieval": CONTENT.board.deck}
"""How many cards each game has."""


class Shelved(Struct, frozen=True):
    """A rulebook on the shelf, and what of it was found."""

    book: Rulebook
    found: Rulebook
    title: str
    cards: int


def _shelved(game: str, language: str, text: str) -> Shelved:
    book = rulebook(game, language)
    return Shelved(book, found_in(book, sought(text)), game_named(game).title, DECKS[game])


def _asked(request: AnyRequest, name: str) -> str:
    """A field of the address."""
    return str(request.query_params.get(name, ""))


def _chosen(groups: tuple[card_list.Group, ...]) -> str:
    return next((group.id for group in groups if group.is_chosen), "")


@get("/rules")
async def shelf(request: AnyRequest) -> Response[str]:
    """Both rulebooks, and a search through both."""
    language, text = language_of(request), _asked(request, "q")
    books = [_shelved(game, language, text) for game in game_names()]
    context: dict[str, Any] = {"books": books, "sought": sought(text)}
    if is_partial(request):
        return fragment(request, "rules/shelf.html", **context)
    return page(request, "rules_shelf.html", **context)


@get("/rules/{game:str}")
async def rules(request: AnyRequest, game: FromPath[str]) -> Response[Any]:
    """A rulebook, or what was found in it; the number of a paragraph leads to its place."""
    place = book_of(game)
    if place:
        return Redirect(f"/rules/{place[0]}#{place[1]}", status_code=303)
    language, text = language_of(request), _asked(request, "q")
    shown = _shelved(full_name(game), language, text)
    parts = [
        (f"/rules/{shown.book.game}#{chapter.id}", chapter.title, chapter.span)
        for chapter in shown.book.chapters
    ]
    context: dict[str, Any] = {"shown": shown, "sought": sought(text), "parts": parts}
    if is_partial(request):
        return fragment(request, "rules/book.html", **context)
    return page(request, "rules.html", **context)


@get("/rules/{game:str}/cards")
async def cards(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """Every card of a game, or those of a suit, a colour or a type, or with some words."""
    game, language = full_name(game), language_of(request)
    wanted = sought(_asked(request, "q"))
    context: dict[str, Any] = {"game": game, "title": game_named(game).title, "sought": wanted}
    if game == "fantasy":
        suits = card_list.suits(_asked(request, "suit"), language)
        groups = card_list.fantasy_cards(_chosen(suits), wanted, language)
        found = sum(len(group.cards) for group in groups)
        context |= {"groups": groups, "filters": (("suit", suits),), "found": found}
    else:
        editions = card_list.editions(_asked(request, "edition"), language)
        edition = _chosen(editions)
        colours = card_list.colours(_asked(request, "colour"), edition, language)
        types = card_list.types(_asked(request, "type"), edition, language)
        found_cards = card_list.medieval_cards(
            _chosen(colours), _chosen(types), wanted, language, edition
        )
        filters = (("colour", colours), ("type", types), ("edition", editions))
        context |= {"cards": found_cards, "filters": filters, "found": len(found_cards)}
    if is_partial(request):
        return fragment(request, "rules/cards.html", **context)
    return page(request, "rules_cards.html", **context)


HANDLERS: list[Any] = [shelf, rules, cards]
