"""What a position of Medieval Realms promises each seat, between two rounds.

A playout need not go on to the end: at the end of a round the final scores are estimated by
sums over what each seat has, with a row of coefficients for each number of rounds left. The
coefficients come from many games between stewards; the data file holds them.
"""

from __future__ import annotations

from typing import Any

from realms.kernel.rule import rule
from realms.medieval.bots.steward import playing_worth
from realms.medieval.bots.wants import weigh
from realms.medieval.content.rule_tables import GOODS, MOST_COLOURS, MOST_EFFECTS, RESOURCE_COUNT
from realms.medieval.rules.income import produced
from realms.medieval.scoring.scoring import ending_points, set_points

FEATURES = 25


@rule
def describe(s: Any, tables: Any, seat: int, workspace: Any, row: Any) -> None:
    """Write down what a seat has, as far as it tells what it will score."""
    weigh(s, tables, seat, workspace)
    row[0] = 1.0
    row[1] = s.points[seat] + ending_points(s, tables, seat) + set_points(tables, workspace.persons)
    missing = 0
    for resource in range(RESOURCE_COUNT):
        row[2 + resource] = s.tokens[seat, resource]
        missing += workspace.need[resource]
    for leader in range(3):
        row[9 + leader] = s.leaders[seat, leader]
    made = 0
    for place in range(s.entered):
        card = int(s.played[place])
        if s.owner[place] == seat and tables.is_producing[card]:
            for effect in range(MOST_EFFECTS):
                made += produced(s, tables, seat, card, effect)
    row[12] = made
    row[13] = s.held[seat]
    worth = 0
    for slot in range(s.held[seat]):
        worth += max(playing_worth(s, tables, seat, int(s.hands[seat, slot]), workspace), 0)
    row[14] = worth / 100
    row[15] = missing
    row[16] = workspace.by_new / 100
    total = 0
    for colour in range(MOST_COLOURS):
        total += workspace.by_colour[colour]
    row[17] = total / 100
    row[18] = workspace.persons
    row[19] = 1.0 if s.order[0] == seat else 0.0
    row[20] = workspace.per_leader[0] / 100
    row[21] = (workspace.per_leader[1] + workspace.per_leader[2]) / 100
    row[22] = min(int(s.tokens[seat, GOODS]), 4)
    wished = 0.0
    for resource in range(RESOURCE_COUNT):
        got = max(int(workspace.wish[resource]), 0)
        wished += got * workspace.tug[resource] / 100
    row[23] = wished
    few = 0
    for resource in range(1, RESOURCE_COUNT):
        few += min(int(s.tokens[seat, resource]), 5)
    row[24] = few
