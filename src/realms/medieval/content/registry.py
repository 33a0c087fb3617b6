"""The contents that games of this process are played with: ours, and files of one's own.

A content file is known by a digest of what it says, which options, records and states
carry: whoever replays such a game must have the same content.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from msgspec import structs

from realms.kernel.content_files import served_content
from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.names import Names
from realms.medieval.content.content import CARD_NAMES, CONTENT
from realms.medieval.content.faults import check_content
from realms.medieval.content.rule_tables import new_rule_tables
from realms.medieval.content.schema import FIRST_SWITCHES, MedievalContent
from realms.medieval.content.switches import MedievalOptions, edit_content, switches_of

OURS = ""
DIGITS = 12

_known: dict[str, MedievalContent] = {OURS: CONTENT}


def digest_of(content: MedievalContent) -> str:
    """The digest of a content: empty for ours.

    Switches that were added later do not count: a file keeps the digest its records name.

    >>> digest_of(CONTENT)
    ''
    """
    if content == CONTENT:
        return OURS
    content = structs.replace(content, switch=content.switch[:FIRST_SWITCHES])
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:DIGITS]


def register_content(content: MedievalContent) -> str:
    """Make a content known to this process; returns the digest that options name it by."""
    digest = digest_of(content)
    _known[digest] = content
    return digest


def content_by_digest(digest: str) -> MedievalContent:
    """A content by its digest; those that are served are read when one is first missing."""
    if digest not in _known:
        served_content()
    if digest not in _known:
        raise Unreadable("options/content", digest=digest)
    return _known[digest]


def digest_number(digest: str) -> int:
    """A digest as the number that states carry."""
    return int(digest, 16) if digest else 0


def digest_from_number(number: int) -> str:
    """The digest of a number that a state carries."""
    return f"{number:0{DIGITS}x}" if number else OURS


@lru_cache(maxsize=256)
def content_for(options: MedievalOptions) -> MedievalContent:
    """The content as the options of a table have it, checked."""
    content = edit_content(content_by_digest(options.content), switches_of(options))
    check_content(content, options.content)
    return content


@lru_cache(maxsize=256)
def rule_tables_for(options: MedievalOptions) -> Any:
    """The rule tables of a table, made once for equal options."""
    content_for(options)
    switches = switches_of(options)
    return new_rule_tables(content_by_digest(options.content), options.players, switches)


def rule_tables_row(options: MedievalOptions) -> Any:
    """The same as an array of one, for loops over many games."""
    return np.array([rule_tables_for(options)])


def find_card_id(name: str) -> str:
    """The id of a card by its name, in any content that is known."""
    own = [content for digest, content in _known.items() if digest != OURS]
    for content in own:
        if any(card.id == name.strip() for card in content.card):
            return name.strip()
    try:
        return CARD_NAMES.find(name)
    except RealmsError:
        for content in own:
            return Names("card", {card.id: card.name for card in content.card}).find(name)
        raise
