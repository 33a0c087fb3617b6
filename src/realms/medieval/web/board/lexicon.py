"""What is the same at every moment of a table: its cards and resources, in one language."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup
from msgspec import Struct, structs

from realms.kernel.text import say
from realms.medieval.content import effects as does
from realms.medieval.content.card_text import WHEN, CardWords, card_text, cost_text, effect_text
from realms.medieval.content.registry import content_for
from realms.medieval.content.schema import MedievalCard, MedievalContent
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.web.board.signs import SignLine, sign_lines
from realms.web.pages.environment import render_template
from realms.web.pages.files import sprite_names

ICONS = {
    "leader": "realm_leader",
    "immediate": "at_once",
    "repetitive": "answering",
    "production": "every_round",
    "end": "at_the_end",
}
"""The icons that are not called as what they show."""
KNOWN_KINDS = frozenset(
    ("leader", "city", "market", "island", "territory", "war", "castle", "great_person",
     "scientific_development", "gunpowder", "university", "docking_bay", "art_gallery",
     "cathedral", "tithe", "inquisition")
)  # fmt: skip
"""The kinds of card with an icon of their own; a content file may bring others."""
COLOUR_ICONS = {
    "yellow": "realm_leader", "green": "city", "red": "market", "turquoise": "island",
    "grey": "territory", "black": "war", "orange": "castle", "blue": "scientific_development",
    "white": "cathedral", "violet": "violet_card",
}  # fmt: skip
"""The colours with a look of their own, each with the sign that tells it besides."""
PICTURES = "art/cards.svg"
"""The sprite with a picture of every card."""
VOWEL = "[aeiouáéíóúAEIOUÁÉÍÓÚ]"
CONSONANT = "[b-df-hj-np-tv-zñ]"
SYLLABLE = re.compile(
    rf"(?<={VOWEL})(?=(?:rr|ll|{CONSONANT}){VOWEL})|(?<={VOWEL}{CONSONANT})(?={CONSONANT}{VOWEL})"
)
"""Before a consonant that begins a syllable, and between two of them."""
LONG_WORD, FEW = 9, 3
"""Letters of a word that may be broken, and how many of it stay together."""
LONG_REMARK = 22
"""A remark in a name that is longer stands in the text of the card as well."""
KEPT = 64
"""Lexicons kept: a few kinds of table, in two languages."""


class ResourceWords(Struct, frozen=True):
    """A resource: its name, and the short word for it."""

    id: str
    name: str
    word: str
    zone: bool
    """Whether mayors make it."""


class LeaderWords(Struct, frozen=True):
    """A sort of leader; a decoy is one too, on the map."""

    id: str
    name: str
    one: str
    other: str
    combat: int

    def counted(self, number: int) -> str:
        """The word for so many of them."""
        return self.one if number == 1 else self.other


class EffectWords(Struct, frozen=True):
    """What a card does at one time, in words."""

    icon: str
    text: str


class CardFace(Struct, frozen=True):
    """A card as it looks: colour and symbol, cost, and what it does in words."""

    id: str
    name: str
    short: str
    """Its name without what the text tells again."""
    title: str
    """The shortest name of it."""
    band: str
    """The same with soft hyphens, for the band of its face."""
    kind: str
    icon: str
    colour: str
    look: str
    """The colour it is drawn in: its own, or plain where a content brings another."""
    colour_word: str
    colour_icon: str
    picture: str
    """Its picture in the sprite."""
    type: str
    type_text: str
    great_person: bool
    cost_icon: str
    cost_number: int
    """Tokens it asks; 0 where it asks for something else, or for a bid."""
    cost_text: str
    effects: tuple[EffectWords, ...]
    signs: tuple[SignLine, ...]
    """The same in signs."""
    lasting: tuple[str, ...]
    """What it still does once it is in play."""
    text: str
    asks: str
    """The resource that it costs, or is bid for; empty for leaders."""
    full: Markup = Markup()
    """Its face with all it does in words."""
    face: Markup = Markup()
    """The same with signs, for panels and hands."""
    small: Markup = Markup()
    """Its picture with what it costs."""
    played: Markup = Markup()
    """Its picture with what it still does."""


class Lexicon(Struct, frozen=True):
    """The words of one kind of table, in one language."""

    language: str
    content: MedievalContent
    words: CardWords
    resources: dict[str, ResourceWords]
    leaders: dict[str, LeaderWords]
    cards: dict[str, CardFace]
    rewards: dict[int, dict[str, int]]

    def say(self, key: str, **fields: object) -> str:
        """A message of this page."""
        return say(f"web.medieval.{key}", self.language, **fields)

    def tokens(self, tokens: dict[str, int]) -> str:
        """So many tokens of each resource, as a list in words."""
        return ", ".join(f"{number} {self.resources[id_].word}" for id_, number in tokens.items())


@lru_cache(maxsize=KEPT)
def lexicon(options: MedievalOptions, language: str) -> Lexicon:
    """The words of a table with some options, in a language."""
    content = content_for(options)
    words = CardWords(language, content)
    faces = (_face(card, words, options.players) for card in content.card)
    return Lexicon(
        language=language,
        content=content,
        words=words,
        resources={thing.id: _resource(thing.id, words) for thing in content.resource},
        leaders=_leaders(words),
        cards={face.id: face for face in faces},
        rewards={land.number: land.reward for land in content.land},
    )


def _resource(id_: str, words: CardWords) -> ResourceWords:
    zone = next(resource.zone for resource in words.content.resource if resource.id == id_)
    return ResourceWords(id_, words.forms("resource", id_).name, words.say(f"resource.{id_}"), zone)


def _leaders(words: CardWords) -> dict[str, LeaderWords]:
    known: dict[str, LeaderWords] = {}
    for leader in words.content.leader:
        forms = leader[words.language]
        known[leader.id] = LeaderWords(leader.id, forms.name, forms.one, forms.other, leader.combat)
    one, other = (say("web.medieval.decoy", words.language, n=number) for number in (1, 2))
    combat = words.content.start.decoy_combat
    known["decoy"] = LeaderWords("decoy", one.capitalize(), one, other, combat)
    return known


def _face(card: MedievalCard, words: CardWords, players: int) -> CardFace:
    """A card's face, drawn once."""
    language, content = words.language, words.content
    icon, number, asks = _cost(card.cost, players)
    texts = [(when, effect_text(card, when, language, content)) for when in WHEN]
    colour_word = words.of("colour", card.colour)
    face = CardFace(
        id=card.id,
        name=card.name[language],
        short=_short(card.name[language]),
        title=(title := _title(card, language)),
        band=hyphenated(title),
        kind=card.kind,
        icon=ICONS.get(card.kind, card.kind) if card.kind in KNOWN_KINDS else "other_card",
        colour=card.colour,
        look=card.colour if card.colour in COLOUR_ICONS else "plain",
        colour_word=colour_word,
        colour_icon=COLOUR_ICONS.get(card.colour, "other_card"),
        picture=_picture(card),
        type=card.type,
        type_text=_capital(
            words.say("table.card", colour=colour_word, type=words.say(f"table.{card.type}"))
        ),
        great_person=card.great_person,
        cost_icon=icon,
        cost_number=number,
        cost_text=cost_text(card, language, players, content),
        effects=tuple(EffectWords(ICONS[when], text) for when, text in texts if text),
        signs=sign_lines(card),
        lasting=tuple(text for when, text in texts if text and when != "immediate"),
        text=card_text(card, language, players, content),
        asks=asks,
    )
    sizes = ("full", "face", "small", "played")
    return structs.replace(face, **{size: _drawn(size, face, language) for size in sizes})


def _drawn(size: str, face: CardFace, language: str) -> Markup:
    """A face in one size, from a template that escapes whatever it is given."""
    known = {"card": face, "size": size, "when": ICONS, "colours": COLOUR_ICONS}
    drawn = render_template("medieval/macros/face.html", language, **known)
    return Markup(drawn.strip())


def _picture(card: MedievalCard) -> str:
    """The picture of a card; a content of one's own has those of its kinds."""
    drawn, kind = sprite_names(PICTURES), card.kind.replace("_", "-")
    return next((name for name in (card.id, kind) if name in drawn), "market")


def _cost(cost: does.AnyCost, players: int) -> tuple[str, int, str]:
    """The icon of what a card asks, how many, and the resource if it is one. [MR-6]"""
    match cost:
        case does.Pay(resource, amount):
            return resource, amount, resource
        case does.PayByPlayers(resource, amounts):
            return resource, amounts[players], resource
        case does.WinningBid(resource):
            return resource, 0, resource
        case does.Own(leader, _) | does.GiveUp(leader):
            return leader, 0, ""
    raise TypeError(cost)


def _short(name: str) -> str:
    """A name without a long remark in parentheses.

    >>> _short("City (blue: science)"), _short("Island (at least 2 Great Persons in play)")
    ('City (blue: science)', 'Island')
    """
    plain, _, remark = name.partition(" (")
    return plain if len(remark) > LONG_REMARK else name


def _title(card: MedievalCard, language: str) -> str:
    """The shortest name: a Great Person by what they are, others by their kind.

    >>> cards = {card.id: card for card in content_for(MedievalOptions()).card}
    >>> [_title(cards[id_], "en") for id_ in ("artist-red", "leader-mayor", "city-blue")]
    ['Artist', 'Realm Leader', 'City']
    """
    plain = card.name[language].partition(" (")[0]
    before, _, after = plain.partition(": ")
    return after if after and card.great_person else before


def hyphenated(name: str) -> str:
    """A name whose long words may be broken between syllables.

    >>> hyphenated("Inquisition").split("\N{SOFT HYPHEN}")
    ['Inqui', 'si', 'tion']
    """
    return " ".join(map(_broken, name.split(" ")))


def _broken(word: str) -> str:
    if len(word) < LONG_WORD:
        return word
    places = [m.start() for m in SYLLABLE.finditer(word) if FEW <= m.start() <= len(word) - FEW]
    for place in reversed(places):
        word = f"{word[:place]}\N{SOFT HYPHEN}{word[place:]}"
    return word


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
