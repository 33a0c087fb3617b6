"""What a content file may say: resources, leaders, boards, lands, cards, switches. [MR-4] [MR-6]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from realms.kernel.text import Text
from realms.medieval.content import effects as does
from realms.medieval.content.effects import ByPlayers, Number, Sourced

PLAYERS = (2, 3, 4, 5)
LANDS = 10
PANELS = (12, 6)
"""The squares of the current and of the future panel. [MR-2]"""
FIRST_SWITCHES = 12
"""The switches that every content file has; older ones lack those that came later."""


class WordForms(Struct, frozen=True, forbid_unknown_fields=True):
    """A word as sentences need it; that of a colour agrees with *card*."""

    name: str
    one: str
    other: str


class Word(Sourced, frozen=True):
    """Something with a name that cards speak of: a colour, a kind of card. [MR-6]"""

    id: str
    en: WordForms
    es: WordForms

    def __getitem__(self, language: str) -> WordForms:
        return self.es if language == "es" else self.en

    @property
    def name(self) -> Text:
        """Its name."""
        return Text(en=self.en.name, es=self.es.name)


class Resource(Word, frozen=True):
    """One of the seven resources; mayors produce those with a square in the zone. [MR-3]"""

    zone: bool


class Leader(Word, frozen=True):
    """A leader and its combat value; the military ones have some. [MR-5]"""

    combat: Annotated[int, Meta(ge=0)]


class GameBoard(Sourced, frozen=True):
    """What the game board prints, and how large the deck beside it is. [MR-2]"""

    rounds: Number
    deck: Number
    current: Number
    future: Number
    prices: Annotated[tuple[Number, ...], Meta(min_length=1)]
    discards: ByPlayers
    goods: Annotated[int, Meta(ge=0, le=99)]
    milestone: Number
    great_persons: Annotated[tuple[Number, ...], Meta(min_length=1)]

    @property
    def needed(self) -> int:
        """The cards shown when every refill fills the whole current panel. [MR-54]"""
        return self.current + self.future + (self.rounds - 1) * self.current

    def price(self, square: int) -> int:
        """The goods that a square asks, counted from 1. [MR-33]"""
        return self.prices[(square - 1) * len(self.prices) // self.current]


class Start(Sourced, frozen=True):
    """What each player begins with. [MR-13] [MR-14]"""

    tokens: dict[str, Number]
    leaders: dict[str, Number]
    decoys: ByPlayers
    decoy_combat: Number


class Land(Sourced, frozen=True):
    """A land of the map: its whole reward, and the fewest players it is there for. [MR-20]"""

    number: int
    reward: dict[str, Number]
    players: Annotated[int, Meta(ge=PLAYERS[0], le=PLAYERS[-1])]


class MedievalCard(Sourced, frozen=True):
    """A card has a cost, a colour, a type, effects, perhaps the Great Person mark. [MR-6]"""

    id: str
    name: Text
    kind: str
    colour: str
    type: Literal["hole", "majority", "auction"]
    cost: does.AnyCost
    count: Number
    great_person: bool = False
    immediate: tuple[does.Immediate, ...] = ()
    repetitive: tuple[does.Repetitive, ...] = ()
    production: tuple[does.Production, ...] = ()
    end: tuple[does.End, ...] = ()


class Switch(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that can be read in more than one way: its values, the English edition's first."""

    id: str
    values: tuple[bool | int | str, ...]
    es: bool | int | str
    paragraph: str
    about: Text

    def preset(self, edition: str) -> bool | int | str:
        """The value that an edition sets."""
        return self.es if edition == "es" else self.values[0]


class MedievalContent(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole content file."""

    resource: tuple[Resource, ...]
    colour: tuple[Word, ...]
    leader: tuple[Leader, ...]
    kind: tuple[Word, ...]
    board: GameBoard
    start: Start
    land: tuple[Land, ...]
    switch: tuple[Switch, ...]
    card: tuple[MedievalCard, ...]

    @property
    def deck(self) -> tuple[int, ...]:
        """The cards of the box one by one, each as the number of its kind of card. [MR-10]"""
        return tuple(number for number, card in enumerate(self.card) for _ in range(card.count))

    def lands(self, players: int) -> tuple[Land, ...]:
        """The lands there are for so many players. [MR-20]"""
        return tuple(land for land in self.land if players >= land.players)

    def things(self) -> Iterator[tuple[str, Sourced]]:
        """Everything that has figures, by what the file calls it."""
        yield from (("board", self.board), ("start", self.start))
        yield from ((f"land {land.number}", land) for land in self.land)
        for table in (self.resource, self.colour, self.leader, self.kind, self.card):
            yield from ((thing.id, thing) for thing in table)
