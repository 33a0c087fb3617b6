"""How a steward of Medieval Realms places leaders: by what each adds, never quite alike.

Lands are fought over in the dark, so a steward reckons where rivals may stand: on every land
in the measure of its worth. It then puts leader after leader where one more adds most to
what it may expect, with a throw of the dice, so that nobody can foresee it.
"""

from __future__ import annotations

from typing import Any

from realms.kernel.chance import below
from realms.kernel.rule import rule
from realms.medieval.bots.wants import token_worth, weigh
from realms.medieval.bots.workspace import MOST_STRENGTH
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    GENERAL,
    GOODS,
    MAYOR,
    MOST_LANDS,
    RESOURCE_COUNT,
)
from realms.medieval.rules.state import DECOYS

WHOLE = 1024
"""A certainty."""
NEVER = -(10**9)


@rule
def steward_plan(s: Any, tables: Any, seat: int, workspace: Any) -> None:
    """A whole placement. [MR-18]"""
    weigh(s, tables, seat, workspace)
    for _mayor in range(s.leaders[seat, MAYOR]):
        workspace.plan[MAYOR, best_square(s, tables, seat, workspace)] += 1
    judge_lands(s, tables, seat, workspace)
    for leader in (GENERAL, ADMIRAL):
        for _soldier in range(s.leaders[seat, leader]):
            workspace.plan[leader, best_land(tables, leader, workspace)] += 1
    place_decoys(tables, workspace)


@rule
def best_square(s: Any, tables: Any, seat: int, workspace: Any) -> int:
    """The square whose next token is worth most. [MR-19]"""
    best, most = 0, NEVER
    for resource in range(RESOURCE_COUNT):
        if not tables.zone[resource]:
            continue
        more = int(workspace.plan[MAYOR, resource]) * (1 + int(workspace.on_square[resource]))
        if resource == GOODS:
            more += int(tables.goods)
        worth = token_worth(s, seat, resource, more, workspace) * (
            1 + workspace.on_square[resource]
        )
        worth += below(workspace, int(workspace.weights.noise_mayor[0]))
        if worth > most:
            best, most = resource, worth
    return best


@rule
def judge_lands(s: Any, tables: Any, seat: int, workspace: Any) -> None:
    """What every land is worth, and the odds of holding it with each strength. [MR-24]"""
    total = 0
    for land in range(MOST_LANDS):
        worth = 0
        if tables.lands[land]:
            for resource in range(RESOURCE_COUNT):
                for more in range(tables.reward[land, resource]):
                    coming = more + int(workspace.plan[MAYOR, resource])
                    worth += token_worth(s, seat, resource, coming, workspace)
        workspace.worth[land] = worth
        total += worth
    for land in range(MOST_LANDS):
        if not tables.lands[land]:
            continue
        here = WHOLE * workspace.worth[land] * workspace.weights.spread[0] // (100 * max(total, 1))
        here = min(here, WHOLE // 2)
        for strength in range(1, MOST_STRENGTH + 1):
            odds = WHOLE
            for rival in range(s.players):
                if rival != seat:
                    odds = odds * odds_below(s, tables, rival, here, strength) // WHOLE
            workspace.odds[land, strength] = odds
        workspace.odds[land, 0] = 0


@rule
def odds_below(s: Any, tables: Any, rival: int, here: int, strength: int) -> int:
    """The odds that a rival has less than a strength on a land. [MR-24]

    Each of its leaders stands there with the same odds, decoys like generals.
    """
    generals = int(s.leaders[rival, GENERAL]) + int(tables.decoys)
    admirals = int(s.leaders[rival, ADMIRAL])
    away = WHOLE - here
    total = 0
    some = WHOLE  # the odds of exactly so many generals, one after the other
    for _general in range(generals):
        some = some * away // WHOLE
    for number in range(generals + 1):
        rest = strength - 2 * number
        if rest <= 0:
            break
        few = WHOLE
        for _admiral in range(admirals):
            few = few * away // WHOLE
        fewer = 0
        for others in range(min(admirals, rest - 1) + 1):
            fewer += few
            few = few * here * (admirals - others) // (away * (others + 1))
        total += some * fewer // WHOLE
        some = some * here * (generals - number) // (away * (number + 1))
    return min(total, WHOLE)


@rule
def best_land(tables: Any, leader: int, workspace: Any) -> int:
    """Where one more leader adds most to what may be expected, by a throw of dice. [MR-20]"""
    best, most = 0, NEVER
    noise = int(workspace.weights.noise[0])
    for land in range(MOST_LANDS):
        if not tables.lands[land]:
            continue
        now = min(own_strength(tables, land, workspace), MOST_STRENGTH)
        then = min(now + int(tables.combat[leader]), MOST_STRENGTH)
        more = workspace.worth[land] * (workspace.odds[land, then] - workspace.odds[land, now])
        more = more * (100 - noise + below(workspace, 2 * noise + 1)) // 100
        if more > most:
            best, most = land, more
    return best


@rule
def own_strength(tables: Any, land: int, workspace: Any) -> int:
    """The combat value planned for a land. [MR-24]"""
    generals = int(workspace.plan[GENERAL, land]) * int(tables.combat[GENERAL])
    return generals + int(workspace.plan[ADMIRAL, land]) * int(tables.combat[ADMIRAL])


@rule
def place_decoys(tables: Any, workspace: Any) -> None:
    """Decoys where the rival may well stand, and never beside own leaders. [MR-22] [MR-26]"""
    noise = int(workspace.weights.noise[0])
    for _decoy in range(tables.decoys):
        best, most = -1, NEVER
        for land in range(MOST_LANDS):
            if not tables.lands[land] or own_strength(tables, land, workspace) > 0:
                continue
            worth = workspace.worth[land] * (100 - noise + below(workspace, 2 * noise + 1))
            if workspace.plan[DECOYS, land] > 0:
                worth = worth // 2
            if worth > most:
                best, most = land, worth
        if best >= 0:
            workspace.plan[DECOYS, best] += 1
