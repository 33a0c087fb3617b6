"""Moves of Medieval Realms in the notation of records.

`draft gold raw`; `place science 2 gold goods general 3 admiral 1`; `activate 5`, and for an
auction card `activate 5 bid 2`; `bid 3`, `pass bid`; `play war`; `milestone gold`, `tithe
gold`; `pass`. The card that was activated, and the cards that came from the deck, stand in
parentheses, by id; `?` stands for what the reader may not know. Words may be of either
language, or their clear beginnings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from realms.kernel.chance_answers import split_answer
from realms.kernel.errors import Unreadable
from realms.kernel.names import Names, folded
from realms.kernel.text import Text
from realms.medieval.content.content import CONTENT
from realms.medieval.content.registry import find_card_id
from realms.medieval.interface import events as e
from realms.medieval.interface import moves as m

HIDDEN = "…"
RESOURCE_NAMES = Names("resource", {thing.id: thing.name for thing in CONTENT.resource})
PIECES = Names(
    "piece",
    {thing.id: thing.name for thing in CONTENT.resource}
    | {thing.id: thing.name for thing in CONTENT.leader if thing.combat}
    | {"decoy": Text("decoy", "señuelo")},
)
"""What a placement speaks of: resources for mayors, leaders for lands."""
VERBS = {
    "draft": "draft", "recluta": "draft", "place": "place", "coloca": "place",
    "activate": "activate", "activa": "activate", "bid": "bid", "puja": "bid",
    "play": "play", "juega": "play", "milestone": "milestone", "hito": "milestone",
    "tithe": "tithe", "diezmo": "tithe", "get": "get", "obten": "get",
    "pass": "pass", "pasa": "pass",
}  # fmt: skip
TWO_WORDS = {
    folded(name)
    for thing in CONTENT.resource
    for name in (thing.name.en, thing.name.es)
    if " " in name
}


class MedievalNotation:
    """Reading and writing moves; the part of the game that knows text."""

    def write_move(self, move: m.AnyMove | None, names: Sequence[str]) -> str:
        """A move as records write it."""
        return HIDDEN if move is None else str(move)

    def read_moves(self, text: str, names: Sequence[str]) -> list[tuple[int, str, str | None]]:
        """A line has one move, perhaps with an answer behind it."""
        return [split_answer(text, 0, len(text))]

    def read_move(self, text: str, names: Sequence[str]) -> m.AnyMove | None:
        """A move from its notation; None for one that was hidden."""
        plain = text.strip()
        if plain == HIDDEN:
            return None
        first, _, rest = plain.partition(" ")
        verb = VERBS.get(folded(first))
        match verb:
            case "draft":
                return m.Draft(tuple(RESOURCE_NAMES.find(word) for word in words(rest)))
            case "place":
                return read_placement(rest)
            case "activate":
                return _activation(plain, rest)
            case "bid":
                return m.Bid(_number(rest, plain))
            case "play":
                return m.Play(find_card_id(rest))
            case "milestone" | "tithe":
                return m.Choose(verb, RESOURCE_NAMES.find(rest))
            case "get":
                return m.Get(_number(rest, plain))
            case "pass":
                return m.PassRound() if not rest else _pass_bid(plain, rest)
        raise Unreadable("record/move", text=plain[:80])

    def read_answer(self, text: str) -> str:
        """The cards of an answer by their ids."""
        return ", ".join(find_card_id(name) for name in text.split(","))

    def revealed(self, events: Sequence[Any], viewer: int | str | None) -> str | None:
        """The card that was activated, and the cards that came from the deck."""
        cards: list[str] = []
        for event in events:
            match event:
                case e.TookCard() | e.Activated() | e.Opened() | e.GotCard():
                    cards.append(event.card)
                case e.Refilled():
                    cards += event.cards
        return ", ".join(cards) if cards else None

    def dealt_to(self, state: Any, viewer: int | None) -> str:
        """Nobody is dealt anything secret. [MR-8]"""
        return ""

    def opens_round(self, before: Any, played: Any, first: int | None) -> bool:
        """A round begins with the first placement after something else. [MR-17]"""
        return isinstance(played.move, m.Place) and not (
            before is not None and isinstance(before.move, m.Place)
        )


def words(text: str) -> list[str]:
    """The words of a text, whatever stands between them; a name of two words is one.

    >>> words("gold; materia prima 2")
    ['gold', 'materia prima', '2']
    """
    found = re.findall(r"[^\s,;|]+", text)
    joined: list[str] = []
    for word in found:
        if joined and folded(f"{joined[-1]} {word}") in TWO_WORDS:
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined


def read_placement(text: str) -> m.Place:
    """A placement from words and numbers: `gold 2 raw goods general 3 admiral 1 1`.

    A number behind a resource is how many mayors, one if there is none; numbers behind a
    leader are lands, one leader each.

    >>> read_placement("ciencia 2, oro, general 3; almirante 1").generals
    (3,)
    """
    if text.strip() == m.UNKNOWN:
        return m.Place(mayors=None)
    mayors: dict[str, int] = {}
    lands: dict[str, list[int]] = {"general": [], "admiral": [], "decoy": []}
    piece, counted = "", True
    for word in words(text):
        if word.isdecimal():
            number = _number(word, text)
            if piece in lands:
                lands[piece].append(number)
            elif piece and not counted:
                mayors[piece] += number - 1
            else:
                raise Unreadable("record/move", text=text.strip()[:80])
            counted = True
            continue
        if piece in lands and not lands[piece]:
            raise Unreadable("move/which_land", text=text.strip()[:80])
        piece, counted = PIECES.find(word), False
        if piece not in lands:
            mayors[piece] = mayors.get(piece, 0) + 1
    if piece in lands and not lands[piece]:
        raise Unreadable("move/which_land", text=text.strip()[:80])
    return m.Place(
        mayors={resource: number for resource, number in _in_order(mayors) if number},
        generals=tuple(sorted(lands["general"])),
        admirals=tuple(sorted(lands["admiral"])),
        decoys=tuple(sorted(lands["decoy"])),
    )


def _in_order(mayors: dict[str, int]) -> list[tuple[str, int]]:
    """Mayors in the order of the resources, as the rules tell them."""
    return [(r.id, mayors[r.id]) for r in CONTENT.resource if r.id in mayors]


def _activation(plain: str, rest: str) -> m.Activate:
    parts = words(rest)
    if len(parts) == 1:
        return m.Activate(_number(parts[0], plain))
    if len(parts) == 3 and VERBS.get(folded(parts[1])) == "bid":
        return m.Activate(_number(parts[0], plain), _number(parts[2], plain))
    raise Unreadable("record/move", text=plain[:80])


def _pass_bid(plain: str, rest: str) -> m.PassBid:
    if VERBS.get(folded(rest)) == "bid":
        return m.PassBid()
    raise Unreadable("record/move", text=plain[:80])


def _number(text: str, whole: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text.strip()):
        raise Unreadable("record/move", text=whole.strip()[:80])
    return int(text)
