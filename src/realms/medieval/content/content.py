"""The content of Medieval Realms, read from `content.toml`; or from a file of one's own."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from realms.kernel.errors import Unreadable
from realms.kernel.names import Names
from realms.medieval.content.faults import check_content, describe_fault
from realms.medieval.content.schema import FIRST_SWITCHES, MedievalCard, MedievalContent


def read_content(text: bytes, source: str) -> MedievalContent:
    """Read and check a content file; what is wrong with it costs one sentence.

    >>> read_content(b"resource = 3", "mine.toml")
    Traceback (most recent call last):
    ...
    realms.kernel.errors.Unreadable: mine.toml: Expected `array`, got `int` - at `$.resource`
    """
    table: dict[str, Any] = {}
    text = text.removeprefix(b"\xef\xbb\xbf")
    try:
        table = msgspec.toml.decode(text, type=dict[str, Any])
        content = msgspec.convert(table, type=MedievalContent, str_keys=True)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = _name_thing(str(error), table)
        raise Unreadable("content/unreadable", source=source, reason=reason) from error
    check_content(content, source)
    return content


def load_content(path: str | Path) -> MedievalContent:
    """The content of a file of one's own, such as one corrected to match the box."""
    try:
        content = read_content(Path(path).read_bytes(), str(path))
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unreadable("content/unreadable", source=str(path), reason=reason) from error
    if content.board.rounds != CONTENT.board.rounds:
        raise Unreadable("content/unreadable", source=str(path), reason=describe_fault("rounds"))
    known = max(len(content.switch), FIRST_SWITCHES)  # a file may be older than the last ones
    if content.switch != CONTENT.switch[:known]:
        raise Unreadable("content/unreadable", source=str(path), reason=describe_fault("switches"))
    return structs.replace(content, switch=CONTENT.switch)


def _name_thing(message: str, table: dict[str, Any]) -> str:
    """What the decoder complains of, with the id of the card it is about."""
    found = re.search(r"\$\.(\w+)\[(\d+)\]", message)
    thing = table[found[1]][int(found[2])] if found else None
    return f"{message} ({thing['id']})" if isinstance(thing, dict) and "id" in thing else message


FILE = "content.toml"
CONTENT = read_content(resources.files(__package__).joinpath(FILE).read_bytes(), FILE)
CARDS = CONTENT.card
DECK = CONTENT.deck
CARD = {card.id: card for card in CARDS}
NUMBER = {card.id: number for number, card in enumerate(CARDS)}
CARD_NAMES = Names("card", {card.id: card.name for card in CARDS})


def find(name: str) -> MedievalCard:
    """A card by its name in either language, its id, or its shortest clear beginning.

    >>> find("diezmo").id, find("dock").name.es
    ('tithe', 'Puerto')
    """
    return CARD[CARD_NAMES.find(name)]
