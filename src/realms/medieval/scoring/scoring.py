"""Final scoring and the tie-breakers; the same counts make the running sheets. [MR-75] [MR-76]"""

from __future__ import annotations

from typing import Any

from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import (
    COUNT_CARDS,
    COUNT_COLOURS,
    COUNT_LEADERS,
    COUNT_PERSONS,
    IF,
    MOST_EFFECTS,
    PER_CARD,
    PER_COLOUR,
    PER_COMBAT,
    PER_LEADER,
    RESOURCE_COUNT,
)
from realms.medieval.rules.income import leaders_owned
from realms.medieval.rules.manor import milestones_passed
from realms.medieval.rules.realm import (
    cards_in_play,
    cards_of_colours,
    combat_value,
    different_colours,
    great_persons,
    kind_in_play,
)


@rule
def condition_count(s: Any, tables: Any, seat: int, what: int, of: int) -> int:
    """What a condition counts in a realm. [MR-63] [MR-72] [MR-73]"""
    if what == COUNT_CARDS:
        return cards_of_colours(s, tables, seat, of)
    if what == COUNT_COLOURS:
        return different_colours(s, tables, seat)
    if what == COUNT_PERSONS:
        return great_persons(s, tables, seat)
    if what == COUNT_LEADERS:
        return leaders_owned(s, tables, seat, of)
    return combat_value(s, tables, seat)


@rule
def times(s: Any, tables: Any, seat: int, card: int, effect: int) -> int:
    """How often an end-of-game effect scores now. [MR-58] [MR-59] [MR-61] [MR-63] [MR-65]"""
    what, of = tables.ending[card, effect, 0], int(tables.ending[card, effect, 2])
    if what == PER_LEADER:
        return leaders_owned(s, tables, seat, of)
    if what == PER_COMBAT:
        return combat_value(s, tables, seat)
    if what == PER_COLOUR:
        return different_colours(s, tables, seat)
    if what == PER_CARD:
        return cards_of_colours(s, tables, seat, of)
    if what == IF:
        counts, enough = tables.ending[card, effect, 3], int(tables.ending[card, effect, 4])
        return 1 if condition_count(s, tables, seat, counts, of) >= enough else 0
    return 0


@rule
def ending_points(s: Any, tables: Any, seat: int) -> int:
    """Step 1 of final scoring: the end-of-game effects of all cards in play. [MR-75]"""
    total = 0
    for place in range(s.entered):
        if s.owner[place] != seat:
            continue
        card = int(s.played[place])
        for effect in range(MOST_EFFECTS):
            if not tables.ending[card, effect, 0]:
                break
            total += int(tables.ending[card, effect, 1]) * times(s, tables, seat, card, effect)
    return total


@rule
def final_milestones(s: Any, tables: Any, seat: int, gained: int) -> int:
    """Tokens for milestones passed by end effects: none, unless switched. [MR-56]"""
    if not tables.pays_at_end:
        return 0
    return milestones_passed(s.points[seat], int(s.points[seat]) + gained, tables.milestone)


@rule
def tokens_left(s: Any, seat: int) -> int:
    """All tokens in a manor, of all kinds. [MR-75]"""
    total = 0
    for resource in range(RESOURCE_COUNT):
        total += int(s.tokens[seat, resource])
    return total


@rule
def leftover_points(tokens: int) -> int:
    """Step 2: a point for every two tokens, rounded down. [MR-75]"""
    return int(tokens) // 2


@rule
def set_points(tables: Any, persons: int) -> int:
    """Step 3: points for a set of Great Persons; from the largest set on, no more. [MR-75]"""
    return int(tables.persons[min(int(persons), int(tables.most_persons))])


@rule
def final_score(s: Any, tables: Any, seat: int) -> int:
    """The points of a seat if the game ended now. [MR-75]"""
    ending = ending_points(s, tables, seat)
    tokens = tokens_left(s, seat) + final_milestones(s, tables, seat, ending)
    persons = set_points(tables, great_persons(s, tables, seat))
    return int(s.points[seat]) + ending + leftover_points(tokens) + persons


@rule
def leaders_in_all(s: Any, tables: Any, seat: int) -> int:
    """Mayors, admirals, generals, and decoys too, for the tie-breaker. [MR-76]"""
    total = int(tables.decoys)
    for leader in range(3):
        total += int(s.leaders[seat, leader])
    return total


@rule
def comes_before(s: Any, tables: Any, one: int, other: int, points: Any) -> bool:
    """Whether a seat beats another that is behind it on the turn-order track. [MR-76]

    Most points; then most cards in play, most Castles, most leaders; then the track.
    """
    if points[one] != points[other]:
        return points[one] > points[other]
    mine, theirs = cards_in_play(s, one), cards_in_play(s, other)
    if mine != theirs:
        return mine > theirs
    mine = kind_in_play(s, tables, one, tables.castle)
    theirs = kind_in_play(s, tables, other, tables.castle)
    if mine != theirs:
        return mine > theirs
    return leaders_in_all(s, tables, one) >= leaders_in_all(s, tables, other)


@rule
def rank(s: Any, tables: Any, points: Any, ranking: Any) -> None:
    """Score all seats and put them in order, the winner first. [MR-75] [MR-76]"""
    for seat in range(s.players):
        points[seat] = final_score(s, tables, seat)
    for place in range(s.players):
        seat = s.order[place]
        spot = place
        while spot > 0 and not comes_before(s, tables, ranking[spot - 1], seat, points):
            ranking[spot] = ranking[spot - 1]
            spot -= 1
        ranking[spot] = seat
