"""Every card of Medieval Realms, to be looked through by colour, type, edition and words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from markupsafe import Markup, escape
from msgspec import Struct, structs

from realms.kernel.names import folded
from realms.kernel.text import LANGUAGES, listed, say
from realms.medieval.content.card_text import WHEN, CardWords, cost_text, effect_text
from realms.medieval.content.content import CONTENT
from realms.medieval.content.registry import content_for
from realms.medieval.content.schema import MedievalCard, MedievalContent
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.web.board.lexicon import CardFace, lexicon
from realms.medieval.web.provenance import figure_name
from realms.web.game_parts import CardFilter, CardsFound, FilterChoice
from realms.web.pages.rules.text_search import TextSearch, mark_words

STYLES: tuple[str, ...] = ("css/medieval-cards.css",)
TYPES = ("hole", "majority", "auction")
EDITIONS = ("en", "es")


class ListedCard(Struct, frozen=True):
    """A card in words of one language."""

    id: str
    name: str
    kind: str
    detail: str
    """What tells it from others of its kind."""
    symbol: str
    """The icon of its kind."""
    colour: str
    colour_name: str
    type: str
    type_name: str
    count: int
    cost: Markup
    effects: tuple[Markup, ...]
    is_great_person: bool
    reconstructed: str
    """The figures that no source gives, in words; empty where there are none."""
    words: str


def count() -> int:
    """How many cards there are in the deck."""
    return CONTENT.board.deck


def lead(language: str) -> str:
    """A sentence about them."""
    return say("web.medieval.cards.lead", language)


def find(fields: Mapping[str, str], sought: TextSearch, language: str) -> CardsFound:
    """The cards of a colour and a type that have the words sought, as an edition has them."""
    known = editions(fields.get("edition", ""), language)
    edition = _chosen(known)
    of_colour = colours(fields.get("colour", ""), edition, language)
    of_type = types(fields.get("type", ""), edition, language)
    found = cards(_chosen(of_colour), _chosen(of_type), sought, language, edition)
    filters = (
        _filter("colour", of_colour, language),
        _filter("type", of_type, language),
        CardFilter("edition", say("web.medieval.cards.edition", language), known),
    )
    return CardsFound(filters, len(found), found)


def _chosen(choices: tuple[FilterChoice, ...]) -> str:
    return next((choice.id for choice in choices if choice.is_chosen), "")


def _filter(name: str, choices: tuple[FilterChoice, ...], language: str) -> CardFilter:
    label, every = (say(f"web.medieval.cards.{key}", language) for key in (name, f"any_{name}"))
    return CardFilter(name, label, choices, every)


def editions(chosen: str, language: str) -> tuple[FilterChoice, ...]:
    """The editions, which do not have quite the same cards; the English one unless told."""
    known = chosen if chosen in EDITIONS else EDITIONS[0]
    return tuple(
        FilterChoice(edition, say(f"web.medieval.edition.{edition}", language), 0, edition == known)
        for edition in EDITIONS
    )


@cache
def content_of(edition: str) -> MedievalContent:
    """The content as an edition has it."""
    options = msgspec.convert({"edition": edition}, MedievalOptions)
    return content_for(options)


def colours(chosen: str, edition: str, language: str) -> tuple[FilterChoice, ...]:
    """The colours, with how many cards of the deck each has."""
    content = content_of(edition)
    return tuple(
        FilterChoice(
            colour.id,
            colour.name[language],
            sum(card.count for card in content.card if card.colour == colour.id),
            colour.id == chosen,
        )
        for colour in content.colour
    )


def types(chosen: str, edition: str, language: str) -> tuple[FilterChoice, ...]:
    """The types, with how many cards of the deck each has."""
    return tuple(
        FilterChoice(
            type_,
            type_name(type_, language),
            sum(card.count for card in content_of(edition).card if card.type == type_),
            type_ == chosen,
        )
        for type_ in TYPES
    )


def type_name(type_: str, language: str) -> str:
    """What a type of card is called, whatever its colour."""
    name = " ".join(say(f"medieval_type.{type_}", language, colour="").split())
    return name[0].upper() + name[1:]


def cards(
    colour: str, type_: str, sought: TextSearch, language: str, edition: str = EDITIONS[0]
) -> tuple[ListedCard, ...]:
    """The cards of a colour and a type, or of all, that have the words sought."""
    return tuple(
        _mark_card(card, sought)
        for card in _all_cards(edition, language)
        if colour in ("", card.colour) and type_ in ("", card.type) and sought.is_in(card.words)
    )


def one(card: str, settings: Mapping[str, Any], language: str) -> CardFace | None:
    """A card by its id, as it looks at a table with some settings."""
    return lexicon(msgspec.convert(settings, MedievalOptions), language).cards.get(card)


def _mark_card(card: ListedCard, sought: TextSearch) -> ListedCard:
    if not sought:
        return card
    effects = tuple(mark_words(effect, sought) for effect in card.effects)
    return structs.replace(card, cost=mark_words(card.cost, sought), effects=effects)


@cache
def _all_cards(edition: str, language: str) -> tuple[ListedCard, ...]:
    content = content_of(edition)
    return tuple(_card(card, content, language) for card in content.card)


def _card(card: MedievalCard, content: MedievalContent, language: str) -> ListedCard:
    words = CardWords(language, content)
    name, kind = card.name[language], words.forms("kind", card.kind).name
    effects = [effect_text(card, when, language, content) for when in WHEN]
    lines = [cost_text(card, language, 0, content), *filter(None, effects)]
    colour = words.forms("colour", card.colour).name
    figures = [figure_name(figure, language) for figure in card.reconstructed]
    names = [card.name[known] for known in LANGUAGES]
    return ListedCard(
        id=card.id,
        name=name,
        kind=kind,
        detail=_detail(name.removeprefix(kind)),
        symbol="realm_leader" if card.kind == "leader" else card.kind,
        colour=card.colour,
        colour_name=colour,
        type=card.type,
        type_name=type_name(card.type, language),
        count=card.count,
        cost=escape(lines[0]),
        effects=tuple(escape(text) for text in lines[1:]),
        is_great_person=card.great_person,
        reconstructed=listed(figures, language),
        words=folded(" ".join([*names, colour, type_name(card.type, language), *lines])),
    )


def _detail(rest: str) -> str:
    """What follows the kind in the name of a card.

    >>> _detail(": Artist (violet)"), _detail(" (gold)"), _detail("")
    ('Artist (violet)', 'gold', '')
    """
    return rest[2:] if rest.startswith(": ") else rest[2:-1]
