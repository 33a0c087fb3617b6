"""Choices at scoring as people and programs write them, to and from the rules. [FR-18]

As JSON: `{"doppelganger": "smoke", "book_of_changes": {"card": "queen", "suit": "wizard"}}`,
with a key only where a choice was made. The Fountain of Life always adds a strength, the
highest where none is named. [FR-17c]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from realms.fantasy.content.cards import CARD_NAMES, CARDS, NUMBER, SUIT_NAMES, SUIT_NUMBER, SUITS
from realms.fantasy.content.tables import BOOK_SUITS, CHOOSES, NOBODY, SUIT
from realms.fantasy.scoring.score import score_hand
from realms.fantasy.scoring.scoring_hand import NONE, new_scoring_hand, place_of
from realms.fantasy.scoring.wilds import (
    apply_choices,
    highest_for_fountain,
    new_choices,
    no_choices,
)
from realms.kernel.errors import IllegalMove, Unreadable

Choices = dict[str, Any]

COPIES = {"doppelganger": "doppelganger", "mirage": "mirage", "shapeshifter": "shapeshifter"}
TARGETS = {"island": "island", "fountain_of_life": "fountain"}
PARAGRAPHS = {
    "necromancer": "FR-20",
    "doppelganger": "FR-14",
    "mirage": "FR-15",
    "shapeshifter": "FR-15",
    "book_of_changes": "FR-16",
    "island": "FR-17g",
    "fountain_of_life": "FR-17c",
}


def write_choices(made: Any) -> Choices:
    """The choices of the rules as a mapping, in the order in which they are made. [FR-12]"""
    written: Choices = {}
    if made.raised != NOBODY:
        written["necromancer"] = CARDS[made.raised].id
    for key, field in COPIES.items():
        if getattr(made, field) != NOBODY:
            written[key] = CARDS[getattr(made, field)].id
    if made.book_card != NOBODY:
        card, suit = CARDS[made.book_card].id, SUITS[made.book_suit].id
        written["book_of_changes"] = {"card": card, "suit": suit}
    for key, field in TARGETS.items():
        if getattr(made, field) < NOBODY:
            written[key] = CARDS[getattr(made, field)].id
    return written


def read_choices(hand: int, raised: int, choices: Mapping[str, Any]) -> Any:
    """Read choices for a hand, refusing any that its cards do not allow. [FR-14] to [FR-17]

    `hand` holds all cards scored, the raised one among them. What is not named stays as
    printed, but for the Fountain of Life: it then adds the highest strength. [FR-17c]
    """
    made = new_choices()
    no_choices(made)
    made.raised = raised
    for key in choices:
        if key != "necromancer" and (key not in PARAGRAPHS or not (hand >> NUMBER[key]) & 1):
            raise Unreadable("choice/no_such_card", card=str(key))
    for key, field in COPIES.items():
        if key in choices:
            setattr(made, field, _read_copy(hand, key, _read_card(choices[key])))
    if "book_of_changes" in choices:
        made.book_card, made.book_suit = _read_page(hand, choices["book_of_changes"])
    h = new_scoring_hand()
    apply_choices(h, hand, made)
    for key, field in TARGETS.items():
        if key in choices:
            card = _read_card(choices[key])
            place = place_of(h, card)
            if place == NONE or not (CHOOSES[NUMBER[key]] >> h.suit[place]) & 1:
                raise _refusal(key, card)
            setattr(made, field, card)
    if "fountain_of_life" not in choices:
        apply_choices(h, hand, made)
        score_hand(h, None)
        made.fountain = highest_for_fountain(h, hand)
    return made


def _read_card(name: Any) -> int:
    if not isinstance(name, str):
        raise Unreadable("choice/not_a_name", value=repr(name))
    return NUMBER[CARD_NAMES.find(name)]


def _refusal(key: str, card: int) -> IllegalMove:
    return IllegalMove(
        "choice/not_allowed",
        paragraph=PARAGRAPHS[key],
        chooser=CARDS[NUMBER[key]].name,
        card=CARDS[card].name,
    )


def _read_copy(hand: int, key: str, card: int) -> int:
    chooser = NUMBER[key]
    if key == "doppelganger":
        allowed = card != chooser and (hand >> card) & 1
    else:
        allowed = (CHOOSES[chooser] >> SUIT[card]) & 1
    if not allowed:
        raise _refusal(key, card)
    return card


def _read_page(hand: int, page: Any) -> tuple[int, int]:
    if not isinstance(page, Mapping) or set(page) != {"card", "suit"}:
        raise Unreadable("choice/not_a_page", value=repr(page))
    card = _read_card(page["card"])
    suit = SUIT_NUMBER[SUIT_NAMES.find(str(page["suit"]))]
    if card == NUMBER["book_of_changes"] or not (hand >> card) & 1:
        raise _refusal("book_of_changes", card)
    if not (BOOK_SUITS >> suit) & 1:
        raise IllegalMove("choice/not_a_suit", paragraph="FR-16a", suit=SUITS[suit].name)
    return card, suit


def parse_choice(text: str) -> tuple[str, Any]:
    """A choice as typed on the command line: `doppelganger=smoke`, `book=queen:wizard`.

    >>> parse_choice("Libro=Reina:Mago")
    ('book_of_changes', {'card': 'queen', 'suit': 'wizard'})
    """
    key, equals, value = text.partition("=")
    if not equals:
        raise Unreadable("choice/not_typed", text=text)
    chooser = CARD_NAMES.find(key)
    if chooser == "book_of_changes":
        card, colon, suit = value.partition(":")
        if not colon:
            raise Unreadable("choice/not_typed", text=text)
        return chooser, {"card": CARD_NAMES.find(card), "suit": SUIT_NAMES.find(suit)}
    return chooser, CARD_NAMES.find(value)
