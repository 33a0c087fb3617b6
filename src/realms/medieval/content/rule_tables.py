"""The content as the compiled rules read it: one record of small tables.

Rule tables are made of a content, a number of players and the switches; whatever differs from
table to table is in them, so one compilation of the rules serves every edition, every switch
and every content file.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any

import numpy as np

from realms.medieval.content import effects as does
from realms.medieval.content.content import CONTENT
from realms.medieval.content.schema import MedievalCard, MedievalContent
from realms.medieval.content.switches import Switches, edit_content

RESOURCES = tuple(resource.id for resource in CONTENT.resource)
GOODS = 0
RESOURCE_COUNT = 7
LEADERS = tuple(leader.id for leader in CONTENT.leader)
MAYOR, ADMIRAL, GENERAL = range(3)
DECOY = MAYOR
"""A mayor on the map is a decoy. [MR-22]"""
HOLE, MAJORITY, AUCTION = range(3)
TYPES = ("hole", "majority", "auction")

MOST_CARDS = 128
"""A deck has at most so many cards, and so many different ones."""
MOST_COLOURS = 12
MOST_KINDS = 24
MOST_LANDS = 10
MOST_EFFECTS = 4
"""Effects of one time on one card."""
SQUARES = 12
FUTURE = 6
MOST_PERSONS = 8

NOTHING = -1

TOKENS, NEED, GIVE_UP, BIDDING = range(4)
"""What a card asks: tokens, leaders owned, a leader given up, or the winning bid."""

GAIN, POINTS, CHOICE, LEADER, GET = range(1, 6)
"""Immediate effects. [MR-7]"""
MAKE, MAKE_PER_LEADER, MAKE_ON_SQUARE = range(1, 4)
"""Production effects. [MR-23]"""
PER_LEADER, PER_COMBAT, PER_COLOUR, PER_CARD, IF = range(1, 6)
"""End-of-game effects. [MR-75]"""
COUNT_CARDS, COUNT_COLOURS, COUNT_PERSONS, COUNT_LEADERS, COUNT_COMBAT = range(1, 6)
"""What conditions count. [MR-63]"""

RULE_TABLES = np.dtype(
    (
        np.record,
        [
            ("different_cards", np.int16),
            ("copies", np.int8, MOST_CARDS),
            ("cards", np.int16),  # all of them, copies counted
            ("colours", np.int8),
            ("colour", np.int8, MOST_CARDS),
            ("type", np.int8, MOST_CARDS),  # hole, majority or auction
            ("kind", np.int8, MOST_CARDS),  # City, Island, Castle …
            ("person", np.int8, MOST_CARDS),
            ("asks", np.int8, MOST_CARDS),
            ("asks_for", np.int8, MOST_CARDS),  # a resource, or a leader
            ("amount", np.int16, MOST_CARDS),
            ("for_each", np.int8, MOST_CARDS),  # the kind of card a leader is needed for
            ("immediate", np.int16, (MOST_CARDS, MOST_EFFECTS, 3)),  # what, of what, how many
            (
                "answers",
                np.int16,
                (MOST_CARDS, MOST_EFFECTS, 4),
            ),  # colour, of what, how many, points
            ("production", np.int16, (MOST_CARDS, MOST_EFFECTS, 4)),  # what, of what, many, leader
            ("ending", np.int16, (MOST_CARDS, MOST_EFFECTS, 5)),  # what, points, of what, counts, n
            ("is_answering", np.int8, MOST_CARDS),
            ("is_producing", np.int8, MOST_CARDS),
            ("castle", np.int8),  # the kind that breaks ties
            ("rounds", np.int8),
            ("price", np.int8, SQUARES),
            ("swept", np.int8),  # squares cleared at the end of a round
            ("milestone", np.int16),
            ("persons", np.int16, MOST_PERSONS + 1),  # points for so many Great Persons
            ("most_persons", np.int8),
            ("start", np.int16, RESOURCE_COUNT),
            ("leaders", np.int8, 3),
            ("decoys", np.int8),
            ("combat", np.int8, 3),  # a mayor's is that of a decoy
            ("zone", np.int8, RESOURCE_COUNT),  # whether mayors produce it
            ("lands", np.int8, MOST_LANDS),  # whether a land is there
            ("reward", np.int16, (MOST_LANDS, RESOURCE_COUNT)),
            ("goods", np.int8),  # for everybody, in step 4
            ("pays_first", np.int8),  # a hole card asks its cost when it is taken [MR-35]
            ("pays_at_end", np.int8),  # milestones in final scoring [MR-56]
            ("least_bid", np.int8),
            ("decoys_as_mayors", np.int8),
            ("tie_to_activator", np.int8),  # tied or not [MR-39]
            ("islands_first", np.int8),  # an Island asks its admirals when it is taken [MR-63]
        ],
    )
)


def new_rule_tables(content: MedievalContent, players: int, switches: Switches) -> Any:
    """The rule tables for a content, a number of players and the switches."""
    content = edit_content(content, switches)
    tables = np.zeros(1, RULE_TABLES)[0]
    _write_cards(tables, content, players)
    board, start = content.board, content.start
    tables.rounds, tables.milestone, tables.goods = board.rounds, board.milestone, board.goods
    tables.swept = board.discards[players]
    tables.price[:] = [board.price(square) for square in range(1, SQUARES + 1)]
    tables.most_persons = len(board.great_persons)
    tables.persons[1 : len(board.great_persons) + 1] = board.great_persons
    tables.start[:] = [start.tokens.get(resource, 0) for resource in RESOURCES]
    tables.leaders[:] = [start.leaders.get(leader, 0) for leader in LEADERS]
    tables.decoys = start.decoys[players]
    tables.combat[:] = [leader.combat for leader in content.leader]
    tables.combat[DECOY] = start.decoy_combat
    tables.zone[:] = [resource.zone for resource in content.resource]
    for land in content.lands(players):
        tables.lands[land.number - 1] = 1
        for resource, amount in land.reward.items():
            tables.reward[land.number - 1, RESOURCES.index(resource)] = amount
    tables.pays_first = switches.hole_requires_cost
    tables.pays_at_end = switches.milestone_final
    tables.least_bid = switches.auction_min_bid
    tables.decoys_as_mayors = switches.decoys_count_as_mayors
    tables.tie_to_activator = switches.majority_tie == "activator"
    tables.islands_first = switches.island_test == "taken"
    return tables


def _write_cards(tables: Any, content: MedievalContent, players: int) -> None:
    colours = [colour.id for colour in content.colour]
    kinds = [kind.id for kind in content.kind]
    names = _Numbers(colours, kinds)
    tables.different_cards = len(content.card)
    tables.cards = len(content.deck)
    tables.colours = len(colours)
    tables.castle = kinds.index("castle")
    for number, card in enumerate(content.card):
        tables.copies[number] = card.count
        tables.colour[number] = colours.index(card.colour)
        tables.type[number] = TYPES.index(card.type)
        tables.kind[number] = kinds.index(card.kind)
        tables.person[number] = card.great_person
        _write_cost(tables, number, card, names, players)
        tables.answers[number, :, 0] = NOTHING
        for table, effects in (
            (tables.immediate, card.immediate),
            (tables.answers, card.repetitive),
            (tables.production, card.production),
            (tables.ending, card.end),
        ):
            for place, effect in enumerate(effects):
                row = _row(effect, names)
                table[number, place, : len(row)] = row
        tables.is_answering[number] = bool(card.repetitive)
        tables.is_producing[number] = bool(card.production)


class _Numbers:
    """Names of the content as the numbers the rules use."""

    def __init__(self, colours: list[str], kinds: list[str]) -> None:
        self.colour, self.kind = colours.index, kinds.index
        self.resource, self.leader = RESOURCES.index, LEADERS.index

    def mask(self, names: tuple[str, ...], number: Any) -> int:
        """Names as a set of bits."""
        return sum(1 << number(name) for name in dict.fromkeys(names))


def _write_cost(
    tables: Any, number: int, card: MedievalCard, names: _Numbers, players: int
) -> None:
    match card.cost:
        case does.Pay(resource, amount):
            tables.asks[number], tables.asks_for[number] = TOKENS, names.resource(resource)
            tables.amount[number] = amount
        case does.PayByPlayers(resource, amounts):
            tables.asks[number], tables.asks_for[number] = TOKENS, names.resource(resource)
            tables.amount[number] = amounts[players]
        case does.WinningBid(resource):
            tables.asks[number], tables.asks_for[number] = BIDDING, names.resource(resource)
        case does.Own(leader, kind):
            tables.asks[number], tables.asks_for[number] = NEED, names.leader(leader)
            tables.for_each[number] = names.kind(kind)
        case does.GiveUp(leader):
            tables.asks[number], tables.asks_for[number] = GIVE_UP, names.leader(leader)


@singledispatch
def _row(effect: does.MedievalEffect, _names: _Numbers) -> tuple[int, ...]:
    """An effect as the numbers of its row."""
    raise TypeError(effect)


@_row.register
def _(effect: does.GainPoints, _names: _Numbers) -> tuple[int, ...]:
    return POINTS, 0, effect.points


@_row.register
def _(effect: does.GainTokens, names: _Numbers) -> tuple[int, ...]:
    return GAIN, names.resource(effect.resource), effect.amount  # as production, it is MAKE


@_row.register
def _(effect: does.ChooseTokens, names: _Numbers) -> tuple[int, ...]:
    return CHOICE, names.mask(effect.excluding, names.resource), effect.amount


@_row.register
def _(effect: does.GainLeader, names: _Numbers) -> tuple[int, ...]:
    return LEADER, names.leader(effect.leader), effect.amount


@_row.register
def _(effect: does.GetCard, _names: _Numbers) -> tuple[int, ...]:
    return GET, 0, effect.amount


@_row.register
def _(effect: does.Trigger, names: _Numbers) -> tuple[int, ...]:
    resource = names.resource(effect.resource)
    return names.colour(effect.colour), resource, effect.amount, effect.points


@_row.register
def _(effect: does.GainTokensPerLeader, names: _Numbers) -> tuple[int, ...]:
    resource, leader = names.resource(effect.resource), names.leader(effect.leader)
    return MAKE_PER_LEADER, resource, effect.amount, leader


@_row.register
def _(effect: does.GainTokensPerMayorOnSquare, names: _Numbers) -> tuple[int, ...]:
    return MAKE_ON_SQUARE, names.resource(effect.resource), effect.amount, MAYOR


@_row.register
def _(effect: does.PointsPerLeader, names: _Numbers) -> tuple[int, ...]:
    return PER_LEADER, effect.points, names.leader(effect.leader)


@_row.register
def _(effect: does.PointsPerCombatValue, _names: _Numbers) -> tuple[int, ...]:
    return PER_COMBAT, effect.points


@_row.register
def _(effect: does.PointsPerDifferentColour, _names: _Numbers) -> tuple[int, ...]:
    return PER_COLOUR, effect.points


@_row.register
def _(effect: does.PointsPerCard, names: _Numbers) -> tuple[int, ...]:
    return PER_CARD, effect.points, 1 << names.colour(effect.colour)


@_row.register
def _(effect: does.PointsIf, names: _Numbers) -> tuple[int, ...]:
    what, of = 0, 0
    match effect.condition:
        case does.Cards():
            what, of = COUNT_CARDS, names.mask(effect.condition.colours, names.colour)
        case does.DifferentColours():
            what = COUNT_COLOURS
        case does.GreatPersons():
            what = COUNT_PERSONS
        case does.Leaders():
            what, of = COUNT_LEADERS, names.leader(effect.condition.leader)
        case does.CombatValue():
            what = COUNT_COMBAT
    return IF, effect.points, of, what, effect.condition.at_least
