"""What is wrong with a content file: names, figures and sizes no game can be played with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from realms.kernel.errors import Unreadable
from realms.kernel.text import LANGUAGES, Text, say
from realms.medieval.content import effects as does
from realms.medieval.content.effects import every_field
from realms.medieval.content.schema import LANDS, PANELS, PLAYERS, MedievalContent

TABLES = ("resource", "colour", "leader", "kind", "card")
NAMES = {"excluding": "resource", "tokens": "resource", "reward": "resource"} | {
    "resource": "resource", "colour": "colour", "colours": "colour", "kind": "kind",
    "leader": "leader", "leaders": "leader",
}  # fmt: skip
"""The fields that name things of a table."""
FOR_EACH_NUMBER = ("discards", "decoys", "amounts")
"""The fields that give a number for each number of players."""


def check_content(content: MedievalContent, source: str) -> None:
    """Refuse content that no game can be played with; what is wrong costs one sentence."""
    for fault in find_faults(content):
        raise Unreadable("content/unreadable", source=source, reason=fault)


def describe_fault(key: str, **fields: Any) -> Text:
    """The sentence for a fault, in both languages."""
    return Text(*(say(f"medieval_fault.{key}", language, **fields) for language in LANGUAGES))


def find_faults(content: MedievalContent) -> Iterator[Text]:
    """What is wrong with content, the most telling first."""
    ids = {table: [thing.id for thing in getattr(content, table)] for table in TABLES}
    yield from _reference_faults(content, ids)
    yield from _name_faults(content)
    yield from _card_faults(content, ids["resource"])
    yield from _room_faults(content)
    yield from _board_faults(content)


def _reference_faults(content: MedievalContent, ids: dict[str, list[str]]) -> Iterator[Text]:
    """Ids that stand twice, and fields that name a thing or a figure there is not."""
    for table, known in ids.items():
        for id_ in sorted({id_ for id_ in known if known.count(id_) > 1}):
            yield describe_fault("twice", table=table, id=id_)
    for thing, facts in content.things():
        for field, value in every_field(facts):
            named = [value] if isinstance(value, str) else value
            for name in named if field in NAMES else ():
                if name not in ids[NAMES[field]]:
                    yield describe_fault("unknown", thing=thing, table=NAMES[field], name=name)
            if field in FOR_EACH_NUMBER and sorted(value) != list(PLAYERS):
                yield describe_fault("players", thing=thing, field=field)
        for figure in sorted({*facts.public, *facts.reconstructed} - {*facts.figures}):
            yield describe_fault("no_figure", thing=thing, figure=figure)


def _name_faults(content: MedievalContent) -> Iterator[Text]:
    """Ids and names that cannot be written or read."""
    for table in TABLES:
        for thing in getattr(content, table):
            if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", thing.id):
                yield describe_fault("id", id=thing.id[:40])
            names = (thing.name.en, thing.name.es)
            if not all(name.strip() and name.isprintable() for name in names):
                yield describe_fault("name", id=thing.id)


def _card_faults(content: MedievalContent, resources: list[str]) -> Iterator[Text]:
    """Cards whose type, cost and effects do not go together."""
    for card in content.card:
        chosen = [effect for effect in card.immediate if isinstance(effect, does.ChooseTokens)]
        if any({*resources} <= {*effect.excluding} for effect in chosen):
            yield describe_fault("choice", card=card.id)
        if not (card.immediate or card.repetitive or card.production or card.end):
            yield describe_fault("no_effect", card=card.id)
        if (card.type == "auction") != isinstance(card.cost, does.WinningBid):
            yield describe_fault("bid", card=card.id)
        if card.type == "majority" and isinstance(card.cost, does.Own | does.GiveUp):
            yield describe_fault("majority", card=card.id)


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
            yield describe_fault("fixed", table=table, ids=", ".join(ids))
    for table, most in ROOM.items():
        if len(getattr(content, table)) > most:
            yield describe_fault("room", table=table, most=most)
    if "castle" not in [kind.id for kind in content.kind]:
        yield describe_fault("no_castle")
    for card in content.card:
        for when in ("immediate", "repetitive", "production", "end"):
            if len(getattr(card, when)) > EFFECTS:
                yield describe_fault("effects", card=card.id, when=when, most=EFFECTS)
    if len(content.board.great_persons) > 8:
        yield describe_fault("persons", most=8)
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
            yield describe_fault("large", figure=figure, number=number, most=most)


def _board_faults(content: MedievalContent) -> Iterator[Text]:
    """What does not fit together: panel, lands and deck."""
    board, cards = content.board, sum(card.count for card in content.card)
    if (board.current, board.future) != PANELS:
        yield describe_fault("panels", current=PANELS[0], future=PANELS[1])
    if board.deck > ROOM["card"]:
        yield describe_fault("room", table="card", most=ROOM["card"])
    if [land.number for land in content.land] != list(range(1, LANDS + 1)):
        yield describe_fault("lands", last=LANDS)
    if not content.lands(PLAYERS[0]) or not any(thing.zone for thing in content.resource):
        yield describe_fault("nowhere")
    if cards < board.needed:
        yield describe_fault("small_deck", cards=cards, rounds=board.rounds, needed=board.needed)
    if cards != board.deck:
        yield describe_fault("deck", cards=cards, deck=board.deck)
