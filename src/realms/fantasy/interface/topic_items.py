"""What is counted in games besides the cards, by name."""

from __future__ import annotations

from realms.kernel.text import say


def topic_item(topic: str, item: str, language: str) -> str:
    """An item of a topic: a place in the order of turns.

    >>> topic_item("place", "1", "en"), topic_item("place", "3", "es")
    ('First', 'Número 3')
    """
    return say(f"fantasy.topic.{topic}.item", language, n=int(item))
