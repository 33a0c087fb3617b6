"""What things are worth to a steward of Medieval Realms, in hundredths of a point.

Whole numbers only, so that every machine reckons alike. A card is worth what it does at
once, in every round that is left and at the end, and what the cards in play do for it;
what the steward cannot know is weighed by weights, which a data file holds.
"""

from __future__ import annotations

from typing import Any

from realms.kernel.rule import rule
from realms.medieval.bots.worth import different, of_colours
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    CHOICE,
    COUNT_CARDS,
    COUNT_COLOURS,
    COUNT_LEADERS,
    COUNT_PERSONS,
    GAIN,
    GENERAL,
    IF,
    LEADER,
    MAKE,
    MAKE_ON_SQUARE,
    MAKE_PER_LEADER,
    MOST_COLOURS,
    MOST_EFFECTS,
    MOST_KINDS,
    NOTHING,
    PER_CARD,
    PER_COLOUR,
    PER_COMBAT,
    PER_LEADER,
    POINTS,
    RESOURCE_COUNT,
)
from realms.medieval.rules.income import leaders_owned
from realms.medieval.rules.realm import combat_value
from realms.medieval.rules.state import PLACING
from realms.medieval.scoring.scoring import condition_count

POINT = 100
SPARE = 50
"""A token that buys nothing is half a point at the end. [MR-75]"""
ROUNDS = 6
"""The rounds after the first: weights that fade by the round are told for so many."""


@rule
def look_over(s: Any, tables: Any, seat: int, desk: Any) -> None:
    """Count the own realm: what it has, and what more of anything would score."""
    left = int(tables.rounds) - int(s.round_now)
    desk.left = left
    ahead = left + int(s.phase <= PLACING)
    for resource in range(RESOURCE_COUNT):
        desk.token_worth[resource] = SPARE + desk.weights.token[resource] * ahead // ROUNDS
        desk.on_square[resource] = 0
    for colour in range(MOST_COLOURS):
        desk.colours[colour] = 0
        desk.by_colour[colour] = 0
    for family in range(MOST_KINDS):
        desk.kinds[family] = 0
    for leader in range(3):
        desk.per_leader[leader] = 0
        desk.made[leader] = 0
    desk.persons = 0
    desk.by_new = 0
    desk.by_person = 0
    for place in range(s.entered):
        if s.owner[place] == seat:
            card = int(s.played[place])
            desk.colours[tables.colour[card]] += 1
            desk.kinds[tables.kind[card]] += 1
            desk.persons += tables.person[card]
            count_in(s, tables, seat, card, 100, desk)
    for slot in range(s.held[seat]):
        count_in(s, tables, seat, int(s.hands[seat, slot]), int(desk.weights.answer_hand[0]), desk)


@rule
def count_in(s: Any, tables: Any, seat: int, card: int, likely: int, desk: Any) -> None:
    """What one own card makes of others: those in play for sure, those in hand likely."""
    for effect in range(MOST_EFFECTS):
        if not tables.ending[card, effect, 0]:
            break
        count_ending(s, tables, seat, card, effect, likely, desk)
    if tables.is_answering[card]:
        for effect in range(MOST_EFFECTS):
            colour = int(tables.answers[card, effect, 0])
            if colour != NOTHING:
                desk.by_colour[colour] += answered_once(tables, card, effect, desk) * likely // 100
    if tables.is_producing[card]:
        for effect in range(MOST_EFFECTS):
            count_production(tables, card, effect, likely, desk)


@rule
def answered_once(tables: Any, card: int, effect: int, desk: Any) -> int:
    """What a repetitive effect is worth each time. [MR-61]"""
    points, amount = int(tables.answers[card, effect, 3]), int(tables.answers[card, effect, 2])
    return points * POINT + amount * desk.token_worth[tables.answers[card, effect, 1]]


@rule
def count_production(tables: Any, card: int, effect: int, likely: int, desk: Any) -> None:
    """What one more leader makes by a production effect. [MR-66]"""
    made = tables.production[card, effect, 0]
    resource, amount = (
        int(tables.production[card, effect, 1]),
        int(tables.production[card, effect, 2]),
    )
    if made == MAKE_PER_LEADER:
        leader = int(tables.production[card, effect, 3])
        desk.made[leader] += amount * desk.token_worth[resource] * likely // 100
    elif made == MAKE_ON_SQUARE and likely == 100:
        desk.on_square[resource] += amount


@rule
def count_ending(
    s: Any, tables: Any, seat: int, card: int, effect: int, likely: int, desk: Any
) -> None:
    """What more leaders, colours and cards score by an end-of-game effect. [MR-75]"""
    what, of = tables.ending[card, effect, 0], int(tables.ending[card, effect, 2])
    each = POINT * int(tables.ending[card, effect, 1]) * likely // 100
    if what == PER_LEADER:
        desk.per_leader[of] += each
    elif what == PER_COMBAT:
        desk.per_leader[ADMIRAL] += each * int(tables.combat[ADMIRAL])
        desk.per_leader[GENERAL] += each * int(tables.combat[GENERAL])
    elif what == PER_COLOUR:
        desk.by_new += each
    elif what == PER_CARD:
        for colour in range(MOST_COLOURS):
            if (of >> colour) & 1:
                desk.by_colour[colour] += each
    elif what == IF:
        count_condition(s, tables, seat, card, effect, each * desk.weights.help[0] // 100, desk)


@rule
def count_condition(
    s: Any, tables: Any, seat: int, card: int, effect: int, points: int, desk: Any
) -> None:
    """What helps to meet a condition shares in its points. [MR-63]"""
    counts, of = tables.ending[card, effect, 3], int(tables.ending[card, effect, 2])
    missing = int(tables.ending[card, effect, 4]) - condition_count(s, tables, seat, counts, of)
    if missing <= 0:
        return
    share = points // missing
    if counts == COUNT_CARDS:
        for colour in range(MOST_COLOURS):
            if (of >> colour) & 1:
                desk.by_colour[colour] += share
    elif counts == COUNT_COLOURS:
        desk.by_new += share
    elif counts == COUNT_PERSONS:
        desk.by_person += share
    elif counts == COUNT_LEADERS:
        desk.per_leader[of] += share
    else:
        desk.per_leader[ADMIRAL] += share
        desk.per_leader[GENERAL] += share * 2


@rule
def leader_worth(leader: int, desk: Any) -> int:
    """What one more leader is worth: what it makes every round, and points at the end. [MR-21]"""
    a_round = desk.weights.leader_round[leader]
    a_round += desk.made[leader] * desk.weights.production[0] // 100
    return desk.left * a_round + desk.per_leader[leader]


@rule
def card_worth(s: Any, tables: Any, seat: int, card: int, desk: Any) -> int:
    """What a card is worth once it is in play: by itself, and with the cards that are."""
    worth = 0
    for effect in range(MOST_EFFECTS):
        if not tables.immediate[card, effect, 0]:
            break
        worth += immediate_worth(tables, card, effect, desk)
    for effect in range(MOST_EFFECTS):
        if not tables.ending[card, effect, 0]:
            break
        worth += ending_worth(s, tables, seat, card, effect, desk)
    if tables.is_answering[card]:
        for effect in range(MOST_EFFECTS):
            if tables.answers[card, effect, 0] != NOTHING:
                worth += answer_worth(s, tables, seat, card, effect, desk)
    if tables.is_producing[card]:
        for effect in range(MOST_EFFECTS):
            if tables.production[card, effect, 0]:
                worth += production_worth(s, tables, seat, card, effect, desk)
    colour = tables.colour[card]
    worth += desk.by_colour[colour]
    if desk.colours[colour] == 0:
        worth += desk.by_new
    if tables.person[card]:
        most = int(tables.most_persons)
        held = min(int(desk.persons), most)
        worth += POINT * (int(tables.persons[min(held + 1, most)]) - int(tables.persons[held]))
        worth += desk.by_person + desk.weights.growth_person[0] * desk.left
    return worth * desk.weights.family[tables.kind[card]] // 100


@rule
def immediate_worth(tables: Any, card: int, effect: int, desk: Any) -> int:
    """What an immediate effect is worth. [MR-7]"""
    what, of = tables.immediate[card, effect, 0], int(tables.immediate[card, effect, 1])
    amount = int(tables.immediate[card, effect, 2])
    if what == POINTS:
        return amount * (POINT + desk.weights.milestone[0] // int(tables.milestone))
    if what == GAIN:
        return amount * desk.token_worth[of]
    if what == CHOICE:
        return amount * desk.weights.chosen[0]
    if what == LEADER:
        return amount * leader_worth(of, desk)
    return 2 * POINT * amount


@rule
def answer_worth(s: Any, tables: Any, seat: int, card: int, effect: int, desk: Any) -> int:
    """What a repetitive effect is worth: by the cards that may still be played. [MR-61]"""
    colour = tables.answers[card, effect, 0]
    often = desk.weights.answer_round[0] * desk.left
    for slot in range(s.held[seat]):
        other = int(s.hands[seat, slot])
        if tables.colour[other] == colour and other != card:
            often += desk.weights.answer_hand[0]
    return often * answered_once(tables, card, effect, desk) // 100


@rule
def production_worth(s: Any, tables: Any, seat: int, card: int, effect: int, desk: Any) -> int:
    """What a production effect is worth over the rounds to come. [MR-23]"""
    what, resource = tables.production[card, effect, 0], int(tables.production[card, effect, 1])
    made = 100 * int(tables.production[card, effect, 2])
    if what == MAKE_PER_LEADER:
        leader = tables.production[card, effect, 3]
        made *= leaders_owned(s, tables, seat, leader)
        made += desk.weights.growth[leader] * desk.left // 2
    elif what != MAKE:
        made *= 2
    each = desk.token_worth[resource] * desk.weights.production[0] // 100
    return made * desk.left * each // 100


@rule
def ending_worth(s: Any, tables: Any, seat: int, card: int, effect: int, desk: Any) -> int:
    """What an end-of-game effect is worth, with some growth until then. [MR-75]"""
    what = tables.ending[card, effect, 0]
    each, of = int(tables.ending[card, effect, 1]), int(tables.ending[card, effect, 2])
    left = desk.left
    colour = int(tables.colour[card])
    if what == PER_LEADER:
        often = 100 * leaders_owned(s, tables, seat, of) + desk.weights.growth[of] * left
    elif what == PER_COMBAT:
        often = 100 * combat_value(s, tables, seat) + desk.weights.growth[3] * left
    elif what == PER_COLOUR:
        often = 100 * (different(desk) + int(desk.colours[colour] == 0))
        often = min(often + desk.weights.growth_colour[0] * left, 100 * int(tables.colours))
    elif what == PER_CARD:
        often = 100 * (of_colours(desk, of) + ((of >> colour) & 1))
        often += desk.weights.growth_card[0] * left
    else:
        often = likelihood(s, tables, seat, card, effect, desk) if what == IF else 0
    return often * each * POINT // 100


@rule
def likelihood(s: Any, tables: Any, seat: int, card: int, effect: int, desk: Any) -> int:
    """How likely a condition will hold at the end, in hundredths. [MR-63]"""
    have = condition_count(
        s, tables, seat, tables.ending[card, effect, 3], int(tables.ending[card, effect, 2])
    )
    missing = int(tables.ending[card, effect, 4]) - have
    if missing <= 0:
        return 100
    return max(0, min(90, desk.weights.condition[0] * desk.left // missing))
