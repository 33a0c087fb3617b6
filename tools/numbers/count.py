"""Counting what happens in games of Medieval Realms, as a compiled listener to the journal.

Everything is counted in whole numbers and added up, so neither the order of the games nor
the number of threads changes a figure.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.kernel.chance import branch, decision_seed
from realms.kernel.rule import rule
from realms.medieval.bots.players import decide
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    DECOY,
    GENERAL,
    MOST_EFFECTS,
    MOST_KINDS,
    NOTHING,
    RESOURCE_COUNT,
)
from realms.medieval.rules.play import next_awaited
from realms.medieval.rules.realm import great_persons
from realms.medieval.rules.reports import (
    ACTIVATED,
    FOR_BID,
    FOR_PRICE,
    FORCE,
    LAND,
    PLAYED,
    POINTS_BY_ANSWER,
    POINTS_BY_CARD,
    RAISED,
    REACHED,
    RECEIVED,
    UNCLAIMED,
    WON,
)
from realms.medieval.rules.setup import deal
from realms.medieval.rules.state import ENDED, SEATS
from realms.medieval.scoring.scoring import (
    ending_points,
    final_milestones,
    leftover_points,
    rank,
    set_points,
    times,
    tokens_left,
)

EARLY = 3
"""A card in play by the end of this round is an early one."""
SCORES, LENGTHS, PRICES, CARDS = 400, 2000, 40, 60
"""Room for final scores, decisions, prices and cards in play; the last place takes the rest."""

COUNT = np.dtype(
    (
        np.record,
        [
            (name, np.int64, size) if size else (name, np.int64)
            for name, size in {
                "games": 0,
                "lengths": LENGTHS,  # games by their number of decisions
                "scores": SCORES,  # seats by their final score
                "cards": CARDS,  # seats by their cards in play
                "played": 0,  # cards from hand
                "won": 0,  # cards from auctions
                "kept": 0,  # cards left in hand
                "prices": (MOST_KINDS, PRICES),  # auctions by sort of card and price
                "raised": 0,  # bids after the opening one
                "entering": MOST_KINDS,  # points by sort of card
                "answers": 0,
                "ending": MOST_KINDS,
                "leftover": 0,
                "sets": 0,
                "reached": 0,  # milestones
                "spent": (3, RESOURCE_COUNT),  # on prices, cards and bids
                "left": 0,  # tokens at the end
                "leaders": 3,  # at the end, by sort
                "lands": 4,  # LANDS, each round
                "activated": 0,  # majority cards
                "astray": 0,  # of them, to another seat than the one that paid
                "unclaimed": 0,
                "revealed": 0,  # cards of the deck
                "places": SEATS,  # wins by place in the turn order drawn at the start
                "early": 0,  # seats with an early card of the sort that is watched
                "early_wins": 0,
            }.items()
        ],
    )
)
HELD, TIED, DENIED, DECOYS_ALONE = range(4)
"""What became of a land that somebody stood on. [MR-24] [MR-25] [MR-26]"""


def new_counts() -> Any:
    """An array of one count of nothing."""
    return np.zeros(1, COUNT)


class CountWorkspace(NamedTuple):
    """What counting works with, and in."""

    bots: NDArray[np.int64]
    """Who plays, by seat."""
    workspace: Any
    """What the bots think in."""
    journal: NDArray[np.int64]
    early: NDArray[np.int64]
    """The seats that have an early card of the sort that is watched."""
    watched: int
    """The sort of card whose early owners are counted apart."""
    counts: NDArray[Any]


@rule
def count_games(
    laid_out: Any, tables_row: Any, rng_state: np.uint64, first: int, games: int, work: Any
) -> None:
    """Play games number `first` and on, the same that a simulation plays, and count."""
    drawn = np.zeros(SEATS, np.int64)
    table = laid_out.copy()
    s, tables, n = table[0], tables_row[0], work.counts[0]
    for number in range(first, first + games):
        table[0] = laid_out[0]
        s.chance = branch(rng_state, number)
        bots_rng_state = branch(s.chance, 1)
        deal(s, tables)
        for place in range(SEATS):
            drawn[place] = s.order[place]
            work.early[place] = 0
        decisions = count_play(s, tables, bots_rng_state, work)
        n.games += 1
        n.lengths[min(decisions, LENGTHS - 1)] += 1
        count_end(s, tables, drawn, work.early, n)


@rule
def count_play(s: Any, tables: Any, rng_state: np.uint64, work: Any) -> int:
    """Play a dealt game to its end and count what is told; returns the decisions."""
    decisions, journal, n = 0, work.journal, work.counts[0]
    while s.phase != ENDED:
        seat = next_awaited(s)
        round_now = int(s.round_now)
        work.workspace.chance = decision_seed(rng_state, decisions)
        journal[0, 0] = 0
        decide(work.bots[seat], s, tables, seat, work.workspace, journal)
        decisions += 1
        count_cards(tables, journal, round_now <= EARLY, work.watched, work.early, n)
        count_lands(tables, journal, n)
    return decisions


@rule
def count_cards(
    tables: Any, journal: Any, is_early: bool, watched: int, early: Any, n: Any
) -> None:
    """Count tokens, points and cards told by one decision."""
    for row in range(1, int(journal[0, 0]) + 1):
        kind, seat = journal[row, 0], journal[row, 1]
        second, third = journal[row, 2], journal[row, 3]
        if kind >= FOR_PRICE and kind <= FOR_BID:
            n.spent[kind - FOR_PRICE, second] -= third
        elif kind == POINTS_BY_CARD:
            n.entering[tables.kind[third]] += second
        elif kind == POINTS_BY_ANSWER:
            n.answers += second
        elif kind == REACHED:
            n.reached += second
        elif kind == PLAYED:
            n.played += 1
            if is_early and tables.kind[second] == watched:
                early[seat] = 1
        elif kind == WON:
            n.won += 1
            n.prices[tables.kind[second], min(third, PRICES - 1)] += 1
        elif kind == RAISED:
            n.raised += 1
        elif kind == ACTIVATED:
            n.activated += 1
        elif kind == RECEIVED:
            n.astray += seat != journal[row, 4]
        elif kind == UNCLAIMED:
            n.unclaimed += 1


@rule
def count_lands(tables: Any, journal: Any, n: Any) -> None:
    """Count who got the lands: the forces on a land are told before its outcome. [MR-24]"""
    most, decoys_on_top, is_military = 0, False, False
    for row in range(1, int(journal[0, 0]) + 1):
        if journal[row, 0] == FORCE:
            generals, admirals = journal[row, 3], journal[row, 4] % 100
            decoys = journal[row, 4] // 100
            strength = generals * tables.combat[GENERAL] + admirals * tables.combat[ADMIRAL]
            strength += decoys * tables.combat[DECOY]
            is_military = is_military or generals + admirals > 0
            if strength > most:
                most, decoys_on_top = strength, decoys > 0
            elif strength == most:
                decoys_on_top = decoys_on_top or decoys > 0
        elif journal[row, 0] == LAND:
            if journal[row, 2] != NOTHING:
                n.lands[HELD] += 1
            elif not is_military:
                n.lands[DECOYS_ALONE] += 1
            elif decoys_on_top:
                n.lands[DENIED] += 1
            else:
                n.lands[TIED] += 1
            most, decoys_on_top, is_military = 0, False, False


@rule
def count_end(s: Any, tables: Any, drawn: Any, early: Any, n: Any) -> None:
    """Count how a game ended: points by source, and who won. [MR-75] [MR-76]"""
    points = np.zeros(SEATS, np.int64)
    ranking = np.zeros(SEATS, np.int64)
    rank(s, tables, points, ranking)
    n.revealed += s.dealt
    for place in range(s.players):
        n.places[place] += drawn[place] == ranking[0]
    for seat in range(s.players):
        n.scores[min(max(points[seat], 0), SCORES - 1)] += 1
        n.early += early[seat]
        n.early_wins += early[seat] == 1 and ranking[0] == seat
        n.kept += s.held[seat]
        tokens = tokens_left(s, seat)
        n.left += tokens
        tokens += final_milestones(s, tables, seat, ending_points(s, tables, seat))
        n.leftover += leftover_points(tokens)
        n.sets += set_points(tables, great_persons(s, tables, seat))
        for leader in range(3):
            n.leaders[leader] += s.leaders[seat, leader]
        count_realm(s, tables, seat, n)


@rule
def count_realm(s: Any, tables: Any, seat: int, n: Any) -> None:
    """Count the cards of a seat in play, and what each scores at the end. [MR-75]"""
    cards = 0
    for place in range(s.entered):
        if s.owner[place] != seat:
            continue
        cards += 1
        card = int(s.played[place])
        for effect in range(MOST_EFFECTS):
            each = int(tables.ending[card, effect, 1])
            n.ending[tables.kind[card]] += each * times(s, tables, seat, card, effect)
    n.cards[min(cards, CARDS - 1)] += 1
