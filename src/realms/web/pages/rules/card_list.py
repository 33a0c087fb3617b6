"""Every card of a game, to be looked through: by suit, by colour and type, by words."""

from __future__ import annotations

from functools import cache

import msgspec
from markupsafe import Markup, escape
from msgspec import Struct, structs

from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARDS as FANTASY_CARDS
from realms.fantasy.content.cards import SUITS
from realms.fantasy.web.board.cards import CardShown, card_shown
from realms.kernel.names import folded
from realms.kernel.text import LANGUAGES, listed, say
from realms.medieval.content.card_text import WHEN, CardWords, cost_text, effect_text
from realms.medieval.content.content import MedievalCard, MedievalContent
from realms.medieval.content.registry import content_for
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.web.provenance import figure_name
from realms.web.pages.rules.text_search import Sought, marked

TYPES = ("hole", "majority", "auction")
EDITIONS = ("en", "es")


class Group(Struct, frozen=True):
    """A suit, a colour, a type or an edition, to be chosen."""

    id: str
    name: str
    count: int
    is_chosen: bool


class SuitOfCards(Struct, frozen=True):
    """The cards of a suit."""

    id: str
    name: str
    cards: tuple[CardShown, ...]


class MedievalCardEntry(Struct, frozen=True):
    """A card of Medieval Realms, told in one language."""

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


# --- Fantasy Realms ---


def suits(chosen: str, language: str) -> tuple[Group, ...]:
    """The suits, in the order of the cards."""
    counts = {suit.id: sum(card.suit == suit.id for card in FANTASY_CARDS) for suit in SUITS}
    return tuple(
        Group(suit.id, name_of(suit.id, language), counts[suit.id], suit.id == chosen)
        for suit in SUITS
    )


def fantasy_cards(suit: str, sought: Sought, language: str) -> tuple[SuitOfCards, ...]:
    """The cards of a suit, or of all, that have the words sought, suit by suit."""
    groups = []
    for known in SUITS:
        if suit in ("", known.id):
            cards = tuple(
                card_shown(card.id, language)
                for card in FANTASY_CARDS
                if card.suit == known.id and sought.is_in(_fantasy_words(card.id, language))
            )
            groups.append(SuitOfCards(known.id, name_of(known.id, language), cards))
    return tuple(group for group in groups if group.cards)


@cache
def _fantasy_words(card: str, language: str) -> str:
    """The text of a card in one language, and its name in all."""
    shown = card_shown(card, language)
    names = [name_of(card, known) for known in LANGUAGES]
    return folded(" ".join([*names, shown.suit_name, str(shown.strength), shown.text]))


# --- Medieval Realms ---


def editions(chosen: str, language: str) -> tuple[Group, ...]:
    """The editions, which do not have quite the same cards; the English one unless told."""
    known = chosen if chosen in EDITIONS else EDITIONS[0]
    return tuple(
        Group(edition, say(f"web.new.edition.{edition}", language), 0, edition == known)
        for edition in EDITIONS
    )


@cache
def content_of(edition: str) -> MedievalContent:
    """The content as an edition has it."""
    options = msgspec.convert({"edition": edition}, MedievalOptions)
    return content_for(options)


def colours(chosen: str, edition: str, language: str) -> tuple[Group, ...]:
    """The colours, with how many cards of the deck each has."""
    content = content_of(edition)
    return tuple(
        Group(
            colour.id,
            colour.name[language],
            sum(card.count for card in content.card if card.colour == colour.id),
            colour.id == chosen,
        )
        for colour in content.colour
    )


def types(chosen: str, edition: str, language: str) -> tuple[Group, ...]:
    """The types, with how many cards of the deck each has."""
    return tuple(
        Group(
            type_,
            type_name(type_, language),
            sum(card.count for card in content_of(edition).card if card.type == type_),
            type_ == chosen,
        )
        for type_ in TYPES
    )


def type_name(type_: str, language: str) -> str:
    """What a type of card is called, whatever its colour."""
    told = " ".join(say(f"medieval_type.{type_}", language, colour="").split())
    return told[0].upper() + told[1:]


def medieval_cards(
    colour: str, type_: str, sought: Sought, language: str, edition: str = EDITIONS[0]
) -> tuple[MedievalCardEntry, ...]:
    """The cards of a colour and a type, or of all, that have the words sought."""
    return tuple(
        _marked(card, sought)
        for card in _medieval_cards(edition, language)
        if colour in ("", card.colour) and type_ in ("", card.type) and sought.is_in(card.words)
    )


def _marked(card: MedievalCardEntry, sought: Sought) -> MedievalCardEntry:
    if not sought:
        return card
    effects = tuple(marked(effect, sought) for effect in card.effects)
    return structs.replace(card, cost=marked(card.cost, sought), effects=effects)


@cache
def _medieval_cards(edition: str, language: str) -> tuple[MedievalCardEntry, ...]:
    content = content_of(edition)
    return tuple(_medieval_card(card, content, language) for card in content.card)


def _medieval_card(
    card: MedievalCard, content: MedievalContent, language: str
) -> MedievalCardEntry:
    words = CardWords(language, content)
    name, kind = card.name[language], words.forms("kind", card.kind).name
    effects = [effect_text(card, when, language, content) for when in WHEN]
    told = [cost_text(card, language, 0, content), *filter(None, effects)]
    colour = words.forms("colour", card.colour).name
    figures = [figure_name(figure, language) for figure in card.reconstructed]
    names = [card.name[known] for known in LANGUAGES]
    return MedievalCardEntry(
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
        cost=escape(told[0]),
        effects=tuple(escape(text) for text in told[1:]),
        is_great_person=card.great_person,
        reconstructed=listed(figures, language),
        words=folded(" ".join([*names, colour, type_name(card.type, language), *told])),
    )


def _detail(rest: str) -> str:
    """What follows the kind in the name of a card.

    >>> _detail(": Artist (violet)"), _detail(" (gold)"), _detail("")
    ('Artist (violet)', 'gold', '')
    """
    return rest[2:] if rest.startswith(": ") else rest[2:-1]
