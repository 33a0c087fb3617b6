"""A card enters play: what it costs, what it does at once, what answers to it. [MR-49]

Nothing that a player chooses here changes what else the card does, so everything is done at
once and the choices are owed in the order they fell due: milestones as they occur, the
tokens of a Tithe, a card of the panel.
"""

from __future__ import annotations

from typing import Any

from realms.kernel.journal import note
from realms.kernel.rule import rule
from realms.medieval.content.rule_tables import (
    CHOICE,
    GAIN,
    GET,
    GIVE_UP,
    LEADER,
    MOST_EFFECTS,
    NEED,
    NOTHING,
    POINTS,
    TOKENS,
)
from realms.medieval.rules.manor import gain, pay, score
from realms.medieval.rules.realm import kind_in_play
from realms.medieval.rules.reports import (
    BY_ANSWER,
    BY_CARD,
    FOR_CARD,
    LEADER_GAINED,
    LEADER_GIVEN_UP,
    POINTS_BY_ANSWER,
    POINTS_BY_CARD,
    TOO_FEW_LEADERS,
    TOO_FEW_TOKENS,
)
from realms.medieval.rules.state import SETTLING

MILESTONE = 0
"""What is owed for the point track; above it, an effect of the card. [MR-55]"""


@rule
def cost_refusal(s: Any, tables: Any, seat: int, card: int) -> int:
    """Why a seat cannot meet the cost of a card; 0 if it can. [MR-48] [MR-63]"""
    asks, of = tables.asks[card], tables.asks_for[card]
    if asks == TOKENS:
        return 0 if s.tokens[seat, of] >= tables.amount[card] else TOO_FEW_TOKENS
    needed = 1 + kind_in_play(s, tables, seat, tables.for_each[card]) if asks == NEED else 1
    return 0 if s.leaders[seat, of] >= needed else TOO_FEW_LEADERS


@rule
def pay_cost(s: Any, tables: Any, seat: int, card: int, journal: Any) -> None:
    """Pay the printed cost; leaders that a card needs are not spent. [MR-48] [MR-63]"""
    asks, of = tables.asks[card], tables.asks_for[card]
    if asks == TOKENS:
        pay(s, seat, of, int(tables.amount[card]), FOR_CARD, card, journal)
    elif asks == GIVE_UP:
        s.leaders[seat, of] -= 1
        note(journal, LEADER_GIVEN_UP, seat, of, 1, card)


@rule
def owe(s: Any, what: int, number: int) -> None:
    """Note a choice that the owner of the entering card owes. [MR-55] [MR-57]"""
    if not number:
        return
    last = int(s.owes) - 1
    if last >= 0 and s.owed[last] == what:
        s.owed_left[last] += number
        return
    s.owed[last + 1] = what
    s.owed_left[last + 1] = number
    s.owes += 1


@rule
def enter_play(s: Any, tables: Any, journal: Any) -> None:
    """Put a card in play: its immediate effects, then what answers to it. [MR-46] [MR-49]"""
    seat, card = int(s.chooser), int(s.source)
    others = int(s.entered)
    s.played[others] = card
    s.owner[others] = seat
    s.entered += 1
    s.owes = 0
    do_immediate(s, tables, seat, card, journal)
    answer(s, tables, seat, card, others, journal)
    s.phase = SETTLING


@rule
def do_immediate(s: Any, tables: Any, seat: int, card: int, journal: Any) -> None:
    """The immediate effects of a card, in the order it tells them. [MR-7] [MR-60] to [MR-70]"""
    for effect in range(MOST_EFFECTS):
        what, of = tables.immediate[card, effect, 0], int(tables.immediate[card, effect, 1])
        amount = int(tables.immediate[card, effect, 2])
        if what == 0:
            return
        if what == POINTS:
            owe(s, MILESTONE, score(s, tables, seat, amount, POINTS_BY_CARD, card, journal))
        elif what == GAIN:
            gain(s, seat, of, amount, BY_CARD, card, journal)
        elif what == LEADER:
            s.leaders[seat, of] += amount  # placed from the next round on [MR-21]
            note(journal, LEADER_GAINED, seat, of, amount, card)
        elif what == CHOICE:
            owe(s, effect + 1, 1)
        elif what == GET:
            owe(s, effect + 1, amount)


@rule
def answer(s: Any, tables: Any, seat: int, card: int, others: int, journal: Any) -> None:
    """Repetitive effects of the owner's other cards in play: each City on its own. [MR-61]

    Winning an auction brings a card into play as well as playing it from the hand.
    """
    colour = tables.colour[card]
    for place in range(others):
        city = int(s.played[place])
        if not tables.is_answering[city] or s.owner[place] != seat:
            continue
        for effect in range(MOST_EFFECTS):
            if tables.answers[city, effect, 0] == colour:
                resource = int(tables.answers[city, effect, 1])
                amount = int(tables.answers[city, effect, 2])
                points = int(tables.answers[city, effect, 3])
                gain(s, seat, resource, amount, BY_ANSWER, city, journal)
                reached = score(s, tables, seat, points, POINTS_BY_ANSWER, city, journal)
                owe(s, MILESTONE, reached)


@rule
def settle_choice(s: Any) -> None:
    """One choice less is owed."""
    s.owed_left[0] -= 1
    if s.owed_left[0] > 0:
        return
    forget_first(s)


@rule
def forget_first(s: Any) -> None:
    """The first kind of choice is owed no more; the next moves up."""
    s.owes -= 1
    for place in range(s.owes):
        s.owed[place] = s.owed[place + 1]
        s.owed_left[place] = s.owed_left[place + 1]
    s.owed[s.owes] = 0
    s.owed_left[s.owes] = 0


@rule
def finish_choices(s: Any) -> None:
    """Nothing is owed for the card any more."""
    s.source = NOTHING
    s.chooser = NOTHING
