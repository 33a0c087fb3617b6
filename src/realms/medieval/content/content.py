"""The content of Medieval Realms, read from `content.toml` and checked. [MR-4] [MR-6]"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, structs

from realms.kernel.errors import Unreadable
from realms.kernel.names import Names
from realms.kernel.text import LANGUAGES, Text, say
from realms.medieval.content import effects as does
from realms.medieval.content.effects import ByPlayers, Number, Sourced, every_field

PLAYERS = (2, 3, 4, 5)
LANDS = 10
PANELS = (12, 6)
FIRST_SWITCHES = 12
"""The switches that every content file has; older ones lack those that came later."""
"""The squares of the current and of the future panel. [MR-2]"""


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


# --- Reading and checking ---

TABLES = ("resource", "colour", "leader", "kind", "card")
NAMES = {"excluding": "resource", "tokens": "resource", "reward": "resource"} | {
    "resource": "resource", "colour": "colour", "colours": "colour", "kind": "kind",
    "leader": "leader", "leaders": "leader",
}  # fmt: skip
"""The fields that name things of a table."""
FOR_EACH_NUMBER = ("discards", "decoys", "amounts")
"""The fields that give a number for each number of players."""


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
    check(content, source)
    return content


def check(content: MedievalContent, source: str) -> None:
    """Refuse content that no game can be played with; what is wrong costs one sentence."""
    for fault in _faults(content):
        raise Unreadable("content/unreadable", source=source, reason=fault)


def load_content(path: str | Path) -> MedievalContent:
    """The content of a file of one's own, such as one corrected to match the box."""
    try:
        content = read_content(Path(path).read_bytes(), str(path))
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unreadable("content/unreadable", source=str(path), reason=reason) from error
    if content.board.rounds != CONTENT.board.rounds:
        raise Unreadable("content/unreadable", source=str(path), reason=_fault("rounds"))
    known = max(len(content.switch), FIRST_SWITCHES)  # a file may be older than the last ones
    if content.switch != CONTENT.switch[:known]:
        raise Unreadable("content/unreadable", source=str(path), reason=_fault("switches"))
    return structs.replace(content, switch=CONTENT.switch)


def _name_thing(message: str, table: dict[str, Any]) -> str:
    """What the decoder complains of, with the id of the card it is about."""
    found = re.search(r"\$\.(\w+)\[(\d+)\]", message)
    thing = table[found[1]][int(found[2])] if found else None
    return f"{message} ({thing['id']})" if isinstance(thing, dict) and "id" in thing else message


def _fault(key: str, **fields: Any) -> Text:
    return Text(*(say(f"medieval_fault.{key}", language, **fields) for language in LANGUAGES))


def _faults(content: MedievalContent) -> Iterator[Text]:
    """What is wrong with content, the most telling first."""
    ids = {table: [thing.id for thing in getattr(content, table)] for table in TABLES}
    for table, known in ids.items():
        for id_ in sorted({id_ for id_ in known if known.count(id_) > 1}):
            yield _fault("twice", table=table, id=id_)
    for thing, facts in content.things():
        for field, value in every_field(facts):
            named = [value] if isinstance(value, str) else value
            for name in named if field in NAMES else ():
                if name not in ids[NAMES[field]]:
                    yield _fault("unknown", thing=thing, table=NAMES[field], name=name)
            if field in FOR_EACH_NUMBER and sorted(value) != list(PLAYERS):
                yield _fault("players", thing=thing, field=field)
        for figure in sorted({*facts.public, *facts.reconstructed} - {*facts.figures}):
            yield _fault("no_figure", thing=thing, figure=figure)
    for table in TABLES:
        for thing in getattr(content, table):
            if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", thing.id):
                yield _fault("id", id=thing.id[:40])
            names = (thing.name.en, thing.name.es)
            if not all(name.strip() and name.isprintable() for name in names):
                yield _fault("name", id=thing.id)
    for card in content.card:
        chosen = [effect for effect in card.immediate if isinstance(effect, does.ChooseTokens)]
        if any({*ids["resource"]} <= {*effect.excluding} for effect in chosen):
            yield _fault("choice", card=card.id)
        if not (card.immediate or card.repetitive or card.production or card.end):
            yield _fault("no_effect", card=card.id)
        if (card.type == "auction") != isinstance(card.cost, does.WinningBid):
            yield _fault("bid", card=card.id)
        if card.type == "majority" and isinstance(card.cost, does.Own | does.GiveUp):
            yield _fault("majority", card=card.id)
    yield from _room_faults(content)
    yield from _board_faults(content)


FIXED = {
    "resource": ["goods", "science", "culture", "religion", "gold", "raw", "battle"],
    "leader": ["mayor", "admiral", "general"],
}
"""What the rules know by name, in this order. [MR-4] [MR-5]"""
ROOM = {"colour": 12, "kind": 24, "card": 128}
"""The most of each that the rules have room for."""
EFFECTS = 4
"""The most effects of one time on one card."""
LARGEST = 20
"""The largest price, combat value, and number of decoys."""
MOST_ALIKE = 100
"""The most copies of a card, and leaders of one kind that all cards together could give."""


def _room_faults(content: MedievalContent) -> Iterator[Text]:
    """What the rules have no place or no room for."""
    for table, ids in FIXED.items():
        if [thing.id for thing in getattr(content, table)] != ids:
            yield _fault("fixed", table=table, ids=", ".join(ids))
    for table, most in ROOM.items():
        if len(getattr(content, table)) > most:
            yield _fault("room", table=table, most=most)
    if "castle" not in [kind.id for kind in content.kind]:
        yield _fault("no_castle")
    for card in content.card:
        for when in ("immediate", "repetitive", "production", "end"):
            if len(getattr(card, when)) > EFFECTS:
                yield _fault("effects", card=card.id, when=when, most=EFFECTS)
    if len(content.board.great_persons) > 8:
        yield _fault("persons", most=8)
    yield from _size_faults(content)


def _size_faults(content: MedievalContent) -> Iterator[Text]:
    """Figures that are larger than the rules can count."""
    board, start = content.board, content.start
    figures = {
        "board.discards": (max(board.discards.values()), board.current),
        "board.prices": (max(board.prices), LARGEST),
        "card.count": (max(card.count for card in content.card), MOST_ALIKE),
        "start.decoys": (max(start.decoys.values()), LARGEST),
        "start.decoy_combat": (start.decoy_combat, LARGEST),
        "leader.combat": (max(leader.combat for leader in content.leader), LARGEST),
    }
    for leader in content.leader:
        gained = start.leaders.get(leader.id, 0) + sum(
            card.count * effect.amount
            for card in content.card
            for effect in card.immediate
            if isinstance(effect, does.GainLeader) and effect.leader == leader.id
        )
        figures[f"{leader.id}: leaders"] = (gained, MOST_ALIKE)
    for figure, (number, most) in figures.items():
        if number > most:
            yield _fault("large", figure=figure, number=number, most=most)


def _board_faults(content: MedievalContent) -> Iterator[Text]:
    """What does not fit together: panel, lands and deck."""
    board, cards = content.board, sum(card.count for card in content.card)
    if (board.current, board.future) != PANELS:
        yield _fault("panels", current=PANELS[0], future=PANELS[1])
    if board.deck > ROOM["card"]:
        yield _fault("room", table="card", most=ROOM["card"])
    if [land.number for land in content.land] != list(range(1, LANDS + 1)):
        yield _fault("lands", last=LANDS)
    if not content.lands(PLAYERS[0]) or not any(thing.zone for thing in content.resource):
        yield _fault("nowhere")
    if cards < board.needed:
        yield _fault("small_deck", cards=cards, rounds=board.rounds, needed=board.needed)
    if cards != board.deck:
        yield _fault("deck", cards=cards, deck=board.deck)


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
