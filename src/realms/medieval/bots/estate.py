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
def look_over(s: Any, tables: Any, seat: int, workspace: Any) -> None:
    """Count the own realm: what it has, and what more of anything would score."""
    left = int(tables.rounds) - int(s.round_now)
    workspace.left = left
    ahead = left + int(s.phase <= PLACING)
    for resource in range(RESOURCE_COUNT):
        workspace.token_worth[resource] = (
            SPARE + workspace.weights.token[resource] * ahead // ROUNDS
        )
        workspace.on_square[resource] = 0
    for colour in range(MOST_COLOURS):
        workspace.colours[colour] = 0
        workspace.by_colour[colour] = 0
    for kind in range(MOST_KINDS):
        workspace.kinds[kind] = 0
    for leader in range(3):
        workspace.per_leader[leader] = 0
        workspace.made[leader] = 0
    workspace.persons = 0
    workspace.by_new = 0
    workspace.by_person = 0
    for place in range(s.entered):
        if s.owner[place] == seat:
            card = int(s.played[place])
            workspace.colours[tables.colour[card]] += 1
            workspace.kinds[tables.kind[card]] += 1
            workspace.persons += tables.person[card]
            count_in(s, tables, seat, card, 100, workspace)
    for slot in range(s.held[seat]):
        count_in(
            s,
            tables,
            seat,
            int(s.hands[seat, slot]),
            int(workspace.weights.answer_hand[0]),
            workspace,
        )


@rule
def count_in(s: Any, tables: Any, seat: int, card: int, likely: int, workspace: Any) -> None:
    """What one own card makes of others: those in play for sure, those in hand likely."""
    for effect in range(MOST_EFFECTS):
        if not tables.ending[card, effect, 0]:
            break
        count_ending(s, tables, seat, card, effect, likely, workspace)
    if tables.is_answering[card]:
        for effect in range(MOST_EFFECTS):
            colour = int(tables.answers[card, effect, 0])
            if colour != NOTHING:
                workspace.by_colour[colour] += (
                    answered_once(tables, card, effect, workspace) * likely // 100
                )
    if tables.is_producing[card]:
        for effect in range(MOST_EFFECTS):
            count_production(tables, card, effect, likely, workspace)


@rule
def answered_once(tables: Any, card: int, effect: int, workspace: Any) -> int:
    """What a repetitive effect is worth each time. [MR-61]"""
    points, amount = int(tables.answers[card, effect, 3]), int(tables.answers[card, effect, 2])
    return points * POINT + amount * workspace.token_worth[tables.answers[card, effect, 1]]


@rule
def count_production(tables: Any, card: int, effect: int, likely: int, workspace: Any) -> None:
    """What one more leader makes by a production effect. [MR-66]"""
    made = tables.production[card, effect, 0]
    resource, amount = (
        int(tables.production[card, effect, 1]),
        int(tables.production[card, effect, 2]),
    )
    if made == MAKE_PER_LEADER:
        leader = int(tables.production[card, effect, 3])
        workspace.made[leader] += amount * workspace.token_worth[resource] * likely // 100
    elif made == MAKE_ON_SQUARE and likely == 100:
        workspace.on_square[resource] += amount


@rule
def count_ending(
    s: Any, tables: Any, seat: int, card: int, effect: int, likely: int, workspace: Any
) -> None:
    """What more leaders, colours and cards score by an end-of-game effect. [MR-75]"""
    what, of = tables.ending[card, effect, 0], int(tables.ending[card, effect, 2])
    each = POINT * int(tables.ending[card, effect, 1]) * likely // 100
    if what == PER_LEADER:
        workspace.per_leader[of] += each
    elif what == PER_COMBAT:
        workspace.per_leader[ADMIRAL] += each * int(tables.combat[ADMIRAL])
        workspace.per_leader[GENERAL] += each * int(tables.combat[GENERAL])
    elif what == PER_COLOUR:
        workspace.by_new += each
    elif what == PER_CARD:
        for colour in range(MOST_COLOURS):
            if (of >> colour) & 1:
                workspace.by_colour[colour] += each
    elif what == IF:
        count_condition(
            s, tables, seat, card, effect, each * workspace.weights.help[0] // 100, workspace
        )


@rule
def count_condition(
    s: Any, tables: Any, seat: int, card: int, effect: int, points: int, workspace: Any
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
                workspace.by_colour[colour] += share
    elif counts == COUNT_COLOURS:
        workspace.by_new += share
    elif counts == COUNT_PERSONS:
        workspace.by_person += share
    elif counts == COUNT_LEADERS:
        workspace.per_leader[of] += share
    else:
        workspace.per_leader[ADMIRAL] += share
        workspace.per_leader[GENERAL] += share * 2


@rule
def leader_worth(leader: int, workspace: Any) -> int:
    """What one more leader is worth: what it makes every round, and points at the end. [MR-21]"""
    a_round = workspace.weights.leader_round[leader]
    a_round += workspace.made[leader] * workspace.weights.production[0] // 100
    return workspace.left * a_round + workspace.per_leader[leader]


@rule
def card_worth(s: Any, tables: Any, seat: int, card: int, workspace: Any) -> int:
    """What a card is worth once it is in play: by itself, and with the cards that are."""
    worth = 0
    for effect in range(MOST_EFFECTS):
        if not tables.immediate[card, effect, 0]:
            break
        worth += immediate_worth(tables, card, effect, workspace)
    for effect in range(MOST_EFFECTS):
        if not tables.ending[card, effect, 0]:
            break
        worth += ending_worth(s, tables, seat, card, effect, workspace)
    if tables.is_answering[card]:
        for effect in range(MOST_EFFECTS):
            if tables.answers[card, effect, 0] != NOTHING:
                worth += answer_worth(s, tables, seat, card, effect, workspace)
    if tables.is_producing[card]:
        for effect in range(MOST_EFFECTS):
            if tables.production[card, effect, 0]:
                worth += production_worth(s, tables, seat, card, effect, workspace)
    colour = tables.colour[card]
    worth += workspace.by_colour[colour]
    if workspace.colours[colour] == 0:
        worth += workspace.by_new
    if tables.person[card]:
        most = int(tables.most_persons)
        held = min(int(workspace.persons), most)
        worth += POINT * (int(tables.persons[min(held + 1, most)]) - int(tables.persons[held]))
        worth += workspace.by_person + workspace.weights.growth_person[0] * workspace.left
    return worth * workspace.weights.kind[tables.kind[card]] // 100


@rule
def immediate_worth(tables: Any, card: int, effect: int, workspace: Any) -> int:
    """What an immediate effect is worth. [MR-7]"""
    what, of = tables.immediate[card, effect, 0], int(tables.immediate[card, effect, 1])
    amount = int(tables.immediate[card, effect, 2])
    if what == POINTS:
        return amount * (POINT + workspace.weights.milestone[0] // int(tables.milestone))
    if what == GAIN:
        return amount * workspace.token_worth[of]
    if what == CHOICE:
        return amount * workspace.weights.chosen[0]
    if what == LEADER:
        return amount * leader_worth(of, workspace)
    return 2 * POINT * amount


@rule
def answer_worth(s: Any, tables: Any, seat: int, card: int, effect: int, workspace: Any) -> int:
    """What a repetitive effect is worth: by the cards that may still be played. [MR-61]"""
    colour = tables.answers[card, effect, 0]
    often = workspace.weights.answer_round[0] * workspace.left
    for slot in range(s.held[seat]):
        other = int(s.hands[seat, slot])
        if tables.colour[other] == colour and other != card:
            often += workspace.weights.answer_hand[0]
    return often * answered_once(tables, card, effect, workspace) // 100


@rule
def production_worth(s: Any, tables: Any, seat: int, card: int, effect: int, workspace: Any) -> int:
    """What a production effect is worth over the rounds to come. [MR-23]"""
    what, resource = tables.production[card, effect, 0], int(tables.production[card, effect, 1])
    made = 100 * int(tables.production[card, effect, 2])
    if what == MAKE_PER_LEADER:
        leader = tables.production[card, effect, 3]
        made *= leaders_owned(s, tables, seat, leader)
        made += workspace.weights.growth[leader] * workspace.left // 2
    elif what != MAKE:
        made *= 2
    each = workspace.token_worth[resource] * workspace.weights.production[0] // 100
    return made * workspace.left * each // 100


@rule
def ending_worth(s: Any, tables: Any, seat: int, card: int, effect: int, workspace: Any) -> int:
    """What an end-of-game effect is worth, with some growth until then. [MR-75]"""
    what = tables.ending[card, effect, 0]
    each, of = int(tables.ending[card, effect, 1]), int(tables.ending[card, effect, 2])
    left = workspace.left
    colour = int(tables.colour[card])
    if what == PER_LEADER:
        often = 100 * leaders_owned(s, tables, seat, of) + workspace.weights.growth[of] * left
    elif what == PER_COMBAT:
        often = 100 * combat_value(s, tables, seat) + workspace.weights.growth[3] * left
    elif what == PER_COLOUR:
        often = 100 * (different(workspace) + int(workspace.colours[colour] == 0))
        often = min(often + workspace.weights.growth_colour[0] * left, 100 * int(tables.colours))
    elif what == PER_CARD:
        often = 100 * (of_colours(workspace, of) + ((of >> colour) & 1))
        often += workspace.weights.growth_card[0] * left
    else:
        often = likelihood(s, tables, seat, card, effect, workspace) if what == IF else 0
    return often * each * POINT // 100


@rule
def likelihood(s: Any, tables: Any, seat: int, card: int, effect: int, workspace: Any) -> int:
    """How likely a condition will hold at the end, in hundredths. [MR-63]"""
    have = condition_count(
        s, tables, seat, tables.ending[card, effect, 3], int(tables.ending[card, effect, 2])
    )
    missing = int(tables.ending[card, effect, 4]) - have
    if missing <= 0:
        return 100
    return max(0, min(90, workspace.weights.condition[0] * workspace.left // missing))
