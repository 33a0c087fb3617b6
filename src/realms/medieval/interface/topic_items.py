"""What is counted in games besides the cards, by name: prices, lands, openings, colours."""

from __future__ import annotations

from collections import Counter

from realms.kernel.text import listed, say
from realms.medieval.content.content import CONTENT


def topic_item(topic: str, item: str, language: str) -> str:
    """An item of a topic.

    >>> topic_item("opening", "goods+goods+science+gold", "en")
    '2 Goods, 1 Science and 1 Gold'
    >>> topic_item("land", "7", "es")
    'Tierra 7: 2 fichas de batalla'
    """
    match topic:
        case "price":
            return _names("card", language).get(item, item)
        case "land" | "strength":
            reward = _reward(item, language)
            return say(f"medieval.topic.{topic}.item", language, n=int(item), reward=reward)
        case "mayors":
            return _names("resource", language).get(item, item)
        case "draft":
            return listed(_resources(item, language), language)
        case "opening":
            counted = Counter(_resources(item, language)).items()
            key = "medieval.topic.opening.some"
            return listed([say(key, language, n=n, resource=name) for name, n in counted], language)
        case "colour":
            return _names("colour", language).get(item, item)
        case "colours":
            return say("medieval.topic.colours.item", language)
    return say(f"medieval.topic.{topic}.item", language, n=int(item))


def _names(kind: str, language: str) -> dict[str, str]:
    """Cards, resources or colours by their names."""
    return {one.id: one.name[language] for one in getattr(CONTENT, kind)}


def _resources(item: str, language: str) -> list[str]:
    names = _names("resource", language)
    return [names.get(one, one) for one in item.split("+")]


def _reward(item: str, language: str) -> str:
    """What a land pays. [MR-3]"""
    paid = {str(land.number): land.reward for land in CONTENT.land}.get(item, {})
    resources = {one.id: one for one in CONTENT.resource}
    tokens = []
    for resource, n in paid.items():
        forms = getattr(resources[resource], language)
        tokens.append(f"{n} {forms.one if n == 1 else forms.other}")
    return listed(tokens, language)
