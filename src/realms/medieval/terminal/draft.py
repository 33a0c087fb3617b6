"""The draft of two extra tokens. [MR-15]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from realms.cli.terminal.menu import BACK, Ask, Menu, back_item, unknown
from realms.kernel.names import folded
from realms.medieval.content.rule_tables import RESOURCES
from realms.medieval.interface.moves import Draft
from realms.medieval.interface.notation import RESOURCE_NAMES, VERBS, words
from realms.medieval.terminal.question import check_move, resource_item
from realms.medieval.terminal.table_view import TerminalView


def draft(seen: TerminalView, ask: Ask) -> Draft:
    """Two resources, typed together or one after the other."""

    def both(text: str) -> Draft:
        parts = words(text)
        if parts and VERBS.get(folded(parts[0])) == "draft":
            parts = parts[1:]
        if len(parts) != 2:
            unknown(text)
        return check_move(seen, Draft(tuple(_resource(word) for word in parts)))

    items = [resource_item(seen, id_, id_) for id_ in RESOURCES]
    while True:
        chosen = ask(Menu(seen.say("draft_hint"), items, other=both))
        if isinstance(chosen, Draft):
            return chosen
        move = _second(seen, ask, chosen, both)
        if isinstance(move, Draft):
            return move


def _resource(word: str) -> str:
    """A resource by its name or its number in the menu."""
    if word.isdecimal() and 1 <= int(word) <= len(RESOURCES):
        return RESOURCES[int(word) - 1]
    return RESOURCE_NAMES.find(word)


def _second(seen: TerminalView, ask: Ask, first: str, other: Callable[[str], Draft]) -> Any:
    """The other resource; only pairs that nobody has taken are listed."""
    pairs = [move for move in seen.legal if first in move.tokens]
    others = [next(token for token in move.tokens if token != first) for move in pairs]
    items = [resource_item(seen, m, o) for m, o in zip(pairs, others, strict=True)]
    title = seen.say("draft_second", resource=seen.resource(first))
    chosen = ask(Menu(title, [*items, back_item(seen.language, 0)], other=other))
    return None if chosen is BACK else chosen
