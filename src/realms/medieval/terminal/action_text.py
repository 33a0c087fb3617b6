"""Actions as people type them: a number, a card, or the notation of records. [MR-31]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from realms.cli.terminal.menu import unknown
from realms.kernel.errors import Ambiguous, RealmsError, Unreadable
from realms.kernel.names import Names, folded
from realms.medieval.interface.moves import Activate, Bid, PassRound, Play
from realms.medieval.interface.notation import VERBS, words
from realms.medieval.terminal.question import check_move
from realms.medieval.terminal.table_view import TerminalView

HAND_FROM = 13
"""The number of the first card of the hand, behind the squares."""
MOST_DIGITS = 3


class AuctionOpening(Struct, frozen=True):
    """An auction card to be activated, with a bid still to be told. [MR-44]"""

    square: int


def read_verb(text: str, verbs: Iterable[str]) -> tuple[str, str]:
    """The verb that a text begins with, or the beginning of one, and the rest."""
    first, _, rest = text.strip().partition(" ")
    start, allowed = folded(first), tuple(verbs)
    if VERBS.get(start) in allowed:
        return VERBS[start], rest.strip()
    found = {verb for name, verb in VERBS.items() if start and name.startswith(start)}
    fits = [verb for verb in allowed if verb in found]
    if len(fits) > 1:
        fits = [verb for verb in fits if (verb == "pass") != bool(rest)]
    return (fits[0], rest.strip()) if len(fits) == 1 else ("", text.strip())


def number_in(text: str) -> int | None:
    """The number a text is; None where it is none, or too long to mean anything."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def read_action(seen: TerminalView, text: str) -> Any:
    """An action; raises with the reason where it is not possible."""
    verb, rest = read_verb(text, ("activate", "play", "pass"))
    number = number_in(text)
    if number is not None:
        return _by_number(seen, number, text)
    match verb:
        case "activate":
            return _activation(seen, rest, text)
        case "play":
            return check_move(seen, Play(_hand_card(seen, rest)))
        case "pass" if not rest:
            return PassRound()
    if read_verb(text, ("bid",))[0]:
        return check_move(seen, Bid(number_in(read_verb(text, ("bid",))[1]) or 0))
    return _by_name(seen, text)


def _by_number(seen: TerminalView, number: int, text: str) -> Any:
    """A square or a card of the hand that the menu does not list: the rules say why."""
    if 1 <= number <= len(seen.view.current):
        return _square(seen, number, None)
    if 0 <= number - HAND_FROM < len(seen.mine.hand):
        return check_move(seen, Play(seen.mine.hand[number - HAND_FROM]))
    return unknown(text)


def _square(seen: TerminalView, square: int, bid: int | None) -> Any:
    """The card of a square activated; an auction card without a bid asks for one. [MR-44]"""
    card = seen.view.current[square - 1] if 1 <= square <= len(seen.view.current) else None
    if card is None or bid is not None or seen.cards[card].type != "auction":
        return check_move(seen, Activate(square, bid))
    if any(isinstance(move, Activate) and move.square == square for move in seen.legal):
        return AuctionOpening(square)
    return check_move(seen, Activate(square, 1))


def _activation(seen: TerminalView, rest: str, text: str) -> Any:
    """`activate 5`, `activate 5 bid 2`, `activate 5 2`, `activate castle`."""
    parts = words(rest)
    square = number_in(parts[0]) if parts else None
    if square is None:
        return _panel_card(seen, rest) if rest else unknown(text)
    behind = [word for word in parts[1:] if VERBS.get(folded(word)) != "bid"]
    bids = [number_in(word) for word in behind]
    if len(bids) > 1 or None in bids or (not bids and len(parts) > 1):
        return unknown(text)
    return _square(seen, square, bids[0] if bids else None)


def _hand_card(seen: TerminalView, name: str) -> str:
    """A card of the hand by its number or name, or another by its name."""
    hand, number = seen.mine.hand, number_in(name)
    for first in (HAND_FROM, 1):
        if number is not None and 0 <= number - first < len(hand):
            return hand[number - first]
    among = _names(seen, hand)
    try:
        return among.find(name)
    except Ambiguous:
        raise
    except RealmsError:
        return _names(seen, seen.cards).find(name)


def _panel_card(seen: TerminalView, name: str) -> Any:
    """A card of the panel by its name."""
    current = seen.view.current
    card = _names(seen, [card for card in current if card is not None]).find(name)
    squares = [square for square, other in enumerate(current, 1) if other == card]
    if len(squares) > 1:
        numbers = ", ".join(map(str, squares))
        raise Ambiguous("menu/squares", card=seen.cards[card].name, squares=numbers)
    return _square(seen, squares[0], None)


def _by_name(seen: TerminalView, text: str) -> Any:
    """A card without a verb: one of the hand is played, one of the panel activated."""
    try:
        card = _names(seen, seen.mine.hand).find(text)
    except RealmsError:
        try:
            return _panel_card(seen, text)
        except Unreadable:
            return unknown(text)
    return check_move(seen, Play(card))


def _names(seen: TerminalView, cards: Iterable[str]) -> Names:
    return Names("card", {card: seen.cards[card].name for card in cards})


def find_cards(seen: TerminalView, text: str) -> list[tuple[int, str]]:
    """The cards that a text names, with their numbers in the menu, if they have one.

    A number is a square or a card of the hand; a beginning may name several cards; no text
    at all means every card of the panel and of the hand.
    """
    here = {n: card for n, card in enumerate(seen.view.current, 1) if card is not None}
    here |= dict(enumerate(seen.mine.hand, HAND_FROM))
    if not text:
        return list(here.items())
    number = number_in(text)
    if number is not None and number in here:
        return [(number, here[number])]
    names = _names(seen, seen.cards)
    try:
        return [(0, names.find(text))]
    except Ambiguous:
        return [(0, card) for card in seen.cards if _begins(seen, card, text)]


def _begins(seen: TerminalView, card: str, text: str) -> bool:
    return any(folded(name).startswith(folded(text)) for name in seen.names(card))
