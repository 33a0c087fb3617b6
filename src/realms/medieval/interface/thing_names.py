"""The names of cards and resources, and tokens as sentences count them."""

from __future__ import annotations

from collections.abc import Mapping

from realms.kernel.text import listed
from realms.medieval.content.card_text import CardWords
from realms.medieval.content.content import CONTENT
from realms.medieval.content.schema import MedievalContent


def resource_name(id_: str, language: str, content: MedievalContent = CONTENT) -> str:
    """The short word for a resource, as the log has it.

    >>> resource_name("raw", "en")
    'raw'
    """
    return resource_word(CardWords(language, content), id_)


def card_name(id_: str, language: str, content: MedievalContent = CONTENT) -> str:
    """The name of a card."""
    return next(card.name[language] for card in content.card if card.id == id_)


def tokens_text(
    tokens: Mapping[str, int], language: str, content: MedievalContent = CONTENT
) -> str:
    """Tokens as the log counts them.

    >>> tokens_text({"science": 1, "raw": 2}, "es")
    '1 de ciencia y 2 de materia prima'
    """
    return listed(token_words(CardWords(language, content), tokens), language)


def resource_word(words: CardWords, id_: str) -> str:
    """The short word for a resource, in the language of the words."""
    return words.say(f"resource.{id_}")


def token_words(words: CardWords, tokens: Mapping[str, int]) -> list[str]:
    """So many tokens of each resource, one by one."""
    return [
        words.say("event.tokens", n=number, resource=resource_word(words, id_))
        for id_, number in tokens.items()
    ]
