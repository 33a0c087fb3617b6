"""Moves of Fantasy Realms in the notation of records.

`+deck (Unicorn)` draws, `+Swamp` takes, `-Swamp` discards, `=Unicorn (Swamp)` keeps one of
two; `offer Smoke to Bob for Leader`, `accept Bob 1 with Candle (Smoke)`, `withdraw Smoke`,
`pass`, `time`; `declare Mirage: Rainstorm`. What chance or a secret answered stands in
parentheses; `?` stands for what the reader may not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from realms.fantasy.content.cards import CARD_NAMES, SUIT_NAMES
from realms.fantasy.interface import moves as m
from realms.fantasy.interface.view import ids
from realms.kernel.chance_answers import split_answer
from realms.kernel.errors import RealmsError, Unreadable

HIDDEN = "…"
SIGN = re.compile(r"(?:^|(?<=\s))[+=\-−]")
OFFER = re.compile(r"offer (.+?) to (.+)$", re.IGNORECASE)
ACCEPT = re.compile(r"accept (.+?) (\d{1,2}) with (.+)$", re.IGNORECASE)
DECLARE = re.compile(r"declare (.+?):(.+)$", re.IGNORECASE)

ANSWERS: dict[type, Callable[[Any], Sequence[str]]] = {
    m.Drew: lambda seen: seen.cards,
    m.Kept: lambda seen: (seen.discarded,),
    m.Traded: lambda seen: (seen.card if isinstance(seen, m.Traded) else m.UNKNOWN,),
    m.LaidAside: lambda seen: () if seen is None else (seen.card,),
}
"""The cards that chance or another's secret answered, from what a viewer sees of an event."""


class FantasyNotation:
    """Reading and writing moves; the part of the game that knows text."""

    def write_move(self, move: m.AnyMove | None, names: Sequence[str]) -> str:
        """A move as records write it."""
        if move is None:
            return HIDDEN
        text = str(move)
        if isinstance(move, m.Offer) and move.to is not None:
            text = text.replace(f"to #{move.to + 1}", f"to {names[move.to]}", 1)
        if isinstance(move, m.Accept):
            text = text.replace(f"accept #{move.seat + 1}", f"accept {names[move.seat]}", 1)
        return text

    def read_moves(self, text: str, names: Sequence[str]) -> list[tuple[int, str, str | None]]:
        """Split a line into its moves: position, text, chance's answer."""
        starts = [sign.start() for sign in SIGN.finditer(text)] or [0]
        if text[: starts[0]].strip():
            starts = [0]
        ends = [*starts[1:], len(text)]
        return [split_answer(text, *piece) for piece in zip(starts, ends, strict=True)]

    def read_move(self, text: str, names: Sequence[str]) -> m.AnyMove | None:
        """A move from its notation; None for one that was hidden."""
        plain = text.strip()
        word = plain.casefold()
        if plain == HIDDEN:
            return None
        if word in ("+deck", "+mazo"):
            return m.Draw()
        if word == "pass":
            return m.Pass()
        if word == "time":
            return m.TimeUp()
        if word == "declare best":
            return m.Declare("best")
        for sign, kind in (("+", m.Take), ("-", m.Discard), ("−", m.Discard), ("=", m.Keep)):
            if plain.startswith(sign):
                return kind(_card(plain[1:]))
        if word.startswith("withdraw "):
            return m.Withdraw(_card(plain[9:]))
        if match := OFFER.match(plain):
            to, wish = _partner(match[2], names)
            return m.Offer(_card(match[1]), to, _thing(wish) if wish else None)
        if match := ACCEPT.match(plain):
            return m.Accept(_seat(match[1], names), int(match[2]), _card(match[3]))
        if match := DECLARE.match(plain):
            value = match[2].strip()
            chosen = None if value.casefold() == "none" else _thing(value)
            return m.Declare(_card(match[1]), chosen)
        raise Unreadable("record/move", text=plain)

    def read_answer(self, text: str) -> str:
        """The cards of an answer by their English names."""
        return ", ".join(m.english_name(_card(name)) for name in text.split(","))

    def revealed(self, events: Sequence[Any], viewer: int | str | None) -> str | None:
        """What chance or another's secret answered, as a viewer knows it."""
        answers: list[str] = []
        for event in events:
            answer = ANSWERS.get(type(event))
            if answer is not None:
                answers += answer(event if viewer == "all" else event.seen_by(viewer))
        return ", ".join([m.english_name(card) for card in answers]) if answers else None

    def dealt_to(self, state: Any, viewer: int | None) -> str:
        """The cards a seat was dealt."""
        if viewer is None:
            return ""
        return ", ".join(m.english_name(card) for card in ids(state.hands[viewer]))


def _partner(text: str, names: Sequence[str]) -> tuple[int | None, str]:
    """Whom an offer goes to, and the wish behind it; the longest name that fits."""
    for name in sorted(("all", *names), key=len, reverse=True):
        begins = text[: len(name)].casefold() == name.casefold()
        wish = text[len(name) :]
        if begins and (not wish or wish.casefold().startswith(" for ")):
            return (None if name == "all" else _seat(name, names)), wish[5:]
    raise Unreadable("record/seat", name=text[:40])


def _card(text: str) -> str:
    return m.UNKNOWN if text.strip() == m.UNKNOWN else CARD_NAMES.find(text)


def _thing(text: str) -> str:
    """A card or a suit."""
    if text.strip() == m.UNKNOWN:
        return m.UNKNOWN
    try:
        return SUIT_NAMES.find(text)
    except RealmsError:
        return CARD_NAMES.find(text)


def _seat(text: str, names: Sequence[str]) -> int:
    folded = [name.casefold() for name in names]
    if text.strip().casefold() not in folded:
        raise Unreadable("record/seat", name=text.strip())
    return folded.index(text.strip().casefold())
