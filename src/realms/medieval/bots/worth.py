"""What things are worth to a careful beginner of Medieval Realms, in hundredths of a point.

Whole numbers only, so that every machine reckons alike.
"""

from __future__ import annotations

from typing import Any

from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    CHOICE,
    GAIN,
    GENERAL,
    GIVE_UP,
    GOODS,
    IF,
    LEADER,
    MAKE,
    MAKE_PER_LEADER,
    MAYOR,
    MOST_COLOURS,
    MOST_EFFECTS,
    MOST_KINDS,
    NEED,
    NOTHING,
    PER_CARD,
    PER_COLOUR,
    PER_COMBAT,
    PER_LEADER,
    POINTS,
    RESOURCE_COUNT,
    SQUARES,
    TOKENS,
)
from realms.medieval.rules.income import leaders_owned
from realms.medieval.rules.realm import combat_value
from realms.medieval.scoring.scoring import condition_count

POINT = 100
TOKEN = 60
"""A token: half a point at the end, and a little more for what it may buy."""
PURSE = 5
"""Goods below this are dearer: without them nothing is activated."""
DEAR = 40
CARDS_A_ROUND = 20
"""Cards of one colour that one plays in a round, in hundredths."""


@rule
def rounds_left(s: Any, tables: Any) -> int:
    """The rounds after this one. [MR-74]"""
    return int(tables.rounds) - int(s.round_now)


@rule
def survey(s: Any, tables: Any, seat: int, workspace: Any) -> None:
    """Look over the own realm, the hand and the panel once, before weighing moves."""
    for colour in range(MOST_COLOURS):
        workspace.colours[colour] = 0
    for kind in range(MOST_KINDS):
        workspace.kinds[kind] = 0
    for leader in range(3):
        workspace.per_leader[leader] = 0
    workspace.persons = 0
    for place in range(s.entered):
        if s.owner[place] == seat:
            survey_card(tables, int(s.played[place]), workspace)
    for resource in range(RESOURCE_COUNT):
        workspace.reserved[resource] = 0
        workspace.need[resource] = 0
        workspace.pull[resource] = 0
        workspace.wish[resource] = 0
        workspace.tug[resource] = 0
    for slot in range(s.held[seat]):
        want(s, tables, seat, int(s.hands[seat, slot]), workspace)
    for square in range(SQUARES):
        if s.current[square] != NOTHING:
            covet(s, tables, seat, int(s.current[square]), workspace)


@rule
def survey_card(tables: Any, card: int, workspace: Any) -> None:
    """Count one card of the own realm. [MR-72]"""
    workspace.colours[tables.colour[card]] += 1
    workspace.kinds[tables.kind[card]] += 1
    workspace.persons += tables.person[card]
    for effect in range(MOST_EFFECTS):
        what, each = tables.ending[card, effect, 0], POINT * int(tables.ending[card, effect, 1])
        if what == PER_LEADER:
            workspace.per_leader[tables.ending[card, effect, 2]] += each
        elif what == PER_COMBAT:
            workspace.per_leader[ADMIRAL] += each * int(tables.combat[ADMIRAL])
            workspace.per_leader[GENERAL] += each * int(tables.combat[GENERAL])


@rule
def want(s: Any, tables: Any, seat: int, card: int, workspace: Any) -> None:
    """Note what is missing to play a card of the hand. [MR-48]"""
    if tables.asks[card] != TOKENS:
        return
    resource, amount = int(tables.asks_for[card]), int(tables.amount[card])
    workspace.reserved[resource] += amount
    missing = workspace.reserved[resource] - int(s.tokens[seat, resource])
    if missing > 0:
        workspace.need[resource] = missing
        gain = (value_of(s, tables, seat, card, workspace) - amount * TOKEN) // amount
        workspace.pull[resource] = max(workspace.pull[resource], min(max(gain, 0), 2 * POINT))


@rule
def covet(s: Any, tables: Any, seat: int, card: int, workspace: Any) -> None:
    """Note what would be missing to play a card of the panel, at half its weight. [MR-8]"""
    resource = int(tables.asks_for[card])
    if tables.asks[card] == TOKENS:
        amount = int(tables.amount[card])
    elif tables.asks[card] == NEED or tables.asks[card] == GIVE_UP:
        return
    else:
        amount = 3  # what an auction is likely to ask [MR-43]
    missing = amount + workspace.reserved[resource] - int(s.tokens[seat, resource])
    gain = (value_of(s, tables, seat, card, workspace) - amount * TOKEN) // (2 * amount)
    if missing > 0 and gain > workspace.tug[resource]:
        workspace.tug[resource] = min(gain, POINT)
        workspace.wish[resource] = missing


@rule
def token_value(s: Any, seat: int, resource: int, more: int, workspace: Any) -> int:
    """What one more token is worth, when so many more than now are coming already."""
    value = TOKEN - 2 * more
    if more < workspace.need[resource]:
        value += workspace.pull[resource]
    elif more < workspace.wish[resource]:
        value += workspace.tug[resource]
    if resource == GOODS and int(s.tokens[seat, GOODS]) + more < PURSE:
        value += DEAR
    return value


@rule
def leader_value(s: Any, tables: Any, leader: int, workspace: Any) -> int:
    """What one more leader is worth: a token or so a round, and points at the end. [MR-21]"""
    a_round = 60
    if leader == MAYOR:
        a_round = 75
    elif leader == GENERAL:
        a_round = 85
    return rounds_left(s, tables) * a_round + workspace.per_leader[leader]


@rule
def value_of(s: Any, tables: Any, seat: int, card: int, workspace: Any) -> int:
    """What a card is worth once it is in play: at once, every round, and at the end."""
    value = 0
    for effect in range(MOST_EFFECTS):
        value += immediate_value(s, tables, card, effect, workspace)
        value += answer_value(s, tables, seat, card, effect)
        value += production_value(s, tables, seat, card, effect)
        value += ending_value(s, tables, seat, card, effect, workspace)
    if tables.person[card]:
        most = int(tables.most_persons)
        held = min(int(workspace.persons), most)
        value += POINT * (int(tables.persons[min(held + 1, most)]) - int(tables.persons[held]))
    return value


@rule
def immediate_value(s: Any, tables: Any, card: int, effect: int, workspace: Any) -> int:
    """What an immediate effect is worth. [MR-7]"""
    what, of = tables.immediate[card, effect, 0], int(tables.immediate[card, effect, 1])
    amount = int(tables.immediate[card, effect, 2])
    if what == POINTS:
        return amount * (POINT + TOKEN // int(tables.milestone))
    if what == GAIN:
        return amount * TOKEN
    if what == CHOICE:
        return amount * (TOKEN + 10)
    if what == LEADER:
        return amount * leader_value(s, tables, of, workspace)
    return 2 * POINT * amount if what else 0


@rule
def answer_value(s: Any, tables: Any, seat: int, card: int, effect: int) -> int:
    """What a repetitive effect is worth: by the cards that may still be played. [MR-61]"""
    colour = tables.answers[card, effect, 0]
    if colour == NOTHING:
        return 0
    often = CARDS_A_ROUND * rounds_left(s, tables)
    for slot in range(s.held[seat]):
        if tables.colour[s.hands[seat, slot]] == colour:
            often += 60
    points, amount = int(tables.answers[card, effect, 3]), int(tables.answers[card, effect, 2])
    return often * (points * POINT + amount * TOKEN) // 100


@rule
def production_value(s: Any, tables: Any, seat: int, card: int, effect: int) -> int:
    """What a production effect is worth over the rounds to come. [MR-23]"""
    what = tables.production[card, effect, 0]
    if what == 0:
        return 0
    made = int(tables.production[card, effect, 2])
    if what == MAKE_PER_LEADER:
        made *= leaders_owned(s, tables, seat, tables.production[card, effect, 3])
    elif what != MAKE:
        made *= 2
    return made * rounds_left(s, tables) * TOKEN


@rule
def ending_value(s: Any, tables: Any, seat: int, card: int, effect: int, workspace: Any) -> int:
    """What an end-of-game effect is worth, with a little growth until then. [MR-75]"""
    what = tables.ending[card, effect, 0]
    if what == 0:
        return 0
    each, of = int(tables.ending[card, effect, 1]), int(tables.ending[card, effect, 2])
    left = rounds_left(s, tables)
    colour = int(tables.colour[card])
    if what == PER_LEADER:
        often = 100 * leaders_owned(s, tables, seat, of) + 25 * left
    elif what == PER_COMBAT:
        often = 100 * combat_value(s, tables, seat) + 30 * left
    elif what == PER_COLOUR:
        often = 100 * (different(workspace) + int(workspace.colours[colour] == 0))
        often = min(often + 60 * left, 100 * int(tables.colours))
    elif what == PER_CARD:
        often = 100 * (of_colours(workspace, of) + ((of >> colour) & 1)) + CARDS_A_ROUND * left
    else:
        often = chance_of(s, tables, seat, card, effect, left) if what == IF else 0
    return often * each * POINT // 100


@rule
def chance_of(s: Any, tables: Any, seat: int, card: int, effect: int, left: int) -> int:
    """How likely a condition will hold at the end, in hundredths. [MR-63]"""
    have = condition_count(
        s, tables, seat, tables.ending[card, effect, 3], int(tables.ending[card, effect, 2])
    )
    missing = int(tables.ending[card, effect, 4]) - have
    if missing <= 0:
        return 100
    return max(0, min(90, 30 * left // missing))


@rule
def different(workspace: Any) -> int:
    """The different colours of the own realm. [MR-59]"""
    n = 0
    for colour in range(MOST_COLOURS):
        n += int(workspace.colours[colour] > 0)
    return n


@rule
def of_colours(workspace: Any, colours: int) -> int:
    """The cards of the own realm of any of some colours. [MR-65]"""
    n = 0
    for colour in range(MOST_COLOURS):
        if (colours >> colour) & 1:
            n += workspace.colours[colour]
    return n
